import { keyRotation } from "../../policy";
import { stackTold, unknown, type Described } from "./stack";

beforeEach(() => jest.useFakeTimers({ now: new Date("2026-01-15T00:00:00Z") }));
afterEach(() => jest.useRealTimers());

const key: Described = { type: "AwsKey", name: "orders", props: { kms: unknown, keyRotationEnabled: false } };
const schedule = (props: Record<string, unknown>): Described => ({ type: "RotationSchedule", name: "plan", props });
const daily = schedule({ cloud: "aws", runAt: "0 3 * * *", disabled: false, rotationAfter: "89d" });
const binding: Described = {
  type: "KeyRotation",
  name: "orders-rotation",
  props: { key: { type: "AwsKey", id: unknown }, schedule: unknown },
  depends: { key: ["orders"], schedule: ["plan"] },
};
const bound = (props: Record<string, unknown>) => [key, schedule({ cloud: "aws", ...props }), binding];
const bindingWith = (other: Partial<Described>): Described => ({ ...binding, ...other });

const vault = (plan: Record<string, unknown>, overrideKeyScheduler = false): Described[] => [
  schedule({ cloud: "azure", ...plan }),
  { type: "AzureVault", name: "west", props: { overrideKeyScheduler }, depends: { rotationSchedule: ["plan"] } },
];
const inVault: Described = { type: "AzureKey", name: "bills", depends: { keyVault: ["west"] } };
const ownInVault = bindingWith({
  props: { key: { type: "AzureKey", id: unknown }, schedule: unknown },
  depends: { key: ["bills"], schedule: ["own"] },
});

const expiring = { runAt: "0 3 * * *", expireIn: "30d", expiration: "90d" };
const azureKey: Described = { type: "AzureKey", name: "bills" };
const azureBinding = bindingWith({
  props: { key: { type: "AzureKey", id: unknown }, schedule: unknown },
  depends: { key: ["bills"], schedule: ["plan"] },
});

interface Row {
  name: string;
  stack: Described[];
  settings?: Record<string, unknown>;
  /** Parts of the one message; none: no violation. */
  says?: string[];
  waits?: string;
}

