// Made from provider/resources by `npm run generate`: change the definitions there.
import type * as pulumi from "@pulumi/pulumi";
import { listOf, type Filters, type FunctionOptions, type Listed } from "../function";
import { CipherTrustResource, type CommonArgs, type Kind } from "../resource";

/** Arguments of a {@link Domain}. */
export interface DomainArgs extends CommonArgs {
  /** Name of the domain, unique. Default: the resource's name in the program. A change replaces the domain. */
  name?: pulumi.Input<string>;
  /** Ids of the users, `local|<uuid>`, who administer the domain, at least one. Never returned by the service. A change replaces the domain. */
  admins: pulumi.Input<pulumi.Input<string>[]>;
  /** True to let the domain have users of its own. Default false. A change replaces the domain. */
  allowUserManagement?: pulumi.Input<boolean>;
  /** Id of the local CA that signs the domain's own CA. Default: the service's oldest CA. A change replaces the domain. */
  parentCaId?: pulumi.Input<string>;
  /** Id of the connection to the HSM that anchors the domain's keys. Default: none. Changes in place; anchoring cannot be undone. */
  hsmConnectionId?: pulumi.Input<string>;
  /** Label of the key encryption key in that HSM. Default: none. Changes in place; cannot be removed. */
  hsmKekLabel?: pulumi.Input<string>;
  /** Free JSON values by key. Changes in place. Default: none. */
  meta?: pulumi.Input<Record<string, unknown>>;
  /** What destroying the resource does: `retain` leaves the domain in the service; `destroy` deletes it, and leaves the keys in it without an owner. Default `retain`. Kept by the provider. */
  onDestroy?: pulumi.Input<"retain" | "destroy">;
}

/** A child domain: a tenant with users, keys and connections of its own. Destroying it leaves it in the service, unless `onDestroy` says otherwise. */
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

  /** Name of the domain, unique. Default: the resource's name in the program. A change replaces the domain. */
  declare readonly name: pulumi.Output<string>;
  /** Ids of the users, `local|<uuid>`, who administer the domain, at least one. Never returned by the service. A change replaces the domain. */
  declare readonly admins: pulumi.Output<string[]>;
  /** True to let the domain have users of its own. Default false. A change replaces the domain. */
  declare readonly allowUserManagement: pulumi.Output<boolean>;
  /** Id of the local CA that signs the domain's own CA. Default: the service's oldest CA. A change replaces the domain. */
  declare readonly parentCaId: pulumi.Output<string | undefined>;
  /** Id of the connection to the HSM that anchors the domain's keys. Default: none. Changes in place; anchoring cannot be undone. */
  declare readonly hsmConnectionId: pulumi.Output<string | undefined>;
  /** Label of the key encryption key in that HSM. Default: none. Changes in place; cannot be removed. */
  declare readonly hsmKekLabel: pulumi.Output<string | undefined>;
  /** Free JSON values by key. Changes in place. Default: none. */
  declare readonly meta: pulumi.Output<Record<string, unknown>>;
  /** What destroying the resource does: `retain` leaves the domain in the service; `destroy` deletes it, and leaves the keys in it without an owner. Default `retain`. Kept by the provider. */
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
  /** Name of the group, unique. Default: the resource's name in the program. A change replaces the group. */
  name?: pulumi.Input<string>;
  /** Free text. Changes in place. Default: none. */
  description?: pulumi.Input<string>;
  /** Ids of the users in the group, `local|<uuid>`. Order has no meaning. While it is left out, membership is left alone. Changes in place. */
  users?: pulumi.Input<pulumi.Input<string>[]>;
  /** Ids of registered clients in the group. Order has no meaning. Clients that others added, or that joined through their profile, are left alone. Changes in place. */
  clients?: pulumi.Input<pulumi.Input<string>[]>;
  /** Free JSON values by key. Changes in place. Default: none. */
  userMetadata?: pulumi.Input<Record<string, unknown>>;
  /** Free JSON values by key, for clients. Changes in place. Default: none. */
  clientMetadata?: pulumi.Input<Record<string, unknown>>;
}

/** A group of users, to which permissions are given. Destroying it takes its permissions from its members; the users stay. */
export class Group extends CipherTrustResource {
  /** @internal */
  static override readonly kind: Kind = {
    type: "Group",
    inputs: ["name", "description", "users", "clients", "userMetadata", "clientMetadata"],
    outputs: [],
    namedAfterResource: "name",
  };

