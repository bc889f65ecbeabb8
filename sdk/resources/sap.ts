// Made from provider/resources by `npm run generate`: change the definitions there.
import type * as pulumi from "@pulumi/pulumi";
import { listOf, type Filters, type FunctionOptions, type Listed } from "../function";
import { CipherTrustResource, type CommonArgs, type Kind } from "../resource";

/** Arguments of a {@link SapConnection}. */
export interface SapConnectionArgs extends CommonArgs {
  /**
   * Name of the connection, unique in the service. Default: the resource's name in the program.
   * Changing it forces replacement.
   */
  name?: pulumi.Input<string>;
  /** Free text. Default: none. Updated in place. Once set, it can be changed but not removed. */
  description?: pulumi.Input<string>;
  /**
   * Address of the key management API of SAP Data Custodian, ending in `/kms/v2`. Updated in place;
   * the connection is then tested again.
   */
  apiEndpoint: pulumi.Input<string>;
  /**
   * Login of a user. Either this or `technicalUserCredentials`. Secret as a whole; the secret part
   * is never returned. Default: none. Updated in place; the connection is then tested again.
   */
  userCredentials?: pulumi.Input<{
    /** Name of the user. */
    user: pulumi.Input<string>;
    /** Secret of the user. */
    secret: pulumi.Input<string>;
    /** Tenant of SAP Data Custodian that the user belongs to. */
    tenant: pulumi.Input<string>;
  }>;
  /**
   * Login of a technical user. Either this or `userCredentials`. Secret as a whole; the secret part
   * is never returned. Default: none. Updated in place; the connection is then tested again.
   */
  technicalUserCredentials?: pulumi.Input<{
    /** API key of the technical user. */
    apiKey: pulumi.Input<string>;
    /** Secret of the technical user. */
    secret: pulumi.Input<string>;
  }>;
  /**
   * Parts of the service that may use the connection. Default `["cckm"]`, cloud key management.
   * Updated in place. Compared as a set.
   */
  products?: pulumi.Input<pulumi.Input<string>[]>;
  /**
   * Arbitrary JSON values by key. Default: left to the service. Updated in place. If removed, its
   * keys are removed.
   */
  meta?: pulumi.Input<Record<string, unknown>>;
  /** Labels, a map of strings. Default: none. Updated in place. */
  labels?: pulumi.Input<Record<string, pulumi.Input<string>>>;
  /**
   * Seconds to wait for the connection to become `ready`, 1 to 3600. Default 30. Not sent to the
   * service.
   */
  readyTimeoutSeconds?: pulumi.Input<number>;
}

/**
 * Credentials under which the service reaches a tenant of SAP Data Custodian, those of a user or of
 * a technical user. The connection is tested until `ready` when it is made and when a credential
 * changes. Destroying it removes it from the service, unless groups use it; nothing in SAP
 * changes.
 *
 * @example
 *   ~~~ts
 *   const connection = new ciphertrust.SapConnection("custodian", {
 *     apiEndpoint: "https://kms-eu10.datacustodian.example.com/kms/v2",
 *     technicalUserCredentials: { apiKey: "b1f4c1a0-TECHNICAL-EXAMPLE", secret: config.requireSecret("sapSecret") },
 *   });
 *   ~~~
 */
export class SapConnection extends CipherTrustResource {
  /** @internal */
  static override readonly kind: Kind = {
    type: "SapConnection",
    inputs: [
      "name",
      "description",
      "apiEndpoint",
      "userCredentials",
      "technicalUserCredentials",
      "products",
      "meta",
      "labels",
      "readyTimeoutSeconds",
    ],
    outputs: ["state", "lastConnectionError"],
    namedAfterResource: "name",
    secret: ["userCredentials", "technicalUserCredentials"],
  };

