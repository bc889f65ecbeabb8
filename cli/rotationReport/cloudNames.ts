import type { Api, Wire } from "../../provider/api/client";
import type { Bag } from "../../provider/lifecycle/definition";
import { decodeAll } from "../../provider/lifecycle/wire";
import { registry } from "../../provider/resources";
import type { KeyRotationStatus } from "../../provider/lookups/rotation/result";

/** The name of a key in its own cloud, where people look it up: they do not know the service's id. */

/** The output that holds the cloud's identifier of a key, by the key's type, and what the cloud calls it. */
const identifiers: Readonly<Record<string, { output: string; label: string }>> = {
  AwsKey: { output: "arn", label: "ARN" },
  AwsUploadedKey: { output: "arn", label: "ARN" },
  AzureKey: { output: "kid", label: "Key identifier" },
  GoogleKey: { output: "resourceName", label: "Resource name" },
  OciKey: { output: "keyId", label: "OCID" },
  SalesforceKey: { output: "sfdcKeyId", label: "Tenant secret ID" },
  SapKey: { output: "sapKeyId", label: "Key ID" },
  EkmEndpoint: { output: "keyURI", label: "Key URI" },
  DkeEndpoint: { output: "keyUri", label: "Key URI" },
  // SAP knows a key that it uses from outside by its name in the keystore.
  SapHyokKey: { output: "name", label: "Key name" },
};

/** What the cloud of such a key calls its identifier, such as `ARN`. */
export const identifierLabel = (type: string): string => identifiers[type]?.label ?? "Identifier";

/** Where a key is, and by which name, in its cloud. */
export interface CloudName {
  /** Its identifier there: ARN (AWS), key identifier (Azure), resource name (Google), OCID (OCI), and the like; absent when the service does not show one. */
  cloudId?: string;
  /** Its region or location there; absent where the cloud has none, and when the service does not show it. */
  region?: string;
}

const text = (value: unknown): string | undefined => (typeof value === "string" && value !== "" ? value : undefined);

/** Reads the name from a record of the service, as the resource of that type does. */
function nameIn(type: string, record: Wire): CloudName {
  const definition = registry.find((one) => one.type === type);
  if (!definition) return {};
  const state: Bag = decodeAll(definition, record);
  const cloudId = text(state[identifiers[type]?.output ?? ""]);
  const [, location] = /^projects\/[^/]+\/locations\/([^/]+)\//.exec(cloudId ?? "") ?? [];
  return { cloudId, region: text(state.region) ?? text(record.region) ?? location };
}

/** Records what an API lists, to avoid listing thousands of keys a second time for their names. */
export class Listener {
  readonly #records = new Map<string, Wire>();
  readonly api: Api;

  constructor(api: Api) {
    const list: Api["list"] = async (path, query) => {
      const records = await api.list(path, query);
      for (const record of records) this.#records.set(String(record.id), record);
      return records;
    };
    this.api = { ...api, list };
  }

  /** The key's name in its cloud. */
  nameOf({ type, id }: KeyRotationStatus): CloudName {
    const record = this.#records.get(id);
    return record ? nameIn(type, record) : {};
  }
}
