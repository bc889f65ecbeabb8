import { createHash, randomBytes, randomUUID } from "node:crypto";
import { notFound } from "../../core/errors";
import { list } from "../../core/lists";
import { rootDomain, type Call, type Scope, type Operations } from "../../core/scope";
import type { Stored } from "../../core/record";
import { defineKind } from "../../core/store";
import { minute, parseTime } from "../../core/time";

/** A refresh token. All of them are records of the root domain; the text itself is kept as a hash. */
export interface RefreshToken extends Stored {
  readonly account: string;
  readonly client_id: string;
  readonly labels: readonly string[] | null;
  readonly userId: string;
  readonly username: string;
  /** Minutes; 0 means no end. */
  readonly expiresIn: number;
  /** Minutes unused until it is revoked; 0 means never. */
  readonly revokeNotRefreshedIn: number;
  readonly revoked: boolean;
  readonly refreshedAt: string;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly hidden: { readonly hash: string; readonly loginDomain: string };
}

export const tokens = defineKind<RefreshToken>("refresh-tokens", {
  hash: (token) => token.hidden.hash,
  userId: (token) => token.userId,
});

const hashOf = (secret: string): string => createHash("sha256").update(secret).digest("hex");

function isExpired(scope: Scope, token: RefreshToken): boolean {
  const minutes = token.expiresIn;
  return minutes > 0 && (parseTime(token.createdAt) ?? 0) + minutes * minute <= scope.now;
}

/** Revoked, expired, or not used for too long. */
export function isDead(scope: Scope, token: RefreshToken): boolean {
  const idle = token.revokeNotRefreshedIn;
  const unused = idle > 0 && (parseTime(token.refreshedAt) ?? 0) + idle * minute <= scope.now;
  return token.revoked || unused || isExpired(scope, token);
}

export function findBySecret(scope: Scope, secret: string): RefreshToken | undefined {
  return scope.service.root.by(tokens, "hash", hashOf(secret))[0];
}

/** Makes a refresh token for a login; returns the record and the only copy of its text. */
export function issue(
  call: Call,
  login: { domain: string; userId: string; username: string; clientId: string },
): { token: RefreshToken; secret: string } {
  const secret = randomBytes(48).toString("base64url");
  const at = call.service.clock.stamp();
  const token: RefreshToken = {
    id: randomUUID(),
    domain: rootDomain,
    account: `kylo:kylo:admin:accounts:${login.domain === rootDomain ? "kylo" : `kylo-${login.domain}`}`,
    client_id: login.clientId,
    labels: call.body.texts("labels") ?? null,
    userId: login.userId,
    username: login.username,
    expiresIn: call.body.integer("refresh_token_lifetime", 0) ?? 0,
    revokeNotRefreshedIn: call.body.integer("refresh_token_revoke_unused_in", 0) ?? 0,
    revoked: false,
    refreshedAt: at,
    createdAt: at,
    updatedAt: at,
    hidden: { hash: hashOf(secret), loginDomain: login.domain },
  };
  return { token: call.put(tokens, token), secret };
}

export function update(scope: Scope, token: RefreshToken, changes: Partial<RefreshToken>): RefreshToken {
  return scope.put(tokens, { ...token, ...changes, updatedAt: scope.service.clock.stamp() });
}

/** Gives the token a new text; the old one no longer works. */
export function renew(scope: Scope, token: RefreshToken): string {
  const secret = randomBytes(48).toString("base64url");
  update(scope, token, { hidden: { ...token.hidden, hash: hashOf(secret) } });
  return secret;
}

function view(scope: Scope, token: RefreshToken): object {
  const { domain: _domain, hidden: _hidden, ...rest } = token;
  return { ...rest, expired: isExpired(scope, token) };
}

/** Administrators see all tokens, others their own. */
function visible(call: Call): RefreshToken[] {
  const all = call.service.root.all(tokens);
  return call.caller.groups.includes("admin") ? all : all.filter(({ userId }) => userId === call.caller.userId);
}

function target(call: Call): RefreshToken {
  const token = call.service.root.get(tokens, call.param());
  if (token === undefined || !visible(call).includes(token)) throw notFound();
  return token;
}

function listTokens(call: Call): object {
  const before = parseTime(call.query("refreshed_before") ?? "");
  const rows = visible(call).filter((token) => before === undefined || (parseTime(token.refreshedAt) ?? 0) < before);
  return list(call, {
    kind: tokens,
    rows: [...rows].reverse(),
    view: (token) => view(call, token),
    filters: ["id", "client_id", "username", "labels", "expired", "revoked"],
    computed: { user_id: (token) => token.userId },
    handled: ["refreshed_before"],
  });
}

export const tokenOperations: Operations = {
  "GET /auth/tokens/": listTokens,
  "GET /auth/tokens/{id}": (call) => view(call, target(call)),
  "DELETE /auth/tokens/{id}": (call) => call.remove(tokens, target(call)),
};
