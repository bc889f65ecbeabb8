// Made from provider/resources by `npm run generate`: change the definitions there.
import type * as pulumi from "@pulumi/pulumi";
import { listOf, type Filters, type FunctionOptions, type Listed } from "../function";
import { CipherTrustResource, type CommonArgs, type Kind } from "../resource";

/** Arguments of a {@link DkeTenant}. */
export interface DkeTenantArgs extends CommonArgs {
  /**
   * Name of the authorized tenant, unique in the service. Default: the resource's name in the
   * program. Updated in place.
   */
  name?: pulumi.Input<string>;
  /**
   * Id of the Microsoft tenant, a UUID. Changing it forces replacement of the container and of what
   * is declared in it, and requires `replaceOnChanges`.
   */
  tenantId: pulumi.Input<string>;
  /**
   * Issuer of the tokens that users present, an https URL. Default: the service's choice,
   * `https://sts.windows.net/<tenantId>/` (the API's public sources do not show this). Updated in
   * place. If removed, the service keeps its value.
   */
  issuer?: pulumi.Input<string>;
  /**
   * Who is let in: `email` for the addresses of `authorizedEmailAddresses`, `role` for holders of
   * `authorizedRoles`. Other values go to the service with a warning, for a new object only.
   * Updated in place. An update fails if the service keeps another value.
   */
  authorizationType: pulumi.Input<"email" | "role" | (string & Record<never, never>)>;
  /**
   * E-mail addresses that are let in, with the wildcards `*` and `?`. Required for `email`.
   * Default: none. Updated in place. An update fails if the service keeps another value. Compared
   * as a set.
   */
  authorizedEmailAddresses?: pulumi.Input<pulumi.Input<string>[]>;
  /**
   * Directory roles whose holders are let in; `getDkeRoles` lists them. Required for `role`.
   * Default: none. Updated in place. An update fails if the service keeps another value. Compared
   * as a set.
   */
  authorizedRoles?: pulumi.Input<pulumi.Input<string>[]>;
  /**
   * Id of the `AzureConnection` through which the service looks up who holds a role. Required for
   * `role`; it must be, or become, `ready`. Default: none. Updated in place. Once set, it can be
   * changed but not removed.
   */
  connection?: pulumi.Input<string>;
  /** Free text. Default: none. Updated in place. */
  description?: pulumi.Input<string>;
}

/**
 * A Microsoft tenant whose users can open documents through `DkeEndpoint`s. Destroying it removes
 * it from the service, unless endpoints authorize it.
 *
 * @example
 *   ~~~ts
 *   const staff = new ciphertrust.DkeTenant("staff", {
 *     tenantId: "5f0a1c9e-7d6b-4c7e-9f0e-2b1f4b6d8a10",
 *     authorizationType: "email",
 *     authorizedEmailAddresses: ["*@example.com"],
 *   });
 *   ~~~
 */
export class DkeTenant extends CipherTrustResource {
  /** @internal */
  static override readonly kind: Kind = {
    type: "DkeTenant",
    inputs: [
      "name",
      "tenantId",
      "issuer",
      "authorizationType",
      "authorizedEmailAddresses",
      "authorizedRoles",
      "connection",
      "description",
    ],
    outputs: [],
    namedAfterResource: "name",
  };

  /**
   * Name of the authorized tenant, unique in the service. Default: the resource's name in the
   * program. Updated in place.
   */
  declare readonly name: pulumi.Output<string>;
  /**
   * Id of the Microsoft tenant, a UUID. Changing it forces replacement of the container and of what
   * is declared in it, and requires `replaceOnChanges`.
   */
  declare readonly tenantId: pulumi.Output<string>;
  /**
   * Issuer of the tokens that users present, an https URL. Default: the service's choice,
   * `https://sts.windows.net/<tenantId>/` (the API's public sources do not show this). Updated in
   * place. If removed, the service keeps its value.
   */
  declare readonly issuer: pulumi.Output<string | undefined>;
  /**
   * Who is let in: `email` for the addresses of `authorizedEmailAddresses`, `role` for holders of
   * `authorizedRoles`. Other values go to the service with a warning, for a new object only.
   * Updated in place. An update fails if the service keeps another value.
   */
  declare readonly authorizationType: pulumi.Output<"email" | "role" | (string & Record<never, never>)>;
  /**
   * E-mail addresses that are let in, with the wildcards `*` and `?`. Required for `email`.
   * Default: none. Updated in place. An update fails if the service keeps another value. Compared
   * as a set.
   */
  declare readonly authorizedEmailAddresses: pulumi.Output<string[]>;
  /**
   * Directory roles whose holders are let in; `getDkeRoles` lists them. Required for `role`.
   * Default: none. Updated in place. An update fails if the service keeps another value. Compared
   * as a set.
   */
  declare readonly authorizedRoles: pulumi.Output<string[]>;
  /**
   * Id of the `AzureConnection` through which the service looks up who holds a role. Required for
   * `role`; it must be, or become, `ready`. Default: none. Updated in place. Once set, it can be
   * changed but not removed.
   */
  declare readonly connection: pulumi.Output<string | undefined>;
  /** Free text. Default: none. Updated in place. */
  declare readonly description: pulumi.Output<string | undefined>;

