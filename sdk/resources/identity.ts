// Made from provider/resources by `npm run generate`: change the definitions there.
import type * as pulumi from "@pulumi/pulumi";
import { listOf, type Filters, type FunctionOptions, type Listed } from "../function";
import { CipherTrustResource, type CommonArgs, type Kind } from "../resource";

/** Arguments of a {@link Domain}. */
export interface DomainArgs extends CommonArgs {
  /**
   * Name of the domain, unique. Default: the resource's name in the program. Changing it forces
   * replacement, and requires `replaceOnChanges`.
   */
  name?: pulumi.Input<string>;
  /**
   * Users who administer the domain, at least one: ids, `local|<uuid>`, or names. Changing it
   * forces replacement, and requires `replaceOnChanges`. Compared as a set. Write-only: the service
   * never returns it, so changes outside Pulumi are not detected.
   */
  admins: pulumi.Input<pulumi.Input<string>[]>;
  /**
   * True to let the domain have users of its own. Default `false`. Changing it forces replacement,
   * and requires `replaceOnChanges`. An update fails if the service keeps another value.
   */
  allowUserManagement?: pulumi.Input<boolean>;
  /**
   * Id of the local CA that signs the domain's own CA. Default: the service's oldest CA. Changing
   * it forces replacement, and requires `replaceOnChanges`.
   */
  parentCaId?: pulumi.Input<string>;
  /**
   * Id of the connection to the HSM that anchors the domain's keys. Updated in place; anchoring
   * cannot be undone. Default: none. Once set, it can be changed but not removed. An update fails
   * if the service keeps another value.
   */
  hsmConnectionId?: pulumi.Input<string>;
  /**
   * Label of the key encryption key in that HSM. Updated in place; cannot be removed. Default:
   * none. An update fails if the service keeps another value.
   */
  hsmKekLabel?: pulumi.Input<string>;
  /** Arbitrary JSON values by key. Default: none. Updated in place. */
  meta?: pulumi.Input<Record<string, unknown>>;
  /**
   * On destroy, `retain` leaves the domain in the service. `destroy` deletes it, and leaves the
   * keys in it without an owner. Default `retain`. Not sent to the service.
   */
  onDestroy?: pulumi.Input<"retain" | "destroy">;
}

/**
 * A child domain: a tenant with users, keys and connections of its own. Destroying it leaves it in
 * the service, unless `onDestroy` says otherwise.
 *
 * @example
 *   ~~~ts
 *   const subsidiary = new ciphertrust.Domain("subsidiary", { admins: [operator.id], meta: { country: "fr" } });
 *   ~~~
 */
export class Domain extends CipherTrustResource {
  /** @internal */
  static override readonly kind: Kind = {
    type: "Domain",
    inputs: [
      "name",
      "admins",
      "allowUserManagement",
      "parentCaId",
      "hsmConnectionId",
      "hsmKekLabel",
      "meta",
      "onDestroy",
    ],
    outputs: [],
    namedAfterResource: "name",
  };

  /**
   * Name of the domain, unique. Default: the resource's name in the program. Changing it forces
   * replacement, and requires `replaceOnChanges`.
   */
  declare readonly name: pulumi.Output<string>;
  /**
   * Users who administer the domain, at least one: ids, `local|<uuid>`, or names. Changing it
   * forces replacement, and requires `replaceOnChanges`. Compared as a set. Write-only: the service
   * never returns it, so changes outside Pulumi are not detected.
   */
  declare readonly admins: pulumi.Output<string[]>;
  /**
   * True to let the domain have users of its own. Default `false`. Changing it forces replacement,
   * and requires `replaceOnChanges`. An update fails if the service keeps another value.
   */
  declare readonly allowUserManagement: pulumi.Output<boolean>;
  /**
   * Id of the local CA that signs the domain's own CA. Default: the service's oldest CA. Changing
   * it forces replacement, and requires `replaceOnChanges`.
   */
  declare readonly parentCaId: pulumi.Output<string | undefined>;
  /**
   * Id of the connection to the HSM that anchors the domain's keys. Updated in place; anchoring
   * cannot be undone. Default: none. Once set, it can be changed but not removed. An update fails
   * if the service keeps another value.
   */
  declare readonly hsmConnectionId: pulumi.Output<string | undefined>;
  /**
   * Label of the key encryption key in that HSM. Updated in place; cannot be removed. Default:
   * none. An update fails if the service keeps another value.
   */
  declare readonly hsmKekLabel: pulumi.Output<string | undefined>;
  /** Arbitrary JSON values by key. Default: none. Updated in place. */
  declare readonly meta: pulumi.Output<Record<string, unknown>>;
  /**
   * On destroy, `retain` leaves the domain in the service. `destroy` deletes it, and leaves the
   * keys in it without an owner. Default `retain`. Not sent to the service.
   */
  declare readonly onDestroy: pulumi.Output<"retain" | "destroy">;

