import { body as schema, emptiable, flag, integer, json, mergedJson, text, texts, type Field } from "../../core/body";
import { created } from "../../core/response";
import { conflict, forbidden, invalid, notFound } from "../../core/errors";
import { given, type Fields } from "../../core/fields";
import { list } from "../../core/lists";
import { rootDomain, type Call, type Scope, type Operations } from "../../core/scope";
import { parseTime } from "../../core/time";
import { findProvider } from "../directories/providers";
import { checkPassword, policyFor } from "../../shared/passwordPolicies";
import { hashPassword } from "../../shared/passwords";
import {
  domains,
  groups,
  groupsOf,
  loginOf,
  memberships,
  newForeignUser,
  newUser,
  users,
  visibleUser,
  type User,
} from "../../shared/identities";

const authMethods = ["password", "user_certificate", "password_with_user_certificate"];
const clientTypes = ["unregistered", "public", "confidential"];

/** A user as responses show it; the password never, the groups only on request. */
export function userView(scope: Scope, user: User, withGroups = false): object {
  const { id: _id, domain: _domain, hidden: _hidden, ...rest } = user;
  return withGroups ? { ...rest, groups: groupsOf(scope, user.id) } : rest;
}

/** The user that a path names: by id, by `self`, or by user name. */
function targetUser(call: Call): User {
  const reference = call.param("user_id");
  const id = reference === "self" ? call.caller.userId : reference;
  const user = visibleUser(call, id) ?? call.by(users, "login", id.toLowerCase())[0];
  if (user === undefined) throw notFound();
  return user;
}

function listUsers(call: Call): object {
  const withGroups = call.query("return_groups") === "true";
  const members = call.all(memberships).map(({ id }) => call.service.root.get(users, id));
  const excluded = call.request.query["exclude_groups"]?.flatMap((names) => names.split(",")) ?? [];
  const memberOf = (user: User): unknown => {
    const names = groupsOf(call, user.id);
    return names.length === 0 ? "nil" : names;
  };
  return list(call, {
    kind: users,
    rows: [...call.all(users), ...members.filter((user) => user !== undefined)],
    view: (user) => userView(call, user, withGroups),
    only: (user) => !groupsOf(call, user.id).some((name) => excluded.includes(name)),
    handled: ["return_groups", "exclude_groups"],
    filters: [
      "user_id",
      "username",
      "name",
      "email",
      "password_policy",
      "allowed_auth_methods",
      "allowed_client_types",
    ],
    computed: {
      id: (user) => user.id,
      groups: memberOf,
      auth_domain_name: (user) => call.service.root.get(domains, user.auth_domain)?.name,
      account_expired: (user) => isExpired(call, user),
    },
  });
}

export function isExpired(scope: Scope, user: User): boolean {
  return user.expires_at !== undefined && (parseTime(user.expires_at) ?? 0) <= scope.now;
}

function createUser(call: Call): object {
  const existing = call.body.text("user_id");
  if (existing !== undefined) return addMember(call, existing);
  const inRoot = call.domain === rootDomain;
  if (!inRoot && call.service.root.get(domains, call.domain)?.allow_user_management !== true) {
    throw forbidden("this domain does not manage users of its own");
  }
  const username = call.body.requiredText("username");
  if (/[/|\\<>]/.test(username)) throw invalid("username must not contain any of / | \\ < >");
  const provider = providerOf(call);
  if (call.by(users, "login", loginOf(username, provider)).length > 0)
    throw conflict(`a user called ${username} exists already`);
  if (provider !== undefined) {
    const foreign = { ...newForeignUser(call, provider, username), ...changes(call, call.body) };
    return created(userView(call, call.put(users, foreign)));
  }
  const methods = call.body.texts("allowed_auth_methods");
  const password = call.body.text("password");
  const needsPassword = methods === undefined || methods.some((method) => method.startsWith("password"));
  if (password === undefined && needsPassword) call.body.missing("password");
  if (password !== undefined) checkPassword(policyFor(call, call.body.text("password_policy")), password);
  const user = { ...newUser(call, username, password), ...changes(call, call.body) };
  return created(userView(call, call.put(users, user)));
}