  /**
   * Name of the connection, unique in the service. Default: the resource's name in the program.
   * Changing it forces replacement.
   */
  declare readonly name: pulumi.Output<string>;
  /** Free text. Default: none. Updated in place. Once set, it can be changed but not removed. */
  declare readonly description: pulumi.Output<string | undefined>;
  /**
   * Address of the key management API of SAP Data Custodian, ending in `/kms/v2`. Updated in place;
   * the connection is then tested again.
   */
  declare readonly apiEndpoint: pulumi.Output<string>;
  /**
   * Login of a user. Either this or `technicalUserCredentials`. Secret as a whole; the secret part
   * is never returned. Default: none. Updated in place; the connection is then tested again.
   */
  declare readonly userCredentials: pulumi.Output<
    | {
        /** Name of the user. */
        user: string;
        /** Secret of the user. */
        secret: string;
        /** Tenant of SAP Data Custodian that the user belongs to. */
        tenant: string;
      }
    | undefined
  >;
  /**
   * Login of a technical user. Either this or `userCredentials`. Secret as a whole; the secret part
   * is never returned. Default: none. Updated in place; the connection is then tested again.
   */
  declare readonly technicalUserCredentials: pulumi.Output<
    | {
        /** API key of the technical user. */
        apiKey: string;
        /** Secret of the technical user. */
        secret: string;
      }
    | undefined
  >;
  /**
   * Parts of the service that may use the connection. Default `["cckm"]`, cloud key management.
   * Updated in place. Compared as a set.
   */
  declare readonly products: pulumi.Output<string[]>;
  /**
   * Arbitrary JSON values by key. Default: left to the service. Updated in place. If removed, its
   * keys are removed.
   */
  declare readonly meta: pulumi.Output<Record<string, unknown> | undefined>;
  /** Labels, a map of strings. Default: none. Updated in place. */
  declare readonly labels: pulumi.Output<Record<string, string>>;
  /**
   * Seconds to wait for the connection to become `ready`, 1 to 3600. Default 30. Not sent to the
   * service.
   */
  declare readonly readyTimeoutSeconds: pulumi.Output<number | undefined>;
  /** `untested`, `testing`, `ready` or `failed`: only a `ready` connection may carry containers. */
  declare readonly state: pulumi.Output<"untested" | "testing" | "ready" | "failed">;
  /** Why the last test failed, in the service's wording; absent when it succeeded. */
  declare readonly lastConnectionError: pulumi.Output<string | undefined>;

  /** Reads an existing object by its id in the service, without managing it. */
  static get(name: string, id: pulumi.Input<pulumi.ID>, opts?: pulumi.CustomResourceOptions): SapConnection {
    return new SapConnection(name, undefined as never, { ...opts, id });
  }
  /** Every one of them in the service that passes the filters. */
  static list(filters?: Filters, options?: FunctionOptions): pulumi.Output<Listed<SapConnection>[]> {
    return listOf("SapConnection", filters, options);
  }
  constructor(name: string, args: SapConnectionArgs, opts?: pulumi.CustomResourceOptions) {
    super(name, args, opts);
  }
}

/** Arguments of a {@link SapGroup}. */
export interface SapGroupArgs extends CommonArgs {
  /**
   * Id of the `SapConnection` to reach it through; it must be, or become, `ready`. Updated in
   * place, to a connection that reaches it as well.
   */
  connection: pulumi.Input<string>;
  /**
   * Id of the group in SAP Data Custodian. Changing it forces replacement of the container and of
   * what is declared in it, and requires `replaceOnChanges`.
   */
  groupId: pulumi.Input<string>;
}

/**
 * A group of SAP Data Custodian whose keys the service manages: the container of `SapKey`s. It
 * waits until its connection is `ready`. Destroying it leaves everything in SAP untouched.
 *
 * @example
 *   ~~~ts
 *   const group = new ciphertrust.SapGroup("hana", {
 *     connection: connection.id,
 *     groupId: "1f0c7d62-5a0e-4a2f-9c3b-2d6f0b7a1e01",
 *   });
 *   ~~~
 */
