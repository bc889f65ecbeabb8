import type { Bag, Definition } from "../../../../provider/lifecycle/vocabulary/definition";
import { needsOf } from "../../../../provider/lifecycle/vocabulary/field";
import { definitionOf } from "../../../../provider/resources/load";
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

/** What is particular about a system. */
interface Own {
  readonly server?: string;
  readonly brings?: string;
  /**
   * A key: its inputs beside name and container, and how it ends. Default: it is destroyed in its
   * system.
   */
  readonly key?: Omit<Sample, "needs" | "inputs"> & { inputs: Bag | ((at: Ground, container: Bag) => Bag) };
}

/** Its connection, and what the file calls the container, follow from the container's type. */
function cloud(type: string, { server, brings, key }: Own = {}): Cloud {
  const [, { type: connection }] = referenceOf(type, "connection");
  const noun = type.slice(connection.replace(/Connection$/, "").length);
  const field = noun.charAt(0).toLowerCase() + noun.slice(1);
  return { server, connection, container: { field, type, brings }, key: key && keyIn(type, key) };
}

function keyIn(container: string, { inputs, ...key }: NonNullable<Own["key"]>): Cloud["key"] {
  const [place] = referenceOf(key.type, "container");
  const own = typeof inputs === "function" ? inputs : () => inputs;
  return {
    ending: { onDestroy: "destroy" },
    ...key,
    inputs: (at, given) => ({ ...own(at, given), [place]: at.id(container) }),
  };
}

/** The input of a type that refers to what has this role, and what that is. */
function referenceOf(type: string, role: Definition["role"]): [string, Definition] {
  return needsOf(definitionOf(type)).find(([, needed]) => needed.role === role)!;
}

const described = { description: "one" };
const redescribed = { description: "two" };

export const clouds: Readonly<Record<string, Cloud>> = {
  aws: cloud("AwsKms", {
    key: {
      type: "AwsKey",
      inputs: (at, { regions }) => ({ ...described, region: (regions as string[])[0], alias: [at.name("key")] }),
      change: redescribed,
      ending: { onDestroy: "scheduleDeletion", deletionWindowDays: 7 },
      stays: "AWS deletes it after 7 days",
    },
  }),
  azure: cloud("AzureVault", {
    key: {
      type: "AzureKey",
      inputs: { kty: "RSA", keySize: 2048, tags: { step: "1" } },
      change: { tags: { step: "2" } },
      ending: { onDestroy: "softDelete" },
      stays: "Azure keeps it, soft-deleted, until the vault's retention ends",
    },
  }),
  google: cloud("GoogleKeyRing", {
    brings: "GoogleProject",
    key: {
      type: "GoogleKey",
      inputs: { labels: { step: "1" }, destroyScheduledDuration: "86400s" },
      change: { labels: { step: "2" } },
      ending: { onDestroy: "scheduleDestroy" },
      stays: "Google destroys its material after a day, and keeps its name for good",
    },
  }),
  oci: cloud("OciVault", {
    key: {
      type: "OciKey",
      inputs: { protectionMode: "SOFTWARE", freeformTags: { step: "1" } },
      change: { freeformTags: { step: "2" } },
      ending: { onDestroy: "scheduleDeletion", deletionWindowDays: 7 },
      stays: "Oracle Cloud deletes it after 7 days",
    },
  }),
  // A new tenant secret would be the one that encrypts from then on.
  salesforce: cloud("SalesforceOrganization"),
  sap: cloud("SapGroup"),
  luna: cloud("LunaPartition", {
    server: "LunaServer",
    key: {
      type: "LunaKey",
      inputs: {
        mechanism: "CKM_AES_KEY_GEN",
        size: 256,
        attributes: ["CKA_ENCRYPT", "CKA_DECRYPT", "CKA_MODIFIABLE"],
      },
      change: { attributes: ["CKA_ENCRYPT", "CKA_MODIFIABLE"] },
    },
  }),
  dsm: cloud("DsmDomain", {
    key: { type: "DsmKey", inputs: { ...described, algorithm: "AES256" }, change: "the service cannot change it" },
  }),
  externalCm: cloud("ExternalCmDomain", {
    key: { type: "ExternalCmKey", inputs: { ...described, algorithm: "aes" }, change: redescribed },
  }),
};