  /** Name of the group, unique. Default: the resource's name in the program. A change replaces the group. */
  declare readonly name: pulumi.Output<string>;
  /** Free text. Changes in place. Default: none. */
  declare readonly description: pulumi.Output<string | undefined>;
  /** Ids of the users in the group, `local|<uuid>`. Order has no meaning. While it is left out, membership is left alone. Changes in place. */
  declare readonly users: pulumi.Output<string[] | undefined>;
  /** Ids of registered clients in the group. Order has no meaning. Clients that others added, or that joined through their profile, are left alone. Changes in place. */
  declare readonly clients: pulumi.Output<string[] | undefined>;
  /** Free JSON values by key. Changes in place. Default: none. */
  declare readonly userMetadata: pulumi.Output<Record<string, unknown> | undefined>;
  /** Free JSON values by key, for clients. Changes in place. Default: none. */
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
  /** Login name, unique without regard to case; none of `/`, `|`, `\`, `<`, `>`. Default: the resource's name in the program. A change replaces the user. */
  username?: pulumi.Input<string>;
  /** Password, which must satisfy the service's password policy (by default 8 to 30 characters with a lower and an upper case letter, a digit and a special character). Secret; never returned, so that a change made elsewhere is not seen. Changes in place. Not needed for users who log in with a certificate only. */
  password?: pulumi.Input<string>;
  /** Name of the LDAP or OIDC identity provider that holds the account, as a login names it. Never returned. Default: an account of the service's own, `local_account`. A change replaces the user. */
  connection?: pulumi.Input<string>;
  /** True to make an account of the domain's own, where the domain allows it. Never returned. Default: the service's choice, false. A change replaces the user. */
  isDomainUser?: pulumi.Input<boolean>;
  /** Full name. Changes in place. Default: none. */
  name?: pulumi.Input<string>;
  /** E-mail address, unique. Changes in place. Default: none. */
  email?: pulumi.Input<string>;
  /** Ways to log in: `password`, `user_certificate` or `password_with_user_certificate`, the last on its own. Default: the service's choice, `password`. Changes in place. */
  allowedAuthMethods?: pulumi.Input<pulumi.Input<"password" | "user_certificate" | "password_with_user_certificate">[]>;
  /** Kinds of clients the user may log in from: `unregistered`, `public`, `confidential`. Default: the service's choice, all. Changes in place. */
  allowedClientTypes?: pulumi.Input<pulumi.Input<"unregistered" | "public" | "confidential">[]>;
  /** Subject distinguished name of the user's certificate. Changes in place. Default: none. */
  certificateSubjectDn?: pulumi.Input<string>;
  /** When the account expires, RFC 3339. Changes in place. Default: never. */
  expiresAt?: pulumi.Input<string>;
  /** Name of the password policy. Default: the service's global one. Changes in place. */
  passwordPolicy?: pulumi.Input<string>;
  /** True to make the user choose a new password at the next login. Default: the service's choice, false. Changes in place. */
  passwordChangeRequired?: pulumi.Input<boolean>;
  /** True to keep the user out of the web interface. Default: the service's choice, false. Changes in place. */
  preventUiLogin?: pulumi.Input<boolean>;
  /** Free JSON values by key, which the user can change too. Changes in place. Default: the service's choice, none. */
  userMetadata?: pulumi.Input<Record<string, unknown>>;
}