export class SapGroup extends CipherTrustResource {
  /** @internal */
  static override readonly kind: Kind = {
    type: "SapGroup",
    inputs: ["connection", "groupId"],
    outputs: ["name", "application", "keystoreId", "tier", "region", "provider", "keyStoreName", "tenant"],
  };

  /**
   * Id of the `SapConnection` to reach it through; it must be, or become, `ready`. Updated in
   * place, to a connection that reaches it as well.
   */
  declare readonly connection: pulumi.Output<string>;
  /**
   * Id of the group in SAP Data Custodian. Changing it forces replacement of the container and of
   * what is declared in it, and requires `replaceOnChanges`.
   */
  declare readonly groupId: pulumi.Output<string>;
  /** Name of the group in SAP Data Custodian. */
  declare readonly name: pulumi.Output<string | undefined>;
  /** Application that the group's keys protect, such as `HANA` or `S4H`. */
  declare readonly application: pulumi.Output<string | undefined>;
  /** Id of the keystore that holds the group's keys. */
  declare readonly keystoreId: pulumi.Output<string | undefined>;
  /**
   * Tier of the application, such as `PROD`. The API's public sources show it, and all that follow,
   * only as filters of the list.
   */
  declare readonly tier: pulumi.Output<string | undefined>;
  /** Region of the group. */
  declare readonly region: pulumi.Output<string | undefined>;
  /** Cloud provider that the application runs on. */
  declare readonly provider: pulumi.Output<string | undefined>;
  /** Name of the keystore that holds the group's keys. */
  declare readonly keyStoreName: pulumi.Output<string | undefined>;
  /** Tenant of SAP Data Custodian. */
  declare readonly tenant: pulumi.Output<string | undefined>;

  /** Reads an existing object by its id in the service, without managing it. */
  static get(name: string, id: pulumi.Input<pulumi.ID>, opts?: pulumi.CustomResourceOptions): SapGroup {
    return new SapGroup(name, undefined as never, { ...opts, id });
  }
  /** Every one of them in the service that passes the filters. */
  static list(filters?: Filters, options?: FunctionOptions): pulumi.Output<Listed<SapGroup>[]> {
    return listOf("SapGroup", filters, options);
  }
  constructor(name: string, args: SapGroupArgs, opts?: pulumi.CustomResourceOptions) {
    super(name, args, opts);
  }
}

