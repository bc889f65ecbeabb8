import { Faults } from "../../emulator/core/faults";

const effect = { status: 429 };

test("a rate lets its calls through again as time passes, never more at once than it has", () => {
  let now = 0;
  const faults = new Faults(() => now);
  faults.add({ path: "/api", rate: { calls: 4, seconds: 2 }, effect });
  const passed = (calls: number) =>
    Array.from({ length: calls }, () => faults.strike("GET", "/api/v1/x")).filter((struck) => struck === undefined)
      .length;
  expect(passed(6)).toBe(4);
  now += 1000;
  expect(passed(6)).toBe(2);
  now += 60_000;
  expect(passed(6)).toBe(4);
});

test("calls that a rule does not match use up nothing of its rate, and the next rule gets what is within it", () => {
  const faults = new Faults(() => 0);
  faults.add({ method: "POST", rate: { calls: 1, seconds: 1 }, effect });
  faults.add({ effect: { latencyMs: 5 } });
  const calls = ["GET", "GET", "POST", "POST"].map((method) => faults.strike(method, "/api/v1/x"));
  expect(calls).toEqual([{ latencyMs: 5 }, { latencyMs: 5 }, { latencyMs: 5 }, effect]);
});
