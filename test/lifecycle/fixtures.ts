import type { Bag } from "../../provider/engine/definition";
import { make, type Rig } from "./rig";

/** What the lifecycle rows need to know of one resource type. A row left out gives its reason instead. */
export interface Fixture {
  /** Makes what the resource refers to, and returns the arguments of the resource itself. */
  args(rig: Rig): Promise<Bag>;
  /** Arguments that change in place. */
  change: Bag | Waiver;
  /** Arguments that mean a new object. */
  replace: Bag | Waiver;
  /** Changes the object behind our back; returns what the properties then are. */
  drift: ((rig: Rig, id: string) => Promise<Bag>) | Waiver;
  /** Removes the object behind our back. */
  vanish: ((rig: Rig, id: string) => Promise<void>) | Waiver;
  /** How the object is found by `adopt: true`. */
  adopt: true | Waiver;
  /** Whether the object is gone after delete, or why it is not. */
  leaves: "nothing" | Waiver;
}

export interface Waiver {
  waived: string;
}

export const awsAccount = {
  accountId: "123456789012",
  accessKeyId: "AKIAIOSFODNN7EXAMPLE",
  secretAccessKey: "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY",
};
const credentials = { accessKeyId: awsAccount.accessKeyId, secretAccessKey: awsAccount.secretAccessKey };

export async function activateLicence(rig: Rig): Promise<void> {
  await make(rig, "TrialLicense", {});
}

export async function makeAccount(rig: Rig): Promise<string> {
  await activateLicence(rig);
  const connection = await make(rig, "AwsConnection", { name: "account", ...credentials });
  const args = {
    name: "account",
    connection: connection.id,
    accountId: awsAccount.accountId,
    regions: ["eu-west-1", "eu-central-1"],
  };
  return (await make(rig, "AwsKms", args)).id;
}

const path = (collection: string) => (id: string) => `${collection}/${encodeURIComponent(id)}`;
const connection = path("/connectionmgmt/services/aws/connections");
const kms = path("/cckm/aws/kms");
const key = path("/cckm/aws/keys");
const job = path("/scheduler/job-configs");
const user = path("/usermgmt/users");
const group = path("/usermgmt/groups");
const domain = path("/domains");
const vault = path("/vault/keys2");

const patch = (where: (id: string) => string, body: Bag, then: Bag) => async (rig: Rig, id: string) => {
  await rig.api.patch(where(id), body);
  return then;
};
const removeAt = (where: (id: string) => string) => (rig: Rig, id: string) => rig.api.delete(where(id));

const schedule = (args: Bag, change: Bag): Fixture => ({
  async args(rig) {
    await activateLicence(rig);
    return args;
  },
  change,
  replace: { name: "another" },
  drift: patch(job, { run_at: "5 5 5 5 *" }, { runAt: "5 5 5 5 *" }),
  vanish: removeAt(job),
  adopt: true,
  leaves: "nothing",
});

