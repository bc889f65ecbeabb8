import { createHash } from "node:crypto";
import type { Wire } from "./transport";
import { isKind } from "./errors";

/**
 * Identifies the service that responds, and the domain: `<host>/<domain>.<origin>.<key>`. The host
 * is for people and never compared; the others are fingerprints, each empty if the service does not
 * show what it is made of. What each contains is in docs/architecture.md.
 */
export async function serviceIdentity(host: string, token: TokenFacts, domain: () => Promise<Wire>): Promise<string> {
  const record = await shownDomain(domain);
  const account = token.account ?? lastPart(record.account);
  const origin = typeof record.createdAt === "string" ? `${String(record.id)} ${record.createdAt}` : undefined;
  return `${host}/${[fingerprint(account, 4), fingerprint(origin, 8), fingerprint(token.key, 8)].join(".")}`;
}

/** What a token itself contains about the service. */
export interface TokenFacts {
  account?: string;
  key?: string;
}

/** Reads an API token, if it is a JSON web token; times in milliseconds since the epoch. */
export function tokenFacts(jwt: string): TokenFacts & { issuedAt?: number; expiresAt?: number } {
  const [head, body] = jwt.split(".", 2).map(jsonOf);
  const text = (value: unknown) => (typeof value === "string" && value !== "" ? value : undefined);
  const time = (value: unknown) => (typeof value === "number" ? value * 1000 : undefined);
  return {
    account: text(body?.acc),
    key: text(head?.kid),
    issuedAt: time(body?.iat),
    expiresAt: time(body?.exp),
  };
}

/**
 * False only if both contain enough to know that they differ: another domain, or no common
 * fingerprint that a service keeps.
 */
export function isSameService(one: string, other: string): boolean {
  const [a, b] = [partsOf(one), partsOf(other)];
  const both = (part: keyof typeof a) => a[part] !== "" && b[part] !== "";
  if (both("domain") && a.domain !== b.domain) return false;
  const comparable = (["origin", "key"] as const).filter(both);
  return comparable.length === 0 || comparable.some((part) => a[part] === b[part]);
}

/** True only if both share a fingerprint that no two services have in common. */
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

/** A service that does not return its domain is identified by its tokens. */
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
