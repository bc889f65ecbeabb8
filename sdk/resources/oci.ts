// Made from provider/resources by `npm run generate`: change the definitions there.
import type * as pulumi from "@pulumi/pulumi";
import { listOf, listWithin, type Arguments, type Filters, type FunctionOptions, type Listed } from "../function";
import { CipherTrustResource, type CommonArgs, type Kind } from "../resource";

/** Arguments of an {@link OciConnection}. */
export interface OciConnectionArgs extends CommonArgs {
  /**
   * Name of the connection, unique in the service. Default: the resource's name in the program.
   * Changing it forces replacement.
   */
  name?: pulumi.Input<string>;
  /** Free text. Default: none. Updated in place. Once set, it can be changed but not removed. */
  description?: pulumi.Input<string>;
  /**
   * OCI region whose endpoints the service calls, one the tenancy is subscribed to, such as
   * `eu-frankfurt-1`. Updated in place; the connection is then tested again.
   */
  region: pulumi.Input<string>;
  /** OCID of the tenancy. Updated in place; the connection is then tested again. */
  tenancyOcid: pulumi.Input<string>;
  /** OCID of the user whose API key it is. Updated in place; the connection is then tested again. */
  userOcid: pulumi.Input<string>;
  /**
   * Fingerprint of the API key: 16 pairs of hexadecimal digits with colons between them. Updated in
   * place; the connection is then tested again.
   */
  fingerprint: pulumi.Input<string>;
  /**
   * The private half of the API key. Secret as a whole; never returned by the service, so that a
   * change made elsewhere is not seen. Updated in place; the connection is then tested again.
   */
  credentials: pulumi.Input<{
    /** The private key, PEM text. */
    keyFile: pulumi.Input<string>;
    /** Pass phrase of the private key. Default: none. */
    passPhrase?: pulumi.Input<string | undefined>;
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
 * An Oracle Cloud user's API key, under which the service reaches a tenancy. It is tested until
 * `ready` when it is made and when a credential changes. Destroying it removes it from the service,
 * unless vaults use it; nothing in Oracle Cloud changes.
 *
 * @example
 *   ~~~ts
 *   const connection = new ciphertrust.OciConnection("oracle", {
 *     region: "eu-frankfurt-1",
 *     tenancyOcid: "ocid1.tenancy.oc1..aaaaaaaaexampletenancyproduction",
 *     userOcid: "ocid1.user.oc1..aaaaaaaaexampleuserciphertrust",
 *     fingerprint: "12:34:56:78:9a:bc:de:f0:12:34:56:78:9a:bc:de:f0",
 *     credentials: { keyFile: config.requireSecret("ociKeyFile") },
 *   });
 *   ~~~
 */
export class OciConnection extends CipherTrustResource {
  /** @internal */
  static override readonly kind: Kind = {
    type: "OciConnection",
    inputs: [
      "name",
      "description",
      "region",
      "tenancyOcid",
      "userOcid",
      "fingerprint",
      "credentials",
      "products",
      "meta",
      "labels",
      "readyTimeoutSeconds",
    ],
    outputs: ["state", "lastConnectionError"],
    namedAfterResource: "name",
    secret: ["credentials"],
  };

  /**
   * Name of the connection, unique in the service. Default: the resource's name in the program.
   * Changing it forces replacement.
   */
  declare readonly name: pulumi.Output<string>;
  /** Free text. Default: none. Updated in place. Once set, it can be changed but not removed. */
  declare readonly description: pulumi.Output<string | undefined>;
  /**
   * OCI region whose endpoints the service calls, one the tenancy is subscribed to, such as
   * `eu-frankfurt-1`. Updated in place; the connection is then tested again.
   */
  declare readonly region: pulumi.Output<string>;
  /** OCID of the tenancy. Updated in place; the connection is then tested again. */
  declare readonly tenancyOcid: pulumi.Output<string>;
  /** OCID of the user whose API key it is. Updated in place; the connection is then tested again. */
  declare readonly userOcid: pulumi.Output<string>;
  /**
   * Fingerprint of the API key: 16 pairs of hexadecimal digits with colons between them. Updated in
   * place; the connection is then tested again.
   */
  declare readonly fingerprint: pulumi.Output<string>;
  /**
   * The private half of the API key. Secret as a whole; never returned by the service, so that a
   * change made elsewhere is not seen. Updated in place; the connection is then tested again.
   */
  declare readonly credentials: pulumi.Output<{
    /** The private key, PEM text. */
    keyFile: string;
    /** Pass phrase of the private key. Default: none. */
    passPhrase?: string;
  }>;
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
  static get(name: string, id: pulumi.Input<pulumi.ID>, opts?: pulumi.CustomResourceOptions): OciConnection {
    return new OciConnection(name, undefined as never, { ...opts, id });
  }
  /** Every one of them in the service that passes the filters. */
  static list(filters?: Filters, options?: FunctionOptions): pulumi.Output<Listed<OciConnection>[]> {
    return listOf("OciConnection", filters, options);
  }
  constructor(name: string, args: OciConnectionArgs, opts?: pulumi.CustomResourceOptions) {
    super(name, args, opts);
  }
}

/** Arguments of an {@link OciTenancy}. */
export interface OciTenancyArgs extends CommonArgs {
  /**
   * Id of an `OciConnection` whose tenancy is meant; it must be, or become, `ready`. Either this or
   * `tenancyOcid` with `tenancy`. Default: none. Changing it forces replacement of the container
   * and of what is declared in it, and requires `replaceOnChanges`.
   */
  connection?: pulumi.Input<string>;
  /**
   * OCID of a tenancy that the service has no connection to. Needs `tenancy`. Default: the
   * connection's. Changing it forces replacement of the container and of what is declared in it,
   * and requires `replaceOnChanges`.
   */
  tenancyOcid?: pulumi.Input<string>;
  /**
   * Name of that tenancy. Needs `tenancyOcid`. Default: what Oracle Cloud calls the connection's
   * tenancy. Changing it forces replacement of the container and of what is declared in it, and
   * requires `replaceOnChanges`.
   */
  tenancy?: pulumi.Input<string>;
}

/**
 * An Oracle Cloud tenancy as the service knows it: what vaults and external vaults belong to.
 * Destroying it deletes the service's record; nothing in Oracle Cloud changes.
 *
 * @example
 *   ~~~ts
 *   const tenancy = new ciphertrust.OciTenancy("production", { connection: connection.id });
 *   ~~~
 */
export class OciTenancy extends CipherTrustResource {
  /** @internal */
  static override readonly kind: Kind = {
    type: "OciTenancy",
    inputs: ["connection", "tenancyOcid", "tenancy"],
    outputs: [],
  };

  /**
   * Id of an `OciConnection` whose tenancy is meant; it must be, or become, `ready`. Either this or
   * `tenancyOcid` with `tenancy`. Default: none. Changing it forces replacement of the container
   * and of what is declared in it, and requires `replaceOnChanges`.
   */
  declare readonly connection: pulumi.Output<string | undefined>;
  /**
   * OCID of a tenancy that the service has no connection to. Needs `tenancy`. Default: the
   * connection's. Changing it forces replacement of the container and of what is declared in it,
   * and requires `replaceOnChanges`.
   */
  declare readonly tenancyOcid: pulumi.Output<string | undefined>;
  /**
   * Name of that tenancy. Needs `tenancyOcid`. Default: what Oracle Cloud calls the connection's
   * tenancy. Changing it forces replacement of the container and of what is declared in it, and
   * requires `replaceOnChanges`.
   */
  declare readonly tenancy: pulumi.Output<string | undefined>;

  /** Reads an existing object by its id in the service, without managing it. */
  static get(name: string, id: pulumi.Input<pulumi.ID>, opts?: pulumi.CustomResourceOptions): OciTenancy {
    return new OciTenancy(name, undefined, { ...opts, id });
  }
  /** Every one of them in the service that passes the filters. */
  static list(filters?: Filters, options?: FunctionOptions): pulumi.Output<Listed<OciTenancy>[]> {
    return listOf("OciTenancy", filters, options);
  }
  constructor(name: string, args?: OciTenancyArgs, opts?: pulumi.CustomResourceOptions) {
    super(name, args, opts);
  }
}

/** Arguments of an {@link OciCompartment}. */
export interface OciCompartmentArgs extends CommonArgs {
  /**
   * Id of the `OciConnection` that sees the compartment; it must be, or become, `ready`. Changing
   * it forces replacement of the container and of what is declared in it, and requires
   * `replaceOnChanges`.
   */
  connection: pulumi.Input<string>;
  /**
   * OCID of the compartment; the tenancy's own OCID stands for its root compartment. Changing it
   * forces replacement of the container and of what is declared in it, and requires
   * `replaceOnChanges`.
   */
  compartmentId: pulumi.Input<string>;
}

/**
 * An Oracle Cloud compartment as the service knows it. Destroying it deletes the service's record;
 * the compartment is not changed.
 *
 * @example
 *   ~~~ts
 *   const security = new ciphertrust.OciCompartment("security", {
 *     connection: connection.id,
 *     compartmentId: "ocid1.compartment.oc1..aaaaaaaaexamplecompartmentsecurity",
 *   });
 *   ~~~
 */
export class OciCompartment extends CipherTrustResource {
  /** @internal */
  static override readonly kind: Kind = {
    type: "OciCompartment",
    inputs: ["connection", "compartmentId"],
    outputs: ["name", "description", "lifecycleState", "tenancy"],
  };

  /**
   * Id of the `OciConnection` that sees the compartment; it must be, or become, `ready`. Changing
   * it forces replacement of the container and of what is declared in it, and requires
   * `replaceOnChanges`.
   */
  declare readonly connection: pulumi.Output<string>;
  /**
   * OCID of the compartment; the tenancy's own OCID stands for its root compartment. Changing it
   * forces replacement of the container and of what is declared in it, and requires
   * `replaceOnChanges`.
   */
  declare readonly compartmentId: pulumi.Output<string>;
  /** Name of the compartment in Oracle Cloud. */
  declare readonly name: pulumi.Output<string | undefined>;
  /** Its description there. */
  declare readonly description: pulumi.Output<string | undefined>;
  /** Its state there, such as `ACTIVE`. */
  declare readonly lifecycleState: pulumi.Output<string | undefined>;
  /** Name of its tenancy. */
  declare readonly tenancy: pulumi.Output<string | undefined>;

  /** Reads an existing object by its id in the service, without managing it. */
  static get(name: string, id: pulumi.Input<pulumi.ID>, opts?: pulumi.CustomResourceOptions): OciCompartment {
    return new OciCompartment(name, undefined as never, { ...opts, id });
  }
  /** Every one of them in the service that passes the filters. */
  static list(filters?: Filters, options?: FunctionOptions): pulumi.Output<Listed<OciCompartment>[]> {
    return listOf("OciCompartment", filters, options);
  }
  constructor(name: string, args: OciCompartmentArgs, opts?: pulumi.CustomResourceOptions) {
    super(name, args, opts);
  }
}

/** Arguments of an {@link OciVault}. */
export interface OciVaultArgs extends CommonArgs {
  /**
   * Id of the `OciConnection` to reach the vault through; it must be, or become, `ready`. Updated
   * in place.
   */
  connection: pulumi.Input<string>;
  /**
   * OCI region of the vault. Changing it forces replacement of the container and of what is
   * declared in it, and requires `replaceOnChanges`.
   */
  region: pulumi.Input<string>;
  /**
   * OCID of the vault. Changing it forces replacement of the container and of what is declared in
   * it, and requires `replaceOnChanges`.
   */
  vaultId: pulumi.Input<string>;
  /**
   * Object storage bucket for the backups of the vault's keys. Needs `bucketNamespace`. Default: no
   * backups. Updated in place. Once set, it can be changed but not removed.
   */
  bucketName?: pulumi.Input<string>;
  /**
   * Object storage namespace of that bucket. Needs `bucketName`. Default: none. Updated in place.
   * Once set, it can be changed but not removed.
   */
  bucketNamespace?: pulumi.Input<string>;
}

/**
 * A vault in Oracle Cloud whose keys the service manages: the container of `OciKey`s. It waits
 * until its connection is `ready`. Destroying it leaves the vault and every key in Oracle Cloud
 * untouched.
 *
 * @example
 *   ~~~ts
 *   const vault = new ciphertrust.OciVault("shared", {
 *     connection: connection.id,
 *     region: "eu-frankfurt-1",
 *     vaultId: "ocid1.vault.oc1.eu-frankfurt-1.aaaaexamplevaultshared",
 *   });
 *   ~~~
 */
export class OciVault extends CipherTrustResource {
  /** @internal */
  static override readonly kind: Kind = {
    type: "OciVault",
    inputs: ["connection", "region", "vaultId", "bucketName", "bucketNamespace"],
    outputs: [
      "displayName",
      "compartmentId",
      "compartmentName",
      "tenancy",
      "lifecycleState",
      "managementEndpoint",
      "vaultType",
      "wrappingkeyId",
    ],
  };

  /**
   * Id of the `OciConnection` to reach the vault through; it must be, or become, `ready`. Updated
   * in place.
   */
  declare readonly connection: pulumi.Output<string>;
  /**
   * OCI region of the vault. Changing it forces replacement of the container and of what is
   * declared in it, and requires `replaceOnChanges`.
   */
  declare readonly region: pulumi.Output<string>;
  /**
   * OCID of the vault. Changing it forces replacement of the container and of what is declared in
   * it, and requires `replaceOnChanges`.
   */
  declare readonly vaultId: pulumi.Output<string>;
  /**
   * Object storage bucket for the backups of the vault's keys. Needs `bucketNamespace`. Default: no
   * backups. Updated in place. Once set, it can be changed but not removed.
   */
  declare readonly bucketName: pulumi.Output<string | undefined>;
  /**
   * Object storage namespace of that bucket. Needs `bucketName`. Default: none. Updated in place.
   * Once set, it can be changed but not removed.
   */
  declare readonly bucketNamespace: pulumi.Output<string | undefined>;
  /** Name of the vault in Oracle Cloud. */
  declare readonly displayName: pulumi.Output<string>;
  /** OCID of the vault's compartment. */
  declare readonly compartmentId: pulumi.Output<string>;
  /** Name of that compartment. */
  declare readonly compartmentName: pulumi.Output<string | undefined>;
  /** Name of the tenancy. */
  declare readonly tenancy: pulumi.Output<string | undefined>;
  /** State of the vault in Oracle Cloud, such as `ACTIVE`. */
  declare readonly lifecycleState: pulumi.Output<string>;
  /** URL at which Oracle Cloud manages the vault's keys. */
  declare readonly managementEndpoint: pulumi.Output<string>;
  /** `DEFAULT` or `VIRTUAL_PRIVATE`. */
  declare readonly vaultType: pulumi.Output<string>;
  /** OCID of the key that wraps uploaded material. */
  declare readonly wrappingkeyId: pulumi.Output<string | undefined>;

  /** Reads an existing object by its id in the service, without managing it. */
  static get(name: string, id: pulumi.Input<pulumi.ID>, opts?: pulumi.CustomResourceOptions): OciVault {
    return new OciVault(name, undefined as never, { ...opts, id });
  }
  /** Every one of them in the service that passes the filters. */
  static list(filters?: Filters, options?: FunctionOptions): pulumi.Output<Listed<OciVault>[]> {
    return listOf("OciVault", filters, options);
  }
  constructor(name: string, args: OciVaultArgs, opts?: pulumi.CustomResourceOptions) {
    super(name, args, opts);
  }
}

/** Arguments of an {@link OciKey}. */
export interface OciKeyArgs extends CommonArgs {
  /**
   * Id of the `OciVault` that holds the key. Changing it alone forces replacement, and requires
   * `replaceOnChanges`.
   */
  vault: pulumi.Input<string>;
  /**
   * Name of the key in Oracle Cloud, where several may have the same. Default: the resource's name
   * in the program. Updated in place.
   */
  name?: pulumi.Input<string>;
  /**
   * Kind of key: `AES`, `RSA` or `ECDSA`. Default: `AES`, or what an uploaded key is. Other values
   * go to the service with a warning, for a new object only. Changing it forces replacement.
   */
  algorithm?: pulumi.Input<"AES" | "RSA" | "ECDSA" | (string & Record<never, never>)>;
  /**
   * Length in bytes: 16, 24 or 32 for AES, 256, 384 or 512 for RSA, 32, 48 or 66 for ECDSA.
   * Default: 32 for AES, 256 for RSA, for ECDSA what fits the curve, or what an uploaded key has.
   * Changing it forces replacement.
   */
  length?: pulumi.Input<number>;
  /**
   * Curve of an ECDSA key: `NIST_P256`, `NIST_P384` or `NIST_P521`. Default: what fits the length,
   * else `NIST_P256`. Other values go to the service with a warning, for a new object only.
   * Changing it forces replacement.
   */
  curveId?: pulumi.Input<"NIST_P256" | "NIST_P384" | "NIST_P521" | (string & Record<never, never>)>;
  /**
   * Where the key does its work: `HSM`, which it never leaves, or `SOFTWARE`. Other values go to
   * the service with a warning, for a new object only. Default `HSM`. Changing it forces
   * replacement. An update fails if the service keeps another value.
   */
  protectionMode?: pulumi.Input<"HSM" | "SOFTWARE" | (string & Record<never, never>)>;
  /**
   * OCID of the compartment that holds the key. Default: the vault's. Updated in place. If removed,
   * the service keeps its value.
   */
  compartmentId?: pulumi.Input<string>;
  /** Tags without a namespace, a map of strings. Default: none. Updated in place. */
  freeformTags?: pulumi.Input<Record<string, pulumi.Input<string>>>;
  /**
   * Tags by namespace, values by name in each; without the namespace `Oracle-Tags`, which Oracle
   * Cloud fills in itself. Default: the tag defaults of the compartment, which are left alone; `{}`
   * removes them. Updated in place. If removed, the service keeps its value.
   */
  definedTags?: pulumi.Input<Record<string, pulumi.Input<Record<string, unknown>>>>;
  /**
   * False to disable the key: it can then neither encrypt nor decrypt. Updated in place; a key that
   * is pending deletion is recovered first. Default `true`. An update fails if the service keeps
   * another value.
   */
  enabled?: pulumi.Input<boolean>;
  /**
   * Id of the key whose material is uploaded. A later rotation may bring other material; that is no
   * change of this. Default: Oracle Cloud makes the material. Changing it alone forces replacement,
   * and requires `replaceOnChanges`. Write-only: the service never returns it, so changes outside
   * Pulumi are not detected.
   */
  sourceKeyIdentifier?: pulumi.Input<string>;
  /**
   * Where that key is: `local` (the service's own vault), `dsm`, `hsm-luna` or `external-cm`. Other
   * values go to the service with a warning, for a new object only. Default `local`. Changing it
   * forces replacement. Write-only: the service never returns it, so changes outside Pulumi are not
   * detected.
   */
  sourceKeyTier?: pulumi.Input<"local" | "dsm" | "hsm-luna" | "external-cm" | (string & Record<never, never>)>;
  /**
   * On destroy, `scheduleDeletion` lets Oracle Cloud delete the key after `deletionWindowDays`; it
   * can be recovered until then. `retain` leaves it as it is. Default `scheduleDeletion`. Not sent
   * to the service.
   */
  onDestroy?: pulumi.Input<"scheduleDeletion" | "retain">;
  /**
   * Days between destroying the resource and the end of the key, 7 to 30. Default `30`. Not sent to
   * the service.
   */
  deletionWindowDays?: pulumi.Input<number>;
}

/**
 * A key in a vault of Oracle Cloud, made there or uploaded, and managed through the service.
 * Destroying it schedules its deletion in Oracle Cloud (see `onDestroy`).
 *
 * @example
 *   ~~~ts
 *   const payroll = new ciphertrust.OciKey("payroll", {
 *     vault: vault.id,
 *     algorithm: "AES",
 *     length: 32,
 *     freeformTags: { team: "hr" },
 *   });
 *   ~~~
 */
export class OciKey extends CipherTrustResource {
  /** @internal */
  static override readonly kind: Kind = {
    type: "OciKey",
    inputs: [
      "vault",
      "name",
      "algorithm",
      "length",
      "curveId",
      "protectionMode",
      "compartmentId",
      "freeformTags",
      "definedTags",
      "enabled",
      "sourceKeyIdentifier",
      "sourceKeyTier",
      "onDestroy",
      "deletionWindowDays",
    ],
    outputs: [
      "keyId",
      "lifecycleState",
      "currentKeyVersion",
      "keyMaterialOrigin",
      "region",
      "tenancy",
      "compartmentName",
    ],
    namedAfterResource: "name",
  };

  /**
   * Id of the `OciVault` that holds the key. Changing it alone forces replacement, and requires
   * `replaceOnChanges`.
   */
  declare readonly vault: pulumi.Output<string>;
  /**
   * Name of the key in Oracle Cloud, where several may have the same. Default: the resource's name
   * in the program. Updated in place.
   */
  declare readonly name: pulumi.Output<string>;
  /**
   * Kind of key: `AES`, `RSA` or `ECDSA`. Default: `AES`, or what an uploaded key is. Other values
   * go to the service with a warning, for a new object only. Changing it forces replacement.
   */
  declare readonly algorithm: pulumi.Output<"AES" | "RSA" | "ECDSA" | (string & Record<never, never>) | undefined>;
  /**
   * Length in bytes: 16, 24 or 32 for AES, 256, 384 or 512 for RSA, 32, 48 or 66 for ECDSA.
   * Default: 32 for AES, 256 for RSA, for ECDSA what fits the curve, or what an uploaded key has.
   * Changing it forces replacement.
   */
  declare readonly length: pulumi.Output<number | undefined>;
  /**
   * Curve of an ECDSA key: `NIST_P256`, `NIST_P384` or `NIST_P521`. Default: what fits the length,
   * else `NIST_P256`. Other values go to the service with a warning, for a new object only.
   * Changing it forces replacement.
   */
  declare readonly curveId: pulumi.Output<
    "NIST_P256" | "NIST_P384" | "NIST_P521" | (string & Record<never, never>) | undefined
  >;
  /**
   * Where the key does its work: `HSM`, which it never leaves, or `SOFTWARE`. Other values go to
   * the service with a warning, for a new object only. Default `HSM`. Changing it forces
   * replacement. An update fails if the service keeps another value.
   */
  declare readonly protectionMode: pulumi.Output<"HSM" | "SOFTWARE" | (string & Record<never, never>)>;
  /**
   * OCID of the compartment that holds the key. Default: the vault's. Updated in place. If removed,
   * the service keeps its value.
   */
  declare readonly compartmentId: pulumi.Output<string | undefined>;
  /** Tags without a namespace, a map of strings. Default: none. Updated in place. */
  declare readonly freeformTags: pulumi.Output<Record<string, string>>;
  /**
   * Tags by namespace, values by name in each; without the namespace `Oracle-Tags`, which Oracle
   * Cloud fills in itself. Default: the tag defaults of the compartment, which are left alone; `{}`
   * removes them. Updated in place. If removed, the service keeps its value.
   */
  declare readonly definedTags: pulumi.Output<Record<string, Record<string, unknown>> | undefined>;
  /**
   * False to disable the key: it can then neither encrypt nor decrypt. Updated in place; a key that
   * is pending deletion is recovered first. Default `true`. An update fails if the service keeps
   * another value.
   */
  declare readonly enabled: pulumi.Output<boolean>;
  /**
   * Id of the key whose material is uploaded. A later rotation may bring other material; that is no
   * change of this. Default: Oracle Cloud makes the material. Changing it alone forces replacement,
   * and requires `replaceOnChanges`. Write-only: the service never returns it, so changes outside
   * Pulumi are not detected.
   */
  declare readonly sourceKeyIdentifier: pulumi.Output<string | undefined>;
  /**
   * Where that key is: `local` (the service's own vault), `dsm`, `hsm-luna` or `external-cm`. Other
   * values go to the service with a warning, for a new object only. Default `local`. Changing it
   * forces replacement. Write-only: the service never returns it, so changes outside Pulumi are not
   * detected.
   */
  declare readonly sourceKeyTier: pulumi.Output<
    "local" | "dsm" | "hsm-luna" | "external-cm" | (string & Record<never, never>)
  >;
  /**
   * On destroy, `scheduleDeletion` lets Oracle Cloud delete the key after `deletionWindowDays`; it
   * can be recovered until then. `retain` leaves it as it is. Default `scheduleDeletion`. Not sent
   * to the service.
   */
  declare readonly onDestroy: pulumi.Output<"scheduleDeletion" | "retain">;
  /**
   * Days between destroying the resource and the end of the key, 7 to 30. Default `30`. Not sent to
   * the service.
   */
  declare readonly deletionWindowDays: pulumi.Output<number>;
  /** OCID of the key. */
  declare readonly keyId: pulumi.Output<string>;
  /**
   * State of the key in Oracle Cloud: ENABLED, DISABLED, PENDING_DELETION, or a transitional one,
   * such as CREATING.
   */
  declare readonly lifecycleState: pulumi.Output<string>;
  /** OCID of the version that encrypts now. A rotation changes it. */
  declare readonly currentKeyVersion: pulumi.Output<string>;
  /** Where its material came from: `native`, `cckm` for uploaded material, or `unknown`. */
  declare readonly keyMaterialOrigin: pulumi.Output<string | undefined>;
  /** OCI region of the key. */
  declare readonly region: pulumi.Output<string | undefined>;
  /** Name of the tenancy. */
  declare readonly tenancy: pulumi.Output<string | undefined>;
  /** Name of its compartment. */
  declare readonly compartmentName: pulumi.Output<string | undefined>;

  /** Reads an existing object by its id in the service, without managing it. */
  static get(name: string, id: pulumi.Input<pulumi.ID>, opts?: pulumi.CustomResourceOptions): OciKey {
    return new OciKey(name, undefined as never, { ...opts, id });
  }
  /** Every one of them in the service that passes the filters. */
  static list(filters?: Filters, options?: FunctionOptions): pulumi.Output<Listed<OciKey>[]> {
    return listOf("OciKey", filters, options);
  }
  constructor(name: string, args: OciKeyArgs, opts?: pulumi.CustomResourceOptions) {
    super(name, args, opts);
  }
}

/** Arguments of an {@link OciKeyVersion}. */
export interface OciKeyVersionArgs extends CommonArgs {
  /** Id of the `OciKey` or `OciExternalKey`. Changing it makes a version of the other key. */
  key: pulumi.Input<string>;
  /**
   * Id of the key whose material is uploaded, or, for an `OciExternalKey`, which is used from now
   * on. Default: Oracle Cloud makes the material. Changing it makes a new version.
   */
  sourceKeyIdentifier?: pulumi.Input<string>;
  /**
   * Where that key is: `local` (the service's own vault), `dsm`, `hsm-luna` or `external-cm`.
   * Changing it makes a new version. Other values go to the service with a warning, for a new
   * object only. Default `local`.
   */
  sourceKeyTier?: pulumi.Input<"local" | "dsm" | "hsm-luna" | "external-cm" | (string & Record<never, never>)>;
  /**
   * Values of any kind; when one changes, a new version is made. Default: none. Not sent to the
   * service.
   */
  triggers?: pulumi.Input<Record<string, unknown>>;
  /**
   * On destroy, `retain` leaves the version, so that what it encrypted can be decrypted.
   * `scheduleDeletion` lets Oracle Cloud delete it after `deletionWindowDays`. The version that
   * encrypts now, and those of an external key, stay. Default `retain`. Not sent to the service.
   */
  onDestroy?: pulumi.Input<"retain" | "scheduleDeletion">;
  /**
   * Days between destroying the resource and the end of the version, 7 to 30. Default `30`. Not
   * sent to the service.
   */
  deletionWindowDays?: pulumi.Input<number>;
}

/** Which ones {@link OciKeyVersion.list} is to list. */
export interface OciKeyVersionsArgs {
  /** Id of the `OciKey` or `OciExternalKey`. */
  key: string;
}

/**
 * A version of an OCI key: creating one is a manual rotation, and from then on it encrypts. A later
 * rotation is no drift: this version stays, to decrypt what it encrypted. Its id is `<id of the
 * key>/<id of the version>`. Destroying it leaves the version (see `onDestroy`).
 *
 * @example
 *   ~~~ts
 *   new ciphertrust.OciKeyVersion("payroll-2027", { key: payroll.id, triggers: { year: 2027 } });
 *   ~~~
 */
export class OciKeyVersion extends CipherTrustResource {
  /** @internal */
  static override readonly kind: Kind = {
    type: "OciKeyVersion",
    inputs: ["key", "sourceKeyIdentifier", "sourceKeyTier", "triggers", "onDestroy", "deletionWindowDays"],
    outputs: ["versionId", "lifecycleState", "origin"],
  };

  /** Id of the `OciKey` or `OciExternalKey`. Changing it makes a version of the other key. */
  declare readonly key: pulumi.Output<string>;
  /**
   * Id of the key whose material is uploaded, or, for an `OciExternalKey`, which is used from now
   * on. Default: Oracle Cloud makes the material. Changing it makes a new version.
   */
  declare readonly sourceKeyIdentifier: pulumi.Output<string | undefined>;
  /**
   * Where that key is: `local` (the service's own vault), `dsm`, `hsm-luna` or `external-cm`.
   * Changing it makes a new version. Other values go to the service with a warning, for a new
   * object only. Default `local`.
   */
  declare readonly sourceKeyTier: pulumi.Output<
    "local" | "dsm" | "hsm-luna" | "external-cm" | (string & Record<never, never>)
  >;
  /**
   * Values of any kind; when one changes, a new version is made. Default: none. Not sent to the
   * service.
   */
  declare readonly triggers: pulumi.Output<Record<string, unknown> | undefined>;
  /**
   * On destroy, `retain` leaves the version, so that what it encrypted can be decrypted.
   * `scheduleDeletion` lets Oracle Cloud delete it after `deletionWindowDays`. The version that
   * encrypts now, and those of an external key, stay. Default `retain`. Not sent to the service.
   */
  declare readonly onDestroy: pulumi.Output<"retain" | "scheduleDeletion">;
  /**
   * Days between destroying the resource and the end of the version, 7 to 30. Default `30`. Not
   * sent to the service.
   */
  declare readonly deletionWindowDays: pulumi.Output<number>;
  /** OCID of the version; for an external key the service's id of it. */
  declare readonly versionId: pulumi.Output<string | undefined>;
  /**
   * State of the version: ENABLED, DISABLED, PENDING_DELETION, or a transitional one; ACTIVE or
   * BLOCKED for external keys.
   */
  declare readonly lifecycleState: pulumi.Output<string>;
  /** `INTERNAL` for material made in Oracle Cloud, `EXTERNAL` for uploaded material. */
  declare readonly origin: pulumi.Output<string | undefined>;

  /** Reads an existing object by its id in the service, without managing it. */
  static get(name: string, id: pulumi.Input<pulumi.ID>, opts?: pulumi.CustomResourceOptions): OciKeyVersion {
    return new OciKeyVersion(name, undefined as never, { ...opts, id });
  }
  /** Every one of them that belongs to one `key`. */
  static list(args: Arguments<OciKeyVersionsArgs>, options?: FunctionOptions): pulumi.Output<Listed<OciKeyVersion>[]> {
    return listWithin("OciKeyVersion", args, options);
  }
  constructor(name: string, args: OciKeyVersionArgs, opts?: pulumi.CustomResourceOptions) {
    super(name, args, opts);
  }
}

/** Arguments of an {@link OciIssuer}. */
export interface OciIssuerArgs extends CommonArgs {
  /**
   * Name of the issuer, unique in the service. Default: the resource's name in the program. Updated
   * in place.
   */
  name?: pulumi.Input<string>;
  /**
   * URL of the provider's OpenID configuration, which tells `issuer` and `jwksUri`. Either this or
   * both of those. Default: none. Changing it forces replacement.
   */
  openidConfigUrl?: pulumi.Input<string>;
  /**
   * What the tokens call their issuer. Default: what the OpenID configuration says. Changing it
   * forces replacement.
   */
  issuer?: pulumi.Input<string>;
  /**
   * URL of the keys that the tokens are signed with. Default: what the OpenID configuration says.
   * Updated in place. If removed, the service keeps its value. An update fails if the service keeps
   * another value.
   */
  jwksUri?: pulumi.Input<string>;
  /**
   * True if the key URL requires a login: then `clientId` and `clientSecret` are required. Default
   * `false`. Updated in place. An update fails if the service keeps another value.
   */
  jwksUriProtected?: pulumi.Input<boolean>;
  /**
   * Client id for that login. If omitted, it is not changed. Default: left to the service. Updated
   * in place. If removed, the service keeps its value.
   */
  clientId?: pulumi.Input<string>;
  /**
   * Client secret for that login. If omitted, it is not changed. Default: left to the service.
   * Updated in place. If removed, the service keeps its value. Secret. Write-only: the service
   * never returns it, so changes outside Pulumi are not detected.
   */
  clientSecret?: pulumi.Input<string>;
  /**
   * Key URLs of single regions. The public sources do not show the shape: we chose a list of URLs.
   * Default: none. Updated in place. An update fails if the service keeps another value. Compared
   * as a set.
   */
  regionalJwksUris?: pulumi.Input<pulumi.Input<string>[]>;
  /**
   * OpenID configuration URLs of single regions. The public sources do not show the shape: we chose
   * a list of URLs. Default: none. Updated in place. An update fails if the service keeps another
   * value. Compared as a set.
   */
  regionalOpenIdConfigUrls?: pulumi.Input<pulumi.Input<string>[]>;
}

/**
 * An identity provider whose tokens Oracle Cloud presents at external vaults. Destroying it removes
 * it from the service.
 *
 * @example
 *   ~~~ts
 *   const issuer = new ciphertrust.OciIssuer("identity-domain", {
 *     openidConfigUrl: "https://idcs.example.com/.well-known/openid-configuration",
 *   });
 *   ~~~
 */
export class OciIssuer extends CipherTrustResource {
  /** @internal */
  static override readonly kind: Kind = {
    type: "OciIssuer",
    inputs: [
      "name",
      "openidConfigUrl",
      "issuer",
      "jwksUri",
      "jwksUriProtected",
      "clientId",
      "clientSecret",
      "regionalJwksUris",
      "regionalOpenIdConfigUrls",
    ],
    outputs: [],
    namedAfterResource: "name",
    secret: ["clientSecret"],
  };

  /**
   * Name of the issuer, unique in the service. Default: the resource's name in the program. Updated
   * in place.
   */
  declare readonly name: pulumi.Output<string>;
  /**
   * URL of the provider's OpenID configuration, which tells `issuer` and `jwksUri`. Either this or
   * both of those. Default: none. Changing it forces replacement.
   */
  declare readonly openidConfigUrl: pulumi.Output<string | undefined>;
  /**
   * What the tokens call their issuer. Default: what the OpenID configuration says. Changing it
   * forces replacement.
   */
  declare readonly issuer: pulumi.Output<string | undefined>;
  /**
   * URL of the keys that the tokens are signed with. Default: what the OpenID configuration says.
   * Updated in place. If removed, the service keeps its value. An update fails if the service keeps
   * another value.
   */
  declare readonly jwksUri: pulumi.Output<string | undefined>;
  /**
   * True if the key URL requires a login: then `clientId` and `clientSecret` are required. Default
   * `false`. Updated in place. An update fails if the service keeps another value.
   */
  declare readonly jwksUriProtected: pulumi.Output<boolean>;
  /**
   * Client id for that login. If omitted, it is not changed. Default: left to the service. Updated
   * in place. If removed, the service keeps its value.
   */
  declare readonly clientId: pulumi.Output<string | undefined>;
  /**
   * Client secret for that login. If omitted, it is not changed. Default: left to the service.
   * Updated in place. If removed, the service keeps its value. Secret. Write-only: the service
   * never returns it, so changes outside Pulumi are not detected.
   */
  declare readonly clientSecret: pulumi.Output<string | undefined>;
  /**
   * Key URLs of single regions. The public sources do not show the shape: we chose a list of URLs.
   * Default: none. Updated in place. An update fails if the service keeps another value. Compared
   * as a set.
   */
  declare readonly regionalJwksUris: pulumi.Output<string[]>;
  /**
   * OpenID configuration URLs of single regions. The public sources do not show the shape: we chose
   * a list of URLs. Default: none. Updated in place. An update fails if the service keeps another
   * value. Compared as a set.
   */
  declare readonly regionalOpenIdConfigUrls: pulumi.Output<string[]>;

  /** Reads an existing object by its id in the service, without managing it. */
  static get(name: string, id: pulumi.Input<pulumi.ID>, opts?: pulumi.CustomResourceOptions): OciIssuer {
    return new OciIssuer(name, undefined, { ...opts, id });
  }
  /** Every one of them in the service that passes the filters. */
  static list(filters?: Filters, options?: FunctionOptions): pulumi.Output<Listed<OciIssuer>[]> {
    return listOf("OciIssuer", filters, options);
  }
  constructor(name: string, args?: OciIssuerArgs, opts?: pulumi.CustomResourceOptions) {
    super(name, args, opts);
  }
}

/** Arguments of an {@link OciExternalVault}. */
export interface OciExternalVaultArgs extends CommonArgs {
  /**
   * Name of the vault, unique in the service. Default: the resource's name in the program. Updated
   * in place.
   */
  vaultName?: pulumi.Input<string>;
  /**
   * Host name at which Oracle Cloud reaches the service; its IP address, where that is an
   * appliance. Updated in place.
   */
  endpointUrlHostname: pulumi.Input<string>;
  /** Port at which Oracle Cloud reaches the service, 1 to 65535. Default `443`. Updated in place. */
  endpointUrlPort?: pulumi.Input<number>;
  /**
   * Id of Oracle's client application at the issuer. Changing it forces replacement of the
   * container and of what is declared in it, and requires `replaceOnChanges`.
   */
  clientApplicationId: pulumi.Input<string>;
  /**
   * Id of the `OciIssuer` of the tokens that Oracle Cloud presents. Updated in place. An update
   * fails if the service keeps another value.
   */
  issuerId: pulumi.Input<string>;
  /**
   * Id of an `OciConnection` to the tenancy; it must be, or become, `ready`. Either this or
   * `tenancy`. Default: none. Updated in place. Once set, it can be changed but not removed.
   */
  connection?: pulumi.Input<string>;
  /**
   * Name of the `OciTenancy` the vault is for, where there is no connection. Default: the
   * connection's tenancy. Changing it forces replacement of the container and of what is declared
   * in it, and requires `replaceOnChanges`.
   */
  tenancy?: pulumi.Input<string>;
  /**
   * OCID of the compartment the vault is for. Default: the service's choice. Changing it forces
   * replacement of the container and of what is declared in it, and requires `replaceOnChanges`.
   */
  compartmentId?: pulumi.Input<string>;
  /**
   * Policy on what Oracle Cloud may do, a Rego string. Default: the service's choice. Updated in
   * place. Once set, it can be changed but not removed. An update fails if the service keeps
   * another value.
   */
  policy?: pulumi.Input<string>;
  /**
   * Where the source keys of its keys must come from: `local` (the service's own vault) or
   * `hsm-luna`. Default: anywhere. Other values go to the service with a warning, for a new object
   * only. Changing it forces replacement of the container and of what is declared in it, and
   * requires `replaceOnChanges`.
   */
  sourceKeyTier?: pulumi.Input<"local" | "hsm-luna" | (string & Record<never, never>)>;
  /**
   * Id of the Luna HSM partition of the source keys, for `hsm-luna`. Default: none. Changing it
   * forces replacement of the container and of what is declared in it, and requires
   * `replaceOnChanges`.
   */
  partitionId?: pulumi.Input<string>;
  /**
   * True to record successful uses in the audit log too, not only refused ones. Default `false`.
   * Updated in place.
   */
  enableSuccessAuditEvent?: pulumi.Input<boolean>;
  /**
   * True to refuse Oracle Cloud every use of the vault's keys, until it is false again. Default
   * `false`. Updated in place. An update fails if the service keeps another value.
   */
  blocked?: pulumi.Input<boolean>;
  /**
   * On destroy, `retain` leaves the vault in the service. `destroy` deletes it with the records of
   * its keys, and Oracle Cloud can no longer decrypt what they encrypt. Default `retain`. Not sent
   * to the service.
   */
  onDestroy?: pulumi.Input<"retain" | "destroy">;
}

/**
 * A vault that the service itself is, for Oracle Cloud to use from outside: the container of
 * `OciExternalKey`s ("hold your own key"). Destroying it leaves the vault in the service (see
 * `onDestroy`).
 *
 * @example
 *   ~~~ts
 *   const held = new ciphertrust.OciExternalVault("held", {
 *     connection: connection.id,
 *     issuerId: issuer.id,
 *     endpointUrlHostname: "keys.example.com",
 *     clientApplicationId: "ciphertrust-external-vault",
 *     onDestroy: "destroy",
 *   });
 *   ~~~
 */
export class OciExternalVault extends CipherTrustResource {
  /** @internal */
  static override readonly kind: Kind = {
    type: "OciExternalVault",
    inputs: [
      "vaultName",
      "endpointUrlHostname",
      "endpointUrlPort",
      "clientApplicationId",
      "issuerId",
      "connection",
      "tenancy",
      "compartmentId",
      "policy",
      "sourceKeyTier",
      "partitionId",
      "enableSuccessAuditEvent",
      "blocked",
      "onDestroy",
    ],
    outputs: ["endpointUrl", "state", "linkedState"],
    namedAfterResource: "vaultName",
  };

  /**
   * Name of the vault, unique in the service. Default: the resource's name in the program. Updated
   * in place.
   */
  declare readonly vaultName: pulumi.Output<string>;
  /**
   * Host name at which Oracle Cloud reaches the service; its IP address, where that is an
   * appliance. Updated in place.
   */
  declare readonly endpointUrlHostname: pulumi.Output<string>;
  /** Port at which Oracle Cloud reaches the service, 1 to 65535. Default `443`. Updated in place. */
  declare readonly endpointUrlPort: pulumi.Output<number>;
  /**
   * Id of Oracle's client application at the issuer. Changing it forces replacement of the
   * container and of what is declared in it, and requires `replaceOnChanges`.
   */
  declare readonly clientApplicationId: pulumi.Output<string>;
  /**
   * Id of the `OciIssuer` of the tokens that Oracle Cloud presents. Updated in place. An update
   * fails if the service keeps another value.
   */
  declare readonly issuerId: pulumi.Output<string>;
  /**
   * Id of an `OciConnection` to the tenancy; it must be, or become, `ready`. Either this or
   * `tenancy`. Default: none. Updated in place. Once set, it can be changed but not removed.
   */
  declare readonly connection: pulumi.Output<string | undefined>;
  /**
   * Name of the `OciTenancy` the vault is for, where there is no connection. Default: the
   * connection's tenancy. Changing it forces replacement of the container and of what is declared
   * in it, and requires `replaceOnChanges`.
   */
  declare readonly tenancy: pulumi.Output<string | undefined>;
  /**
   * OCID of the compartment the vault is for. Default: the service's choice. Changing it forces
   * replacement of the container and of what is declared in it, and requires `replaceOnChanges`.
   */
  declare readonly compartmentId: pulumi.Output<string | undefined>;
  /**
   * Policy on what Oracle Cloud may do, a Rego string. Default: the service's choice. Updated in
   * place. Once set, it can be changed but not removed. An update fails if the service keeps
   * another value.
   */
  declare readonly policy: pulumi.Output<string | undefined>;
  /**
   * Where the source keys of its keys must come from: `local` (the service's own vault) or
   * `hsm-luna`. Default: anywhere. Other values go to the service with a warning, for a new object
   * only. Changing it forces replacement of the container and of what is declared in it, and
   * requires `replaceOnChanges`.
   */
  declare readonly sourceKeyTier: pulumi.Output<"local" | "hsm-luna" | (string & Record<never, never>) | undefined>;
  /**
   * Id of the Luna HSM partition of the source keys, for `hsm-luna`. Default: none. Changing it
   * forces replacement of the container and of what is declared in it, and requires
   * `replaceOnChanges`.
   */
  declare readonly partitionId: pulumi.Output<string | undefined>;
  /**
   * True to record successful uses in the audit log too, not only refused ones. Default `false`.
   * Updated in place.
   */
  declare readonly enableSuccessAuditEvent: pulumi.Output<boolean>;
  /**
   * True to refuse Oracle Cloud every use of the vault's keys, until it is false again. Default
   * `false`. Updated in place. An update fails if the service keeps another value.
   */
  declare readonly blocked: pulumi.Output<boolean>;
  /**
   * On destroy, `retain` leaves the vault in the service. `destroy` deletes it with the records of
   * its keys, and Oracle Cloud can no longer decrypt what they encrypt. Default `retain`. Not sent
   * to the service.
   */
  declare readonly onDestroy: pulumi.Output<"retain" | "destroy">;
  /** URL to enter in Oracle Cloud as the external vault's. */
  declare readonly endpointUrl: pulumi.Output<string | undefined>;
  /** `ACTIVE` or `BLOCKED`. */
  declare readonly state: pulumi.Output<string | undefined>;
  /** True once a vault in Oracle Cloud is linked to it. */
  declare readonly linkedState: pulumi.Output<boolean | undefined>;

  /** Reads an existing object by its id in the service, without managing it. */
  static get(name: string, id: pulumi.Input<pulumi.ID>, opts?: pulumi.CustomResourceOptions): OciExternalVault {
    return new OciExternalVault(name, undefined as never, { ...opts, id });
  }
  /** Every one of them in the service that passes the filters. */
  static list(filters?: Filters, options?: FunctionOptions): pulumi.Output<Listed<OciExternalVault>[]> {
    return listOf("OciExternalVault", filters, options);
  }
  constructor(name: string, args: OciExternalVaultArgs, opts?: pulumi.CustomResourceOptions) {
    super(name, args, opts);
  }
}

/** Arguments of an {@link OciExternalKey}. */
export interface OciExternalKeyArgs extends CommonArgs {
  /**
   * Id of the `OciExternalVault` that holds the key. Changing it alone forces replacement, and
   * requires `replaceOnChanges`.
   */
  vault: pulumi.Input<string>;
  /** Name of the key. Default: the resource's name in the program. Updated in place. */
  name?: pulumi.Input<string>;
  /**
   * Id of the AES-256 key that does the work. A later rotation may use another; that is no change
   * of this. Changing it alone forces replacement, and requires `replaceOnChanges`. Write-only: the
   * service never returns it, so changes outside Pulumi are not detected.
   */
  sourceKeyIdentifier: pulumi.Input<string>;
  /**
   * Where that key is: `local` (the service's own vault) or `hsm-luna`. Other values go to the
   * service with a warning, for a new object only. Default `local`. Changing it forces replacement.
   * Write-only: the service never returns it, so changes outside Pulumi are not detected.
   */
  sourceKeyTier?: pulumi.Input<"local" | "hsm-luna" | (string & Record<never, never>)>;
  /**
   * Policy on what Oracle Cloud may do with the key, a Rego string. Default: the vault's. Updated
   * in place. Once set, it can be changed but not removed. An update fails if the service keeps
   * another value.
   */
  policy?: pulumi.Input<string>;
  /**
   * True to refuse Oracle Cloud every use of the key, until it is false again. Default `false`.
   * Updated in place. An update fails if the service keeps another value.
   */
  blocked?: pulumi.Input<boolean>;
  /**
   * On destroy, `retain` leaves the key. `block` leaves it and refuses Oracle Cloud its use, until
   * it is unblocked. `destroy` deletes its record with all versions, and Oracle Cloud can no longer
   * decrypt what it encrypted. None touches the source key. Default `retain`. Not sent to the
   * service.
   */
  onDestroy?: pulumi.Input<"retain" | "block" | "destroy">;
}

/**
 * A key that the service holds and Oracle Cloud uses from outside ("hold your own key"): always AES
 * with 256 bits. Destroying it leaves the key (see `onDestroy`).
 *
 * @example
 *   ~~~ts
 *   const contracts = new ciphertrust.OciExternalKey("contracts", {
 *     vault: held.id,
 *     sourceKeyIdentifier: source.id,
 *     onDestroy: "destroy",
 *   });
 *   ~~~
 */
export class OciExternalKey extends CipherTrustResource {
  /** @internal */
  static override readonly kind: Kind = {
    type: "OciExternalKey",
    inputs: ["vault", "name", "sourceKeyIdentifier", "sourceKeyTier", "policy", "blocked", "onDestroy"],
    outputs: ["state", "linkedState"],
    namedAfterResource: "name",
  };

  /**
   * Id of the `OciExternalVault` that holds the key. Changing it alone forces replacement, and
   * requires `replaceOnChanges`.
   */
  declare readonly vault: pulumi.Output<string>;
  /** Name of the key. Default: the resource's name in the program. Updated in place. */
  declare readonly name: pulumi.Output<string>;
  /**
   * Id of the AES-256 key that does the work. A later rotation may use another; that is no change
   * of this. Changing it alone forces replacement, and requires `replaceOnChanges`. Write-only: the
   * service never returns it, so changes outside Pulumi are not detected.
   */
  declare readonly sourceKeyIdentifier: pulumi.Output<string>;
  /**
   * Where that key is: `local` (the service's own vault) or `hsm-luna`. Other values go to the
   * service with a warning, for a new object only. Default `local`. Changing it forces replacement.
   * Write-only: the service never returns it, so changes outside Pulumi are not detected.
   */
  declare readonly sourceKeyTier: pulumi.Output<"local" | "hsm-luna" | (string & Record<never, never>)>;
  /**
   * Policy on what Oracle Cloud may do with the key, a Rego string. Default: the vault's. Updated
   * in place. Once set, it can be changed but not removed. An update fails if the service keeps
   * another value.
   */
  declare readonly policy: pulumi.Output<string | undefined>;
  /**
   * True to refuse Oracle Cloud every use of the key, until it is false again. Default `false`.
   * Updated in place. An update fails if the service keeps another value.
   */
  declare readonly blocked: pulumi.Output<boolean>;
  /**
   * On destroy, `retain` leaves the key. `block` leaves it and refuses Oracle Cloud its use, until
   * it is unblocked. `destroy` deletes its record with all versions, and Oracle Cloud can no longer
   * decrypt what it encrypted. None touches the source key. Default `retain`. Not sent to the
   * service.
   */
  declare readonly onDestroy: pulumi.Output<"retain" | "block" | "destroy">;
  /** `ACTIVE` or `BLOCKED`. */
  declare readonly state: pulumi.Output<string | undefined>;
  /** True once a key in Oracle Cloud is linked to it. */
  declare readonly linkedState: pulumi.Output<boolean | undefined>;

  /** Reads an existing object by its id in the service, without managing it. */
  static get(name: string, id: pulumi.Input<pulumi.ID>, opts?: pulumi.CustomResourceOptions): OciExternalKey {
    return new OciExternalKey(name, undefined as never, { ...opts, id });
  }
  /** Every one of them in the service that passes the filters. */
  static list(filters?: Filters, options?: FunctionOptions): pulumi.Output<Listed<OciExternalKey>[]> {
    return listOf("OciExternalKey", filters, options);
  }
  constructor(name: string, args: OciExternalKeyArgs, opts?: pulumi.CustomResourceOptions) {
    super(name, args, opts);
  }
}