  /** Reads an existing object by its id in the service, without managing it. */
  static get(name: string, id: pulumi.Input<pulumi.ID>, opts?: pulumi.CustomResourceOptions): Domain {
    return new Domain(name, undefined as never, { ...opts, id });
  }
  /** Every one of them in the service that passes the filters. */
  static list(filters?: Filters, options?: FunctionOptions): pulumi.Output<Listed<Domain>[]> {
    return listOf("Domain", filters, options);
  }
  constructor(name: string, args: DomainArgs, opts?: pulumi.CustomResourceOptions) {
    super(name, args, opts);
  }
}

/** Arguments of a {@link Group}. */
export interface GroupArgs extends CommonArgs {
  /**
   * Name of the group, unique. Default: the resource's name in the program. Changing it forces
   * replacement.
   */
  name?: pulumi.Input<string>;
  /** Free text. Default: none. Updated in place. */
  description?: pulumi.Input<string>;
  /**
   * Ids of the users in the group, `local|<uuid>`. If omitted, membership is not managed. Default:
   * left to the service. Updated in place. If removed, the service keeps its value. An update fails
   * if the service keeps another value. Compared as a set.
   */
  users?: pulumi.Input<pulumi.Input<string>[]>;
  /**
   * Ids of registered clients in the group. Clients that others added, or that joined through their
   * profile, are not changed. If omitted, clients are not managed: those that are in the group
   * stay. Default: left to the service. Updated in place. If removed, the service keeps its value.
   * An update fails if the service keeps another value. Compared as a set.
   */
  clients?: pulumi.Input<pulumi.Input<string>[]>;
  /** Arbitrary JSON values by key. Default: none. Updated in place. */
  userMetadata?: pulumi.Input<Record<string, unknown>>;
  /** Arbitrary JSON values by key, for clients. Default: none. Updated in place. */
  clientMetadata?: pulumi.Input<Record<string, unknown>>;
}

/**
 * A group of users, to which permissions are given. Destroying it removes its permissions from its
 * members; the users are not deleted.
 *
 * @example
 *   ~~~ts
 *   const operators = new ciphertrust.Group("key-operators", {
 *     description: "Look after keys in clouds",
 *     users: [operator.id],
 *   });
 *   ~~~
 */
export class Group extends CipherTrustResource {
  /** @internal */
  static override readonly kind: Kind = {
    type: "Group",
    inputs: ["name", "description", "users", "clients", "userMetadata", "clientMetadata"],
    outputs: [],
    namedAfterResource: "name",
  };

  /**
   * Name of the group, unique. Default: the resource's name in the program. Changing it forces
   * replacement.
   */
  declare readonly name: pulumi.Output<string>;
  /** Free text. Default: none. Updated in place. */
  declare readonly description: pulumi.Output<string | undefined>;
  /**
   * Ids of the users in the group, `local|<uuid>`. If omitted, membership is not managed. Default:
   * left to the service. Updated in place. If removed, the service keeps its value. An update fails
   * if the service keeps another value. Compared as a set.
   */
  declare readonly users: pulumi.Output<string[] | undefined>;
  /**
   * Ids of registered clients in the group. Clients that others added, or that joined through their
   * profile, are not changed. If omitted, clients are not managed: those that are in the group
   * stay. Default: left to the service. Updated in place. If removed, the service keeps its value.
   * An update fails if the service keeps another value. Compared as a set.
   */
  declare readonly clients: pulumi.Output<string[] | undefined>;
  /** Arbitrary JSON values by key. Default: none. Updated in place. */
  declare readonly userMetadata: pulumi.Output<Record<string, unknown> | undefined>;
  /** Arbitrary JSON values by key, for clients. Default: none. Updated in place. */
  declare readonly clientMetadata: pulumi.Output<Record<string, unknown> | undefined>;

