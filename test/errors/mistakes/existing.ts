import { awsAccount, makeAccount } from "../../lifecycle/fixtures/aws";
import { azureTenant } from "../../lifecycle/fixtures/azure";
import { make } from "../../lifecycle/rig";
import { messageOf, mistake, refused, type Mistake } from "../mistake";
import { provider } from "../../../provider/hosts/dynamic";
import { Ledger } from "../../../provider/lifecycle/claims/ledger";
import { definitionOf } from "../../../provider/resources/load";
import { listOf } from "../../../sdk/function";

const { accessKeyId, secretAccessKey } = awsAccount;

export const names: Mistake[] = [
  refused(
    "A name that is taken",
    "Group",
    { name: "operators" },
    {
      prepare: async (rig) => {
        await make(rig, "Group", { name: "operators" });
        return {};
      },
    },
  ),
  refused(
    "A name that another kind of object has",
    "RefreshSchedule",
    { name: "nightly", cloud: "aws", runAt: "0 1 * * *" },
    {
      prepare: async (rig) => {
        await make(rig, "TrialLicense", {});
        await make(rig, "RotationSchedule", { name: "nightly", cloud: "aws", runAt: "0 1 * * *" });
        return {};
      },
    },
  ),
  refused(
    "A name that a connection of another system has",
    "AzureConnection",
    { name: "prod", clientId: "<clientId>", clientSecret: "<secret>", tenantId: "<tenantId>" },
    {
      next: "Connections of all systems share one set of names.",
      prepare: async (rig) => {
        await make(rig, "AwsConnection", { name: "prod", accessKeyId, secretAccessKey });
        return azureTenant;
      },
    },
  ),
  refused("Adopting with a wrong id", "Group", { name: "operators", adopt: "operatos" }),
  refused(
    "Adopting what cannot become what is described",
    "AwsKey",
    { kms: "<kms.id>", region: "eu-west-1", alias: ["orders"], customerMasterKeySpec: "RSA_2048", adopt: true },
    {
      next: "`pulumi-ciphertrust adopt` writes the description.",
      prepare: async (rig) => {
        const kms = await makeAccount(rig);
        await make(rig, "AwsKey", { kms, region: "eu-west-1", alias: ["orders"] });
        return { kms };
      },
    },
  ),
  mistake("A value that this version does not know, of an existing key", async (rig) => {
    const { id, state, inputs } = await make(rig, "VaultKey", { name: "orders", algorithm: "aes" });
    return messageOf(rig.lifecycle("VaultKey").plan(id, state, { ...inputs, algorithm: "aess" }));
  }),
  refused("Adopting with a number", "Group", { name: "operators", adopt: 7 }),
];

export const ids: Mistake[] = [
  mistake(
    "`get` of an id that does not exist",
    async (rig) => {
      const { address, username, password, caCertificate } = rig.emulator;
      const settings: Record<string, string> = { address, username, password, caCertificate };
      const host = provider("Group");
      await host.configure({ config: { get: (key) => settings[key.replace("ciphertrust:", "")] } });
      return messageOf(host.read("operatos", {}));
    },
    { next: "`Group.list()` shows the ids." },
  ),
  mistake("An unknown filter of a list", async () =>
    messageOf(Promise.resolve().then(() => listOf("AwsKey", { aliass: "orders" }))),
  ),
];

export const deletions: Mistake[] = [
  mistake(
    "Deleting a connection that containers use",
    async (rig) => {
      await makeAccount(rig);
      const [connection] = await rig.api.list("/connectionmgmt/services/aws/connections");
      const id = String(connection!.id);
      return messageOf(rig.lifecycle("AwsConnection").delete(id, { name: "account" }));
    },
    { next: "Or move the containers to another connection." },
  ),
  mistake("Deleting a CA that a profile uses", async (rig) => {
    const ca = await make(rig, "LocalCa", { name: "machines", cn: "Machines" });
    await make(rig, "ClientProfile", { name: "machines", ca: ca.id });
    return messageOf(rig.lifecycle("LocalCa").delete(ca.id, ca.state));
  }),
  mistake(
    "Removing a region in which the stack has keys",
    async (rig) => {
      const kms = await makeAccount(rig);
      const key = await make(rig, "AwsKey", { kms, region: "eu-west-1", alias: ["orders"] });
      const ledger = new Ledger();
      ledger.add(
        "recorded",
        { urn: "urn:pulumi:dev::shop::AwsKey::orders", name: "orders" },
        definitionOf("AwsKey"),
        key.id,
      );
      rig.company = { ledger, self: () => undefined, isManaged: () => true };
      const state = { name: "account", regions: ["eu-west-1", "eu-central-1"] };
      const plan = rig.lifecycle("AwsKms").plan(kms, state, { ...state, regions: ["eu-central-1"] });
      const message = await messageOf(plan);
      rig.company = undefined;
      return message;
    },
    { next: "[Other keys there](safety-cases.md#regions-and-partitions) are counted in a warning." },
  ),
];