/** Arguments of a {@link SapKey}. */
export interface SapKeyArgs extends CommonArgs {
  /**
   * Id of the `SapGroup` that holds the key. Changing it alone forces replacement, and requires
   * `replaceOnChanges`.
   */
  group: pulumi.Input<string>;
  /**
   * Name of the key, unique in its group. Default: the resource's name in the program. Updated in
   * place.
   */
  name?: pulumi.Input<string>;
  /** Free text. Default: none. Updated in place. */
  description?: pulumi.Input<string>;
  /**
   * Kind of key: `AES`, `RSA` or `EC`. Other values go to the service with a warning, for a new
   * object only. Changing it forces replacement.
   */
  type: pulumi.Input<"AES" | "RSA" | "EC" | (string & Record<never, never>)>;
  /**
   * What the key may do: ENCRYPT, DECRYPT, SIGN, VERIFY, WRAP, UNWRAP; at least one. Other values
   * go to the service with a warning, for a new object only. Updated in place. An update fails if
   * the service keeps another value. Compared as a set.
   */
  operations: pulumi.Input<
    pulumi.Input<"ENCRYPT" | "DECRYPT" | "SIGN" | "VERIFY" | "WRAP" | "UNWRAP" | (string & Record<never, never>)>[]
  >;
  /**
   * Bits of an AES or RSA key, such as 256 or 3072; required for those unless the key is uploaded.
   * Default: left to the service. Changing it forces replacement.
   */
  size?: pulumi.Input<number>;
  /**
   * Curve of an EC key: `NistP192`, `NistP224`, `NistP256`, `NistP384`, `NistP521`, `SecP192K1`,
   * `SecP224K1` or `SecP256K1`. Required for those unless the key is uploaded. Other values go to
   * the service with a warning, for a new object only. Default: left to the service. Changing it
   * forces replacement.
   */
  curve?: pulumi.Input<
    | "NistP192"
    | "NistP224"
    | "NistP256"
    | "NistP384"
    | "NistP521"
    | "SecP192K1"
    | "SecP224K1"
    | "SecP256K1"
    | (string & Record<never, never>)
  >;
  /** What the key is for, in SAP's words. Default `MASTER_KEY`. Changing it forces replacement. */
  role?: pulumi.Input<string>;
  /**
   * True to let the key's material leave SAP. Default `false`. Updated in place. An update fails if
   * the service keeps another value.
   */
  exportable?: pulumi.Input<boolean>;
  /**
   * False to disable the key: what it protects cannot be used meanwhile. Default `true`. Updated in
   * place. An update fails if the service keeps another value.
   */
  enabled?: pulumi.Input<boolean>;
  /**
   * Id or name of the key whose material is uploaded (BYOK); it must be of the same type. Changing
   * it adds a version with the new material and enables it; leaving it out, a version with material
   * of SAP's own. Not compared with the service: a rotation may have brought other material.
   * Default: SAP makes the material.
   */
  sourceKeyIdentifier?: pulumi.Input<string>;
  /**
   * Where that key is: `local` (the service's own vault), `dsm`, `hsm-luna` or `external-cm`.
   * Updated in place, as `sourceKeyIdentifier` does. Other values go to the service with a warning,
   * for a new object only. Default `local`. Write-only: the service never returns it, so changes
   * outside Pulumi are not detected.
   */
  sourceKeyTier?: pulumi.Input<"local" | "dsm" | "hsm-luna" | "external-cm" | (string & Record<never, never>)>;
  /**
   * On destroy, `retain` leaves the key in SAP and in the service. `destroy` deletes it in SAP, and
   * what it protects can no longer be read. Default `retain`. Not sent to the service.
   */
  onDestroy?: pulumi.Input<"retain" | "destroy">;
}

/**
 * A key in a group of SAP Data Custodian, made by SAP, or uploaded from a key of one's own when
 * `sourceKeyIdentifier` is given. Destroying it leaves the key in SAP (see `onDestroy`).
 *
 * @example
 *   ~~~ts
 *   const backups = new ciphertrust.SapKey("hana-backups", {
 *     group: group.id,
 *     description: "Encrypts backups of the databases",
 *     type: "AES",
 *     size: 256,
 *     operations: ["ENCRYPT", "DECRYPT"],
 *   });
 *   ~~~
 */
export class SapKey extends CipherTrustResource {
  /** @internal */
  static override readonly kind: Kind = {
    type: "SapKey",
    inputs: [
      "group",
      "name",
      "description",
      "type",
      "operations",
      "size",
      "curve",
      "role",
      "exportable",
      "enabled",
      "sourceKeyIdentifier",
      "sourceKeyTier",
      "onDestroy",
    ],
    outputs: ["sapKeyId", "tenant", "keyMaterialOrigin", "versionCount", "versions"],
    namedAfterResource: "name",
  };