  /** Reads an existing object by its id in the service, without managing it. */
  static get(name: string, id: pulumi.Input<pulumi.ID>, opts?: pulumi.CustomResourceOptions): Group {
    return new Group(name, undefined, { ...opts, id });
  }
  /** Every one of them in the service that passes the filters. */
  static list(filters?: Filters, options?: FunctionOptions): pulumi.Output<Listed<Group>[]> {
    return listOf("Group", filters, options);
  }
  constructor(name: string, args?: GroupArgs, opts?: pulumi.CustomResourceOptions) {
    super(name, args, opts);
  }
}

/** Arguments of an {@link User}. */
export interface UserArgs extends CommonArgs {
  /**
   * Login name, unique without regard to case; without `/`, `|`, `\`, `<`, `>`. Default: the
   * resource's name in the program. Changing it forces replacement.
   */
  username?: pulumi.Input<string>;
  /**
   * Password, which must satisfy the service's password policy. The default is 8 to 30 characters
   * with a lower and an upper case letter, a digit and a special character. Not needed for users
   * who log in with a certificate only. Updated in place. Secret. Write-only: the service never
   * returns it, so changes outside Pulumi are not detected.
   */
  password?: pulumi.Input<string>;
  /**
   * Name of the LDAP or OIDC identity provider that holds the account, as a login names it. Never
   * returned. Default: an account of the service's own, `local_account`. Changing it forces
   * replacement.
   */
  connection?: pulumi.Input<string>;
  /**
   * True to make an account of the domain's own, where the domain allows it. Never returned.
   * Default: the service's choice, false. Changing it forces replacement.
   */
  isDomainUser?: pulumi.Input<boolean>;
  /** Full name. Default: none. Updated in place. */
  name?: pulumi.Input<string>;
  /** E-mail address, unique. Default: none. Updated in place. */
  email?: pulumi.Input<string>;
  /**
   * Ways to log in: `password`, `user_certificate` or `password_with_user_certificate`, the last on
   * its own. Default: the service's choice, `password`. Other values go to the service with a
   * warning, for a new object only. Updated in place. If removed, the service keeps its value. An
   * update fails if the service keeps another value. Compared as a set.
   */
  allowedAuthMethods?: pulumi.Input<
    pulumi.Input<"password" | "user_certificate" | "password_with_user_certificate" | (string & Record<never, never>)>[]
  >;
  /**
   * Kinds of clients the user may log in from: `unregistered`, `public`, `confidential`. Default:
   * the service's choice, all. Other values go to the service with a warning, for a new object
   * only. Updated in place. If removed, the service keeps its value. An update fails if the service
   * keeps another value. Compared as a set.
   */
  allowedClientTypes?: pulumi.Input<
    pulumi.Input<"unregistered" | "public" | "confidential" | (string & Record<never, never>)>[]
  >;
  /**
   * Subject distinguished name of the user's certificate. Default: none. Updated in place. An
   * update fails if the service keeps another value.
   */
  certificateSubjectDn?: pulumi.Input<string>;
  /**
   * When the account expires, RFC 3339. Default: never. Updated in place. An update fails if the
   * service keeps another value.
   */
  expiresAt?: pulumi.Input<string>;
  /**
   * Name of the password policy. Default: the service's global one. Updated in place. If removed,
   * the service keeps its value. An update fails if the service keeps another value.
   */
  passwordPolicy?: pulumi.Input<string>;
  /**
   * True to make the user choose a new password at the next login. Default: the service's choice,
   * false. Updated in place. If removed, the service keeps its value.
   */
  passwordChangeRequired?: pulumi.Input<boolean>;
  /**
   * True to keep the user out of the web interface. Default: the service's choice, false. Updated
   * in place. If removed, the service keeps its value. An update fails if the service keeps another
   * value.
   */
  preventUiLogin?: pulumi.Input<boolean>;
  /**
   * Arbitrary JSON values by key, which the user can change too. Default: the service's choice,
   * none. Updated in place. If removed, its keys are removed.
   */
  userMetadata?: pulumi.Input<Record<string, unknown>>;
}

/**
 * A user of the service, in the domain the provider is logged in to. Destroying it deletes the
 * user.
 *
 * @example
 *   ~~~ts
 *   const operator = new ciphertrust.User("key-operator", {
 *     name: "Key operator",
 *     email: "operator@example.com",
 *     password: config.requireSecret("operatorPassword"),
 *   });
 *   ~~~
 */
