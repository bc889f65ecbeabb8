import { randomUUID, type X509Certificate } from "node:crypto";
import { badRequest, ServiceError } from "../../core/errors";
import { nobody } from "../../core/request";
import type { Call, Scope, Grant } from "../../core/scope";
import { given, own } from "../../core/fields";
import { subjectOf } from "../../shared/x509/facts";
import { describes } from "../../shared/x509/names";
import { distrust } from "../ca/trust";
import { openDirectory, person } from "../directories/directory";
import { accessOf, findProvider } from "../directories/providers";
import { lockedUntil, policyFor } from "../../shared/passwordPolicies";
import { passwordMatches } from "../../shared/passwords";
import { findDomain, newForeignUser, users, visibleUser, type Domain, type User } from "../../shared/identities";
import { isExpired } from "../identity/users";
import * as refresh from "./refreshTokens";
import { accountOf, signToken, tokenSeconds } from "./session";

const refused = (keepChanges = false): ServiceError =>
  new ServiceError("unauthorized", "Wrong username or password.", keepChanges);

/** POST /auth/tokens/: each kind of login belongs to the system that knows its credentials. */
export function login(call: Call): object {
  const type = call.body.text("grant_type") ?? "password";
  const grant = call.service.systems.map((system) => own(system.grants, type)).find((found) => found !== undefined);
  if (grant !== undefined) return grant(call) as object;
  throw badRequest(`there is no grant_type "${type}"`);
}

/** Name and password; a wrong one is counted on the account. */
export const passwordGrant: Grant = (call) => {
  const { body } = call;
  const domain = findDomain(call, body.text("domain"));
  const user = checkPassword(call, body.text("username") ?? body.text("name") ?? body.missing("username"));
  return enter(call, user, domain);
};

/** A certificate with the subject that the account names, by an authority that users are trusted of. */
export const certificateGrant: Grant = (call) => {
  const home = homeOf(call);
  const domain = findDomain(call, call.body.text("domain"));
  const certificate = call.request.peer();
  if (home === undefined || certificate === undefined) throw refusedCertificate("no certificate was presented");
  const scope = call.in(home.id);
  const user = scope.all(users).find((one) => isOf(certificate, one));
  if (user?.allowed_auth_methods.includes("user_certificate") !== true || isExpired(call, user)) {
    throw refusedCertificate("no user may log in with this certificate");
  }
  call.caller = { ...nobody, username: user.username };
  const problem = distrust(scope, certificate, "user");
  if (problem !== undefined) throw refusedCertificate(problem);
  return enter(call, user, domain);
};

const refusedCertificate = (why: string): ServiceError =>
  new ServiceError("unauthorized", `Invalid user certificate: ${why}`);

function isOf(certificate: X509Certificate, { certificate_subject_dn: subject }: User): boolean {
  return subject !== undefined && describes(subject, subjectOf(certificate));
}

/**
 * Where the account lives: a path wins over a name. The last part of a path names the domain; `/`
 * alone is the root.
 */
function homeOf(call: Call): Domain | undefined {
  const path = call.body.text("auth_domain_path");
  if (path === undefined) return findDomain(call, call.body.text("auth_domain"));
  if (!path.startsWith("/")) throw badRequest("auth_domain_path must start with /");
  const name = path.split("/").filter(Boolean).at(-1);
  return findDomain(call, name);
}

/** Opens the session of a user who has proved to be one, if the domain is open to that user. */
function enter(call: Call, user: User, domain: Domain | undefined): object {
  if (domain === undefined || visibleUser(call.in(domain.id), user.id) === undefined) throw refused();
  const at = call.service.clock.stamp();
  call.put(users, { ...user, logins_count: user.logins_count + 1, last_login: at, failed_logins_count: 0 });
  return openSession(call, user, domain.id);
}

/** The user whose password was given, or a refusal that doesn't say what was wrong. */
export function checkPassword(call: Call, login: string): User {
  call.caller = { ...nobody, username: login };
  const password = call.body.requiredText("password");
  const [provider, name = ""] = login.includes("|") ? login.split("|", 2) : [call.body.text("connection"), login];
  const home = homeOf(call);
  if (home === undefined) throw refused();
  const local = provider === undefined || provider === "local_account";
  const user = local
    ? localUser(call.in(home.id), name, password)
    : foreignUser(call.in(home.id), provider, name, password);
  if (isExpired(call, user) || !passwordSuffices(call, user)) throw refused();
  return user;
}

