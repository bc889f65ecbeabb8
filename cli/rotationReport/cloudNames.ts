import type { Api, Wire } from "../../provider/api/client";
import type { Bag } from "../../provider/lifecycle/definition";
import { decodeAll } from "../../provider/lifecycle/wire";
import { registry } from "../../provider/resources";
import { systems } from "../../provider/resources/systems";
import type { KeyRotationStatus } from "../../provider/lookups/rotation/result";

/** The name of a key in its own cloud, where people look it up: they do not know the service's id. */

const identifierOf = (type: string) =>
  systems.map(({ rotatable }) => rotatable?.[type]?.identifier).find((identifier) => identifier !== undefined);

/** What the cloud of such a key calls its identifier, such as `ARN`. */
export const identifierLabel = (type: string): string => identifierOf(type)?.label ?? "Identifier";

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
  const cloudId = text(state[identifierOf(type)?.output ?? ""]);
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