  /** Reads an existing object by its id in the service, without managing it. */
  static get(name: string, id: pulumi.Input<pulumi.ID>, opts?: pulumi.CustomResourceOptions): DkeTenant {
    return new DkeTenant(name, undefined as never, { ...opts, id });
  }
  /** Every one of them in the service that passes the filters. */
  static list(filters?: Filters, options?: FunctionOptions): pulumi.Output<Listed<DkeTenant>[]> {
    return listOf("DkeTenant", filters, options);
  }
  constructor(name: string, args: DkeTenantArgs, opts?: pulumi.CustomResourceOptions) {
    super(name, args, opts);
  }
}

/** Arguments of a {@link DkeEndpoint}. */
export interface DkeEndpointArgs extends CommonArgs {
  /**
   * Name of the endpoint, unique in the service. Default: the resource's name in the program.
   * Updated in place.
   */
  name?: pulumi.Input<string>;
  /**
   * Host, or host and port, under which Office reaches the service; it becomes part of `keyUri`.
   * Updated in place.
   */
  keyUriHostname: pulumi.Input<string>;
  /**
   * Ids of the `DkeTenant`s whose users can use it, at least one. Updated in place. An update fails
   * if the service keeps another value. Compared as a set.
   */
  authTenants: pulumi.Input<pulumi.Input<string>[]>;
  /**
   * Kind of key and padding, such as `RSA_DECRYPT_OAEP_2048_SHA256`. Default that one; the API's
   * public sources do not show the values, so any string is accepted. Changing it forces
   * replacement.
   */
  algorithm?: pulumi.Input<string>;
  /**
   * Id of a key encryption key that exists in the service already, 64 hexadecimal digits. Default:
   * a new one is made. Never returned as such: a rotation changes it. The API's public sources do
   * not show its name; we send `kek_id`. Changing it alone forces replacement, and requires
   * `replaceOnChanges`.
   */
  existingKekId?: pulumi.Input<string>;
  /** Free text. Default: none. Updated in place. */
  description?: pulumi.Input<string>;
  /** True to record successful calls, too, in the audit trail. Default `true`. Updated in place. */
  enableSuccessAuditEvent?: pulumi.Input<boolean>;
  /** Arbitrary JSON values by key. Default: none. Updated in place. */
  meta?: pulumi.Input<Record<string, unknown>>;
  /**
   * False to refuse Office the key: documents can neither be protected nor opened. Default `true`.
   * Updated in place. An update fails if the service keeps another value.
   */
  enabled?: pulumi.Input<boolean>;
  /**
   * True to archive the endpoint. It frees its license, opens no documents, and takes no changes
   * until this is false again, which recovers it. Default `false`. Updated in place. An update
   * fails if the service keeps another value.
   */
  archived?: pulumi.Input<boolean>;
  /**
   * Values of any kind. When one changes, the endpoint is rotated at once: it gets a new key, and a
   * new `keyUri`. The first values rotate nothing, nor do any while the endpoint is archived.
   * Default: none. Not sent to the service.
   */
  rotationTriggers?: pulumi.Input<Record<string, unknown>>;
  /**
   * On destroy, `archive` archives the endpoint and its keys, which can be recovered. `delete`
   * archives and deletes it: no document that it protected can be opened again. `retain` leaves it
   * as it is. An endpoint that stays keeps its name, and still uses its tenants, which cannot be
   * deleted then. Default `archive`. Not sent to the service.
   */
  onDestroy?: pulumi.Input<"archive" | "delete" | "retain">;
}

/**
 * An endpoint for Microsoft's double key encryption: the key that, beside Microsoft's own, protects
 * the documents of authorized tenants. Destroying it archives it (see `onDestroy`).
 *
 * @example
 *   ~~~ts
 *   const board = new ciphertrust.DkeEndpoint("board", {
 *     keyUriHostname: "keys.example.com",
 *     authTenants: [staff.id],
 *     description: "Documents of the board",
 *     onDestroy: "delete",
 *   });
 *   ~~~
 */