export const fixtures: Record<string, Fixture> = {
  AwsConnection: {
    args: async () => ({ name: "prod", description: "one", meta: { owner: "me" }, ...credentials }),
    change: { description: "two", awsRegion: "eu-west-1", labels: { a: "b" } },
    replace: { name: "other" },
    drift: patch(connection, { description: "changed elsewhere" }, { description: "changed elsewhere" }),
    vanish: removeAt(connection),
    adopt: true,
    leaves: "nothing",
  },
  AwsKms: {
    async args(rig) {
      await activateLicence(rig);
      const made = await make(rig, "AwsConnection", { name: "below", ...credentials });
      return { name: "prod", connection: made.id, accountId: awsAccount.accountId, regions: ["eu-west-1"] };
    },
    change: { regions: ["eu-central-1", "eu-west-1"] },
    replace: { name: "other" },
    drift: patch(kms, { regions: ["us-east-1"] }, { regions: ["us-east-1"] }),
    vanish: removeAt(kms),
    adopt: true,
    leaves: "nothing",
  },
  AwsKey: {
    args: async (rig) => ({
      kms: await makeAccount(rig),
      region: "eu-west-1",
      alias: ["lifecycle/one", "lifecycle/two"],
      description: "one",
      tags: { team: "a", stage: "test" },
      keyRotationEnabled: true,
      rotationPeriodInDays: 100,
    }),
    change: {
      description: "two",
      alias: ["lifecycle/two", "lifecycle/three"],
      tags: { team: "b" },
      enabled: false,
      keyRotationEnabled: false,
      rotationPeriodInDays: undefined,
    },
    replace: { customerMasterKeySpec: "RSA_2048", keyRotationEnabled: false, rotationPeriodInDays: undefined },
    drift: async (rig, id) => {
      await rig.api.post(`${key(id)}/disable`);
      return { enabled: false, keyState: "Disabled" };
    },
    vanish: async (rig, id) => {
      const { kms_id, aws_param } = await rig.api.get(key(id));
      await rig.control("POST", "/world/aws/keys", {
        account: awsAccount.accountId,
        key: (aws_param as Bag).Arn,
        delete: true,
      });
      await make(rig, "Refresh", { cloud: "aws", containers: [kms_id] });
    },
    adopt: true,
    leaves: { waived: "deletion is scheduled in AWS: the key stays until its window ends" },
  },
  User: {
    args: async () => ({ username: "operator", password: "Quick-Start-1", name: "One", email: "one@example.com" }),
    change: { name: "Two", password: "Quick-Start-2" },
    replace: { username: "other", email: "other@example.com" },
    drift: patch(user, { name: "Somebody" }, { name: "Somebody" }),
    vanish: removeAt(user),
    adopt: true,
    leaves: "nothing",
  },
  Group: {
    async args(rig) {
      const member = await make(rig, "User", { username: "member", password: "Quick-Start-1" });
      return { name: "operators", description: "one", users: [member.id] };
    },
    change: { description: "two", users: [] },
    replace: { name: "other" },
    drift: patch(group, { description: "changed elsewhere" }, { description: "changed elsewhere" }),
    vanish: removeAt(group),
    adopt: true,
    leaves: "nothing",
  },
  Domain: {
    async args(rig) {
      const admin = await make(rig, "User", { username: "boss", password: "Quick-Start-1" });
      return { name: "tenant", admins: [admin.id], meta: { owner: "me" }, onDestroy: "destroy" };
    },
    change: { meta: { owner: "you" } },
    replace: { name: "other" },
    drift: patch(domain, { meta: { owner: "somebody" } }, { meta: { owner: "somebody" } }),
    vanish: removeAt(domain),
    adopt: true,
    leaves: "nothing",
  },
  License: {
    args: async () => ({ license: "EMULATOR-LICENSE:CCKM" }),
    change: { waived: "every argument means a new licence" },
    replace: { license: "EMULATOR-LICENSE:CCKM:50" },
    drift: { waived: "a licence cannot be changed in the service" },
    vanish: removeAt(path("/licensing/licenses")),
    adopt: { waived: "a licence is found by its id only" },
    leaves: "nothing",
  },
  TrialLicense: {
    args: async () => ({ onDestroy: "deactivate" }),
    change: { onDestroy: "retain" },
    replace: { waived: "the emulator offers one trial" },
    drift: async (rig, id) => {
      await rig.api.post(`/licensing/trials/${id}/deactivate`);
      return { status: "deactivated" };
    },
    vanish: { waived: "a trial ships with the service and cannot be removed" },
    adopt: { waived: "there is nothing to make: creating activates what is there" },
    leaves: { waived: "a trial ships with the service: it is deactivated" },
  },
  VaultKey: {
    args: async () => ({
      name: "backups",
      description: "one",
      labels: { a: "1", b: "2" },
      aliases: ["b1"],
      onDestroy: "destroy",
    }),
    change: { description: "two", labels: { a: "2", c: "3" }, aliases: ["b2"], unexportable: true },
    replace: { name: "other", aliases: ["b3"] },
    drift: patch(vault, { labels: { a: "elsewhere" } }, { labels: { a: "elsewhere", b: "2" } }),
    vanish: removeAt(vault),
    adopt: true,
    leaves: "nothing",
  },
  RotationSchedule: schedule(
    { name: "quarterly", cloud: "aws", runAt: "0 3 1 */3 *", rotationAfter: "90d", description: "one" },
    { runAt: "0 4 1 */3 *", rotationAfter: undefined, rotateMaterial: true, disabled: true, description: undefined },
  ),
  RefreshSchedule: {
    ...schedule({ name: "nightly", cloud: "aws", runAt: "30 2 * * *" }, { runAt: "40 2 * * *", description: "night" }),
    async args(rig) {
      const id = await makeAccount(rig);
      return { name: "nightly", cloud: "aws", containers: [id], runAt: "30 2 * * *" };
    },
    change: { containers: undefined, description: "all of them" },
  },
  KeyRotation: {
    async args(rig) {
      const container = await makeAccount(rig);
      const bound = await make(rig, "AwsKey", { kms: container, region: "eu-west-1", alias: ["lifecycle/bound"] });
      const plan = await make(rig, "RotationSchedule", { name: "plan", cloud: "aws", runAt: "0 3 1 * *" });
      return { key: { type: "AwsKey", id: bound.id }, schedule: plan.id };
    },
    change: { disableEncrypt: true },
    replace: { waived: "another key is another binding: the engine rules cover it" },
    async drift(rig, id) {
      const other = await make(rig, "RotationSchedule", { name: "elsewhere", cloud: "aws", runAt: "0 3 2 * *" });
      await rig.api.post(`${key(id)}/enable-rotation-job`, { job_config_id: other.id });
      return { schedule: other.id };
    },
    vanish: async (rig, id) => void (await rig.api.post(`${key(id)}/disable-rotation-job`)),
    adopt: true,
    leaves: "nothing",
  },
  Refresh: {
    args: async (rig) => ({ cloud: "aws", containers: [await makeAccount(rig)], triggers: { day: 1 } }),
    change: { waived: "an action runs again instead" },
    replace: { triggers: { day: 2 } },
    drift: { waived: "an event has nothing to drift" },
    vanish: { waived: "a job that the service has forgotten is not drift" },
    adopt: { waived: "an event cannot be adopted" },
    leaves: { waived: "an event leaves its trace in the service" },
  },
};
