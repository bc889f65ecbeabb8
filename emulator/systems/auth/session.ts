import { randomUUID } from "node:crypto";
import { createSigner, createVerifier } from "fast-jwt";
import { ServiceError } from "../../core/errors";
import { isObject } from "../../core/fields";
import type { Caller } from "../../core/request";
import { outside, rootDomain, type Scope, type Service } from "../../core/scope";
import type { Stored } from "../../core/record";
import { defineKind } from "../../core/store";
import { clients, stateOfClient } from "../clients/records";
import { domains, groupsOf, groupsOfClient, loginOf, users, visibleUser, type User } from "../../shared/identities";
import { tokens } from "./refreshTokens";

/** Seconds for which an API token is valid. */
export const tokenSeconds = 300;

/** An API token that was revoked before its time. */
const revokedTokens = defineKind<Stored>("revoked-api-tokens");

interface Claims {
  readonly sub: string;
  readonly jti: string;
  readonly iat: number;
  readonly exp: number;
  readonly cust: { readonly domain_id: string; readonly client_id: string; readonly refresh_token_id?: string };
}

const invalidToken = (): ServiceError => new ServiceError("unauthorized", "Invalid token");

/** Whom a token stands for: a user, or a registered client that is its own subject. */
export interface Subject {
  readonly id: string;
  readonly username: string;
  readonly clientId: string;
  readonly refreshTokenId?: string;
}

/** Signs an API token for the domain of the scope. */
export function signToken(scope: Scope, subject: Subject): string {
  const issued = Math.floor(scope.now / 1000);
  const account = scope.domain === rootDomain ? "kylo" : `kylo-${scope.domain}`;
  const domain = scope.service.root.get(domains, scope.domain);
  return createSigner({ key: scope.service.signingKey, algorithm: "HS256" })({
    iss: "kylo",
    sub: subject.id,
    aud: subject.clientId,
    acc: account,
    preferred_username: subject.username,
    cust: {
      domain_id: scope.domain,
      domain_name: domain?.name,
      client_id: subject.clientId,
      refresh_token_id: subject.refreshTokenId,
      groups: [...groupsOf(scope, subject.id), ...groupsOfClient(scope, subject.id)],
    },
    jti: randomUUID(),
    iat: issued,
    exp: issued + tokenSeconds,
  });
}

/** Checks a bearer token by the emulator's clock and says whom it stands for. */
export function authenticate(service: Service, authorization: string | undefined): { domain: string; caller: Caller } {
  const token = /^bearer\s+(\S+)\s*$/i.exec(authorization ?? "")?.[1];
  if (token === undefined) throw new ServiceError("unauthorized", "Missing or malformed bearer token");
  const claims = verify(service, token);
  const domain = claims.cust.domain_id;
  const scope = service.root.in(domain);
  if (service.root.get(domains, domain) === undefined) throw invalidToken();
  return { domain, caller: clientOf(scope, claims) ?? userOf(scope, claims) };
}

function userOf(scope: Scope, { sub, cust }: Claims): Caller {
  const user = visibleUser(scope, sub);
  if (user === undefined) throw invalidToken();
  const { id, username } = user;
  return { userId: id, username, groups: groupsOf(scope, id), clientId: cust.client_id };
}

/** A registered client; a deleted or revoked one is cut off at once. */
function clientOf(scope: Scope, { sub, cust }: Claims): Caller | undefined {
  if (sub !== cust.client_id) return undefined;
  const client = scope.get(clients, sub);
  if (client === undefined) throw invalidToken();
  if (stateOfClient(scope, client) === "revoked") throw new ServiceError("unauthorized", "Token has been revoked");
  return { userId: "", username: client.name, groups: groupsOfClient(scope, sub), clientId: sub };
}

function verify(service: Service, token: string): Claims {
  const claims = decode(service, token);
  // A token from the future was signed before a reset took the time back.
  const now = service.clock.now();
  if (claims.exp * 1000 <= now || claims.iat * 1000 > now) throw invalidToken();
  const refresh = claims.cust.refresh_token_id;
  const revoked = refresh !== undefined && service.root.get(tokens, refresh)?.revoked === true;
  if (revoked || service.root.in(outside).get(revokedTokens, claims.jti) !== undefined) {
    throw new ServiceError("unauthorized", "Token has been revoked");
  }
  return claims;
}

const verifiers = new WeakMap<Service, (token: string) => unknown>();

/** Made once, as every call needs it. */
function verifierOf(service: Service): (token: string) => unknown {
  const known = verifiers.get(service);
  if (known !== undefined) return known;
  const made = createVerifier({ key: service.signingKey, algorithms: ["HS256"], ignoreExpiration: true });
  verifiers.set(service, made);
  return made;
}

/**
 * The claims of a token that this service signed; its expiry is the caller's business, as our time
 * isn't the library's.
 */
function decode(service: Service, token: string): Claims {
  const verifier = verifierOf(service);
  try {
    const claims = verifier(token);
    if (isObject(claims) && isObject(claims["cust"])) return claims as unknown as Claims;
  } catch {
    // A wrong signature and a text that is no token at all are the same to the caller.
  }
  throw invalidToken();
}

/** Revokes an API token, or does nothing when the text isn't one. */
export function revokeApiToken(service: Service, token: string): void {
  try {
    const { jti } = decode(service, token);
    service.store.put(revokedTokens, { id: jti, domain: outside });
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
  }
}

/** A user by login name in the domain where the account lives. */
export function accountOf(scope: Scope, username: string, provider?: string): User | undefined {
  return scope.by(users, "login", loginOf(username, provider))[0];
}
