import type { Call } from "../../core/scope";
import { needGroup } from "../../shared/identities";

/**
 * Which groups, beside admin, may change things below a path; what isn't listed is open to every
 * user, unless its system guards it.
 */
const rights: readonly (readonly [string, readonly string[]])[] = [
  ["/admin/", []],
  ["/usermgmt/", ["User Admins"]],
  ["/domains", ["Domain Admins"]],
  ["/licensing/", ["System Admins"]],
  ["/system/", ["System Admins"]],
  ["/connectionmgmt/", ["Connection Admins", "CCKM Admins"]],
  ["/cckm/", ["CCKM Admins", "CCKM Users"]],
  ["/client-management/", ["Client Admins"]],
  ["/ca/", ["CA Admins"]],
  ["/configs/", ["System Admins"]],
  ["/system/", ["System Admins"]],
  ["/quorum-mgmt/policy/", []],
  ["/quorum-mgmt/profiles", []],
];

/** Reading is open to every user; writing needs one of the groups. */
export function checkRights(call: Call, operation: string): void {
  const [method = "", path = ""] = operation.split(" ");
  const needed = rights.find(([prefix]) => path.startsWith(prefix))?.[1];
  if (method === "GET" || needed === undefined || path.startsWith("/client-management/self/")) return;
  needGroup(call.caller, needed);
}