/**
 * The identity provider of an account that isn't local; its password is not this service's
 * business.
 */
function providerOf(call: Call): string | undefined {
  const name = call.body.text("connection");
  if (name === undefined || name === "local_account") return undefined;
  const provider = findProvider(call, name);
  if (provider === undefined) throw invalid(`connection: there is no LDAP or OIDC connection called ${name}`);
  if (call.body.has("password")) throw invalid(`password is not taken: ${provider.name} knows the user's password`);
  return provider.name;
}

function addMember(call: Call, id: string): object {
  const user = call.service.root.get(users, id);
  if (user === undefined || call.domain === rootDomain)
    throw invalid(`user_id must name a user of the root domain, seen from a child domain`);
  call.put(memberships, { id, domain: call.domain });
  return created(userView(call, user));
}

const some = (allowed: readonly string[]): Field<readonly string[]> =>
  texts.as((values, name) => {
    const odd = values.find((value) => !allowed.includes(value));
    if (odd !== undefined) throw invalid(`${name} must be some of ${allowed.join(", ")}, not "${odd}"`);
    if (values.length > 1 && values.includes("password_with_user_certificate")) {
      throw invalid(`${name}: password_with_user_certificate excludes the others`);
    }
    return values;
  });

/** The fields that both POST and PATCH take. */
const about = schema({
  name: emptiable,
  email: emptiable,
  certificate_subject_dn: emptiable,
  enable_cert_auth: flag,
  password_policy: text,
  password_change_required: flag,
  login_flags: json,
  app_metadata: mergedJson,
  user_metadata: mergedJson,
  allowed_auth_methods: some(authMethods),
  allowed_client_types: some(clientTypes),
  failed_logins_count: integer(0),
});

function changes(scope: Scope, body: Fields, own?: User): Partial<User> {
  const email = body.emptiable("email");
  const taken = !email ? undefined : scope.by(users, "email", email.toLowerCase())[0];
  if (taken !== undefined && taken.id !== own?.id) throw conflict(`another user has the email address ${email}`);
  const sent: Partial<User> = given(about(body, own));
  return body.sent("expires_at") ? { ...sent, expires_at: body.time("expires_at") } : sent;
}

export function changeUser(call: Call, user: User): object {
  const home = call.in(user.domain);
  const password = call.body.text("password");
  if (password !== undefined && user.hidden.provider !== undefined) {
    throw invalid(`password is not taken: ${user.hidden.provider} knows the user's password`);
  }
  const at = call.service.clock.stamp();
  const about = changes(home, call.body, user);
  const policy = policyFor(home, about.password_policy ?? user.password_policy);
  const renewed: Partial<User> =
    password === undefined
      ? {}
      : { hidden: { password: hashPassword(checkPassword(policy, password)) }, password_changed_at: at };
  const changed = { ...user, ...about, ...renewed, updated_at: at };
  return userView(call, call.put(users, changed));
}

function deleteUser(call: Call): void {
  const user = targetUser(call);
  if (user.id === call.caller.userId) throw forbidden("a user cannot delete itself");
  if (user.domain === call.domain) {
    call.remove(users, user);
    const everywhere = [call.domain, ...call.service.root.all(domains).map(({ id }) => id)];
    for (const domain of new Set(everywhere)) leaveDomain(call.in(domain), user.id);
  } else {
    leaveDomain(call, user.id);
  }
}

function leaveDomain(scope: Scope, userId: string): void {
  const membership = scope.get(memberships, userId);
  if (membership !== undefined) scope.remove(memberships, membership);
  for (const group of scope.by(groups, "user", userId)) {
    const remaining = group.hidden.users.filter((id) => id !== userId);
    scope.put(groups, { ...group, hidden: { ...group.hidden, users: remaining } });
  }
}

export const userOperations: Operations = {
  "GET /usermgmt/users/": listUsers,
  "POST /usermgmt/users/": createUser,
  "GET /usermgmt/users/{user_id}": (call) => userView(call, targetUser(call), call.query("return_groups") === "true"),
  "PATCH /usermgmt/users/{user_id}": (call) => changeUser(call, targetUser(call)),
  "DELETE /usermgmt/users/{user_id}": deleteUser,
};