  /**
   * Id of the `SapGroup` that holds the key. Changing it alone forces replacement, and requires
   * `replaceOnChanges`.
   */
  declare readonly group: pulumi.Output<string>;
  /**
   * Name of the key, unique in its group. Default: the resource's name in the program. Updated in
   * place.
   */
  declare readonly name: pulumi.Output<string>;
  /** Free text. Default: none. Updated in place. */
  declare readonly description: pulumi.Output<string | undefined>;
  /**
   * Kind of key: `AES`, `RSA` or `EC`. Other values go to the service with a warning, for a new
   * object only. Changing it forces replacement.
   */
  declare readonly type: pulumi.Output<"AES" | "RSA" | "EC" | (string & Record<never, never>)>;
  /**
   * What the key may do: ENCRYPT, DECRYPT, SIGN, VERIFY, WRAP, UNWRAP; at least one. Other values
   * go to the service with a warning, for a new object only. Updated in place. An update fails if
   * the service keeps another value. Compared as a set.
   */
  declare readonly operations: pulumi.Output<
    ("ENCRYPT" | "DECRYPT" | "SIGN" | "VERIFY" | "WRAP" | "UNWRAP" | (string & Record<never, never>))[]
  >;
  /**
   * Bits of an AES or RSA key, such as 256 or 3072; required for those unless the key is uploaded.
   * Default: left to the service. Changing it forces replacement.
   */
  declare readonly size: pulumi.Output<number | undefined>;
  /**
   * Curve of an EC key: `NistP192`, `NistP224`, `NistP256`, `NistP384`, `NistP521`, `SecP192K1`,
   * `SecP224K1` or `SecP256K1`. Required for those unless the key is uploaded. Other values go to
   * the service with a warning, for a new object only. Default: left to the service. Changing it
   * forces replacement.
   */
  declare readonly curve: pulumi.Output<
    | "NistP192"
    | "NistP224"
    | "NistP256"
    | "NistP384"
    | "NistP521"
    | "SecP192K1"
    | "SecP224K1"
    | "SecP256K1"
    | (string & Record<never, never>)
    | undefined
  >;
  /** What the key is for, in SAP's words. Default `MASTER_KEY`. Changing it forces replacement. */
  declare readonly role: pulumi.Output<string>;
  /**
   * True to let the key's material leave SAP. Default `false`. Updated in place. An update fails if
   * the service keeps another value.
   */
  declare readonly exportable: pulumi.Output<boolean>;
  /**
   * False to disable the key: what it protects cannot be used meanwhile. Default `true`. Updated in
   * place. An update fails if the service keeps another value.
   */
  declare readonly enabled: pulumi.Output<boolean>;
  /**
   * Id or name of the key whose material is uploaded (BYOK); it must be of the same type. Changing
   * it adds a version with the new material and enables it; leaving it out, a version with material
   * of SAP's own. Not compared with the service: a rotation may have brought other material.
   * Default: SAP makes the material.
   */
  declare readonly sourceKeyIdentifier: pulumi.Output<string | undefined>;
  /**
   * Where that key is: `local` (the service's own vault), `dsm`, `hsm-luna` or `external-cm`.
   * Updated in place, as `sourceKeyIdentifier` does. Other values go to the service with a warning,
   * for a new object only. Default `local`. Write-only: the service never returns it, so changes
   * outside Pulumi are not detected.
   */
  declare readonly sourceKeyTier: pulumi.Output<
    "local" | "dsm" | "hsm-luna" | "external-cm" | (string & Record<never, never>)
  >;
  /**
   * On destroy, `retain` leaves the key in SAP and in the service. `destroy` deletes it in SAP, and
   * what it protects can no longer be read. Default `retain`. Not sent to the service.
   */
  declare readonly onDestroy: pulumi.Output<"retain" | "destroy">;
  /** Id of the key in SAP Data Custodian. */
  declare readonly sapKeyId: pulumi.Output<string | undefined>;
  /** Tenant of SAP Data Custodian. */
  declare readonly tenant: pulumi.Output<string | undefined>;
  /** Where the material came from, such as `native` or `cckm`. */
  declare readonly keyMaterialOrigin: pulumi.Output<string | undefined>;
  /** How many versions the key has. Rotation adds one. */
  declare readonly versionCount: pulumi.Output<number | undefined>;
  /** The key's versions, as far as the service shows them with the key. Rotation adds one. */
  declare readonly versions: pulumi.Output<
    | {
        /** Id of the version in SAP Data Custodian. */
        id: string;
        /** Number of the version; the first is 1. */
        version?: number;
        /** Whether the version may be used; new ones start disabled unless a rotation made them. */
        enabled?: boolean;
      }[]
    | undefined
  >;

