import fc, { type Arbitrary } from "fast-check";
import type { Bag } from "../../../provider/lifecycle/vocabulary/definition";
import { awsAccount } from "../fixtures/aws";
import { paymentsRing, prodKeyFile } from "../fixtures/google";
import { sapLogin, sapTenant } from "../fixtures/sap";
import type { Declared } from "./engine";

/** Realistic programs: some systems, some keys, and varying arguments. */

interface Slot {
  type: string;
  /** Arguments that do not vary, with references to slots above. */
  args: Bag;
  /** Arguments that differ from program to program; `undefined` leaves one out. */
  vary: Record<string, readonly unknown[]>;
}

const words = [undefined, "one", "two"];
const lists = (...items: string[]) => [[items[0]], items, [...items].reverse()];
const maps = [{}, { team: "a" }, { team: "b", stage: "test" }];
const ref = (name: string) => ({ ref: name });
const { accountId, accessKeyId, secretAccessKey } = awsAccount;

const aws: Record<string, Slot> = {
  awsConnection: {
    type: "AwsConnection",
    args: { accessKeyId, secretAccessKey },
    vary: {
      name: ["aws", "amazon"],
      labels: maps,
      awsRegion: [undefined, "eu-west-1"],
      assumeRoleExternalId: [undefined, "x"],
    },
  },
  account: {
    type: "AwsKms",
    args: { connection: ref("awsConnection"), accountId },
    vary: { name: ["prod", "production"], regions: lists("eu-west-1", "eu-central-1") },
  },
  template: {
    type: "AwsPolicyTemplate",
    args: { name: "standard", kms: ref("account") },
    vary: { keyUsers: lists("alice", "deploy"), keyAdmins: [["bob"]] },
  },
  orders: {
    type: "AwsKey",
    args: { kms: ref("account"), region: "eu-west-1" },
    vary: {
      alias: [["truth/orders"], ["truth/orders", "truth/invoices"]],
      tags: maps,
      enabled: [true, false],
      customerMasterKeySpec: ["SYMMETRIC_DEFAULT", "RSA_2048"],
    },
  },
  archive: {
    type: "AwsKey",
    args: { kms: ref("account"), region: "eu-west-1", alias: ["truth/archive"] },
    vary: { tags: maps, keyRotationEnabled: [true, false] },
  },
  monthly: {
    type: "RotationSchedule",
    args: { cloud: "aws" },
    vary: {
      name: ["monthly", "every-month"],
      runAt: ["0 3 1 * *", "0 4 1 * *"],
      description: words,
      disabled: [true, false],
    },
  },
  binding: {
    type: "KeyRotation",
    args: { key: { type: "AwsKey", id: ref("archive") }, schedule: ref("monthly") },
    vary: { disableEncrypt: [true, false] },
  },
};

const others: Record<string, Slot> = {
  operator: {
    type: "User",
    args: { password: "Quick-Start-1" },
    vary: { username: ["operator", "op"], name: words, email: [undefined, "op@example.com"] },
  },
  operators: {
    type: "Group",
    args: { users: [ref("operator")] },
    vary: { name: ["operators", "ops"], description: words },
  },
  tenant: {
    type: "Domain",
    args: { name: "tenant", admins: [ref("operator")], onDestroy: "destroy" },
    vary: { meta: [{ owner: "me" }, { owner: "you", stage: "test" }] },
  },
  backups: {
    type: "VaultKey",
    args: { name: "backups", onDestroy: "destroy" },
    vary: { description: words, labels: maps, aliases: lists("b1", "b2"), size: [128, 256] },
  },
  googleConnection: {
    type: "GoogleConnection",
    args: { keyFile: prodKeyFile },
    vary: { name: ["google", "gcp"], labels: maps },
  },
  ring: { type: "GoogleKeyRing", args: { name: paymentsRing, connection: ref("googleConnection") }, vary: {} },
  payments: {
    type: "GoogleKey",
    args: { keyRing: ref("ring"), keyName: "truth" },
    vary: { labels: maps, enabled: [true, false] },
  },
  sapConnection: { type: "SapConnection", args: sapLogin, vary: { name: ["sap", "custodian"], labels: maps } },
  group: { type: "SapGroup", args: { connection: ref("sapConnection"), groupId: sapTenant.groupId }, vary: {} },
  ledger: {
    type: "SapKey",
    args: { group: ref("group"), type: "AES", size: 256, onDestroy: "destroy" },
    vary: { name: ["ledger"], description: words, operations: lists("ENCRYPT", "DECRYPT"), enabled: [true, false] },
  },
};

const slots = { ...aws, ...others };

/** Arguments of a slot: a choice for each that varies. */
function argsOf(name: string): Arbitrary<Bag> {
  const { args, vary } = slots[name]!;
  const choices = Object.fromEntries(Object.entries(vary).map(([key, values]) => [key, fc.constantFrom(...values)]));
  return fc.record(choices).map((chosen) => ({ ...args, ...chosen }));
}

/** A program: some slots, and all that they refer to. */
export const program: Arbitrary<Declared[]> = fc
  .tuple(fc.subarray(Object.keys(slots), { minLength: 1, maxLength: 6 }), fc.record(mapped(argsOf)))
  .map(([chosen, args]) => {
    const needed = closed(new Set(chosen));
    return Object.keys(slots).flatMap((name) =>
      needed.has(name) ? [{ name, type: slots[name]!.type, args: args[name]! }] : [],
    );
  });

/** A change outside Pulumi: other arguments for a resource, or its removal. */
export interface Outside {
  name: string;
  args: Bag;
  removed: boolean;
}

export const outside: Arbitrary<Outside[]> = fc.array(
  fc
    .constantFrom(...Object.keys(slots))
    .chain((name) => fc.record({ name: fc.constant(name), args: argsOf(name), removed: oneIn(4) })),
  { maxLength: 4 },
);

function oneIn(many: number): Arbitrary<boolean> {
  return fc.integer({ min: 1, max: many }).map((one) => one === 1);
}

function mapped<T>(make: (name: string) => T): Record<string, T> {
  return Object.fromEntries(Object.keys(slots).map((name) => [name, make(name)]));
}

function closed(names: Set<string>): Set<string> {
  for (const name of names) for (const need of needsOf(slots[name]!.args)) names.add(need);
  return names;
}

function needsOf(value: unknown): string[] {
  if (typeof value !== "object" || value === null) return [];
  const { ref: name } = value as { ref?: string };
  return name !== undefined ? [name] : Object.values(value).flatMap(needsOf);
}
