import { makeAccount } from "../../lifecycle/fixtures/aws";
import { make, startRig, type Rig } from "../../lifecycle/rig";
import { Lifecycle } from "../../boundLifecycle";
import { systemClock } from "../../../provider/api/clock";
import { definitionOf } from "../../../provider/resources/load";
import { configured, created, messageOf, mistake, type Mistake } from "../mistake";

const template = { name: "template", kms: "k-1", keyUsers: ["alice"] };
const written = 'new ciphertrust.AwsPolicyTemplate("orders", { kms: kms.id, keyUsers: ["alice"] })';

export const licenses: Mistake[] = [
  mistake("A feature that is not licensed", (rig) => created(rig, "AwsPolicyTemplate", template), { written }),
  mistake(
    "A trial that is used up",
    async () => {
      const rig = await startRig({ unlicensed: true });
      try {
        return await created(rig, "TrialLicense", {});
      } finally {
        await rig.close();
      }
    },
    { written: 'new ciphertrust.TrialLicense("trial")' },
  ),
];

export const access: Mistake[] = [
  mistake("A permission that is missing", async (rig) => {
    await make(rig, "User", { username: "alice", password: "Quick-Start-1" });
    return configured(rig, { username: "alice", password: "Quick-Start-1" });
  }),
];

export const limits: Mistake[] = [
  mistake(
    "Too many calls",
    async (rig) => {
      await rig.control("POST", "/faults", {
        method: "POST",
        path: "/usermgmt/groups",
        effect: { status: 429, retryAfterSeconds: 1 },
      });
      return configured(rig, {});
    },
    { next: "Or raise `ciphertrust:maxRetries`." },
  ),
];

export const interruptions: Mistake[] = [
  mistake(
    "A service that does not respond in time",
    async (rig) => {
      await rig.control("POST", "/faults", { method: "POST", path: "/usermgmt/groups", effect: { latencyMs: 60_000 } });
      return configured(rig, {}, { requestTimeoutSeconds: 0.3 });
    },
    { next: "Or raise `ciphertrust:requestTimeoutSeconds`." },
  ),
  mistake("A service that fails", async (rig) => {
    await rig.control("POST", "/faults", { method: "POST", path: "/usermgmt/groups", effect: { status: 500 } });
    return configured(rig, {});
  }),
  mistake("An update that is interrupted", async (rig) => {
    const stopped = AbortSignal.abort();
    const life = new Lifecycle(definitionOf("AwsConnection"), () => ({
      api: rig.api,
      clock: systemClock,
      stop: stopped,
      log: () => {},
    }));
    return messageOf(
      life.create({
        name: "prod",
        accessKeyId: "AKIAIOSFODNN7EXAMPLE",
        secretAccessKey: "wrong",
        products: ["cckm"],
      }),
    );
  }),
  mistake("A resource that somebody removed", async (rig) => {
    const kms = await makeAccount(rig);
    const { state, inputs } = (await rig.lifecycle("AwsKms").read(kms, {}))!;
    await rig.api.delete(`/cckm/aws/kms/${kms}`);
    return messageOf(rig.lifecycle("AwsKms").update(kms, state, { ...inputs, regions: ["eu-west-1"] }));
  }),
];

/** A user who is added to a group, with a service that holds that and responds in one of two ways. */
const added = async (rig: Rig, response: 202 | 403): Promise<string> => {
  const { user_id: user } = await rig.api.post("/usermgmt/users/", { username: "alice", password: "Quick-Start-1" });
  await rig.control("POST", "/world/quorums/policy", { operations: ["AddUserToGroup"], response });
  return created(rig, "Group", { name: "operators", users: [user] });
};

export const approvals: Mistake[] = [
  mistake("A delete that others have to approve", async (rig) => {
    const { id, state } = await make(rig, "VaultKey", { name: "orders", onDestroy: "destroy" });
    await rig.control("POST", "/world/quorums/policy", { operations: ["DeleteKey"], response: 202 });
    return messageOf(rig.lifecycle("VaultKey").delete(id, state));
  }),
  mistake("A member that others have to approve", (rig) => added(rig, 403), {
    next: "The group is there, and recorded without the member.",
  }),
];
