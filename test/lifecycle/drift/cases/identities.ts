import { awsAccount } from "../../fixtures/aws";
import { makeVault } from "../../fixtures/azure";
import { make, type Rig } from "../../rig";
import type { Cases } from "../case";

/** Certificate authorities, and schedules that are not only for AWS. */

const authority = async (rig: Rig, name: string) => (await make(rig, "LocalCa", { name, cn: name })).id;

const azureNights = { cloud: "azure" };
const vaultOnly = async (rig: Rig) => ({ ...azureNights, containers: [await makeVault(rig)] });
const { accountId: _account, ...credentials } = awsAccount;
const role = { assumeRoleArn: "arn:aws:iam::123456789012:role/finder" };

export const identities: Cases = {
  Domain: {
    parentCaId: {
      prepare: async (rig) => ({ parentCaId: await authority(rig, "parent") }),
      other: (rig: Rig) => authority(rig, "elsewhere"),
    },
  },
  ClientProfile: { ca: { other: (rig: Rig) => authority(rig, "elsewhere") } },
  RefreshSchedule: {
    items: { prepare: vaultOnly, written: ["keys"], other: ["keys", "secrets"] },
    takeCloudKeyBackup: { prepare: vaultOnly, written: true, other: false },
  },
  ContainerDiscoverySchedule: {
    connection: {
      other: async (rig: Rig) => (await make(rig, "AwsConnection", { name: "elsewhere", ...credentials })).id,
    },
    acls: { other: [{ group: "Key Users", actions: ["keycreate", "viewnative"] }] },
    assumeRoleExternalId: { args: role, written: "ours" },
  },
};
