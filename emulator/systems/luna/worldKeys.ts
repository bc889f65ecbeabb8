import { notFound } from "../../core/errors";
import { given, type JsonObject } from "../../core/fields";
import type { Scope } from "../../core/scope";
import { readBody } from "../../core/world";
import { keyChange } from "../../shared/world/changes";
import { shown } from "../../shared/world/level";
import { addWorldKey, hsmObjects, hsmPartitions, worldObjects, type WorldKey } from "./hsm";

interface Change extends JsonObject {
  readonly serialNumber: string;
  readonly key?: string;
  readonly delete?: boolean;
  readonly count?: number;
  readonly label?: string;
  readonly attributes?: readonly string[];
}

/**
 * POST /emulator/world/luna/keys: a key is named by its label or its id; both halves of a pair
 * change together.
 */
export function changeKeys(scope: Scope, body: unknown): object {
  const change = readBody(keyChange(worldObjects, [hsmPartitions]), body) as Change;
  const { serialNumber, key, delete: gone, count, ...changes } = change;
  const { id: serial } = scope.need(hsmPartitions.kind, serialNumber);
  if (key === undefined) return addKeys(scope, serial, readBody(worldObjects.schema, changes), count);
  const named = scope.by(hsmObjects, "serial", serial).filter((one) => [one.label, one.ouid].includes(key));
  if (named.length === 0) throw notFound();
  const { label, attributes } = changes;
  for (const object of named) {
    if (gone === true) scope.remove(hsmObjects, object);
    else scope.put(hsmObjects, { ...object, ...given({ label, attributes }) });
  }
  return { keys: gone === true ? [] : named.map(({ ouid }) => ouid) };
}

function addKeys(scope: Scope, serial: string, key: WorldKey, count?: number): object {
  if (count === undefined)
    return { keys: addWorldKey(scope, serial, key).map((object) => shown(worldObjects, object)) };
  for (let n = 1; n <= count; n++) addWorldKey(scope, serial, { ...key, label: `${key.label}-${n}` });
  return { count };
}
