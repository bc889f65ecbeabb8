import { ApiError, type Quorum } from "./errors";
import { nameOf, type ApiRequest, type Wire } from "./transport";

/**
 * The service may hold a call until others approve it: a quorum. Its response to such a call is in
 * no public source; both of its plausible forms are recognized here and nowhere else.
 */

/** Its requester has not opened the vote yet, or the vote is open. Any other state is an end. */
const waiting = ["pre-active", "active"];

export const isWaiting = ({ state }: Quorum): boolean => waiting.includes(state.toLowerCase());

/** Others have approved the call, which its requester has not repeated yet. That word is inferred. */
export const isApproved = ({ state }: Quorum): boolean => state.toLowerCase() === "approved";

/** Nothing came of the call; what was carried out is no refusal. These words are inferred. */
export const isRefused = ({ state }: Quorum): boolean => ["denied", "expired"].includes(state.toLowerCase());

/**
 * The quorum that a response names: an accepted call of which nothing was done yet shows the
 * quorum, a refused one shows it beside the error. A record with an operation and an open state is
 * no other object of the service.
 */
export function quorumIn({ method, path }: ApiRequest, status: number, body: unknown): Quorum | undefined {
  if (method === "GET" || path.startsWith("/quorum-mgmt/quorums/") || !isRecord(body)) return undefined;
  const named = status === 202 ? [body.quorum, body] : status >= 400 ? [body.quorum] : [];
  return named.flatMap((one) => quorumOf(one) ?? []).find(isWaiting);
}

export function quorumOf(value: unknown): Quorum | undefined {
  if (!isRecord(value)) return undefined;
  const { id, operation, state } = value;
  const isShown = typeof id === "string" && typeof operation === "string" && typeof state === "string";
  return isShown ? { id, operation, state } : undefined;
}

const isRecord = (value: unknown): value is Wire =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** The error for a call that waits for the approval of others. */
export function errorOfHeld(call: Pick<ApiRequest, "method" | "path">, quorum: Quorum, status?: number): ApiError {
  const { id, operation, state } = quorum;
  const message = `the service holds the call until others approve it: quorum ${id} (${operation}) is ${state}`;
  return new ApiError(message, { kind: "held", call: nameOf(call), quorum, status });
}

/** A call that others may have to approve. In its path, a star stands for an id or a name. */
const guardable = (operation: string, method: ApiRequest["method"], path: string) => {
  return { operation, method, path: new RegExp(`^${path.replaceAll("*", "([^/]+)")}/?$`) };
};

/** The operations that can be guarded, as far as this provider has calls for them. */
const guardables = [
  guardable("DeleteKey", "DELETE", "/vault/keys2/*"),
  guardable("RevokeKey", "POST", "/vault/keys2/*/revoke"),
  guardable("ReActivateKey", "POST", "/vault/keys2/*/reactivate"),
  guardable("ArchiveKey", "POST", "/vault/keys2/*/archive"),
  guardable("RecoverKey", "POST", "/vault/keys2/*/recover"),
  guardable("CreateLink", "POST", "/vault/links"),
  guardable("UpdateLink", "PATCH", "/vault/links/*"),
  guardable("DeleteLink", "DELETE", "/vault/links/*"),
  guardable("AddUserToGroup", "POST", "/usermgmt/groups/*/users/*"),
  guardable("DeleteDomain", "DELETE", "/domains/*"),
  guardable("DeletePolicy", "DELETE", "/admin/policies/*"),
  guardable("CreateAttachedPolicy", "POST", "/admin/policy-attachments"),
  guardable("DeleteAttachedPolicy", "DELETE", "/admin/policy-attachments/*"),
  guardable("DeleteEKMEndpoint", "DELETE", "/cckm/ekm/endpoints/*"),
  guardable("DeleteGoogleWorkspaceCSEEndpoint", "DELETE", "/cckm/GoogleWorkspaceCSE/endpoints/*"),
  guardable("UpdateQuorumProfile", "PATCH", "/quorum-mgmt/profiles/*"),
];

/** A call of an operation that can be guarded. */
export interface GuardedCall {
  readonly operation: string;
  readonly method: ApiRequest["method"];
  readonly path: string;
  /** Ids and names of what it is about. */
  readonly subjects: readonly string[];
  /** The path of the object, if the call names one. */
  readonly item: string | undefined;
}

/** `undefined` for a call of an operation that cannot be guarded. */
export function guardedCall({ method, path, body }: ApiRequest): GuardedCall | undefined {
  for (const one of guardables) {
    const found = one.method === method ? one.path.exec(path) : null;
    if (!found) continue;
    const [first, ...others] = found.slice(1);
    const item = first === undefined ? undefined : path.slice(0, path.indexOf(`/${first}`) + 1 + first.length);
    const named = first === undefined ? [] : [first, ...others].map(decodeURIComponent);
    return { operation: one.operation, method, path, subjects: [...named, ...textsIn(body)], item };
  }
  return undefined;
}

function textsIn(value: unknown): string[] {
  if (typeof value === "string") return [value];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(textsIn) : [];
}
