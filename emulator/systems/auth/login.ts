import { randomUUID } from "node:crypto";
import { badRequest, ServiceError } from "../../core/errors";
import { nobody, type Call, type Scope } from "../../core/scope";
import type { Grant } from "../../core/system";
import { passwordMatches } from "../identity/passwords";
import { findDomain, users, visibleUser, type User } from "../identity/records";
import { isExpired } from "../identity/users";
import * as refresh from "./refresh-tokens";
import { accountOf, signToken, tokenSeconds } from "./session";

const refused = (keepChanges = false): ServiceError =>
  new ServiceError("unauthorized", "Wrong username or password.", keepChanges);

/** POST /auth/tokens/: each kind of login belongs to the system that knows its credentials. */
export function login(call: Call): object {
  const type = call.body.text("grant_type") ?? "password";
  const grant = call.service.systems.map((system) => system.grants?.[type]).find((found) => found !== undefined);
  if (grant !== undefined) return grant(call) as object;
  if (type === "user_certificate") throw new ServiceError("unauthorized", "Invalid Client");
  throw badRequest(`there is no grant_type "${type}"`);
}

/** Name and password; a wrong one is counted on the account. */
export const passwordGrant: Grant = (call) => {
  const { body } = call;
  const domain = findDomain(call, body.text("domain"));
  const user = checkPassword(call, body.text("username") ?? body.text("name") ?? body.missing("username"));
  if (domain === undefined || visibleUser(call.in(domain.id), user.id) === undefined) throw refused();
  const at = call.service.clock.stamp();
  call.put(users, { ...user, logins_count: user.logins_count + 1, last_login: at, failed_logins_count: 0 });
  return openSession(call, user, domain.id);
};

/** The user whose password was given, or a refusal that doesn't say what was wrong. */
export function checkPassword(call: Call, login: string): User {
  call.caller = { ...nobody, username: login };
  const password = call.body.requiredText("password");
  const [provider, name] = login.includes("|") ? login.split("|", 2) : [call.body.text("connection"), login];
  const home = findDomain(call, call.body.text("auth_domain"));
  const local = provider === undefined || provider === "local_account";
  const user = home === undefined || !local ? undefined : accountOf(call.in(home.id), name ?? "");
  if (user === undefined) throw refused();
  if (user.hidden.password === undefined || !passwordMatches(password, user.hidden.password)) {
    const failed = user.failed_logins_count + 1;
    call.put(users, { ...user, failed_logins_count: failed, last_failed_login_at: call.service.clock.stamp() });
    throw refused(true);
  }
  if (isExpired(call, user) || !user.allowed_auth_methods.includes("password")) throw refused();
  return user;
}

/** The answer to a login: an API token, and a refresh token to get more of them. */
function openSession(call: Call, user: User, domain: string): object {
  const clientId = call.body.text("client_id") ?? randomUUID();
  const { token, secret } = refresh.issue(call, { domain, userId: user.id, username: user.username, clientId });
  return answer(call.in(domain), user, token, secret);
}

function answer(scope: Scope, user: User, token: refresh.RefreshToken, secret: string): object {
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
  return answer(call.in(loginDomain), user, used, current);
};