export class DkeEndpoint extends CipherTrustResource {
  /** @internal */
  static override readonly kind: Kind = {
    type: "DkeEndpoint",
    inputs: [
      "name",
      "keyUriHostname",
      "authTenants",
      "algorithm",
      "existingKekId",
      "description",
      "enableSuccessAuditEvent",
      "meta",
      "enabled",
      "archived",
      "rotationTriggers",
      "onDestroy",
    ],
    outputs: ["keyUri", "kekName", "kekId", "keyType", "status"],
    namedAfterResource: "name",
  };

  /**
   * Name of the endpoint, unique in the service. Default: the resource's name in the program.
   * Updated in place.
   */
  declare readonly name: pulumi.Output<string>;
  /**
   * Host, or host and port, under which Office reaches the service; it becomes part of `keyUri`.
   * Updated in place.
   */
  declare readonly keyUriHostname: pulumi.Output<string>;
  /**
   * Ids of the `DkeTenant`s whose users can use it, at least one. Updated in place. An update fails
   * if the service keeps another value. Compared as a set.
   */
  declare readonly authTenants: pulumi.Output<string[]>;
  /**
   * Kind of key and padding, such as `RSA_DECRYPT_OAEP_2048_SHA256`. Default that one; the API's
   * public sources do not show the values, so any string is accepted. Changing it forces
   * replacement.
   */
  declare readonly algorithm: pulumi.Output<string>;
  /**
   * Id of a key encryption key that exists in the service already, 64 hexadecimal digits. Default:
   * a new one is made. Never returned as such: a rotation changes it. The API's public sources do
   * not show its name; we send `kek_id`. Changing it alone forces replacement, and requires
   * `replaceOnChanges`.
   */
  declare readonly existingKekId: pulumi.Output<string | undefined>;
  /** Free text. Default: none. Updated in place. */
  declare readonly description: pulumi.Output<string | undefined>;
  /** True to record successful calls, too, in the audit trail. Default `true`. Updated in place. */
  declare readonly enableSuccessAuditEvent: pulumi.Output<boolean>;
  /** Arbitrary JSON values by key. Default: none. Updated in place. */
  declare readonly meta: pulumi.Output<Record<string, unknown> | undefined>;
  /**
   * False to refuse Office the key: documents can neither be protected nor opened. Default `true`.
   * Updated in place. An update fails if the service keeps another value.
   */
  declare readonly enabled: pulumi.Output<boolean>;
  /**
   * True to archive the endpoint. It frees its license, opens no documents, and takes no changes
   * until this is false again, which recovers it. Default `false`. Updated in place. An update
   * fails if the service keeps another value.
   */
  declare readonly archived: pulumi.Output<boolean>;
  /**
   * Values of any kind. When one changes, the endpoint is rotated at once: it gets a new key, and a
   * new `keyUri`. The first values rotate nothing, nor do any while the endpoint is archived.
   * Default: none. Not sent to the service.
   */
  declare readonly rotationTriggers: pulumi.Output<Record<string, unknown> | undefined>;
  /**
   * On destroy, `archive` archives the endpoint and its keys, which can be recovered. `delete`
   * archives and deletes it: no document that it protected can be opened again. `retain` leaves it
   * as it is. An endpoint that stays keeps its name, and still uses its tenants, which cannot be
   * deleted then. Default `archive`. Not sent to the service.
   */
  declare readonly onDestroy: pulumi.Output<"archive" | "delete" | "retain">;
  /** Address of the key, for the label's settings in Microsoft Purview. A rotation changes it. */
  declare readonly keyUri: pulumi.Output<string | undefined>;
  /** Name of the key's current version, `ks-` and 64 hexadecimal digits. A rotation changes it. */
  declare readonly kekName: pulumi.Output<string | undefined>;
  /** Id of the key's current version. A rotation changes it. */
  declare readonly kekId: pulumi.Output<string | undefined>;
  /** Type of the key: `asymmetric`. */
  declare readonly keyType: pulumi.Output<string | undefined>;
  /** `Enabled`, `Disabled` or `Archived`. */
  declare readonly status: pulumi.Output<string | undefined>;

  /** Reads an existing object by its id in the service, without managing it. */
  static get(name: string, id: pulumi.Input<pulumi.ID>, opts?: pulumi.CustomResourceOptions): DkeEndpoint {
    return new DkeEndpoint(name, undefined as never, { ...opts, id });
  }
  /** Every one of them in the service that passes the filters. Archived ones are among them. */
  static list(filters?: Filters, options?: FunctionOptions): pulumi.Output<Listed<DkeEndpoint>[]> {
    return listOf("DkeEndpoint", filters, options);
  }
  constructor(name: string, args: DkeEndpointArgs, opts?: pulumi.CustomResourceOptions) {
    super(name, args, opts);
  }
}