/** A user of the service, in the domain the provider is logged in to. Destroying it deletes the user. */
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

  /** Login name, unique without regard to case; none of `/`, `|`, `\`, `<`, `>`. Default: the resource's name in the program. A change replaces the user. */
  declare readonly username: pulumi.Output<string>;
  /** Password, which must satisfy the service's password policy (by default 8 to 30 characters with a lower and an upper case letter, a digit and a special character). Secret; never returned, so that a change made elsewhere is not seen. Changes in place. Not needed for users who log in with a certificate only. */
  declare readonly password: pulumi.Output<string | undefined>;
  /** Name of the LDAP or OIDC identity provider that holds the account, as a login names it. Never returned. Default: an account of the service's own, `local_account`. A change replaces the user. */
  declare readonly connection: pulumi.Output<string | undefined>;
  /** True to make an account of the domain's own, where the domain allows it. Never returned. Default: the service's choice, false. A change replaces the user. */
  declare readonly isDomainUser: pulumi.Output<boolean | undefined>;
  /** Full name. Changes in place. Default: none. */
  declare readonly name: pulumi.Output<string | undefined>;
  /** E-mail address, unique. Changes in place. Default: none. */
  declare readonly email: pulumi.Output<string | undefined>;
  /** Ways to log in: `password`, `user_certificate` or `password_with_user_certificate`, the last on its own. Default: the service's choice, `password`. Changes in place. */
  declare readonly allowedAuthMethods: pulumi.Output<
    ("password" | "user_certificate" | "password_with_user_certificate")[] | undefined
  >;
  /** Kinds of clients the user may log in from: `unregistered`, `public`, `confidential`. Default: the service's choice, all. Changes in place. */
  declare readonly allowedClientTypes: pulumi.Output<("unregistered" | "public" | "confidential")[] | undefined>;
  /** Subject distinguished name of the user's certificate. Changes in place. Default: none. */
  declare readonly certificateSubjectDn: pulumi.Output<string | undefined>;
  /** When the account expires, RFC 3339. Changes in place. Default: never. */
  declare readonly expiresAt: pulumi.Output<string | undefined>;
  /** Name of the password policy. Default: the service's global one. Changes in place. */
  declare readonly passwordPolicy: pulumi.Output<string | undefined>;
  /** True to make the user choose a new password at the next login. Default: the service's choice, false. Changes in place. */
  declare readonly passwordChangeRequired: pulumi.Output<boolean | undefined>;
  /** True to keep the user out of the web interface. Default: the service's choice, false. Changes in place. */
  declare readonly preventUiLogin: pulumi.Output<boolean | undefined>;
  /** Free JSON values by key, which the user can change too. Changes in place. Default: the service's choice, none. */
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
  /** Name that logins give as their `connection`, unique. Default: the resource's name in the program. A change replaces the provider. */
  name?: pulumi.Input<string>;
  /** URL of the directory, such as `ldaps://ldap.example.com:636`. Changes in place. */
  serverUrl: pulumi.Input<string>;
  /** Distinguished name below which users are searched. Changes in place. */
  rootDn: pulumi.Input<string>;
  /** Attribute of a user that holds the login name. Default `sAMAccountName`. Changes in place. */
  uidField?: pulumi.Input<string>;
  /** Distinguished name of the account that searches. Changes in place. Default: none, the directory is searched without an account. */
  bindDn?: pulumi.Input<string>;
  /** Password of that account. Secret; never returned, so that a change made elsewhere is not seen. Changes in place. */
  bindPassword?: pulumi.Input<string>;
  /** LDAP filter that users must pass. Changes in place. Default: none. */
  searchFilter?: pulumi.Input<string>;
  /** Attribute of a user that groups name it by. Default: the service's choice. Changes in place. */
  userDnField?: pulumi.Input<string>;
  /** Distinguished name below which groups are searched. Changes in place. Default: none, groups are not used. */
  groupBaseDn?: pulumi.Input<string>;
  /** LDAP filter that finds groups. Changes in place. Default: none. */
  groupFilter?: pulumi.Input<string>;
  /** Attribute of a group that holds its name. Changes in place. Default: none. */
  groupIdField?: pulumi.Input<string>;
  /** Attribute of a group that holds its members. Changes in place. Default: none. */
  groupMemberField?: pulumi.Input<string>;
  /** Attribute that identifies a user for ever. Default: the service's choice, `uidField`. Changes in place. */
  guidField?: pulumi.Input<string>;
  /** Certificates of the CAs that signed the directory's own, PEM. Changes in place. Default: none. */
  rootCas?: pulumi.Input<pulumi.Input<string>[]>;
  /** True to accept any certificate of the directory; never in production. Default false. Changes in place. */
  insecureSkipVerify?: pulumi.Input<boolean>;
  /** True to let only users in that the service knows already. Default false: the first login makes the user. Changes in place. */
  disableAutoCreate?: pulumi.Input<boolean>;
}

