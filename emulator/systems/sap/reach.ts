import { conflict, notFound } from "../../core/errors";
import type { Call, Scope } from "../../core/scope";
import { sapError, type CloudKey } from "./cloud";
import { groups, type Group } from "./groupRecord";
import { openGroup } from "./groups";
import { cloudKeyOf, keys, type SapKey } from "./record";

/** A key record with all that an action on it needs. */
export interface Target {
  readonly key: SapKey;
  readonly group: Group;
  readonly cloud: CloudKey;
}

export const targetKey = (call: Call): Target => reachKey(call, call.target(keys));

export function reachKey(scope: Scope, key: SapKey): Target {
  const group = scope.get(groups, key.group);
  if (group === undefined) throw notFound();
  if (key.status === "DELETED") throw conflict(`the SAP key ${key.sap_param.name} is deleted`);
  openGroup(scope, group);
  const cloud = cloudKeyOf(scope, key);
  if (cloud === undefined) throw sapError(`404 Not Found: there is no key ${key.sap_param.sap_key_id}`);
  return { key, group, cloud };
}
