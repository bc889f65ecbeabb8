import type { Wire } from "../../provider/api/client";
import { decodeOne } from "../../provider/lifecycle/values/wire";
import { findDefinition } from "../../provider/resources/load";
import { systems } from "../../provider/resources/systems";

/** The name of a key in its own cloud, where people look it up: they do not know the service's id. */

/** Keys that no schedule rotates have the identifier of the others in their cloud. */
function identifierOf(type: string) {
  const system = systems.find(({ kinds }) => kinds && Object.hasOwn(kinds, type));
  const outputs = system?.definitions.find((one) => one.type === type)?.outputs ?? {};
  const alike = Object.values(system?.rotatable ?? {}).find(({ identifier }) => identifier.output in outputs);
  return (system?.rotatable?.[type] ?? alike)?.identifier;
}

/** What the cloud of such a key calls its identifier, such as `ARN`. */
export const identifierLabel = (type: string): string => identifierOf(type)?.label ?? "Identifier";

/** Where a key is, and by which name, in its cloud. */
export interface CloudName {
  /**
   * Its identifier there: ARN (AWS), key identifier (Azure), resource name (Google), OCID (OCI),
   * and the like; absent when the service does not show one.
   */
  cloudId?: string;
  /**
   * Its region or location there; absent where the cloud has none, and when the service does not
   * show it.
   */
  region?: string;
}

const text = (value: unknown): string | undefined => (typeof value === "string" && value !== "" ? value : undefined);

/** Reads the name from a record of the service, as the resource of that type does. */
export function cloudNameOf(type: string, record: Wire): CloudName {
  const definition = findDefinition(type);
  if (!definition) return {};
  const fields = { ...definition.inputs, ...definition.outputs };
  const shown = (key = "") => text(fields[key] && decodeOne(definition, key, fields[key], record));
  const cloudId = shown(identifierOf(type)?.output);
  const [, location] = /^projects\/[^/]+\/locations\/([^/]+)\//.exec(cloudId ?? "") ?? [];
  return { cloudId, region: shown("region") ?? text(record.region) ?? location };
}
