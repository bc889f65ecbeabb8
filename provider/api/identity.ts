import { createHash } from "node:crypto";
import type { Wire } from "./client";
import { isKind } from "./errors";

/**
 * Which service answers, and for which domain, whatever address, cluster node, version or user it is reached by. The text
 * is `<host>/<domain>.<origin>.<key>`: the host is for people and never compared; the rest are fingerprints, empty where
 * the service does not tell.
 *
 * - domain: the account that the token is for: `kylo` for every root domain, unique for any other.
 * - origin: when the domain was made, and its id: of a root domain that is the birth of the service. Nodes of a cluster
 *   share it, and upgrades and restarts keep it. That `GET /domain` shows it is known; that every user may call it is not.
 * - key: the key that signed the token, where it is named. Rotating the service's signing key changes it.
 */
export async function serviceIdentity(host: string, token: TokenFacts, domain: () => Promise<Wire>): Promise<string> {
  const record = await shownDomain(domain);
  const account = token.account ?? lastPart(record.account);
  const origin = typeof record.createdAt === "string" ? `${String(record.id)} ${record.createdAt}` : undefined;
  return `${host}/${[fingerprint(account, 4), fingerprint(origin, 8), fingerprint(token.key, 8)].join(".")}`;
}

/** What a token itself tells of the service. */
export interface TokenFacts {
  account?: string;
  key?: string;
}

/** Reads an API token, where it is a JSON web token. */
export function tokenFacts(jwt: string): TokenFacts & { issuedAt?: number } {
  const [head, body] = jwt.split(".", 2).map(jsonOf);
  const text = (value: unknown) => (typeof value === "string" && value !== "" ? value : undefined);
  return {
    account: text(body?.acc),
    key: text(head?.kid),
    issuedAt: typeof body?.iat === "number" ? body.iat * 1000 : undefined,
  };
}

/** False only where both tell enough to know that they are two: another domain, or nothing in common that one service keeps. */
export function isSameService(one: string, other: string): boolean {
  const [a, b] = [partsOf(one), partsOf(other)];
  const both = (part: keyof typeof a) => a[part] !== "" && b[part] !== "";
  if (both("domain") && a.domain !== b.domain) return false;
  const comparable = (["origin", "key"] as const).filter(both);
  return comparable.length === 0 || comparable.some((part) => a[part] === b[part]);
}

/** True only where both tell the same of something that no two services share. */
export function isProvenSame(one: string, other: string): boolean {
  const [a, b] = [partsOf(one), partsOf(other)];
  return (
    isSameService(one, other) && (["origin", "key"] as const).some((part) => a[part] !== "" && a[part] === b[part])
  );
}

function partsOf(identity: string) {
  const [domain = "", origin = "", key = ""] = identity.slice(identity.lastIndexOf("/") + 1).split(".");
  return { domain, origin, key };
}

/** A service that does not show its domain is known by what its tokens tell. */
async function shownDomain(domain: () => Promise<Wire>): Promise<Wire> {
  try {
    return await domain();
  } catch (error) {
    if (isKind(error, "badRequest", "forbidden", "notFound", "unimplemented", "failed")) return {};
    throw error;
  }
}

function fingerprint(text: string | undefined, length: number): string {
  return text === undefined ? "" : createHash("sha256").update(text).digest("base64url").slice(0, length);
}

function lastPart(uri: unknown): string | undefined {
  return typeof uri === "string" && uri !== "" ? uri.slice(uri.lastIndexOf(":") + 1) : undefined;
}

function jsonOf(part: string): Record<string, unknown> | undefined {
  try {
    const parsed: unknown = JSON.parse(Buffer.from(part, "base64url").toString());
    return typeof parsed === "object" && parsed !== null ? (parsed as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}
