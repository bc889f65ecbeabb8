import { nothing, shown } from "../../core/response";
import { badRequest, notFound } from "../../core/errors";
import type { Call, Operations, System } from "../../core/scope";
import { checkPassword as checkPolicy, policyFor } from "../../shared/passwordPolicies";
import { hashPassword } from "../../shared/passwords";
import { domains, memberships, users, visibleUser, type User } from "../../shared/identities";
import { policyView } from "../identity/passwordPolicies";
import { changeUser, userView } from "../identity/users";
import { certificateGrant, checkPassword, login, passwordGrant, refreshGrant } from "./login";
import * as refresh from "./refreshTokens";
import { authenticate, revokeApiToken } from "./session";

/** The user whose session this is; a registered client has none. */
function self(call: Call): User {
  const user = visibleUser(call, call.caller.userId);
  if (user === undefined) throw notFound();
  return user;
}

function selfUser(call: Call): object {
  const domain = call.service.root.get(domains, call.domain);
  const current_domain = { id: domain?.id, name: domain?.name };
  const user = self(call);
  return { ...userView(call, user), user_metadata: { ...user.user_metadata, current_domain } };
}

function selfDomains(call: Call): object {
  const { root } = call.service;
  const own = root.all(domains).filter(({ id }) => {
    return id === self(call).domain || root.in(id).get(memberships, call.caller.userId) !== undefined;
  });
  return { skip: 0, limit: own.length, total: own.length, resources: own.map(shown) };
}

function selfPolicy(call: Call): object {
  const user = self(call);
  return policyView(policyFor(call.in(user.domain), user.password_policy));
}

/** Ends one refresh token, or all those of a user who proves to be that user. */
function revoke(call: Call): object {
  const text = call.body.text("token");
  const mark = (token: refresh.RefreshToken): unknown => refresh.update(call, token, { revoked: true });
  if (text !== undefined) {
    const token = refresh.findBySecret(call, text);
    if (token !== undefined) mark(token);
    else revokeApiToken(call.service, text);
    return nothing();
  }
  const name = call.body.text("username") ?? call.body.text("name");
  if (name === undefined) throw badRequest("token, or username and password, is required");
  const user = checkPassword(call, name);
  call.service.root.by(refresh.tokens, "userId", user.id).forEach(mark);
  return nothing();
}

function changePassword(call: Call): object {
  const user = checkPassword(
    call,
    call.body.text("username") ?? call.body.text("name") ?? call.body.missing("username"),
  );
  if (user.hidden.provider !== undefined) throw badRequest(`${user.hidden.provider} knows the user's password`);
  const policy = policyFor(call.in(user.domain), user.password_policy);
  const hidden = { password: hashPassword(checkPolicy(policy, call.body.requiredText("new_password"))) };
  const at = call.service.clock.stamp();
  call.put(users, { ...user, hidden, password_change_required: false, password_changed_at: at, updated_at: at });
  return nothing();
}

const operations: Operations = {
  "POST /auth/tokens/": { handler: login, open: true, form: true },
  "POST /auth/revoke": { handler: revoke, open: true },
  "GET /auth/jwks.json": { handler: () => ({ keys: [] }), open: true },
  "GET /auth/self/user": selfUser,
  "PATCH /auth/self/user": (call) => changeUser(call, self(call)),
  "GET /auth/self/domains": selfDomains,
  "GET /auth/self/pwdpolicy": selfPolicy,
  ...refresh.tokenOperations,
};

/** Logins and tokens. */
export const auth: System = {
  name: "auth",
  operations,
  unlisted: { "PATCH /auth/changepw": { handler: changePassword, open: true } },
  authenticate,
  grants: { password: passwordGrant, refresh_token: refreshGrant, user_certificate: certificateGrant },
};