  /** Reads an existing object by its id in the service, without managing it. */
  static get(name: string, id: pulumi.Input<pulumi.ID>, opts?: pulumi.CustomResourceOptions): SapKey {
    return new SapKey(name, undefined as never, { ...opts, id });
  }
  /** Every one of them in the service that passes the filters. */
  static list(filters?: Filters, options?: FunctionOptions): pulumi.Output<Listed<SapKey>[]> {
    return listOf("SapKey", filters, options);
  }
  constructor(name: string, args: SapKeyArgs, opts?: pulumi.CustomResourceOptions) {
    super(name, args, opts);
  }
}

/** Arguments of a {@link SapKeystore}. */
export interface SapKeystoreArgs extends CommonArgs {
  /**
   * Name of the keystore, unique in the service. Default: the resource's name in the program.
   * Updated in place.
   */
  name?: pulumi.Input<string>;
  /** Free text. Default: none. Updated in place. */
  description?: pulumi.Input<string>;
  /** Certificate under which SAP Data Custodian calls the keystore, PEM text. Updated in place. */
  certificate: pulumi.Input<string>;
  /** Host name, and port where it is not 443, at which SAP reaches this service. Updated in place. */
  keystoreUrlHostname: pulumi.Input<string>;
  /**
   * Id of the tenant of SAP Data Custodian that may use the keystore. Changing it forces
   * replacement.
   */
  sapTenantId: pulumi.Input<string>;
  /**
   * True to record successful uses of the keys in the audit log, too. Default `true`. Updated in
   * place.
   */
  enableSuccessAuditEvent?: pulumi.Input<boolean>;
  /**
   * True to refuse every use of the keystore's keys by SAP. Default `false`. Updated in place. An
   * update fails if the service keeps another value.
   */
  blocked?: pulumi.Input<boolean>;
  /**
   * True to put the keystore out of use: SAP can then no longer read what its keys protect, until
   * it is false again. Default `false`. Updated in place.
   */
  archived?: pulumi.Input<boolean>;
  /**
   * On destroy, `retain` leaves the keystore as it is. `archive` puts it out of use: SAP cannot
   * read what its keys protect until it is recovered. `destroy` archives and deletes it with its
   * keys. Default `retain`. Not sent to the service.
   */
  onDestroy?: pulumi.Input<"retain" | "archive" | "destroy">;
}

/**
 * A keystore that stays with the service while SAP Data Custodian uses its keys from outside ("hold
 * your own key"). Destroying it leaves it as it is (see `onDestroy`).
 *
 * @example
 *   ~~~ts
 *   const keystore = new ciphertrust.SapKeystore("hold-your-own", {
 *     certificate: config.require("sapCertificate"),
 *     keystoreUrlHostname: "keys.example.com",
 *     sapTenantId: "acme-prod",
 *   });
 *   ~~~
 */
export class SapKeystore extends CipherTrustResource {
  /** @internal */
  static override readonly kind: Kind = {
    type: "SapKeystore",
    inputs: [
      "name",
      "description",
      "certificate",
      "keystoreUrlHostname",
      "sapTenantId",
      "enableSuccessAuditEvent",
      "blocked",
      "archived",
      "onDestroy",
    ],
    outputs: ["keystoreUrl", "status"],
    namedAfterResource: "name",
  };

