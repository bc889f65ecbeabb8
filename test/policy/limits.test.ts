import { keyRotation } from "../../policy";
import { stackTold, unknown, type Described } from "./stack";

beforeEach(() => jest.useFakeTimers({ now: new Date("2026-01-31T12:00:00Z") }));
afterEach(() => jest.useRealTimers());

const aes: Described = {
  type: "AwsKey",
  name: "orders",
  props: { customerMasterKeySpec: "SYMMETRIC_DEFAULT", tags: {} },
};
const withProps = (props: Record<string, unknown>): Described => ({ ...aes, props: { ...aes.props, ...props } });
const rotatedAfter = (days: number): Described[] => [
  {
    type: "RotationSchedule",
    name: "plan",
    props: { cloud: "aws", runAt: "0 3 * * *", disabled: false, rotationAfter: `${days}d` },
  },
  {
    type: "KeyRotation",
    name: "binding",
    props: { key: { type: "AwsKey", id: unknown }, schedule: unknown },
    depends: { key: ["orders"], schedule: ["plan"] },
  },
];
const told = (key: Described, days: number, settings: Record<string, unknown>) =>
  stackTold(keyRotation, [key, ...rotatedAfter(days)], settings);
const yearly = { limits: "AES 365d, RSA 730d, tag pci=yes 90d" };

test.each<[string, Described, number]>([
  ["a key within the limit of its algorithm", aes, 365],
  ["a key within that of another algorithm", withProps({ customerMasterKeySpec: "RSA_2048" }), 730],
  ["a key that meets a stricter limit too", withProps({ tags: { pci: "yes" } }), 90],
  ["a key of unknown kind that meets every limit", withProps({ customerMasterKeySpec: unknown, tags: unknown }), 90],
])("%s passes", (_name, key, days) => {
  expect(told(key, days, yearly)).toEqual({ violations: [] });
  // One day more is too many.
  expect(told(key, days + 1, yearly).violations).toHaveLength(key.props!.tags === unknown ? 0 : 1);
});

test("a violation names the limit", () => {
  expect(told(aes, 400, yearly).violations[0]!.says).toMatch(
    /400 days apart; at most 365 are allowed.*Its limit is "AES 365d"\.$/,
  );
  const tagged = withProps({ tags: { pci: "yes" } });
  expect(told(tagged, 365, yearly).violations[0]!.says).toMatch(
    /at most 90 are allowed.*Its limit is "tag pci=yes 90d"\.$/,
  );
});

test("a kind that only the update knows is decided by the update", () => {
  const key = withProps({ tags: unknown });
  const { violations, waits } = told(key, 365, yearly);
  expect(violations).toEqual([]);
  expect(waits).toContain("tags");
});

test("a kind that the program does not tell needs a limit that names the key", () => {
  const uploaded: Described = { type: "AwsUploadedKey", name: "orders", props: { tags: {} } };
  const binding = rotatedAfter(365).map((one) =>
    one.type === "KeyRotation"
      ? { ...one, props: { ...one.props, key: { type: "AwsUploadedKey", id: unknown } } }
      : one,
  );
  const limits = "AES 90d, 365d";
  const { violations } = stackTold(keyRotation, [uploaded, ...binding], { limits });
  expect(violations[0]!.says).toMatch(
    /Its algorithm is not known, so the limit "AES 90d" may be for it.*"key orders 365d"/,
  );
  const named = { limits: `${limits}, key orders 365d` };
  expect(stackTold(keyRotation, [uploaded, ...binding], named)).toEqual({ violations: [] });
});

test("keys without a limit follow maximumDays", () => {
  const curve = withProps({ customerMasterKeySpec: "ECC_NIST_P256" });
  expect(told(curve, 90, yearly)).toEqual({ violations: [] });
  expect(told(curve, 91, yearly).violations[0]!.says).toMatch(/None of the limits is for it, so maximumDays counts\.$/);
});

test("limits may be a list, and a mistake in them names the clause", () => {
  expect(told(aes, 365, { limits: [{ algorithm: "AES", every: "365d" }] })).toEqual({ violations: [] });
  expect(() => told(aes, 365, { limits: "AESS 365d" })).toThrow(
    'The policy key-rotation has a mistake in limits: "AESS 365d" has "AESS", which is not known; did you mean "AES"?.',
  );
});

const exception = { name: "orders", reason: "decrypts the archive only" };

test.each<[string, unknown]>([
  ["a reason and no end", exception],
  ["an end that is to come", { ...exception, until: "2026-02-01" }],
  ["its last day", { ...exception, until: "2026-01-31" }],
])("an exception with %s is granted", (_name, one) => {
  expect(stackTold(keyRotation, [aes], { except: [one] })).toEqual({ violations: [] });
});

test.each<[string, unknown, string]>([
  ["only a name", "orders", 'AwsKey "orders" has an exception without a reason. Write { "name": "orders", "reason": '],
  ["an empty reason", { ...exception, reason: " " }, "without a reason"],
  [
    "an end in the past",
    { ...exception, until: "2026-01-30" },
    '("decrypts the archive only") that ended on 2026-01-30',
  ],
  ["an end that is no date", { ...exception, until: "2026-02-31" }, 'until "2026-02-31", which is no date'],
])("an exception with %s is a violation, even of a key that rotates in time", (_name, one, says) => {
  for (const stack of [[aes], [aes, ...rotatedAfter(90)]]) {
    const { violations } = stackTold(keyRotation, stack, { except: [one] });
    expect(violations).toMatchObject([{ says: expect.stringContaining(says) }]);
  }
});

test.each([
  [{ ...exception, untill: "2026-12-31" }, 'Did you mean "until"?'],
  [{ reason: "of what?" }, "has the exception"],
  [null, "has the exception null"],
])("the exception %j is refused", (one, says) => {
  expect(() => stackTold(keyRotation, [aes], { except: [one] })).toThrow(says);
});

test("three runs say the same", () => {
  const stack = [withProps({ tags: { pci: "yes" } }), ...rotatedAfter(365)];
  const runs = [1, 2, 3].map(() => stackTold(keyRotation, stack, { ...yearly, except: ["bills"] }));
  expect(runs[0]!.violations).toHaveLength(1);
  expect(runs[1]).toEqual(runs[0]);
  expect(runs[2]).toEqual(runs[0]);
});