export class User extends CipherTrustResource {
  /** @internal */
  static override readonly kind: Kind = {
    type: "User",
    inputs: [
      "username",
      "password",
      "connection",
      "isDomainUser",
      "name",
      "email",
      "allowedAuthMethods",
      "allowedClientTypes",
      "certificateSubjectDn",
      "expiresAt",
      "passwordPolicy",
      "passwordChangeRequired",
      "preventUiLogin",
      "userMetadata",
    ],
    outputs: ["userId"],
    namedAfterResource: "username",
    secret: ["password"],
  };

  /**
   * Login name, unique without regard to case; without `/`, `|`, `\`, `<`, `>`. Default: the
   * resource's name in the program. Changing it forces replacement.
   */
  declare readonly username: pulumi.Output<string>;
  /**
   * Password, which must satisfy the service's password policy. The default is 8 to 30 characters
   * with a lower and an upper case letter, a digit and a special character. Not needed for users
   * who log in with a certificate only. Updated in place. Secret. Write-only: the service never
   * returns it, so changes outside Pulumi are not detected.
   */
  declare readonly password: pulumi.Output<string | undefined>;
  /**
   * Name of the LDAP or OIDC identity provider that holds the account, as a login names it. Never
   * returned. Default: an account of the service's own, `local_account`. Changing it forces
   * replacement.
   */
  declare readonly connection: pulumi.Output<string | undefined>;
  /**
   * True to make an account of the domain's own, where the domain allows it. Never returned.
   * Default: the service's choice, false. Changing it forces replacement.
   */
  declare readonly isDomainUser: pulumi.Output<boolean | undefined>;
  /** Full name. Default: none. Updated in place. */
  declare readonly name: pulumi.Output<string | undefined>;
  /** E-mail address, unique. Default: none. Updated in place. */
  declare readonly email: pulumi.Output<string | undefined>;
  /**
   * Ways to log in: `password`, `user_certificate` or `password_with_user_certificate`, the last on
   * its own. Default: the service's choice, `password`. Other values go to the service with a
   * warning, for a new object only. Updated in place. If removed, the service keeps its value. An
   * update fails if the service keeps another value. Compared as a set.
   */
  declare readonly allowedAuthMethods: pulumi.Output<
    ("password" | "user_certificate" | "password_with_user_certificate" | (string & Record<never, never>))[] | undefined
  >;
  /**
   * Kinds of clients the user may log in from: `unregistered`, `public`, `confidential`. Default:
   * the service's choice, all. Other values go to the service with a warning, for a new object
   * only. Updated in place. If removed, the service keeps its value. An update fails if the service
   * keeps another value. Compared as a set.
   */
  declare readonly allowedClientTypes: pulumi.Output<
    ("unregistered" | "public" | "confidential" | (string & Record<never, never>))[] | undefined
  >;
  /**
   * Subject distinguished name of the user's certificate. Default: none. Updated in place. An
   * update fails if the service keeps another value.
   */
  declare readonly certificateSubjectDn: pulumi.Output<string | undefined>;
  /**
   * When the account expires, RFC 3339. Default: never. Updated in place. An update fails if the
   * service keeps another value.
   */
  declare readonly expiresAt: pulumi.Output<string | undefined>;
  /**
   * Name of the password policy. Default: the service's global one. Updated in place. If removed,
   * the service keeps its value. An update fails if the service keeps another value.
   */
  declare readonly passwordPolicy: pulumi.Output<string | undefined>;
  /**
   * True to make the user choose a new password at the next login. Default: the service's choice,
   * false. Updated in place. If removed, the service keeps its value.
   */
  declare readonly passwordChangeRequired: pulumi.Output<boolean | undefined>;
  /**
   * True to keep the user out of the web interface. Default: the service's choice, false. Updated
   * in place. If removed, the service keeps its value. An update fails if the service keeps another
   * value.
   */
  declare readonly preventUiLogin: pulumi.Output<boolean | undefined>;
  /**
   * Arbitrary JSON values by key, which the user can change too. Default: the service's choice,
   * none. Updated in place. If removed, its keys are removed.
   */
  declare readonly userMetadata: pulumi.Output<Record<string, unknown> | undefined>;
  /** Id of the user in the service, `local|<uuid>`. */
  declare readonly userId: pulumi.Output<string>;

