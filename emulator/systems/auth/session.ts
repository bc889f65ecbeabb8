import { randomUUID } from "node:crypto";
import { createSigner, createVerifier } from "fast-jwt";
import { ServiceError } from "../../core/errors";
import { isObject } from "../../core/fields";
import { outside, rootDomain, type Caller, type Scope } from "../../core/scope";
import type { Service } from "../../core/service";
import { defineKind, type Stored } from "../../core/store";
import { domains, groupsOf, users, visibleUser, type User } from "../identity/records";
import { tokens } from "./refresh-tokens";

/** Seconds for which an API token is valid. */
export const tokenSeconds = 300;

/** An API token that was revoked before its time. */
const revokedTokens = defineKind<Stored>("revoked-api-tokens");

interface Claims {
  readonly sub: string;
  readonly jti: string;
  readonly exp: number;
  readonly cust: { readonly domain_id: string; readonly client_id: string; readonly refresh_token_id?: string };
}

const invalidToken = (): ServiceError => new ServiceError("unauthorized", "Invalid token");

/** Signs an API token for a user in the domain of the scope. */
export function signToken(scope: Scope, user: User, clientId: string, refreshTokenId?: string): string {
  const issued = Math.floor(scope.now / 1000);
  const account = scope.domain === rootDomain ? "kylo" : `kylo-${scope.domain}`;
  const domain = scope.service.root.get(domains, scope.domain);
  return createSigner({ key: scope.service.signingKey, algorithm: "HS256" })({
    iss: "kylo",
    sub: user.id,
    aud: clientId,
    acc: account,
    preferred_username: user.username,
    cust: {
      domain_id: scope.domain,
      domain_name: domain?.name,
      client_id: clientId,
      refresh_token_id: refreshTokenId,
      groups: groupsOf(scope, user.id),
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
  const user = visibleUser(scope, claims.sub);
  if (user === undefined || service.root.get(domains, domain) === undefined) throw invalidToken();
  const { username } = user;
  return {
    domain,
    caller: { userId: user.id, username, groups: groupsOf(scope, user.id), clientId: claims.cust.client_id },
  };
}

function verify(service: Service, token: string): Claims {
  const claims = decode(service, token);
  if (claims.exp * 1000 <= service.clock.now()) throw invalidToken();
  const refresh = claims.cust.refresh_token_id;
  const revoked = refresh !== undefined && service.root.get(tokens, refresh)?.revoked === true;
  if (revoked || service.root.in(outside).get(revokedTokens, claims.jti) !== undefined) {
    throw new ServiceError("unauthorized", "Token has been revoked");
  }
  return claims;
}

/** The claims of a token that this service signed; its expiry is the caller's business, as our time isn't the library's. */
function decode(service: Service, token: string): Claims {
  const verifier = createVerifier({ key: service.signingKey, algorithms: ["HS256"], ignoreExpiration: true });
  try {
    const claims: unknown = verifier(token);
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
export function accountOf(scope: Scope, login: string): User | undefined {
  return scope.by(users, "login", login.toLowerCase())[0];
}