const rows: Row[] = [
  {
    name: "an unbound key is reported, with the lines that bind it",
    stack: [key, daily],
    says: ['AwsKey "orders" is bound to no rotation schedule', 'cloud "aws"', 'new KeyRotation("orders"'],
  },
  { name: "a new key bound to a new schedule passes although no id is known yet", stack: [key, daily, binding] },
  {
    name: "a binding whose whole key is not known yet counts by its dependencies",
    stack: [key, daily, bindingWith({ props: { key: unknown, schedule: unknown } })],
  },
  {
    name: "known ids change nothing",
    stack: [key, daily, bindingWith({ props: { key: { type: "AwsKey", id: "k-1" }, schedule: "s-1" } })],
  },
  {
    name: "the binding of another key does not count",
    says: ['AwsKey "orders" is bound to no rotation'],
    stack: [key, { ...key, name: "bills" }, daily, bindingWith({ depends: { key: ["bills"], schedule: ["plan"] } })],
  },
  {
    name: "a binding by a string id counts for no key of the program",
    says: ["is bound to no rotation schedule"],
    stack: [
      key,
      daily,
      bindingWith({
        props: { key: { type: "AwsKey", id: "k-9" }, schedule: unknown },
        depends: { schedule: ["plan"] },
      }),
    ],
  },
  {
    name: "dependencies of a key's id on other types are ignored",
    stack: [
      key,
      { type: "AwsKms", name: "account" },
      daily,
      bindingWith({ depends: { key: ["orders", "account"], schedule: ["plan"] } }),
    ],
  },
  {
    name: "a binding that may refer to either of two keys satisfies neither",
    settings: { except: [{ name: "bills", reason: "of another team" }] },
    stack: [
      key,
      { ...key, name: "bills" },
      daily,
      bindingWith({ depends: { key: ["orders", "bills"], schedule: ["plan"] } }),
    ],
    says: ['AwsKey "orders" may or may not be the key of KeyRotation "orders-rotation"', '"bills"', "one key"],
  },
  {
    name: "a binding removed from the program does not count, although a refresh still lists it",
    stack: [key, daily, { ...binding, undeclared: true }],
    says: ['AwsKey "orders" is bound to no rotation schedule'],
  },
  {
    name: "nor does a removed one hide its replacement",
    stack: [
      key,
      { ...daily, undeclared: true },
      { ...binding, undeclared: true },
      { ...schedule({ cloud: "aws", runAt: "0 3 1 1 *" }), name: "lax" },
      { ...bindingWith({ depends: { key: ["orders"], schedule: ["lax"] } }), name: "again" },
    ],
    says: ['AwsKey "orders" is bound to RotationSchedule "lax"', "366 days"],
  },
  {
    name: "a schedule that is only read is outside the program, listed or not",
    stack: [key, { ...daily, undeclared: true }, binding],
    says: ["a schedule outside this program"],
  },
  {
    name: "a removed key needs no binding",
    stack: [
      { ...key, undeclared: true },
      { ...binding, undeclared: true },
      { ...key, name: "bills" },
      daily,
      { ...bindingWith({ depends: { key: ["bills"], schedule: ["plan"] } }), name: "bills" },
    ],
  },
  {
    name: "a schedule outside the program cannot be checked, and the import is suggested",
    stack: [
      key,
      bindingWith({ depends: { key: ["orders"] }, props: { key: { type: "AwsKey", id: "k" }, schedule: "s-7" } }),
    ],
    says: ["a schedule outside this program", "adopt: true", "acceptSchedules"],
  },
  {
    name: "quarters are up to 92 days",
    stack: bound({ runAt: "0 3 1 */3 *" }),
    says: ['RotationSchedule "plan"', '"0 3 1 */3 *"', "92 days apart", "at most 90", 'rotationAfter: "89d"'],
  },
  {
    name: "a limit of 92 days accepts quarters",
    stack: bound({ runAt: "0 3 1 */3 *" }),
    settings: { maximumDays: 92 },
  },
  { name: "daily runs that wait for 90 days pass", stack: bound({ runAt: "0 3 * * *", rotationAfter: "90d" }) },
  {
    name: "daily runs that wait for a year do not",
    stack: bound({ runAt: "0 3 * * *", rotationAfter: "365d" }),
    says: ["365d and more", "365 days apart"],
  },
  {
    name: "a disabled schedule",
    stack: bound({ runAt: "0 3 * * *", disabled: true }),
    says: ["may never rotate: the schedule is disabled"],
  },
  {
    name: "a schedule that ends too soon",
    stack: bound({ runAt: "0 3 1 * *", endDate: "2026-02-10T00:00:00Z" }),
    says: ["ends on 2026-02-10"],
  },
  {
    name: "a schedule that starts too late",
    stack: bound({ runAt: "0 3 1 * *", startDate: "2026-12-02T00:00:00Z" }),
    says: ["days apart"],
  },
  {
    name: "a schedule for expiring keys only, and the key never expires",
    stack: bound({ runAt: "0 3 * * *", expireIn: "30d" }),
    says: ["expire within 30d"],
  },
  {
    name: "keys that live 90 days, replaced 30 days before",
    stack: [
      schedule({ cloud: "azure", ...expiring }),
      { ...azureKey, props: { exp: "2026-03-01T00:00:00Z" } },
      azureBinding,
    ],
  },
  {
    name: "a key that never expires is never replaced before it does",
    stack: [schedule({ cloud: "azure", ...expiring }), azureKey, azureBinding],
    says: ['AzureKey "bills"', 'RotationSchedule "plan"', "rotates only keys that expire within 30d", "Give it exp,"],
  },
  {
    name: "a key of a type that never expires",
    stack: bound(expiring),
    says: ['AwsKey "orders"', "rotates only keys that expire within 30d", "Remove expireIn from the schedule."],
  },
  {
    name: "a cron expression that is not known yet is left for the update, and the library says so",
    stack: bound({ runAt: unknown }),
    waits: ".runAt can't be known during preview",
  },
  {
    name: "an unknown value does not hide another key's violation",
    waits: ".runAt",
    stack: [...bound({ runAt: unknown }), { ...key, name: "bills" }],
    says: ['AwsKey "bills" is bound to no'],
  },
  {
    name: "AWS's own rotation counts if it is frequent enough",
    stack: [{ ...key, props: { keyRotationEnabled: true, rotationPeriodInDays: 90 } }],
  },
  {
    name: "AWS's own rotation is yearly by default",
    stack: [{ ...key, props: { keyRotationEnabled: true } }],
    says: ["is bound to no"],
  },
  {
    name: "a cloud's own rotation can be excluded",
    settings: { acceptCloudRotation: false },
    stack: [{ ...key, props: { keyRotationEnabled: true, rotationPeriodInDays: 90 } }],
    says: ["is bound to no"],
  },
  {
    name: "Google's own rotation counts in seconds",
    stack: [{ type: "GoogleKey", props: { rotationPeriod: "7776000s" } }],
  },
  { name: "the schedule of a key's vault counts", stack: [...vault({ runAt: "0 3 1 * *" }), inVault] },
  {
    name: "the schedule of a key's vault is checked, too",
    stack: [...vault({ runAt: "0 3 1 1 *" }), inVault],
    says: ['AzureKey "bills" is bound to RotationSchedule "plan"', "366 days"],
  },
  {
    name: "a key's own schedule takes precedence over that of its vault",
    stack: [...vault({ runAt: "0 3 1 1 *" }), inVault, { ...daily, name: "own" }, ownInVault],
  },
  {
    name: "unless the vault's overrides it",
    stack: [...vault({ runAt: "0 3 1 1 *" }, true), inVault, { ...daily, name: "own" }, ownInVault],
    says: ["366 days"],
  },
  {
    name: "keys that no schedule can rotate are ignored",
    stack: [{ type: "LunaKey" }, { type: "ExternalCmKey" }, { type: "AwsXksKey" }],
  },
  {
    name: "resources of other packages are ignored",
    stack: [{ type: "aws:kms/key:Key" }, { type: "pulumi:pulumi:Stack" }],
  },
  {
    name: "keys of the native plugin are keys, too",
    stack: [{ type: "ciphertrust:index:DkeEndpoint", name: "dke" }],
    says: ['DkeEndpoint "dke"', '"dke"'],
  },
];

test.each(rows)("$name", ({ stack, settings, says, waits }) => {
  const { violations, waits: waited } = stackTold(keyRotation, stack, settings);
  expect(violations.length).toBe(says ? 1 : 0);
  for (const part of says ?? []) expect(violations[0]!.says).toContain(part);
  if (waits === undefined) expect(waited).toBeUndefined();
  else expect(waited).toContain(waits);
});

test.each([
  "AwsKey",
  "AwsUploadedKey",
  "AzureKey",
  "GoogleKey",
  "OciKey",
  "SalesforceKey",
  "SapKey",
  "EkmEndpoint",
  "DkeEndpoint",
])("an unbound %s is a violation on the key itself", (type) => {
  expect(stackTold(keyRotation, [{ type, name: "orders" }]).violations).toMatchObject([{ on: "orders" }]);
});