  /** Reads an existing object by its id in the service, without managing it. */
  static get(name: string, id: pulumi.Input<pulumi.ID>, opts?: pulumi.CustomResourceOptions): User {
    return new User(name, undefined, { ...opts, id });
  }
  /** Every one of them in the service that passes the filters. */
  static list(filters?: Filters, options?: FunctionOptions): pulumi.Output<Listed<User>[]> {
    return listOf("User", filters, options);
  }
  constructor(name: string, args?: UserArgs, opts?: pulumi.CustomResourceOptions) {
    super(name, args, opts);
  }
}

/** Arguments of a {@link LdapIdentityProvider}. */
export interface LdapIdentityProviderArgs extends CommonArgs {
  /**
   * Name that logins give as their `connection`, unique. Default: the resource's name in the
   * program. Changing it forces replacement.
   */
  name?: pulumi.Input<string>;
  /** URL of the directory, such as `ldaps://ldap.example.com:636`. Updated in place. */
  serverUrl: pulumi.Input<string>;
  /** Distinguished name below which users are searched. Updated in place. */
  rootDn: pulumi.Input<string>;
  /** Attribute of a user that holds the login name. Default `sAMAccountName`. Updated in place. */
  uidField?: pulumi.Input<string>;
  /**
   * Distinguished name of the account that searches. Default: none, the directory is searched
   * without an account. Updated in place.
   */
  bindDn?: pulumi.Input<string>;
  /**
   * Password of that account. Default: none. Updated in place. Secret. Write-only: the service
   * never returns it, so changes outside Pulumi are not detected.
   */
  bindPassword?: pulumi.Input<string>;
  /**
   * LDAP filter that users must pass. Default: none. Updated in place. An update fails if the
   * service keeps another value.
   */
  searchFilter?: pulumi.Input<string>;
  /**
   * Attribute of a user that groups name it by. Default: left to the service. Updated in place. If
   * removed, the service keeps its value.
   */
  userDnField?: pulumi.Input<string>;
  /**
   * Distinguished name below which groups are searched. Default: none, groups are not used. Updated
   * in place.
   */
  groupBaseDn?: pulumi.Input<string>;
  /**
   * LDAP filter that finds groups. Default: none. Updated in place. An update fails if the service
   * keeps another value.
   */
  groupFilter?: pulumi.Input<string>;
  /** Attribute of a group that holds its name. Default: none. Updated in place. */
  groupIdField?: pulumi.Input<string>;
  /** Attribute of a group that holds its members. Default: none. Updated in place. */
  groupMemberField?: pulumi.Input<string>;
  /**
   * Attribute that permanently identifies a user. Default: the service's choice, `uidField`.
   * Updated in place. If removed, the service keeps its value.
   */
  guidField?: pulumi.Input<string>;
  /**
   * Certificates of the CAs that signed the directory's own, PEM. Default: none. Updated in place.
   * An update fails if the service keeps another value. Compared as a set.
   */
  rootCas?: pulumi.Input<pulumi.Input<string>[]>;
  /**
   * True to accept any certificate of the directory; never in production. Default `false`. Updated
   * in place. An update fails if the service keeps another value.
   */
  insecureSkipVerify?: pulumi.Input<boolean>;
  /**
   * True to let only users in that the service knows already. Default false: the first login makes
   * the user. Updated in place. An update fails if the service keeps another value.
   */
  disableAutoCreate?: pulumi.Input<boolean>;
}

/**
 * An LDAP directory whose users may log in to the service: its name is what a login gives as its
 * `connection`. Destroying it ends those logins; its users stay in the directory.
 *
 * @example
 *   ~~~ts
 *   new ciphertrust.LdapIdentityProvider("office", {
 *     serverUrl: "ldaps://ldap.example.com",
 *     rootDn: "dc=example,dc=com",
 *     uidField: "uid",
 *     bindDn: "cn=ciphertrust,dc=example,dc=com",
 *     bindPassword: config.requireSecret("ldapPassword"),
 *   });
 *   ~~~
 */