/** Some accounts want a certificate beside the password. */
function passwordSuffices(call: Call, user: User): boolean {
  if (!user.allowed_auth_methods.includes("password_with_user_certificate")) {
    return user.allowed_auth_methods.includes("password");
  }
  const certificate = call.request.peer();
  if (certificate === undefined || !isOf(certificate, user)) return false;
  return distrust(call.in(user.domain), certificate, "user") === undefined;
}

function localUser(home: Scope, name: string, password: string): User {
  const user = accountOf(home, name);
  if (user === undefined || isLocked(home, user)) throw refused();
  if (user.hidden.password === undefined || !passwordMatches(password, user.hidden.password)) {
    const failed = user.failed_logins_count + 1;
    home.put(users, { ...user, failed_logins_count: failed, last_failed_login_at: home.service.clock.stamp() });
    throw refused(true);
  }
  return user;
}

/** Failed logins lock an account for as long as its policy says. */
function isLocked(home: Scope, { password_policy, failed_logins_count, last_failed_login_at }: User): boolean {
  return lockedUntil(policyFor(home, password_policy), failed_logins_count, last_failed_login_at) > home.now;
}

/**
 * A user of an identity provider; the first login makes the account, unless the connection forbids
 * that.
 */
function foreignUser(home: Scope, connection: string, name: string, password: string): User {
  const provider = findProvider(home, connection);
  const opened = provider === undefined ? undefined : openDirectory(home, accessOf(provider));
  if (provider === undefined || opened === undefined || typeof opened === "string") throw refused();
  const found = person(opened, name, password);
  if (found === undefined) throw refused();
  const known = accountOf(home, found.username, provider.name);
  if (known !== undefined) return known;
  if (provider.disable_auto_create) throw refused();
  const { name: fullName, email } = found;
  return home.put(users, {
    ...newForeignUser(home, provider.name, found.username),
    ...given({ name: fullName, email }),
  });
}

/** The response to a login: an API token, and a refresh token to get more of them. */
function openSession(call: Call, user: User, domain: string): object {
  const clientId = call.body.text("client_id") ?? randomUUID();
  const { token, secret } = refresh.issue(call, { domain, userId: user.id, username: user.username, clientId });
  return tokensFor(call.in(domain), user, token, secret);
}

function tokensFor(scope: Scope, user: User, token: refresh.RefreshToken, secret: string): object {
  return {
    jwt: signToken(scope, {
      id: user.id,
      username: user.username,
      clientId: token.client_id,
      refreshTokenId: token.id,
    }),
    duration: tokenSeconds,
    token_type: "Bearer",
    client_id: token.client_id,
    refresh_token_id: token.id,
    refresh_token: secret,
    ...(token.expiresIn > 0 ? { refresh_token_expires_in: token.expiresIn * 60 } : {}),
  };
}

/** A new API token; the refresh token stays the same unless another one is asked for. */
export const refreshGrant: Grant = (call) => {
  const secret = call.body.requiredText("refresh_token");
  const token = refresh.findBySecret(call, secret);
  if (token === undefined) throw new ServiceError("unauthorized", "Invalid token");
  if (refresh.isDead(call, token)) throw new ServiceError("unauthorized", "Token has been revoked");
  const { loginDomain } = token.hidden;
  const asked = call.body.text("domain");
  if (asked !== undefined && findDomain(call, asked)?.id !== loginDomain) {
    refresh.update(call, token, { revoked: true });
    throw new ServiceError("unauthorized", "Token has been revoked", true);
  }
  const user = visibleUser(call.in(loginDomain), token.userId);
  if (user === undefined) throw new ServiceError("unauthorized", "Invalid token");
  const used = refresh.update(call, token, { refreshedAt: call.service.clock.stamp() });
  const current = call.body.flag("renew_refresh_token") === true ? refresh.renew(call, used) : secret;
  return tokensFor(call.in(loginDomain), user, used, current);
};
