import type { Bag } from "../../provider/lifecycle/vocabulary/definition";
import { heldKey } from "../lifecycle/fixtures/awsKeys";
import { fixtures } from "../lifecycle/fixtures";
import { connector } from "../lifecycle/fixtures/fixture";
import { makeHeldKey, production } from "../lifecycle/fixtures/luna";
import { sandboxLogin } from "../lifecycle/fixtures/salesforce";
import { make, type Rig } from "../lifecycle/rig";
import type { Subject } from "./subjects";

/**
 * The arguments of another object of the same collection, as like the subject as the service
 * allows.
 */

type Making = (rig: Rig, args: Bag) => Promise<Bag> | Bag;

const named: Making = () => ({ name: "bystander" });
const aliased: Making = () => ({ alias: ["lifecycle/bystander"] });

/** An `AwsKey` beside the one with that id. */
async function besides(rig: Rig, id: unknown, args: Bag): Promise<string> {
  const { kms_id: kms } = await rig.api.get(`/cckm/aws/keys/${String(id)}`);
  return (await make(rig, "AwsKey", { kms, region: "eu-west-1", ...args })).id;
}

/**
 * Arguments that differ from the subject's. Default: those that force a replacement. `undefined`:
 * there can be no other.
 */
const differing: Readonly<Record<string, Making | undefined>> = {
  AwsKms: () => ({ name: "bystander", regions: ["us-east-1"] }),
  AwsKey: aliased,
  AwsUploadedKey: aliased,
  AwsCloudHsmKey: aliased,
  AwsKeyMaterial: async (rig, { key }) => ({
    key: await besides(rig, key, { origin: "EXTERNAL", alias: ["lifecycle/bystander"] }),
  }),
  AwsReplicaKey: async (rig, { primaryKey }) => ({
    primaryKey: await besides(rig, primaryKey, { multiRegion: true, alias: ["lifecycle/bystander"] }),
    alias: ["lifecycle/bystanders-replica"],
  }),
  AwsCustomKeyStore: named,
  AwsXksKey: async (rig) => ({ sourceKeyId: await heldKey(rig, "bystander"), alias: ["lifecycle/bystander"] }),
  OciKey: named,
  // Of two versions of one key that are made at the same time, nothing tells which is whose.
  OciKeyVersion: async (rig, { key }) => {
    const { cckm_vault_id: vault } = await rig.api.get(`/cckm/oci/keys/${String(key)}`);
    return { key: (await make(rig, "OciKey", { vault, name: "bystander" })).id };
  },
  GoogleKeyVersion: async (rig, { key }) => {
    const { key_ring_name: name } = await rig.api.get(`/cckm/google/keys/${String(key)}`);
    const [ring] = await rig.api.list("/cckm/google/key-rings", { name: String(name) });
    return { key: (await make(rig, "GoogleKey", { keyRing: ring!.id, keyName: "bystander" })).id };
  },
  SalesforceOrganization: async (rig) => ({
    connection: await connector("SalesforceConnection", { cloudName: "Salesforce Sandbox Cloud", ...sandboxLogin })(
      rig,
      "bystander",
    ),
    sfdcOrgId: "00D7Q000004UvWxUAS",
  }),
  SapHyokKey: named,
  SapKey: named,
  LunaStcPartition: () => ({ name: "bystander", label: "bystander", serialNumber: "1312109861413" }),
  LunaPartition: async (rig) => ({
    connection: await connector("LunaConnection", {
      password: "Partition-Demo-2",
      partitions: [{ ...production, partitionLabel: "payments", serialNumber: "1312109861413" }],
    })(rig, "bystander"),
  }),
  LunaKey: () => ({ label: "bystander" }),
  VirtualKey: async (rig, { sourceKeyId }) => {
    const { partition_id: partition } = await rig.api.get(`/cckm/hsm/luna/keys/${String(sourceKeyId)}`);
    return { sourceKeyId: await makeHeldKey(rig, String(partition), { label: "bystander" }) };
  },
  DsmKey: named,
  ExternalCmKey: named,
  ExternalCmServer: (_, { nodes }) => ({
    name: "bystander",
    nodes: [{ ...(nodes as Bag[])[0], hostname: "cm-bystander.example.com" }],
  }),
  EkmEndpoint: named,
  DkeEndpoint: named,
  LocalCa: () => ({ name: "bystander", cn: "Bystander" }),
  ClientProfile: named,
  RegistrationToken: () => ({}),
  // The service has one.
  TrialLicense: undefined,
  KeyRotation: async (rig, { key }) => ({
    key: { type: "AwsKey", id: await besides(rig, (key as Bag).id, { alias: ["lifecycle/bystander"] }) },
  }),
  VaultKeyRotation: async (rig) => ({
    key: (await make(rig, "VaultKey", { name: "bystander", onDestroy: "destroy" })).id,
  }),
  ContainerAcl: async (rig) => ({ group: (await make(rig, "Group", { name: "bystanders" })).id }),
  Report: named,
  WebInterfaceTrust: async (rig) => ({ ca: (await make(rig, "LocalCa", { name: "bystander", cn: "Bystander" })).id }),
};

/** The arguments of a bystander, and what it refers to; `undefined` if there can be only one object. */
export async function bystanderOf(rig: Rig, { definition, args: own }: Subject, args: Bag): Promise<Bag | undefined> {
  const { type } = definition;
  const { replace } = fixtures[type]!;
  const making = type in differing ? differing[type] : () => ("waived" in replace ? {} : replace);
  return making && { ...args, ...(await making(rig, args)), ...own };
}