export class LdapIdentityProvider extends CipherTrustResource {
  /** @internal */
  static override readonly kind: Kind = {
    type: "LdapIdentityProvider",
    inputs: [
      "name",
      "serverUrl",
      "rootDn",
      "uidField",
      "bindDn",
      "bindPassword",
      "searchFilter",
      "userDnField",
      "groupBaseDn",
      "groupFilter",
      "groupIdField",
      "groupMemberField",
      "guidField",
      "rootCas",
      "insecureSkipVerify",
      "disableAutoCreate",
    ],
    outputs: [],
    namedAfterResource: "name",
    secret: ["bindPassword"],
  };

  /**
   * Name that logins give as their `connection`, unique. Default: the resource's name in the
   * program. Changing it forces replacement.
   */
  declare readonly name: pulumi.Output<string>;
  /** URL of the directory, such as `ldaps://ldap.example.com:636`. Updated in place. */
  declare readonly serverUrl: pulumi.Output<string>;
  /** Distinguished name below which users are searched. Updated in place. */
  declare readonly rootDn: pulumi.Output<string>;
  /** Attribute of a user that holds the login name. Default `sAMAccountName`. Updated in place. */
  declare readonly uidField: pulumi.Output<string>;
  /**
   * Distinguished name of the account that searches. Default: none, the directory is searched
   * without an account. Updated in place.
   */
  declare readonly bindDn: pulumi.Output<string | undefined>;
  /**
   * Password of that account. Default: none. Updated in place. Secret. Write-only: the service
   * never returns it, so changes outside Pulumi are not detected.
   */
  declare readonly bindPassword: pulumi.Output<string | undefined>;
  /**
   * LDAP filter that users must pass. Default: none. Updated in place. An update fails if the
   * service keeps another value.
   */
  declare readonly searchFilter: pulumi.Output<string | undefined>;
  /**
   * Attribute of a user that groups name it by. Default: left to the service. Updated in place. If
   * removed, the service keeps its value.
   */
  declare readonly userDnField: pulumi.Output<string | undefined>;
  /**
   * Distinguished name below which groups are searched. Default: none, groups are not used. Updated
   * in place.
   */
  declare readonly groupBaseDn: pulumi.Output<string | undefined>;
  /**
   * LDAP filter that finds groups. Default: none. Updated in place. An update fails if the service
   * keeps another value.
   */
  declare readonly groupFilter: pulumi.Output<string | undefined>;
  /** Attribute of a group that holds its name. Default: none. Updated in place. */
  declare readonly groupIdField: pulumi.Output<string | undefined>;
  /** Attribute of a group that holds its members. Default: none. Updated in place. */
  declare readonly groupMemberField: pulumi.Output<string | undefined>;
  /**
   * Attribute that permanently identifies a user. Default: the service's choice, `uidField`.
   * Updated in place. If removed, the service keeps its value.
   */
  declare readonly guidField: pulumi.Output<string | undefined>;
  /**
   * Certificates of the CAs that signed the directory's own, PEM. Default: none. Updated in place.
   * An update fails if the service keeps another value. Compared as a set.
   */
  declare readonly rootCas: pulumi.Output<string[]>;
  /**
   * True to accept any certificate of the directory; never in production. Default `false`. Updated
   * in place. An update fails if the service keeps another value.
   */
  declare readonly insecureSkipVerify: pulumi.Output<boolean>;
  /**
   * True to let only users in that the service knows already. Default false: the first login makes
   * the user. Updated in place. An update fails if the service keeps another value.
   */
  declare readonly disableAutoCreate: pulumi.Output<boolean>;

  /** Reads an existing object by its id in the service, without managing it. */
  static get(name: string, id: pulumi.Input<pulumi.ID>, opts?: pulumi.CustomResourceOptions): LdapIdentityProvider {
    return new LdapIdentityProvider(name, undefined as never, { ...opts, id });
  }
  constructor(name: string, args: LdapIdentityProviderArgs, opts?: pulumi.CustomResourceOptions) {
    super(name, args, opts);
  }
}

