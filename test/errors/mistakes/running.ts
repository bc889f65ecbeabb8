import { makeAccount } from "../../lifecycle/fixtures/aws";
import { make, startRig } from "../../lifecycle/rig";
import { Lifecycle } from "../../boundLifecycle";
import { systemClock } from "../../../provider/api/clock";
import { definitionOf } from "../../../provider/resources/load";
import { configured, created, messageOf, mistake, type Mistake } from "../mistake";

const template = { name: "template", kms: "k-1", keyUsers: ["alice"] };
const written = 'new ciphertrust.AwsPolicyTemplate("orders", { kms: kms.id, keyUsers: ["alice"] })';

export const running: Mistake[] = [
  mistake(
    "A feature that is not licensed",
    written,
    (rig) => created(rig, "AwsPolicyTemplate", template),
    "Declare a `TrialLicense` or a `License`, and let the rest depend on it.",
  ),
  mistake(
    "A trial that is used up",
    'new ciphertrust.TrialLicense("trial")',
    async () => {
      const rig = await startRig({ unlicensed: true });
      try {
        return await created(rig, "TrialLicense", {});
      } finally {
        await rig.close();
      }
    },
    "Buy a license.",
  ),
  mistake(
    "A permission that is missing",
    "a user without groups makes a group",
    async (rig) => {
      await make(rig, "User", { username: "alice", password: "Quick-Start-1" });
      return configured(rig, { username: "alice", password: "Quick-Start-1" });
    },
    "Let an administrator add the user to the group.",
  ),
  mistake(
    "Too many calls",
    "the service limits how often it is called",
    async (rig) => {
      await rig.control("POST", "/faults", {
        method: "POST",
        path: "/usermgmt/groups",
        effect: { status: 429, retryAfterSeconds: 1 },
      });
      return configured(rig, {});
    },
    "Lower `ciphertrust:maxConcurrency`, or raise `ciphertrust:maxRetries`.",
  ),
  mistake(
    "A service that does not respond in time",
    "ciphertrust:requestTimeoutSeconds: 1",
    async (rig) => {
      await rig.control("POST", "/faults", { method: "POST", path: "/usermgmt/groups", effect: { latencyMs: 60_000 } });
      return configured(rig, {}, { requestTimeoutSeconds: 0.3 });
    },
    "Raise the time, or find out what keeps the service busy.",
  ),
  mistake(
    "A service that fails",
    "the service responds with 500",
    async (rig) => {
      await rig.control("POST", "/faults", { method: "POST", path: "/usermgmt/groups", effect: { status: 500 } });
      return configured(rig, {});
    },
    "Look up the request id in the service's records.",
  ),
  mistake(
    "An update that is interrupted",
    "Ctrl-C while a connection is tested",
    async (rig) => {
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
    },
    "Run `pulumi up` again.",
  ),
  mistake(
    "A resource that somebody removed",
    "an AwsKms is changed that is gone from the service",
    async (rig) => {
      const kms = await makeAccount(rig);
      const { state, inputs } = (await rig.lifecycle("AwsKms").read(kms, {}))!;
      await rig.api.delete(`/cckm/aws/kms/${kms}`);
      return messageOf(rig.lifecycle("AwsKms").update(kms, state, { ...inputs, regions: ["eu-west-1"] }));
    },
    "Run `pulumi up --refresh`.",
  ),
];
