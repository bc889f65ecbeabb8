import { keyRotation, oneRotator } from "../../policy";
import { stackTold, unknown, type Described } from "./stack";

/** Keys that schedules of the vault select, and keys that two rotate. */

beforeEach(() => jest.useFakeTimers({ now: new Date("2026-01-15T00:00:00Z") }));
afterEach(() => jest.useRealTimers());

const key = (props: Record<string, unknown> = {}): Described => ({ type: "VaultKey", name: "records", props });
const schedule = (query: unknown, more: Record<string, unknown> = {}): Described => ({
  type: "VaultRotationSchedule",
  name: "daily",
  props: { runAt: "0 3 * * *", query, ...more },
});
const rotation = (frequencyDays: number): Described => ({
  type: "VaultKeyRotation",
  name: "records",
  props: { key: unknown, frequencyDays },
  depends: { key: ["records"] },
});
const due = { names: ["records"], rotationDateReached: true };

test.each<[string, Described[], Record<string, unknown>, string | undefined]>([
  ["no schedule", [key()], {}, "is selected by no VaultRotationSchedule. Add it to a KeyRotationPolicy"],
  ["a schedule of others", [key(), schedule({ names: ["other"] })], {}, "is selected by no VaultRotationSchedule"],
  ["its name and a frequency in time", [key(), schedule(due), rotation(89)], {}, undefined],
  ["its own frequency", [key({ rotationFrequencyDays: 89 }), schedule(due)], {}, undefined],
  ["another name than in the program", [key({ name: "archive" }), schedule({ names: ["archive"] })], {}, undefined],
  ["no frequency", [key(), schedule(due)], {}, "is selected by no VaultRotationSchedule"],
  [
    "a frequency that is too long",
    [key(), schedule(due), rotation(364)],
    {},
    "may be rotated 364 days apart; at most 90 are allowed",
  ],
  ["a longer limit", [key({ algorithm: "rsa" }), schedule(due), rotation(364)], { limits: "RSA 365d" }, undefined],
  ["a disabled schedule", [key(), schedule(due, { disabled: true }), rotation(89)], {}, "the schedule is disabled"],
  [
    "a query that is not understood",
    [key(), schedule({ names: ["records"], linkTypes: ["x"] })],
    {},
    "may or may not be rotated by VaultRotationSchedule",
  ],
])("a vault key with %s", (_name, stack, settings, says) => {
  const { violations } = stackTold(keyRotation, stack, settings);
  expect(violations.map((one) => one.says)).toEqual(says === undefined ? [] : [expect.stringContaining(says)]);
});

test("a query that is not known yet is judged by the update", () => {
  const { violations, waits } = stackTold(keyRotation, [key(), schedule(unknown)]);
  expect(violations).toEqual([]);
  expect(waits).toBeDefined();
});

test.each<[string, Record<string, unknown>, boolean, string | undefined]>([
  [
    "its cloud and a schedule",
    { keyRotationEnabled: true },
    true,
    "is rotated by its cloud every 365 days (keyRotationEnabled)",
  ],
  ["its cloud", { keyRotationEnabled: true }, false, undefined],
  ["a schedule", { keyRotationEnabled: false }, true, undefined],
])("a key that is rotated by %s", (_name, props, isBound, says) => {
  const bound: Described[] = [
    { type: "RotationSchedule", name: "plan", props: { cloud: "aws", runAt: "0 3 * * *" } },
    {
      type: "KeyRotation",
      name: "orders",
      props: { key: { type: "AwsKey", id: unknown }, schedule: unknown },
      depends: { key: ["orders"], schedule: ["plan"] },
    },
  ];
  const orders: Described = { type: "AwsKey", name: "orders", props };
  const { violations } = stackTold(oneRotator, [orders, ...(isBound ? bound : [])], {});
  expect(violations.map((one) => one.says)).toEqual(says === undefined ? [] : [expect.stringContaining(says)]);
});