/** Arguments of an {@link OidcIdentityProvider}. */
export interface OidcIdentityProviderArgs extends CommonArgs {
  /**
   * Name that logins give as their `connection`, unique. Default: the resource's name in the
   * program. Changing it forces replacement.
   */
  name?: pulumi.Input<string>;
  /** URL of the provider's `.well-known/openid-configuration`. Updated in place. */
  discoveryUri: pulumi.Input<string>;
  /** Identity of the service at the provider. Updated in place. */
  clientId: pulumi.Input<string>;
  /**
   * Secret of that identity. Default: none. Updated in place. Secret. Write-only: the service never
   * returns it, so changes outside Pulumi are not detected.
   */
  clientSecret?: pulumi.Input<string>;
  /**
   * Addresses that the provider may send users back to, usually
   * `https://<service>/api/v1/auth/oidc-callback` for every node. Default: none. Updated in place.
   * An update fails if the service keeps another value. Compared as a set.
   */
  redirectUris?: pulumi.Input<pulumi.Input<string>[]>;
  /**
   * `implicit` or `authorization_code`. Other values go to the service with a warning, for a new
   * object only. Default `implicit`. Updated in place.
   */
  flowType?: pulumi.Input<"implicit" | "authorization_code" | (string & Record<never, never>)>;
  /**
   * Claim that holds a user's groups. Default `groups`. Updated in place. An update fails if the
   * service keeps another value.
   */
  groupsClaim?: pulumi.Input<string>;
  /**
   * True to let only users in that the service knows already. Default false: the first login makes
   * the user. Updated in place. An update fails if the service keeps another value.
   */
  disableAutoCreate?: pulumi.Input<boolean>;
}

/**
 * An OpenID Connect provider whose users may log in to the service: its name is what a login gives
 * as its `connection`. Destroying it ends those logins; its users stay in the directory.
 *
 * @example
 *   ~~~ts
 *   new ciphertrust.OidcIdentityProvider("single-sign-on", {
 *     discoveryUri: "https://login.example.com/.well-known/openid-configuration",
 *     clientId: "ciphertrust",
 *     clientSecret: config.requireSecret("oidcSecret"),
 *     redirectUris: ["https://cm.example.com/api/v1/auth/oidc-callback"],
 *     groupsClaim: "groups",
 *   });
 *   ~~~
 */
export class OidcIdentityProvider extends CipherTrustResource {
  /** @internal */
  static override readonly kind: Kind = {
    type: "OidcIdentityProvider",
    inputs: [
      "name",
      "discoveryUri",
      "clientId",
      "clientSecret",
      "redirectUris",
      "flowType",
      "groupsClaim",
      "disableAutoCreate",
    ],
    outputs: [],
    namedAfterResource: "name",
    secret: ["clientSecret"],
  };

  /**
   * Name that logins give as their `connection`, unique. Default: the resource's name in the
   * program. Changing it forces replacement.
   */
  declare readonly name: pulumi.Output<string>;
  /** URL of the provider's `.well-known/openid-configuration`. Updated in place. */
  declare readonly discoveryUri: pulumi.Output<string>;
  /** Identity of the service at the provider. Updated in place. */
  declare readonly clientId: pulumi.Output<string>;
  /**
   * Secret of that identity. Default: none. Updated in place. Secret. Write-only: the service never
   * returns it, so changes outside Pulumi are not detected.
   */
  declare readonly clientSecret: pulumi.Output<string | undefined>;
  /**
   * Addresses that the provider may send users back to, usually
   * `https://<service>/api/v1/auth/oidc-callback` for every node. Default: none. Updated in place.
   * An update fails if the service keeps another value. Compared as a set.
   */
  declare readonly redirectUris: pulumi.Output<string[]>;
  /**
   * `implicit` or `authorization_code`. Other values go to the service with a warning, for a new
   * object only. Default `implicit`. Updated in place.
   */
  declare readonly flowType: pulumi.Output<"implicit" | "authorization_code" | (string & Record<never, never>)>;
  /**
   * Claim that holds a user's groups. Default `groups`. Updated in place. An update fails if the
   * service keeps another value.
   */
  declare readonly groupsClaim: pulumi.Output<string>;
  /**
   * True to let only users in that the service knows already. Default false: the first login makes
   * the user. Updated in place. An update fails if the service keeps another value.
   */
  declare readonly disableAutoCreate: pulumi.Output<boolean>;

  /** Reads an existing object by its id in the service, without managing it. */
  static get(name: string, id: pulumi.Input<pulumi.ID>, opts?: pulumi.CustomResourceOptions): OidcIdentityProvider {
    return new OidcIdentityProvider(name, undefined as never, { ...opts, id });
  }
  constructor(name: string, args: OidcIdentityProviderArgs, opts?: pulumi.CustomResourceOptions) {
    super(name, args, opts);
  }
}
