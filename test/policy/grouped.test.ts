import { connectionRefresh, keyRotation } from "../../policy";
import { stackTold, unknown, type Described } from "./stack";

/** What is wrong with many resources in the same way is reported once, with all their names. */

const key = (name: string, type = "AwsKey"): Described => ({ type, name, props: { keyRotationEnabled: false } });

test("74 unbound keys, of two types", () => {
  const names = Array.from({ length: 73 }, (_, index) => `key-${index}`);
  const { violations } = stackTold(keyRotation, [...names.map((name) => key(name)), key("paid", "AwsUploadedKey")]);
  expect(violations).toHaveLength(1);
  const [{ on, says } = { on: "", says: "" }] = violations;
  expect(on).toBe("key-0");
  expect(says).toMatch(/^AwsKey "key-0" is bound to no rotation schedule\. Bind it [^]*new KeyRotation\("key-0"/);
  expect(says).toContain("The same goes for 73 more resources: ");
  expect(says.match(/bound to no/g)).toHaveLength(1);
  for (const name of names.slice(1)) expect(says).toContain(`AwsKey "${name}"`);
  expect(says).toMatch(/AwsUploadedKey "paid"\.$/);
});

test("what differs is reported apart, and what is not known yet keeps nothing from being reported", () => {
  const schedule: Described = { type: "RotationSchedule", name: "plan", props: { runAt: "0 3 1 1 *" } };
  const binding = (of: string, plan: string): Described => ({
    type: "KeyRotation",
    name: of,
    props: { key: { type: "AwsKey", id: "k" }, schedule: "s" },
    depends: { key: [of], schedule: [plan] },
  });
  const later: Described = { ...schedule, name: "later", props: { runAt: unknown } };
  const stack = [...["a", "b", "c", "d", "e"].map((name) => key(name)), schedule, later];
  const { violations, waits } = stackTold(keyRotation, [
    ...stack,
    binding("b", "later"),
    binding("c", "plan"),
    binding("e", "plan"),
  ]);
  expect(violations.map(({ on, says }) => [on, says.match(/"[a-e]"/g)])).toEqual([
    ["a", ['"a"', '"a"', '"d"']],
    ["c", ['"c"', '"e"']],
  ]);
  expect(waits).toContain(".runAt");
});

test("the order in which the engine shows resources changes nothing", () => {
  const keys = [key("b"), key("paid", "AwsUploadedKey"), key("a"), key("c")];
  const told = stackTold(keyRotation, keys);
  expect(told.violations[0]!.says).toMatch(/^AwsKey "a" is/);
  expect(stackTold(keyRotation, keys.reverse())).toEqual(told);
});

test("connections that lead to nothing", () => {
  const names = ["east", "west"];
  const { violations } = stackTold(
    connectionRefresh,
    names.map((name) => ({ type: "AwsConnection", name })),
  );
  expect(violations).toHaveLength(1);
  expect(violations[0]!.says).toMatch(
    /^AwsConnection "east" leads to nothing .* The same goes for 1 more resource: AwsConnection "west"\.$/,
  );
});
