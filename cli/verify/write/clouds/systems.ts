import type { Bag } from "../../../../provider/lifecycle/definition";
import type { Ground, Sample } from "../sample";

/** What is tried in each system of which the user gives an account. */
export interface Cloud {
  /** Registered before the connection can be made, where a system needs that. */
  readonly server?: string;
  readonly connection: string;
  readonly container: {
    /** Its name in the file. */
    readonly field: string;
    readonly type: string;
    /** The type of a container that the service adds along with it. */
    readonly brings?: string;
  };
  /** A key in the container; absent where one cannot be tried without consequences. */
  readonly key?: Omit<Sample, "needs" | "inputs"> & { inputs(at: Ground, container: Bag): Bag };
}

const described = { description: "one" };
const redescribed = { description: "two" };

export const clouds: Readonly<Record<string, Cloud>> = {
  aws: {
    connection: "AwsConnection",
    container: { field: "kms", type: "AwsKms" },
    key: {
      type: "AwsKey",
      inputs: (at, { regions }) => ({
        ...described,
        kms: at.id("AwsKms"),
        region: (regions as string[])[0],
        alias: [at.name("key")],
      }),
      change: redescribed,
      ending: { onDestroy: "scheduleDeletion", deletionWindowDays: 7 },
      stays: "AWS deletes it after 7 days",
    },
  },
  azure: {
    connection: "AzureConnection",
    container: { field: "vault", type: "AzureVault" },
    key: {
      type: "AzureKey",
      inputs: (at) => ({ keyVault: at.id("AzureVault"), kty: "RSA", keySize: 2048, tags: { step: "1" } }),
      change: { tags: { step: "2" } },
      ending: { onDestroy: "softDelete" },
      stays: "Azure keeps it, soft-deleted, until the vault's retention ends",
    },
  },
  google: {
    connection: "GoogleConnection",
    container: { field: "keyRing", type: "GoogleKeyRing", brings: "GoogleProject" },
    key: {
      type: "GoogleKey",
      inputs: (at) => ({
        keyRing: at.id("GoogleKeyRing"),
        labels: { step: "1" },
        destroyScheduledDuration: "86400s",
      }),
      change: { labels: { step: "2" } },
      ending: { onDestroy: "scheduleDestroy" },
      stays: "Google destroys its material after a day, and keeps its name for good",
    },
  },
  oci: {
    connection: "OciConnection",
    container: { field: "vault", type: "OciVault" },
    key: {
      type: "OciKey",
      inputs: (at) => ({ vault: at.id("OciVault"), protectionMode: "SOFTWARE", freeformTags: { step: "1" } }),
      change: { freeformTags: { step: "2" } },
      ending: { onDestroy: "scheduleDeletion", deletionWindowDays: 7 },
      stays: "Oracle Cloud deletes it after 7 days",
    },
  },
  // A new tenant secret would be the one that encrypts from then on.
  salesforce: {
    connection: "SalesforceConnection",
    container: { field: "organization", type: "SalesforceOrganization" },
  },
  sap: {
    connection: "SapConnection",
    container: { field: "group", type: "SapGroup" },
  },
  luna: {
    server: "LunaServer",
    connection: "LunaConnection",
    container: { field: "partition", type: "LunaPartition" },
    key: {
      type: "LunaKey",
      inputs: (at) => ({
        partitionId: at.id("LunaPartition"),
        mechanism: "CKM_AES_KEY_GEN",
        size: 256,
        attributes: ["CKA_ENCRYPT", "CKA_DECRYPT", "CKA_MODIFIABLE"],
      }),
      change: { attributes: ["CKA_ENCRYPT", "CKA_MODIFIABLE"] },
      ending: { onDestroy: "destroy" },
    },
  },
  dsm: {
    connection: "DsmConnection",
    container: { field: "domain", type: "DsmDomain" },
    key: {
      type: "DsmKey",
      inputs: (at) => ({ ...described, domain: at.id("DsmDomain"), algorithm: "AES256" }),
      change: "the service cannot change it",
      ending: { onDestroy: "destroy" },
    },
  },
  externalCm: {
    connection: "ExternalCmConnection",
    container: { field: "domain", type: "ExternalCmDomain" },
    key: {
      type: "ExternalCmKey",
      inputs: (at) => ({ ...described, domainId: at.id("ExternalCmDomain"), algorithm: "aes" }),
      change: redescribed,
      ending: { onDestroy: "destroy" },
    },
  },
};