  /**
   * Name of the keystore, unique in the service. Default: the resource's name in the program.
   * Updated in place.
   */
  declare readonly name: pulumi.Output<string>;
  /** Free text. Default: none. Updated in place. */
  declare readonly description: pulumi.Output<string | undefined>;
  /** Certificate under which SAP Data Custodian calls the keystore, PEM text. Updated in place. */
  declare readonly certificate: pulumi.Output<string>;
  /** Host name, and port where it is not 443, at which SAP reaches this service. Updated in place. */
  declare readonly keystoreUrlHostname: pulumi.Output<string>;
  /**
   * Id of the tenant of SAP Data Custodian that may use the keystore. Changing it forces
   * replacement.
   */
  declare readonly sapTenantId: pulumi.Output<string>;
  /**
   * True to record successful uses of the keys in the audit log, too. Default `true`. Updated in
   * place.
   */
  declare readonly enableSuccessAuditEvent: pulumi.Output<boolean>;
  /**
   * True to refuse every use of the keystore's keys by SAP. Default `false`. Updated in place. An
   * update fails if the service keeps another value.
   */
  declare readonly blocked: pulumi.Output<boolean>;
  /**
   * True to put the keystore out of use: SAP can then no longer read what its keys protect, until
   * it is false again. Default `false`. Updated in place.
   */
  declare readonly archived: pulumi.Output<boolean>;
  /**
   * On destroy, `retain` leaves the keystore as it is. `archive` puts it out of use: SAP cannot
   * read what its keys protect until it is recovered. `destroy` archives and deletes it with its
   * keys. Default `retain`. Not sent to the service.
   */
  declare readonly onDestroy: pulumi.Output<"retain" | "archive" | "destroy">;
  /** Address at which SAP reaches the keystore. */
  declare readonly keystoreUrl: pulumi.Output<string | undefined>;
  /** State in the service's wording, such as `Enabled`, `Blocked` or `Archived`. */
  declare readonly status: pulumi.Output<string | undefined>;

  /** Reads an existing object by its id in the service, without managing it. */
  static get(name: string, id: pulumi.Input<pulumi.ID>, opts?: pulumi.CustomResourceOptions): SapKeystore {
    return new SapKeystore(name, undefined as never, { ...opts, id });
  }
  /** Every one of them in the service that passes the filters. */
  static list(filters?: Filters, options?: FunctionOptions): pulumi.Output<Listed<SapKeystore>[]> {
    return listOf("SapKeystore", filters, options);
  }
  constructor(name: string, args: SapKeystoreArgs, opts?: pulumi.CustomResourceOptions) {
    super(name, args, opts);
  }
}

/** Arguments of a {@link SapHyokKey}. */
export interface SapHyokKeyArgs extends CommonArgs {
  /**
   * Id of the `SapKeystore` that the key belongs to. Changing it alone forces replacement, and
   * requires `replaceOnChanges`.
   */
  keystore: pulumi.Input<string>;
  /**
   * Name of the key, unique in its keystore. Default: the resource's name in the program. Updated
   * in place.
   */
  name?: pulumi.Input<string>;
  /** Free text. Default: none. Updated in place. */
  description?: pulumi.Input<string>;
  /**
   * Id of the AES-256 key that does the work. Changing it adds a version that uses the other key
   * from then on, in place. Not compared with the service: a rotation may have brought another
   * key.
   */
  sourceKeyIdentifier: pulumi.Input<string>;
  /**
   * Where that key is: `local` (the service's own vault) or `hsm-luna`. Updated in place, as
   * `sourceKeyIdentifier` does. Other values go to the service with a warning, for a new object
   * only. Default `local`. Write-only: the service never returns it, so changes outside Pulumi are
   * not detected.
   */
  sourceKeyTier?: pulumi.Input<"local" | "hsm-luna" | (string & Record<never, never>)>;
  /**
   * False to disable the key: what it protects cannot be used meanwhile. Default `true`. Updated in
   * place. An update fails if the service keeps another value.
   */
  enabled?: pulumi.Input<boolean>;
  /**
   * True to refuse SAP every use of the key. Default `false`. Updated in place. An update fails if
   * the service keeps another value.
   */
  blocked?: pulumi.Input<boolean>;
  /**
   * True to put the key out of use: SAP can then no longer read what it protects, until it is false
   * again. Default `false`. Updated in place.
   */
  archived?: pulumi.Input<boolean>;
  /**
   * On destroy, `retain` leaves the key as it is. `archive` puts it out of use: SAP cannot read
   * what it protects until it is recovered. `destroy` archives and deletes it with its versions,
   * and what it protects can never be read again. None touches the source key. Default `retain`.
   * Not sent to the service.
   */
  onDestroy?: pulumi.Input<"retain" | "archive" | "destroy">;
}