/** An LDAP directory whose users may log in to the service: its name is what a login gives as its `connection`. Destroying it ends those logins; its users stay in the directory. */
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

  /** Name that logins give as their `connection`, unique. Default: the resource's name in the program. A change replaces the provider. */
  declare readonly name: pulumi.Output<string>;
  /** URL of the directory, such as `ldaps://ldap.example.com:636`. Changes in place. */
  declare readonly serverUrl: pulumi.Output<string>;
  /** Distinguished name below which users are searched. Changes in place. */
  declare readonly rootDn: pulumi.Output<string>;
  /** Attribute of a user that holds the login name. Default `sAMAccountName`. Changes in place. */
  declare readonly uidField: pulumi.Output<string>;
  /** Distinguished name of the account that searches. Changes in place. Default: none, the directory is searched without an account. */
  declare readonly bindDn: pulumi.Output<string | undefined>;
  /** Password of that account. Secret; never returned, so that a change made elsewhere is not seen. Changes in place. */
  declare readonly bindPassword: pulumi.Output<string | undefined>;
  /** LDAP filter that users must pass. Changes in place. Default: none. */
  declare readonly searchFilter: pulumi.Output<string | undefined>;
  /** Attribute of a user that groups name it by. Default: the service's choice. Changes in place. */
  declare readonly userDnField: pulumi.Output<string | undefined>;
  /** Distinguished name below which groups are searched. Changes in place. Default: none, groups are not used. */
  declare readonly groupBaseDn: pulumi.Output<string | undefined>;
  /** LDAP filter that finds groups. Changes in place. Default: none. */
  declare readonly groupFilter: pulumi.Output<string | undefined>;
  /** Attribute of a group that holds its name. Changes in place. Default: none. */
  declare readonly groupIdField: pulumi.Output<string | undefined>;
  /** Attribute of a group that holds its members. Changes in place. Default: none. */
  declare readonly groupMemberField: pulumi.Output<string | undefined>;
  /** Attribute that identifies a user for ever. Default: the service's choice, `uidField`. Changes in place. */
  declare readonly guidField: pulumi.Output<string | undefined>;
  /** Certificates of the CAs that signed the directory's own, PEM. Changes in place. Default: none. */
  declare readonly rootCas: pulumi.Output<string[]>;
  /** True to accept any certificate of the directory; never in production. Default false. Changes in place. */
  declare readonly insecureSkipVerify: pulumi.Output<boolean>;
  /** True to let only users in that the service knows already. Default false: the first login makes the user. Changes in place. */
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
  /** Name that logins give as their `connection`, unique. Default: the resource's name in the program. A change replaces the provider. */
  name?: pulumi.Input<string>;
  /** URL of the provider's `.well-known/openid-configuration`. Changes in place. */
  discoveryUri: pulumi.Input<string>;
  /** Identity of the service at the provider. Changes in place. */
  clientId: pulumi.Input<string>;
  /** Secret of that identity. Secret; never returned, so that a change made elsewhere is not seen. Changes in place. */
  clientSecret?: pulumi.Input<string>;
  /** Addresses that the provider may send users back to, usually `https://<service>/api/v1/auth/oidc-callback` for every node. Order has no meaning. Default: none. Changes in place. */
  redirectUris?: pulumi.Input<pulumi.Input<string>[]>;
  /** `implicit` or `authorization_code`. Default `implicit`. Changes in place. */
  flowType?: pulumi.Input<"implicit" | "authorization_code">;
  /** Claim that holds a user's groups. Default `groups`. Changes in place. */
  groupsClaim?: pulumi.Input<string>;
  /** True to let only users in that the service knows already. Default false: the first login makes the user. Changes in place. */
  disableAutoCreate?: pulumi.Input<boolean>;
}

/** An OpenID Connect provider whose users may log in to the service: its name is what a login gives as its `connection`. Destroying it ends those logins; its users stay in the directory. */
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

  /** Name that logins give as their `connection`, unique. Default: the resource's name in the program. A change replaces the provider. */
  declare readonly name: pulumi.Output<string>;
  /** URL of the provider's `.well-known/openid-configuration`. Changes in place. */
  declare readonly discoveryUri: pulumi.Output<string>;
  /** Identity of the service at the provider. Changes in place. */
  declare readonly clientId: pulumi.Output<string>;
  /** Secret of that identity. Secret; never returned, so that a change made elsewhere is not seen. Changes in place. */
  declare readonly clientSecret: pulumi.Output<string | undefined>;
  /** Addresses that the provider may send users back to, usually `https://<service>/api/v1/auth/oidc-callback` for every node. Order has no meaning. Default: none. Changes in place. */
  declare readonly redirectUris: pulumi.Output<string[]>;
  /** `implicit` or `authorization_code`. Default `implicit`. Changes in place. */
  declare readonly flowType: pulumi.Output<"implicit" | "authorization_code">;
  /** Claim that holds a user's groups. Default `groups`. Changes in place. */
  declare readonly groupsClaim: pulumi.Output<string>;
  /** True to let only users in that the service knows already. Default false: the first login makes the user. Changes in place. */
  declare readonly disableAutoCreate: pulumi.Output<boolean>;

  /** Reads an existing object by its id in the service, without managing it. */
  static get(name: string, id: pulumi.Input<pulumi.ID>, opts?: pulumi.CustomResourceOptions): OidcIdentityProvider {
    return new OidcIdentityProvider(name, undefined as never, { ...opts, id });
  }
  constructor(name: string, args: OidcIdentityProviderArgs, opts?: pulumi.CustomResourceOptions) {
    super(name, args, opts);
  }
}
