import type { Bag, Definition } from "../../provider/lifecycle/vocabulary/definition";
import { unknownValue } from "../../provider/lifecycle/vocabulary/schema";
import { begin } from "./runs";
import { box, boxInputs } from "./shapes";

/** The argument `adopt` of a resource that has an object already. */

const warnings = (log: readonly string[]) => log.filter((line) => line.startsWith("warning: "));

async function planned(changes: (id: string) => Bag): Promise<readonly string[]> {
  const { run } = begin();
  const { id, state } = await run().life.create(boxInputs);
  const { life, log } = run();
  await life.plan(id, { ...state, serialNumber: "s-1" }, { ...boxInputs, ...changes(id) });
  return warnings(log);
}

test("that names another object has no effect: every plan says so, and what to do", async () => {
  const [line, ...more] = await planned(() => ({ adopt: "b-77", sizeInLitres: 7 }));
  expect(line).toMatch(
    /^warning: Box "one" keeps the object "b-1", and its argument {2}adopt: "b-77" {2}has no effect: .* revert the change/,
  );
  expect(more).toEqual([]);
});

test.each<[string, (id: string) => Bag]>([
  ["names the object itself", (id) => ({ adopt: id })],
  ["names it by another id of its state", () => ({ adopt: "s-1" })],
  ["is not known yet", () => ({ adopt: unknownValue })],
  ["names nothing", () => ({ adopt: true })],
  ["is heard, because the object is replaced", () => ({ adopt: "b-77", name: "two", kind: "large" })],
])("that %s is not warned of", async (_what, changes) => {
  expect(await planned(changes)).toEqual([]);
});

test("that led to an object with another id is remembered", async () => {
  const followed: Definition = { ...box, hooks: { ...box.hooks, read: (api) => api.get("/boxes/b-9") } };
  const { service, run } = begin(followed);
  service.put("/boxes/b-9", { id: "b-9", name: "one", account: "a-1", kind: "small", enabled: true });
  const inputs = { ...boxInputs, adopt: "b-77" };
  const { id, state } = await run().life.create(inputs);
  expect(id).toBe("b-9");
  const later = await run().life.update(id, state, { ...inputs, sizeInLitres: 8 });
  const read = await run().life.read(id, later.state);
  const { life, log } = run();
  await life.plan(id, read!.state, inputs);
  expect(warnings(log)).toEqual([]);
  await life.plan(id, read!.state, { ...inputs, adopt: "b-78" });
  expect(warnings(log)).toHaveLength(1);
});