/**
 * A key that SAP Data Custodian uses from outside, in a `SapKeystore` ("hold your own key"). A key
 * of the vault or of a Luna partition does the work. Destroying it leaves it as it is (see
 * `onDestroy`).
 *
 * @example
 *   ~~~ts
 *   const payroll = new ciphertrust.SapHyokKey("payroll", { keystore: keystore.id, sourceKeyIdentifier: source.id });
 *   ~~~
 */
export class SapHyokKey extends CipherTrustResource {
  /** @internal */
  static override readonly kind: Kind = {
    type: "SapHyokKey",
    inputs: [
      "keystore",
      "name",
      "description",
      "sourceKeyIdentifier",
      "sourceKeyTier",
      "enabled",
      "blocked",
      "archived",
      "onDestroy",
    ],
    outputs: ["status", "versionCount", "currentSourceKey"],
    namedAfterResource: "name",
  };

  /**
   * Id of the `SapKeystore` that the key belongs to. Changing it alone forces replacement, and
   * requires `replaceOnChanges`.
   */
  declare readonly keystore: pulumi.Output<string>;
  /**
   * Name of the key, unique in its keystore. Default: the resource's name in the program. Updated
   * in place.
   */
  declare readonly name: pulumi.Output<string>;
  /** Free text. Default: none. Updated in place. */
  declare readonly description: pulumi.Output<string | undefined>;
  /**
   * Id of the AES-256 key that does the work. Changing it adds a version that uses the other key
   * from then on, in place. Not compared with the service: a rotation may have brought another
   * key.
   */
  declare readonly sourceKeyIdentifier: pulumi.Output<string>;
  /**
   * Where that key is: `local` (the service's own vault) or `hsm-luna`. Updated in place, as
   * `sourceKeyIdentifier` does. Other values go to the service with a warning, for a new object
   * only. Default `local`. Write-only: the service never returns it, so changes outside Pulumi are
   * not detected.
   */
  declare readonly sourceKeyTier: pulumi.Output<"local" | "hsm-luna" | (string & Record<never, never>)>;
  /**
   * False to disable the key: what it protects cannot be used meanwhile. Default `true`. Updated in
   * place. An update fails if the service keeps another value.
   */
  declare readonly enabled: pulumi.Output<boolean>;
  /**
   * True to refuse SAP every use of the key. Default `false`. Updated in place. An update fails if
   * the service keeps another value.
   */
  declare readonly blocked: pulumi.Output<boolean>;
  /**
   * True to put the key out of use: SAP can then no longer read what it protects, until it is false
   * again. Default `false`. Updated in place.
   */
  declare readonly archived: pulumi.Output<boolean>;
  /**
   * On destroy, `retain` leaves the key as it is. `archive` puts it out of use: SAP cannot read
   * what it protects until it is recovered. `destroy` archives and deletes it with its versions,
   * and what it protects can never be read again. None touches the source key. Default `retain`.
   * Not sent to the service.
   */
  declare readonly onDestroy: pulumi.Output<"retain" | "archive" | "destroy">;
  /** State in the service's wording, such as `Enabled` or `Archived`. */
  declare readonly status: pulumi.Output<string | undefined>;
  /** How many versions the key has. Rotation adds one. */
  declare readonly versionCount: pulumi.Output<number | undefined>;
  /** Id of the key that does the work now. Rotation changes it. */
  declare readonly currentSourceKey: pulumi.Output<string | undefined>;

  /** Reads an existing object by its id in the service, without managing it. */
  static get(name: string, id: pulumi.Input<pulumi.ID>, opts?: pulumi.CustomResourceOptions): SapHyokKey {
    return new SapHyokKey(name, undefined as never, { ...opts, id });
  }
  /** Every one of them in the service that passes the filters. */
  static list(filters?: Filters, options?: FunctionOptions): pulumi.Output<Listed<SapHyokKey>[]> {
    return listOf("SapHyokKey", filters, options);
  }
  constructor(name: string, args: SapHyokKeyArgs, opts?: pulumi.CustomResourceOptions) {
    super(name, args, opts);
  }
}
