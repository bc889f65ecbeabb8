import { deletionTold } from "../../../cli/pipeline/keyEnds";
import { reportOf } from "../../../cli/pipeline/report";
import { plan, step } from "./steps";

/** Which steps of a plan end keys. */

const destroyed = { onDestroy: "destroy" };
const typed = (type: string) => `pulumi-nodejs:dynamic/ciphertrust:${type}`;
const namesOf = (...events: Parameters<typeof reportOf>[0]) =>
  reportOf(events).keyEnds.map(({ type, name }) => `${type} ${name}`);
const taken = (metadata: ReturnType<typeof step>) => ({ resourcePreEvent: { metadata } });

test.each([
  ["delete", 1],
  ["delete-replaced", 1],
  ["replace", 1],
  ["create", 0],
  ["update", 0],
  ["remove-pending-replace", 0],
])("a step %s ends %i keys", (op, count) => {
  expect(namesOf(...plan(op, "a", destroyed, destroyed))).toHaveLength(count);
});

test("a replacement counts its old key once; what an interrupted one has left behind counts besides", () => {
  const old = (id: string) => ({ id, inputs: destroyed, outputs: destroyed });
  const replaced = ["delete-replaced", "replace", "create-replacement"].map((op) =>
    taken(step(op, "a", old("1"), null)),
  );
  expect(namesOf(...replaced)).toEqual(["VaultKey a"]);
  expect(namesOf(...replaced, taken(step("delete-replaced", "a", old("2"), null)))).toEqual([
    "VaultKey a",
    "VaultKey a",
  ]);
});

test("the old state decides, not what the program says now", () => {
  expect(namesOf(...plan("replace", "a", destroyed, { onDestroy: "retain" }))).toEqual(["VaultKey a"]);
  expect(namesOf(...plan("replace", "a", { onDestroy: "retain" }, destroyed))).toEqual([]);
});

test("retainOnDelete loses nothing; nor does the end of what holds no key, or is not ours", () => {
  const kept = { id: "1", inputs: destroyed, retainOnDelete: true };
  const steps = [
    step("delete", "kept", kept, null),
    step("delete", "prod", { id: "2", inputs: {} }, null, typed("AwsConnection")),
    step("delete", "other", { id: "3", inputs: {} }, null, "aws:kms/key:Key"),
  ];
  expect(namesOf(...steps.map(taken))).toEqual([]);
});

test("keys of the plugin and containers count too", () => {
  const steps = [
    step("delete", "key", { id: "1", inputs: { onDestroy: "scheduleDeletion" } }, null, "ciphertrust:aws:AwsKey"),
    step("delete", "account", { id: "2", inputs: {} }, null, typed("AwsKms")),
  ];
  expect(namesOf(...steps.map(taken))).toEqual(["AwsKey key", "AwsKms account"]);
});

test("of very many keys the first are named", () => {
  const names = Array.from({ length: 53 }, (_, index) => `key${index}`);
  const told = deletionTold(names, "destroy", false);
  expect(told).toMatch(/^this destroy schedules the deletion of 53 keys \(key0, .*, key49, and 3 more\)$/);
});
