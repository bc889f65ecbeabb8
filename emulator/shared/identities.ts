import { randomUUID } from "node:crypto";
import { forbidden } from "../core/errors";
import type { JsonObject } from "../core/fields";
import type { Caller } from "../core/request";
import { rootDomain, type Header, type Scope } from "../core/scope";
import type { Stored } from "../core/record";
import { defineKind } from "../core/store";
import { hashPassword, type HashedPassword } from "./passwords";

/** A user account. It lives in one domain (`auth_domain`) and may be a member of others. */
export interface User extends Stored {
  readonly user_id: string;
  readonly username: string;
  readonly nickname: string;
  readonly name?: string;
  readonly email?: string;
  readonly created_at: string;
  readonly updated_at: string;
  readonly password_changed_at: string;
  readonly auth_domain: string;
  readonly logins_count: number;
  readonly last_login?: string;
  readonly failed_logins_count: number;
  readonly last_failed_login_at?: string;
  readonly allowed_auth_methods: readonly string[];
  readonly allowed_client_types: readonly string[];
  readonly certificate_subject_dn?: string;
  readonly enable_cert_auth?: boolean;
  readonly expires_at?: string;
  readonly password_policy?: string;
  readonly password_change_required: boolean;
  readonly login_flags: JsonObject;
  readonly app_metadata?: JsonObject;
  readonly user_metadata?: JsonObject;
  /** `provider` names the identity provider that knows the password of an account from elsewhere. */
  readonly hidden: { readonly password?: HashedPassword; readonly provider?: string };
}

export interface Group extends Stored {
  readonly name: string;
  readonly description?: string;
  readonly app_metadata?: JsonObject;
  readonly client_metadata?: JsonObject;
  readonly user_metadata?: JsonObject;
  readonly created_at: string;
  readonly updated_at: string;
  readonly hidden: { readonly users: readonly string[]; readonly clients: readonly string[] };
}

export interface Domain extends Header {
  readonly name: string;
  readonly allow_user_management: boolean;
  readonly parent_ca_id?: string;
  readonly hsm_connection_id?: string;
  readonly hsm_kek_label?: string;
  readonly meta?: JsonObject;
  readonly hidden: { readonly admins: readonly string[]; readonly parentCa?: string };
}

/** Says that a user of the root domain may also log in to this domain. */
export type Membership = Stored;

/** What tells accounts apart at a login: the same name may exist at every identity provider. */
export function loginOf(username: string, provider: string | undefined): string {
  return (provider === undefined ? username : `${provider}|${username}`).toLowerCase();
}

export const users = defineKind<User>("users", {
  login: ({ username, hidden }) => loginOf(username, hidden.provider),
  certificate_subject_dn: (user) => user.certificate_subject_dn,
  email: (user) => user.email?.toLowerCase(),
});
export const groups = defineKind<Group>("groups", {
  user: (group) => group.hidden.users,
  client: (group) => group.hidden.clients,
});
/** All domains are records of the root domain. */
export const domains = defineKind<Domain>("domains", { address: (domain) => [domain.name, domain.uri] });
export const memberships = defineKind<Membership>("memberships");

export const adminGroup = "admin";

/** Refuses callers who are neither in the admin group nor in one of these. */
export function needGroup({ groups: own }: Caller, others: readonly string[]): void {
  const allowed = [adminGroup, ...others];
  if (!own.some((group) => allowed.includes(group)))
    throw forbidden(`this needs membership in one of the groups ${allowed.join(", ")}`);
}

/** Every registered client is in this group. */
export const clientGroup = "All Clients";

const systemGroups = [
  adminGroup,
  clientGroup,
  "Application Data Protection Admins",
  "Application Data Protection Clients",
  "Audit Admins",
  "Backup Admins",
  "CA Admins",
  "CCKM Admins",
  "CCKM Users",
  "Client Admins",
  "Cluster Admins",
  "Connection Admins",
  "CTE Admins",
  "CTE Clients",
  "Domain Admins",
  "Domain Backup Admins",
  "Domain Restore Admins",
  "Key Admins",
  "Key Users",
  "Restore Admins",
  "System Admins",
  "User Admins",
];

/** Makes the groups that every domain has, with these users in its admin group. */
export function seedGroups(scope: Scope, admins: readonly string[]): void {
  for (const name of systemGroups) {
    const at = scope.service.clock.stamp();
    const members = name === adminGroup ? admins : [];
    scope.put(groups, {
      id: name,
      domain: scope.domain,
      name,
      created_at: at,
      updated_at: at,
      app_metadata: { system: true },
      hidden: { users: members, clients: [] },
    });
  }
}

export function newUser(scope: Scope, username: string, password: string | undefined): User {
  const at = scope.service.clock.stamp();
  const id = `local|${randomUUID()}`;
  return {
    id,
    domain: scope.domain,
    user_id: id,
    username,
    nickname: username,
    created_at: at,
    updated_at: at,
    password_changed_at: at,
    auth_domain: scope.domain,
    logins_count: 0,
    failed_logins_count: 0,
    allowed_auth_methods: ["password"],
    allowed_client_types: ["unregistered", "public", "confidential"],
    password_change_required: false,
    login_flags: { prevent_ui_login: false },
    hidden: { password: password === undefined ? undefined : hashPassword(password) },
  };
}

/** The account of somebody whom an identity provider vouches for. */
export function newForeignUser(scope: Scope, provider: string, username: string): User {
  const id = `${provider}|${username}`;
  return { ...newUser(scope, username, undefined), id, user_id: id, hidden: { provider } };
}

/** A user seen from a domain: one of its own, or one of the root domain that is a member. */
export function visibleUser(scope: Scope, id: string): User | undefined {
  const own = scope.get(users, id);
  if (own !== undefined || scope.get(memberships, id) === undefined) return own;
  return scope.service.root.get(users, id);
}

export function groupsOf(scope: Scope, userId: string): string[] {
  return scope.by(groups, "user", userId).map((group) => group.name);
}

export function groupsOfClient(scope: Scope, clientId: string): string[] {
  return scope.by(groups, "client", clientId).map((group) => group.name);
}

/** Puts a user or a client into a group, or takes it out. */
export function setMember(scope: Scope, group: Group, list: "users" | "clients", id: string, member: boolean): Group {
  const others = group.hidden[list].filter((other) => other !== id);
  return scope.put(groups, {
    ...group,
    hidden: { ...group.hidden, [list]: member ? [...others, id] : others },
    updated_at: scope.service.clock.stamp(),
  });
}

/** The domain with that name or id; the root domain when there is no name. */
export function findDomain(scope: Scope, reference: string | undefined): Domain | undefined {
  return scope.service.root.find(domains, reference ?? rootDomain);
}
