import { forbidden, notFound } from "../core/errors";
import { isObject, own, type JsonObject } from "../core/fields";
import type { Caller } from "../core/request";
import type { Call } from "../core/scope";
import { adminGroup } from "./identities";

/** Who may do what with the keys and secrets of the vault: nothing is allowed that nobody granted. */

/** What `meta.permissions` of an object grants to groups. */
type Right =
  "ReadKey" | "UseKey" | "ExportKey" | "EncryptWithKey" | "DecryptWithKey" | "SignWithKey" | "SignVerifyWithKey";
/** Their names follow those of the others. */
type GuessedRight = "MACWithKey" | "MACVerifyWithKey";
export type KeyRight = Right | GuessedRight;

interface Guarded {
  readonly meta?: JsonObject;
}

/** Groups whose members may do everything. */
const keyGroups = [adminGroup, "Key Admins", "Key Users"];

const isKeyUser = ({ groups }: Caller): boolean => groups.some((group) => keyGroups.includes(group));

function ownsAll(caller: Caller, { meta = {} }: Guarded): boolean {
  return isKeyUser(caller) || (caller.userId !== "" && meta["ownerId"] === caller.userId);
}

function isGranted(caller: Caller, object: Guarded, right: KeyRight): boolean {
  if (ownsAll(caller, object)) return true;
  const permissions = object.meta?.["permissions"];
  const groups = isObject(permissions) ? own(permissions, right) : undefined;
  return Array.isArray(groups) && caller.groups.some((group) => groups.includes(group));
}

export const isReadable = (caller: Caller, object: Guarded): boolean => isGranted(caller, object, "ReadKey");

/**
 * An object that the caller may not read is not there for it; a right that is missing beside that
 * is refused.
 */
export function needRights(caller: Caller, object: Guarded, rights: readonly KeyRight[]): void {
  if (!isReadable(caller, object)) throw notFound();
  const missing = rights.find((right) => !isGranted(caller, object, right));
  if (missing !== undefined) throw forbidden(`this needs the permission ${missing}`);
}

/** Refuses an operation on the objects below a path to callers without the right to it. */
export function guardObjects(call: Call, operation: string, path: string, target: (call: Call) => Guarded): void {
  const [method = "", where = ""] = operation.split(" ");
  if (where !== path && !where.startsWith(`${path}/`)) return;
  const isNamed = where.includes("{id}");
  const isReading = method === "GET" || where.endsWith("/export");
  if (isNamed) needRights(call.caller, target(call), where.endsWith("/export") ? ["ExportKey"] : []);
  const isAllowed =
    isReading || (isNamed && !where.endsWith("/clone") ? ownsAll(call.caller, target(call)) : isKeyUser(call.caller));
  if (!isAllowed) throw forbidden(`this needs membership in one of the groups ${keyGroups.join(", ")}`);
}
