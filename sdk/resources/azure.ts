// Made from provider/resources by `npm run generate`: change the definitions there.
import type * as pulumi from "@pulumi/pulumi";
import { listOf, type Filters, type FunctionOptions, type Listed } from "../function";
import { CipherTrustResource, ScheduleResource, type CommonArgs, type Kind } from "../resource";

/** Arguments of an {@link AzureConnection}. */
export interface AzureConnectionArgs extends CommonArgs {
  /**
   * Name of the connection, unique in the service. Default: the resource's name in the program.
   * Changing it forces replacement.
   */
  name?: pulumi.Input<string>;
  /** Free text. Default: none. Updated in place. Once set, it can be changed but not removed. */
  description?: pulumi.Input<string>;
  /**
   * Id of the application (client) in its tenant. Updated in place; the connection is then tested
   * again.
   */
  clientId: pulumi.Input<string>;
  /** Id of the tenant (directory). Updated in place; the connection is then tested again. */
  tenantId: pulumi.Input<string>;
  /**
   * Secret of the application. Either this, `certificate`, or `isCertificateUsed`. Default: none.
   * Updated in place; the connection is then tested again. Secret. Write-only: the service never
   * returns it, so changes outside Pulumi are not detected.
   */
  clientSecret?: pulumi.Input<string>;
  /**
   * True to let the service make a certificate with a key that never leaves it. `certificate` then
   * shows it, to be added to the application in Azure. The test succeeds only after that: set
   * `readyTimeoutSeconds` to 0 and add it in the same program, or to the time that this takes.
   * Default `false`. Updated in place; the connection is then tested again.
   */
  isCertificateUsed?: pulumi.Input<boolean>;
  /**
   * Days for which a certificate made by the service is valid. Default: the service's choice, 730.
   * Updated in place and makes a new certificate. If removed, the service keeps its value.
   */
  certDuration?: pulumi.Input<number>;
  /**
   * Certificate, PEM text, that was issued for a signing request of the service. Default: none, or
   * the one the service made. Updated in place; the connection is then tested again. If removed,
   * the service keeps its value.
   */
  certificate?: pulumi.Input<string>;
  /**
   * Azure cloud: `AzureCloud`, `AzureChinaCloud`, `AzureUSGovernment`, `AzureGermanCloud` or
   * `AzureStack`. Other values go to the service with a warning, for a new object only. Default
   * `AzureCloud`. Updated in place; the connection is then tested again.
   */
  cloudName?: pulumi.Input<
    | "AzureCloud"
    | "AzureChinaCloud"
    | "AzureUSGovernment"
    | "AzureGermanCloud"
    | "AzureStack"
    | (string & Record<never, never>)
  >;
  /**
   * AzureStack: how it knows its users, `AAD` or `ADFS`. Required there. Other values go to the
   * service with a warning, for a new object only. Default: none. Updated in place; the connection
   * is then tested again.
   */
  azureStackConnectionType?: pulumi.Input<"AAD" | "ADFS" | (string & Record<never, never>)>;
  /**
   * AzureStack: certificate of its server, PEM text. Default: none. Updated in place; the
   * connection is then tested again.
   */
  azureStackServerCert?: pulumi.Input<string>;
  /**
   * AzureStack: URL of its Active Directory. Default: none. Updated in place; the connection is
   * then tested again.
   */
  activeDirectoryEndpoint?: pulumi.Input<string>;
  /**
   * AzureStack: URL of its management. Default: none. Updated in place; the connection is then
   * tested again.
   */
  managementUrl?: pulumi.Input<string>;
  /**
   * AzureStack: URL of its resource manager. Default: none. Updated in place; the connection is
   * then tested again.
   */
  resourceManagerUrl?: pulumi.Input<string>;
  /**
   * AzureStack: DNS suffix of its key vaults. Default: none. Updated in place; the connection is
   * then tested again.
   */
  keyVaultDnsSuffix?: pulumi.Input<string>;
  /**
   * AzureStack: URL of its vault resource. Default: none. Updated in place; the connection is then
   * tested again.
   */
  vaultResourceUrl?: pulumi.Input<string>;
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
   * Seconds to wait for the connection to become `ready`, 0 to 3600; 0 leaves the test to the first
   * vault that uses it. Default 30. Not sent to the service.
   */
  readyTimeoutSeconds?: pulumi.Input<number>;
}

/**
 * An Azure application under which the service reaches the subscriptions of a tenant. It is tested
 * until `ready` when it is made and when a credential changes. Destroying it removes it from the
 * service, unless vaults use it; nothing in Azure changes.
 *
 * @example
 *   ~~~ts
 *   const connection = new ciphertrust.AzureConnection("contoso", {
 *     clientId: "0b7de3c4-58f1-4a0e-8d6a-1f9c2e7b4a35",
 *     tenantId: "7f2c1d0a-4b6e-4c1e-9a51-2f8d3e6b7c90",
 *     clientSecret: config.requireSecret("azureClientSecret"),
 *   });
 *   ~~~
 */
export class AzureConnection extends CipherTrustResource {
  /** @internal */
  static override readonly kind: Kind = {
    type: "AzureConnection",
    inputs: [
      "name",
      "description",
      "clientId",
      "tenantId",
      "clientSecret",
      "isCertificateUsed",
      "certDuration",
      "certificate",
      "cloudName",
      "azureStackConnectionType",
      "azureStackServerCert",
      "activeDirectoryEndpoint",
      "managementUrl",
      "resourceManagerUrl",
      "keyVaultDnsSuffix",
      "vaultResourceUrl",
      "products",
      "meta",
      "labels",
      "readyTimeoutSeconds",
    ],
    outputs: ["state", "lastConnectionError", "certificateThumbprint", "externalCertificateUsed"],
    namedAfterResource: "name",
    secret: ["clientSecret"],
  };

  /**
   * Name of the connection, unique in the service. Default: the resource's name in the program.
   * Changing it forces replacement.
   */
  declare readonly name: pulumi.Output<string>;
  /** Free text. Default: none. Updated in place. Once set, it can be changed but not removed. */
  declare readonly description: pulumi.Output<string | undefined>;
  /**
   * Id of the application (client) in its tenant. Updated in place; the connection is then tested
   * again.
   */
  declare readonly clientId: pulumi.Output<string>;
  /** Id of the tenant (directory). Updated in place; the connection is then tested again. */
  declare readonly tenantId: pulumi.Output<string>;
  /**
   * Secret of the application. Either this, `certificate`, or `isCertificateUsed`. Default: none.
   * Updated in place; the connection is then tested again. Secret. Write-only: the service never
   * returns it, so changes outside Pulumi are not detected.
   */
  declare readonly clientSecret: pulumi.Output<string | undefined>;
  /**
   * True to let the service make a certificate with a key that never leaves it. `certificate` then
   * shows it, to be added to the application in Azure. The test succeeds only after that: set
   * `readyTimeoutSeconds` to 0 and add it in the same program, or to the time that this takes.
   * Default `false`. Updated in place; the connection is then tested again.
   */
  declare readonly isCertificateUsed: pulumi.Output<boolean>;
  /**
   * Days for which a certificate made by the service is valid. Default: the service's choice, 730.
   * Updated in place and makes a new certificate. If removed, the service keeps its value.
   */
  declare readonly certDuration: pulumi.Output<number | undefined>;
  /**
   * Certificate, PEM text, that was issued for a signing request of the service. Default: none, or
   * the one the service made. Updated in place; the connection is then tested again. If removed,
   * the service keeps its value.
   */
  declare readonly certificate: pulumi.Output<string | undefined>;
  /**
   * Azure cloud: `AzureCloud`, `AzureChinaCloud`, `AzureUSGovernment`, `AzureGermanCloud` or
   * `AzureStack`. Other values go to the service with a warning, for a new object only. Default
   * `AzureCloud`. Updated in place; the connection is then tested again.
   */
  declare readonly cloudName: pulumi.Output<
    | "AzureCloud"
    | "AzureChinaCloud"
    | "AzureUSGovernment"
    | "AzureGermanCloud"
    | "AzureStack"
    | (string & Record<never, never>)
  >;
  /**
   * AzureStack: how it knows its users, `AAD` or `ADFS`. Required there. Other values go to the
   * service with a warning, for a new object only. Default: none. Updated in place; the connection
   * is then tested again.
   */
  declare readonly azureStackConnectionType: pulumi.Output<
    "AAD" | "ADFS" | (string & Record<never, never>) | undefined
  >;
  /**
   * AzureStack: certificate of its server, PEM text. Default: none. Updated in place; the
   * connection is then tested again.
   */
  declare readonly azureStackServerCert: pulumi.Output<string | undefined>;
  /**
   * AzureStack: URL of its Active Directory. Default: none. Updated in place; the connection is
   * then tested again.
   */
  declare readonly activeDirectoryEndpoint: pulumi.Output<string | undefined>;
  /**
   * AzureStack: URL of its management. Default: none. Updated in place; the connection is then
   * tested again.
   */
  declare readonly managementUrl: pulumi.Output<string | undefined>;
  /**
   * AzureStack: URL of its resource manager. Default: none. Updated in place; the connection is
   * then tested again.
   */
  declare readonly resourceManagerUrl: pulumi.Output<string | undefined>;
  /**
   * AzureStack: DNS suffix of its key vaults. Default: none. Updated in place; the connection is
   * then tested again.
   */
  declare readonly keyVaultDnsSuffix: pulumi.Output<string | undefined>;
  /**
   * AzureStack: URL of its vault resource. Default: none. Updated in place; the connection is then
   * tested again.
   */
  declare readonly vaultResourceUrl: pulumi.Output<string | undefined>;
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
   * Seconds to wait for the connection to become `ready`, 0 to 3600; 0 leaves the test to the first
   * vault that uses it. Default 30. Not sent to the service.
   */
  declare readonly readyTimeoutSeconds: pulumi.Output<number | undefined>;
  /** `untested`, `testing`, `ready` or `failed`: only a `ready` connection may carry containers. */
  declare readonly state: pulumi.Output<"untested" | "testing" | "ready" | "failed">;
  /** Why the last test failed, in the service's wording; absent when it succeeded. */
  declare readonly lastConnectionError: pulumi.Output<string | undefined>;
  /** SHA-1 thumbprint of the certificate, as Azure shows it. */
  declare readonly certificateThumbprint: pulumi.Output<string | undefined>;
  /** True if the certificate was supplied rather than created by the service. */
  declare readonly externalCertificateUsed: pulumi.Output<boolean | undefined>;

  /** Reads an existing object by its id in the service, without managing it. */
  static get(name: string, id: pulumi.Input<pulumi.ID>, opts?: pulumi.CustomResourceOptions): AzureConnection {
    return new AzureConnection(name, undefined as never, { ...opts, id });
  }
  /** Every one of them in the service that passes the filters. */
  static list(filters?: Filters, options?: FunctionOptions): pulumi.Output<Listed<AzureConnection>[]> {
    return listOf("AzureConnection", filters, options);
  }
  constructor(name: string, args: AzureConnectionArgs, opts?: pulumi.CustomResourceOptions) {
    super(name, args, opts);
  }
}

/** Arguments of an {@link AzureVault}. */
export interface AzureVaultArgs extends CommonArgs {
  /**
   * Id of the `AzureConnection` to reach the vault through; it must be, or become, `ready`. Updated
   * in place.
   */
  connection: pulumi.Input<string>;
  /**
   * Id of the Azure subscription that holds the vault. Changing it forces replacement of the
   * container and of what is declared in it, and requires `replaceOnChanges`.
   */
  subscriptionId: pulumi.Input<string>;
  /**
   * Name of the vault in Azure. Changing it forces replacement of the container and of what is
   * declared in it, and requires `replaceOnChanges`.
   */
  vault: pulumi.Input<string>;
  /**
   * Kind of vault: `Microsoft.KeyVault/vaults` or `Microsoft.KeyVault/managedHSMs`. Default
   * `Microsoft.KeyVault/vaults`. Changing it forces replacement of the container and of what is
   * declared in it, and requires `replaceOnChanges`.
   */
  type?: pulumi.Input<"Microsoft.KeyVault/vaults" | "Microsoft.KeyVault/managedHSMs">;
  /**
   * How many point-in-time backups of each key the service keeps. Default: left to the service.
   * Updated in place. If removed, the service keeps its value.
   */
  cloudKeyBackupLimit?: pulumi.Input<number>;
  /**
   * Id of a `RotationSchedule` that rotates every key of the vault that has no schedule of its own.
   * Default: none. Updated in place.
   */
  rotationSchedule?: pulumi.Input<string>;
  /**
   * True to let that schedule take precedence over the schedules of single keys. Default `false`.
   * Updated in place.
   */
  overrideKeyScheduler?: pulumi.Input<boolean>;
}

/**
 * A key vault or managed HSM whose keys, secrets and certificates the service manages. It waits
 * until its connection is `ready`. Destroying it removes it from the service only: everything in
 * Azure stays as it is.
 *
 * @example
 *   ~~~ts
 *   const vault = new ciphertrust.AzureVault("production", {
 *     connection: connection.id,
 *     subscriptionId: "3a1e5b7c-9d2f-4e68-8b03-7c5a1d9e2f46",
 *     vault: "contoso-prod",
 *   });
 *   ~~~
 */
export class AzureVault extends CipherTrustResource {
  /** @internal */
  static override readonly kind: Kind = {
    type: "AzureVault",
    inputs: [
      "connection",
      "subscriptionId",
      "vault",
      "type",
      "cloudKeyBackupLimit",
      "rotationSchedule",
      "overrideKeyScheduler",
    ],
    outputs: [
      "name",
      "azureVaultId",
      "location",
      "vaultUri",
      "sku",
      "cloudName",
      "subscriptionName",
      "softDeleteEnabled",
      "purgeProtectionEnabled",
      "tags",
    ],
  };

  /**
   * Id of the `AzureConnection` to reach the vault through; it must be, or become, `ready`. Updated
   * in place.
   */
  declare readonly connection: pulumi.Output<string>;
  /**
   * Id of the Azure subscription that holds the vault. Changing it forces replacement of the
   * container and of what is declared in it, and requires `replaceOnChanges`.
   */
  declare readonly subscriptionId: pulumi.Output<string>;
  /**
   * Name of the vault in Azure. Changing it forces replacement of the container and of what is
   * declared in it, and requires `replaceOnChanges`.
   */
  declare readonly vault: pulumi.Output<string>;
  /**
   * Kind of vault: `Microsoft.KeyVault/vaults` or `Microsoft.KeyVault/managedHSMs`. Default
   * `Microsoft.KeyVault/vaults`. Changing it forces replacement of the container and of what is
   * declared in it, and requires `replaceOnChanges`.
   */
  declare readonly type: pulumi.Output<"Microsoft.KeyVault/vaults" | "Microsoft.KeyVault/managedHSMs">;
  /**
   * How many point-in-time backups of each key the service keeps. Default: left to the service.
   * Updated in place. If removed, the service keeps its value.
   */
  declare readonly cloudKeyBackupLimit: pulumi.Output<number | undefined>;
  /**
   * Id of a `RotationSchedule` that rotates every key of the vault that has no schedule of its own.
   * Default: none. Updated in place.
   */
  declare readonly rotationSchedule: pulumi.Output<string | undefined>;
  /**
   * True to let that schedule take precedence over the schedules of single keys. Default `false`.
   * Updated in place.
   */
  declare readonly overrideKeyScheduler: pulumi.Output<boolean>;
  /** The service's name of the container: `<name in Azure>::<subscription id>`. */
  declare readonly name: pulumi.Output<string | undefined>;
  /** Id of the vault in Azure. */
  declare readonly azureVaultId: pulumi.Output<string | undefined>;
  /** Azure region. */
  declare readonly location: pulumi.Output<string | undefined>;
  /** URL of the vault in Azure. */
  declare readonly vaultUri: pulumi.Output<string | undefined>;
  /** Tier of the vault: `standard` or `premium`; only the latter takes HSM keys. */
  declare readonly sku: pulumi.Output<string | undefined>;
  /** Azure cloud of the vault. */
  declare readonly cloudName: pulumi.Output<string | undefined>;
  /** Name of the subscription. */
  declare readonly subscriptionName: pulumi.Output<string | undefined>;
  /** False when what is deleted in the vault is lost at once. */
  declare readonly softDeleteEnabled: pulumi.Output<boolean>;
  /** True when nothing in the vault can be purged before its retention ends. */
  declare readonly purgeProtectionEnabled: pulumi.Output<boolean>;
  /** Tags of the vault in Azure, as of the last refresh. */
  declare readonly tags: pulumi.Output<Record<string, string>>;

  /** Reads an existing object by its id in the service, without managing it. */
  static get(name: string, id: pulumi.Input<pulumi.ID>, opts?: pulumi.CustomResourceOptions): AzureVault {
    return new AzureVault(name, undefined as never, { ...opts, id });
  }
  /** Every one of them in the service that passes the filters. */
  static list(filters?: Filters, options?: FunctionOptions): pulumi.Output<Listed<AzureVault>[]> {
    return listOf("AzureVault", filters, options);
  }
  constructor(name: string, args: AzureVaultArgs, opts?: pulumi.CustomResourceOptions) {
    super(name, args, opts);
  }
}

/** Arguments of an {@link AzureKey}. */
export interface AzureKeyArgs extends CommonArgs {
  /**
   * Name of the key, unique in its vault: letters, digits and dashes. Default: the resource's name
   * in the program. Changing it forces replacement.
   */
  keyName?: pulumi.Input<string>;
  /**
   * Id of the `AzureVault` that holds the key. Changing it alone forces replacement, and requires
   * `replaceOnChanges`.
   */
  keyVault: pulumi.Input<string>;
  /**
   * Type of the key: `RSA`, `RSA-HSM`, `EC`, `EC-HSM` or `oct-HSM`. The HSM types need a premium
   * vault or a managed HSM, and `oct-HSM` a managed HSM. Default `RSA`; for an uploaded key, what
   * its source is. Changing it makes a new version of that type, in place. Rotation may change the
   * type of the key in use, see `currentKty`. Other values go to the service with a warning, for a
   * new object only. If removed, the service keeps its value. Write-only: the service never returns
   * it, so changes outside Pulumi are not detected.
   */
  kty?: pulumi.Input<"RSA" | "RSA-HSM" | "EC" | "EC-HSM" | "oct-HSM" | (string & Record<never, never>)>;
  /**
   * Size in bits: 2048, 3072 or 4096 for RSA types, 128, 192 or 256 for `oct-HSM`. Default: the
   * service's choice, 2048 for RSA. Changing it makes a new version, in place. If removed, the
   * service keeps its value. Write-only: the service never returns it, so changes outside Pulumi
   * are not detected.
   */
  keySize?: pulumi.Input<2048 | 3072 | 4096 | 128 | 192 | 256>;
  /**
   * Curve of an EC key: `P-256`, `P-384`, `P-521` or `SECP256K1`. Default: the service's choice,
   * `P-256`. Changing it makes a new version, in place. Other values go to the service with a
   * warning, for a new object only. If removed, the service keeps its value. Write-only: the
   * service never returns it, so changes outside Pulumi are not detected.
   */
  crv?: pulumi.Input<"P-256" | "P-384" | "P-521" | "SECP256K1" | (string & Record<never, never>)>;
  /**
   * What the key may do: `encrypt`, `decrypt`, `sign`, `verify`, `wrapKey`, `unwrapKey` or
   * `import`. Only an RSA-HSM key that wraps uploads has `import`, and nothing else. Default: what
   * fits the type. Other values go to the service with a warning, for a new object only. Updated in
   * place. If removed, the service keeps its value. An update fails if the service keeps another
   * value. Compared as a set.
   */
  keyOps?: pulumi.Input<
    pulumi.Input<
      "encrypt" | "decrypt" | "sign" | "verify" | "wrapKey" | "unwrapKey" | "import" | (string & Record<never, never>)
    >[]
  >;
  /** Azure tags, a map of strings; values without `:` and `%`. Default: none. Updated in place. */
  tags?: pulumi.Input<Record<string, pulumi.Input<string>>>;
  /**
   * False to disable the key. Updated in place, for the newest version. Default `true`. An update
   * fails if the service keeps another value.
   */
  enabled?: pulumi.Input<boolean>;
  /**
   * When the key begins to be usable, RFC 3339 in whole seconds. Default: at once. Updated in
   * place. Once set, it can be changed but not removed.
   */
  nbf?: pulumi.Input<string>;
  /**
   * When the key ceases to be usable, RFC 3339 in whole seconds. Rotation gives newer versions
   * dates of their own. Default: never. Updated in place. Once set, it can be changed but not
   * removed.
   */
  exp?: pulumi.Input<string>;
  /**
   * True for a key whose material may be released from Azure under `releasePolicy`. Not shown by
   * the service. Default `false`. Changing it forces replacement. An update fails if the service
   * keeps another value.
   */
  exportable?: pulumi.Input<boolean>;
  /**
   * Policy under which the material may be released, a JSON object. Not compared with the service.
   * Default: none. Changing it forces replacement.
   */
  releasePolicy?: pulumi.Input<Record<string, unknown>>;
  /**
   * Uploads a key instead of letting Azure make one: where the source is, `local` (the service's
   * own vault), `pfx`, `dsm`, `hsm-luna` or `external-cm`. Default: `local` when
   * `localKeyIdentifier` is given, else Azure makes the key. Changing it forces replacement of the
   * key. Write-only: the service never returns it, so changes outside Pulumi are not detected.
   */
  sourceKeyTier?: pulumi.Input<"local" | "pfx" | "dsm" | "hsm-luna" | "external-cm">;
  /**
   * Id or name of the source key in the service's own vault, for the tier `local`. Changing it
   * uploads it as a new version, in place. Default: none. Write-only: the service never returns it,
   * so changes outside Pulumi are not detected.
   */
  localKeyIdentifier?: pulumi.Input<string>;
  /**
   * Id of the source key in a DSM domain, for the tier `dsm`. Default: none. Changing it alone
   * forces replacement, and requires `replaceOnChanges`. Write-only: the service never returns it,
   * so changes outside Pulumi are not detected.
   */
  dsmKeyIdentifier?: pulumi.Input<string>;
  /**
   * Id of the source key in a Luna HSM partition, for the tier `hsm-luna`. Default: none. Changing
   * it alone forces replacement, and requires `replaceOnChanges`. Write-only: the service never
   * returns it, so changes outside Pulumi are not detected.
   */
  lunaKeyIdentifier?: pulumi.Input<string>;
  /**
   * Id of the source key in an external CipherTrust domain, for the tier `external-cm`. Default:
   * none. Changing it alone forces replacement, and requires `replaceOnChanges`. Write-only: the
   * service never returns it, so changes outside Pulumi are not detected.
   */
  externalCmKeyIdentifier?: pulumi.Input<string>;
  /**
   * The source as a PFX file, base64, for the tier `pfx`. Default: none. Changing it forces
   * replacement. Secret. Write-only: the service never returns it, so changes outside Pulumi are
   * not detected.
   */
  pfx?: pulumi.Input<string>;
  /**
   * Password of the PFX file. Default: none. Changing it forces replacement. Secret. Write-only:
   * the service never returns it, so changes outside Pulumi are not detected.
   */
  password?: pulumi.Input<string>;
  /**
   * Uploads: true for an HSM-protected key. Default `false`. Changing it forces replacement.
   * Write-only: the service never returns it, so changes outside Pulumi are not detected.
   */
  hsm?: pulumi.Input<boolean>;
  /**
   * Uploads: id of the RSA-HSM key, with `import` as its only operation, that wraps the material on
   * its way. Default: none. Changing it forces replacement. Write-only: the service never returns
   * it, so changes outside Pulumi are not detected.
   */
  kekKid?: pulumi.Input<string>;
  /**
   * On destroy, `softDelete` deletes the key; it can be recovered until the vault's retention ends.
   * `purge` deletes it permanently, with the service's backups. `retain` leaves it as it is.
   * Default `softDelete`, which is refused where the vault has no soft delete. Not sent to the
   * service.
   */
  onDestroy?: pulumi.Input<"softDelete" | "purge" | "retain">;
}

/**
 * A key in an Azure vault, made or uploaded and managed through the service; all versions of its
 * name together. Destroying it soft-deletes it in Azure (see `onDestroy`).
 *
 * @example
 *   ~~~ts
 *   const orders = new ciphertrust.AzureKey("orders-azure", {
 *     keyVault: vault.id,
 *     kty: "RSA",
 *     keySize: 3072,
 *     keyOps: ["wrapKey", "unwrapKey"],
 *     tags: { team: "orders" },
 *   });
 *   ~~~
 */
export class AzureKey extends CipherTrustResource {
  /** @internal */
  static override readonly kind: Kind = {
    type: "AzureKey",
    inputs: [
      "keyName",
      "keyVault",
      "kty",
      "keySize",
      "crv",
      "keyOps",
      "tags",
      "enabled",
      "nbf",
      "exp",
      "exportable",
      "releasePolicy",
      "sourceKeyTier",
      "localKeyIdentifier",
      "dsmKeyIdentifier",
      "lunaKeyIdentifier",
      "externalCmKeyIdentifier",
      "pfx",
      "password",
      "hsm",
      "kekKid",
      "onDestroy",
    ],
    outputs: [
      "status",
      "kid",
      "version",
      "versionCount",
      "managedVersion",
      "currentId",
      "currentKty",
      "currentKeySize",
      "currentCrv",
      "keyMaterialOrigin",
      "recoveryLevel",
    ],
    namedAfterResource: "keyName",
    secret: ["pfx", "password"],
  };

  /**
   * Name of the key, unique in its vault: letters, digits and dashes. Default: the resource's name
   * in the program. Changing it forces replacement.
   */
  declare readonly keyName: pulumi.Output<string>;
  /**
   * Id of the `AzureVault` that holds the key. Changing it alone forces replacement, and requires
   * `replaceOnChanges`.
   */
  declare readonly keyVault: pulumi.Output<string>;
  /**
   * Type of the key: `RSA`, `RSA-HSM`, `EC`, `EC-HSM` or `oct-HSM`. The HSM types need a premium
   * vault or a managed HSM, and `oct-HSM` a managed HSM. Default `RSA`; for an uploaded key, what
   * its source is. Changing it makes a new version of that type, in place. Rotation may change the
   * type of the key in use, see `currentKty`. Other values go to the service with a warning, for a
   * new object only. If removed, the service keeps its value. Write-only: the service never returns
   * it, so changes outside Pulumi are not detected.
   */
  declare readonly kty: pulumi.Output<
    "RSA" | "RSA-HSM" | "EC" | "EC-HSM" | "oct-HSM" | (string & Record<never, never>) | undefined
  >;
  /**
   * Size in bits: 2048, 3072 or 4096 for RSA types, 128, 192 or 256 for `oct-HSM`. Default: the
   * service's choice, 2048 for RSA. Changing it makes a new version, in place. If removed, the
   * service keeps its value. Write-only: the service never returns it, so changes outside Pulumi
   * are not detected.
   */
  declare readonly keySize: pulumi.Output<2048 | 3072 | 4096 | 128 | 192 | 256 | undefined>;
  /**
   * Curve of an EC key: `P-256`, `P-384`, `P-521` or `SECP256K1`. Default: the service's choice,
   * `P-256`. Changing it makes a new version, in place. Other values go to the service with a
   * warning, for a new object only. If removed, the service keeps its value. Write-only: the
   * service never returns it, so changes outside Pulumi are not detected.
   */
  declare readonly crv: pulumi.Output<
    "P-256" | "P-384" | "P-521" | "SECP256K1" | (string & Record<never, never>) | undefined
  >;
  /**
   * What the key may do: `encrypt`, `decrypt`, `sign`, `verify`, `wrapKey`, `unwrapKey` or
   * `import`. Only an RSA-HSM key that wraps uploads has `import`, and nothing else. Default: what
   * fits the type. Other values go to the service with a warning, for a new object only. Updated in
   * place. If removed, the service keeps its value. An update fails if the service keeps another
   * value. Compared as a set.
   */
  declare readonly keyOps: pulumi.Output<
    | (
        "encrypt" | "decrypt" | "sign" | "verify" | "wrapKey" | "unwrapKey" | "import" | (string & Record<never, never>)
      )[]
    | undefined
  >;
  /** Azure tags, a map of strings; values without `:` and `%`. Default: none. Updated in place. */
  declare readonly tags: pulumi.Output<Record<string, string>>;
  /**
   * False to disable the key. Updated in place, for the newest version. Default `true`. An update
   * fails if the service keeps another value.
   */
  declare readonly enabled: pulumi.Output<boolean>;
  /**
   * When the key begins to be usable, RFC 3339 in whole seconds. Default: at once. Updated in
   * place. Once set, it can be changed but not removed.
   */
  declare readonly nbf: pulumi.Output<string | undefined>;
  /**
   * When the key ceases to be usable, RFC 3339 in whole seconds. Rotation gives newer versions
   * dates of their own. Default: never. Updated in place. Once set, it can be changed but not
   * removed.
   */
  declare readonly exp: pulumi.Output<string | undefined>;
  /**
   * True for a key whose material may be released from Azure under `releasePolicy`. Not shown by
   * the service. Default `false`. Changing it forces replacement. An update fails if the service
   * keeps another value.
   */
  declare readonly exportable: pulumi.Output<boolean>;
  /**
   * Policy under which the material may be released, a JSON object. Not compared with the service.
   * Default: none. Changing it forces replacement.
   */
  declare readonly releasePolicy: pulumi.Output<Record<string, unknown> | undefined>;
  /**
   * Uploads a key instead of letting Azure make one: where the source is, `local` (the service's
   * own vault), `pfx`, `dsm`, `hsm-luna` or `external-cm`. Default: `local` when
   * `localKeyIdentifier` is given, else Azure makes the key. Changing it forces replacement of the
   * key. Write-only: the service never returns it, so changes outside Pulumi are not detected.
   */
  declare readonly sourceKeyTier: pulumi.Output<"local" | "pfx" | "dsm" | "hsm-luna" | "external-cm" | undefined>;
  /**
   * Id or name of the source key in the service's own vault, for the tier `local`. Changing it
   * uploads it as a new version, in place. Default: none. Write-only: the service never returns it,
   * so changes outside Pulumi are not detected.
   */
  declare readonly localKeyIdentifier: pulumi.Output<string | undefined>;
  /**
   * Id of the source key in a DSM domain, for the tier `dsm`. Default: none. Changing it alone
   * forces replacement, and requires `replaceOnChanges`. Write-only: the service never returns it,
   * so changes outside Pulumi are not detected.
   */
  declare readonly dsmKeyIdentifier: pulumi.Output<string | undefined>;
  /**
   * Id of the source key in a Luna HSM partition, for the tier `hsm-luna`. Default: none. Changing
   * it alone forces replacement, and requires `replaceOnChanges`. Write-only: the service never
   * returns it, so changes outside Pulumi are not detected.
   */
  declare readonly lunaKeyIdentifier: pulumi.Output<string | undefined>;
  /**
   * Id of the source key in an external CipherTrust domain, for the tier `external-cm`. Default:
   * none. Changing it alone forces replacement, and requires `replaceOnChanges`. Write-only: the
   * service never returns it, so changes outside Pulumi are not detected.
   */
  declare readonly externalCmKeyIdentifier: pulumi.Output<string | undefined>;
  /**
   * The source as a PFX file, base64, for the tier `pfx`. Default: none. Changing it forces
   * replacement. Secret. Write-only: the service never returns it, so changes outside Pulumi are
   * not detected.
   */
  declare readonly pfx: pulumi.Output<string | undefined>;
  /**
   * Password of the PFX file. Default: none. Changing it forces replacement. Secret. Write-only:
   * the service never returns it, so changes outside Pulumi are not detected.
   */
  declare readonly password: pulumi.Output<string | undefined>;
  /**
   * Uploads: true for an HSM-protected key. Default `false`. Changing it forces replacement.
   * Write-only: the service never returns it, so changes outside Pulumi are not detected.
   */
  declare readonly hsm: pulumi.Output<boolean>;
  /**
   * Uploads: id of the RSA-HSM key, with `import` as its only operation, that wraps the material on
   * its way. Default: none. Changing it forces replacement. Write-only: the service never returns
   * it, so changes outside Pulumi are not detected.
   */
  declare readonly kekKid: pulumi.Output<string | undefined>;
  /**
   * On destroy, `softDelete` deletes the key; it can be recovered until the vault's retention ends.
   * `purge` deletes it permanently, with the service's backups. `retain` leaves it as it is.
   * Default `softDelete`, which is refused where the vault has no soft delete. Not sent to the
   * service.
   */
  declare readonly onDestroy: pulumi.Output<"softDelete" | "purge" | "retain">;
  /**
   * AVAILABLE or SOFT-DELETED. A declared key that was soft-deleted is recovered by the next
   * update.
   */
  declare readonly status: pulumi.Output<string>;
  /** Address of the newest version in Azure. */
  declare readonly kid: pulumi.Output<string>;
  /** Azure's id of the newest version. Rotation changes it. */
  declare readonly version: pulumi.Output<string>;
  /** How many versions the key has. */
  declare readonly versionCount: pulumi.Output<number | undefined>;
  /**
   * The version whose dates, tags and operations this program last set. Rotation adds newer ones
   * and does not change it.
   */
  declare readonly managedVersion: pulumi.Output<string>;
  /** The service's id of the newest version. Rotation changes it; the resource's own id stays. */
  declare readonly currentId: pulumi.Output<string>;
  /** Type of the newest version. */
  declare readonly currentKty: pulumi.Output<string>;
  /** Size of the newest version in bits, for RSA keys. */
  declare readonly currentKeySize: pulumi.Output<number | undefined>;
  /** Curve of the newest version, for EC keys. */
  declare readonly currentCrv: pulumi.Output<string | undefined>;
  /** Where the newest version's material comes from, such as `native` or `ciphertrust`. */
  declare readonly keyMaterialOrigin: pulumi.Output<string | undefined>;
  /** What Azure allows once the key is deleted, such as `Recoverable+Purgeable`. */
  declare readonly recoveryLevel: pulumi.Output<string | undefined>;

  /** Reads an existing object by its id in the service, without managing it. */
  static get(name: string, id: pulumi.Input<pulumi.ID>, opts?: pulumi.CustomResourceOptions): AzureKey {
    return new AzureKey(name, undefined as never, { ...opts, id });
  }
  /** Every one of them in the service that passes the filters. */
  static list(filters?: Filters, options?: FunctionOptions): pulumi.Output<Listed<AzureKey>[]> {
    return listOf("AzureKey", filters, options);
  }
  constructor(name: string, args: AzureKeyArgs, opts?: pulumi.CustomResourceOptions) {
    super(name, args, opts);
  }
}

/** Arguments of an {@link AzureSecret}. */
export interface AzureSecretArgs extends CommonArgs {
  /**
   * Name of the secret, unique in its vault: letters, digits and dashes. Default: the resource's
   * name in the program. Changing it forces replacement.
   */
  secretName?: pulumi.Input<string>;
  /**
   * Id of the `AzureVault` that holds the secret; managed HSMs hold none. Changing it alone forces
   * replacement, and requires `replaceOnChanges`.
   */
  keyVault: pulumi.Input<string>;
  /**
   * The secret itself. Changing it makes a new version, in place. Secret. Write-only: the service
   * never returns it, so changes outside Pulumi are not detected.
   */
  value: pulumi.Input<string>;
  /**
   * What the value is, such as `text/plain`; at most 255 characters. Default: none. Updated in
   * place. Once set, it can be changed but not removed.
   */
  contentType?: pulumi.Input<string>;
  /** Azure tags, a map of strings; values without `:` and `%`. Default: none. Updated in place. */
  tags?: pulumi.Input<Record<string, pulumi.Input<string>>>;
  /**
   * False to disable the secret. Updated in place, for the newest version. Default `true`. An
   * update fails if the service keeps another value.
   */
  enabled?: pulumi.Input<boolean>;
  /**
   * When the secret begins to be usable, RFC 3339 in whole seconds. Default: at once. Updated in
   * place. Once set, it can be changed but not removed.
   */
  nbf?: pulumi.Input<string>;
  /**
   * When the secret ceases to be usable, RFC 3339 in whole seconds. Default: never. Updated in
   * place. Once set, it can be changed but not removed.
   */
  exp?: pulumi.Input<string>;
  /**
   * On destroy, `softDelete` deletes the secret; it can be recovered until the vault's retention
   * ends. `purge` deletes it permanently. `retain` leaves it as it is. Default `softDelete`, which
   * is refused where the vault has no soft delete. Not sent to the service.
   */
  onDestroy?: pulumi.Input<"softDelete" | "purge" | "retain">;
}

/**
 * A secret in an Azure vault, managed through the service; all versions of its name together.
 * Destroying it soft-deletes it in Azure (see `onDestroy`).
 *
 * @example
 *   ~~~ts
 *   const token = new ciphertrust.AzureSecret("mail-token", {
 *     keyVault: vault.id,
 *     value: config.requireSecret("mailToken"),
 *     contentType: "text/plain",
 *   });
 *   ~~~
 */
export class AzureSecret extends CipherTrustResource {
  /** @internal */
  static override readonly kind: Kind = {
    type: "AzureSecret",
    inputs: ["secretName", "keyVault", "value", "contentType", "tags", "enabled", "nbf", "exp", "onDestroy"],
    outputs: ["status", "secretId", "version", "managedVersion", "currentId"],
    namedAfterResource: "secretName",
    secret: ["value"],
  };

  /**
   * Name of the secret, unique in its vault: letters, digits and dashes. Default: the resource's
   * name in the program. Changing it forces replacement.
   */
  declare readonly secretName: pulumi.Output<string>;
  /**
   * Id of the `AzureVault` that holds the secret; managed HSMs hold none. Changing it alone forces
   * replacement, and requires `replaceOnChanges`.
   */
  declare readonly keyVault: pulumi.Output<string>;
  /**
   * The secret itself. Changing it makes a new version, in place. Secret. Write-only: the service
   * never returns it, so changes outside Pulumi are not detected.
   */
  declare readonly value: pulumi.Output<string>;
  /**
   * What the value is, such as `text/plain`; at most 255 characters. Default: none. Updated in
   * place. Once set, it can be changed but not removed.
   */
  declare readonly contentType: pulumi.Output<string | undefined>;
  /** Azure tags, a map of strings; values without `:` and `%`. Default: none. Updated in place. */
  declare readonly tags: pulumi.Output<Record<string, string>>;
  /**
   * False to disable the secret. Updated in place, for the newest version. Default `true`. An
   * update fails if the service keeps another value.
   */
  declare readonly enabled: pulumi.Output<boolean>;
  /**
   * When the secret begins to be usable, RFC 3339 in whole seconds. Default: at once. Updated in
   * place. Once set, it can be changed but not removed.
   */
  declare readonly nbf: pulumi.Output<string | undefined>;
  /**
   * When the secret ceases to be usable, RFC 3339 in whole seconds. Default: never. Updated in
   * place. Once set, it can be changed but not removed.
   */
  declare readonly exp: pulumi.Output<string | undefined>;
  /**
   * On destroy, `softDelete` deletes the secret; it can be recovered until the vault's retention
   * ends. `purge` deletes it permanently. `retain` leaves it as it is. Default `softDelete`, which
   * is refused where the vault has no soft delete. Not sent to the service.
   */
  declare readonly onDestroy: pulumi.Output<"softDelete" | "purge" | "retain">;
  /**
   * AVAILABLE or SOFT-DELETED. A declared secret that was soft-deleted is recovered by the next
   * update.
   */
  declare readonly status: pulumi.Output<string>;
  /** Address of the newest version in Azure. */
  declare readonly secretId: pulumi.Output<string | undefined>;
  /** Azure's id of the newest version. */
  declare readonly version: pulumi.Output<string | undefined>;
  /** The version whose dates and tags this program last set. */
  declare readonly managedVersion: pulumi.Output<string | undefined>;
  /** The service's id of the newest version; the resource's own id stays. */
  declare readonly currentId: pulumi.Output<string>;

  /** Reads an existing object by its id in the service, without managing it. */
  static get(name: string, id: pulumi.Input<pulumi.ID>, opts?: pulumi.CustomResourceOptions): AzureSecret {
    return new AzureSecret(name, undefined as never, { ...opts, id });
  }
  /** Every one of them in the service that passes the filters. */
  static list(filters?: Filters, options?: FunctionOptions): pulumi.Output<Listed<AzureSecret>[]> {
    return listOf("AzureSecret", filters, options);
  }
  constructor(name: string, args: AzureSecretArgs, opts?: pulumi.CustomResourceOptions) {
    super(name, args, opts);
  }
}

/** Arguments of an {@link AzureCertificate}. */
export interface AzureCertificateArgs extends CommonArgs {
  /**
   * Name of the certificate, unique in its vault: letters, digits and dashes. Default: the
   * resource's name in the program. Changing it forces replacement.
   */
  certName?: pulumi.Input<string>;
  /**
   * Id of the `AzureVault` that holds the certificate; managed HSMs hold none. Changing it alone
   * forces replacement, and requires `replaceOnChanges`.
   */
  keyVault: pulumi.Input<string>;
  /**
   * Policy by which Azure creates the certificate: issuer, key, subject, renewal. Required unless
   * one is imported. Compared with what this program last wrote. Changing it makes a new version,
   * in place. Default: none.
   */
  policy?: pulumi.Input<{
    /** Who signs it. Default: itself. */
    issuer?: pulumi.Input<
      | {
          /** Name of the issuer in Azure, `Self` or `Unknown`. */
          name: pulumi.Input<string>;
          /** True to write the certificate to a public log. */
          certTransparency?: pulumi.Input<boolean | undefined>;
          /** Kind of certificate that is requested from the issuer. */
          cty?: pulumi.Input<string | undefined>;
        }
      | undefined
    >;
    /** The key below it. */
    keyProps?: pulumi.Input<
      | {
          /** `RSA`, `RSA-HSM`, `EC` or `EC-HSM`. Default `RSA`. */
          kty?: pulumi.Input<"RSA" | "RSA-HSM" | "EC" | "EC-HSM" | (string & Record<never, never>) | undefined>;
          /** Curve of an EC key. */
          crv?: pulumi.Input<string | undefined>;
          /** Size of an RSA key in bits. Default 2048. */
          keySize?: pulumi.Input<number | undefined>;
          /** Whether the private key may leave Azure. */
          exportable?: pulumi.Input<boolean | undefined>;
          /** True to keep the key when the certificate is renewed. */
          reuseKey?: pulumi.Input<boolean | undefined>;
        }
      | undefined
    >;
    /** What the certificate says. */
    x509Props: pulumi.Input<{
      /** Subject, such as `CN=shop.example.com`. */
      subject: pulumi.Input<string>;
      /** Extended key usages, as object identifiers. */
      ekus?: pulumi.Input<pulumi.Input<string>[] | undefined>;
      /** Key usages, such as `digitalSignature`. */
      keyUsage?: pulumi.Input<pulumi.Input<string>[] | undefined>;
      /** Other names of the subject. */
      sans?: pulumi.Input<
        | {
            /** DNS names. */
            dnsNames?: pulumi.Input<pulumi.Input<string>[] | undefined>;
            /** E-mail addresses. */
            emails?: pulumi.Input<pulumi.Input<string>[] | undefined>;
            /** User principal names. */
            upns?: pulumi.Input<pulumi.Input<string>[] | undefined>;
          }
        | undefined
      >;
      /** Months of validity. Default 12. */
      validityMonths?: pulumi.Input<number | undefined>;
    }>;
    /** What happens before it ends. */
    lifetimeActions?: pulumi.Input<
      | pulumi.Input<{
          /** What is done. */
          action: pulumi.Input<{
            /** `AutoRenew` or `EmailContacts`. */
            actionType: pulumi.Input<"AutoRenew" | "EmailContacts" | (string & Record<never, never>)>;
          }>;
          /** When it is done: one of the two. */
          trigger: pulumi.Input<{
            /** Days before the end. */
            daysBeforeExpiry?: pulumi.Input<number | undefined>;
            /** Percentage of the life that has passed. */
            lifetimePercentage?: pulumi.Input<number | undefined>;
          }>;
        }>[]
      | undefined
    >;
    /**
     * Form in which the certificate with its key is kept: `application/x-pkcs12` or
     * `application/x-pem-file`. Default `application/x-pkcs12`.
     */
    secretProps?: pulumi.Input<
      | {
          /** Media type. */
          contentType: pulumi.Input<
            "application/x-pkcs12" | "application/x-pem-file" | (string & Record<never, never>)
          >;
        }
      | undefined
    >;
  }>;
  /**
   * A certificate to import: PEM or base64 PFX, with its private key. Default: none. Changing it
   * forces replacement. Secret. Write-only: the service never returns it, so changes outside Pulumi
   * are not detected.
   */
  certificate?: pulumi.Input<string>;
  /**
   * Password of the certificate to import. Default: none. Changing it forces replacement. Secret.
   * Write-only: the service never returns it, so changes outside Pulumi are not detected.
   */
  password?: pulumi.Input<string>;
  /**
   * Imports from a local CA of the service instead: id of the CA. Default: none. Changing it forces
   * replacement. Write-only: the service never returns it, so changes outside Pulumi are not
   * detected.
   */
  caid?: pulumi.Input<string>;
  /**
   * Id of the certificate that the local CA issued. Default: none. Changing it forces replacement.
   * Write-only: the service never returns it, so changes outside Pulumi are not detected.
   */
  sourceCertIdentifier?: pulumi.Input<string>;
  /**
   * Private key of that certificate, PEM text. Default: none. Changing it forces replacement.
   * Secret. Write-only: the service never returns it, so changes outside Pulumi are not detected.
   */
  privateKeyPem?: pulumi.Input<string>;
  /** Azure tags, a map of strings; values without `:` and `%`. Default: none. Updated in place. */
  tags?: pulumi.Input<Record<string, pulumi.Input<string>>>;
  /**
   * False to disable the certificate. Updated in place, for the newest version. Default `true`. An
   * update fails if the service keeps another value.
   */
  enabled?: pulumi.Input<boolean>;
  /**
   * On destroy, `softDelete` deletes the certificate; it can be recovered until the vault's
   * retention ends. `purge` deletes it permanently. `retain` leaves it as it is. Default
   * `softDelete`, which is refused where the vault has no soft delete. Not sent to the service.
   */
  onDestroy?: pulumi.Input<"softDelete" | "purge" | "retain">;
}

/**
 * A certificate in an Azure vault, created by Azure according to a policy or imported; all versions
 * of its name together. Destroying it soft-deletes it in Azure (see `onDestroy`).
 *
 * @example
 *   ~~~ts
 *   const website = new ciphertrust.AzureCertificate("website", {
 *     keyVault: vault.id,
 *     policy: {
 *       issuer: { name: "Self" },
 *       keyProps: { kty: "RSA", keySize: 2048, exportable: false },
 *       x509Props: { subject: "CN=www.example.com", sans: { dnsNames: ["www.example.com"] }, validityMonths: 6 },
 *       secretProps: { contentType: "application/x-pem-file" },
 *     },
 *   });
 *   ~~~
 */
export class AzureCertificate extends CipherTrustResource {
  /** @internal */
  static override readonly kind: Kind = {
    type: "AzureCertificate",
    inputs: [
      "certName",
      "keyVault",
      "policy",
      "certificate",
      "password",
      "caid",
      "sourceCertIdentifier",
      "privateKeyPem",
      "tags",
      "enabled",
      "onDestroy",
    ],
    outputs: ["status", "certificateId", "version", "managedVersion", "currentId"],
    namedAfterResource: "certName",
    secret: ["certificate", "password", "privateKeyPem"],
  };

  /**
   * Name of the certificate, unique in its vault: letters, digits and dashes. Default: the
   * resource's name in the program. Changing it forces replacement.
   */
  declare readonly certName: pulumi.Output<string>;
  /**
   * Id of the `AzureVault` that holds the certificate; managed HSMs hold none. Changing it alone
   * forces replacement, and requires `replaceOnChanges`.
   */
  declare readonly keyVault: pulumi.Output<string>;
  /**
   * Policy by which Azure creates the certificate: issuer, key, subject, renewal. Required unless
   * one is imported. Compared with what this program last wrote. Changing it makes a new version,
   * in place. Default: none.
   */
  declare readonly policy: pulumi.Output<
    | {
        /** Who signs it. Default: itself. */
        issuer?: {
          /** Name of the issuer in Azure, `Self` or `Unknown`. */
          name: string;
          /** True to write the certificate to a public log. */
          certTransparency?: boolean;
          /** Kind of certificate that is requested from the issuer. */
          cty?: string;
        };
        /** The key below it. */
        keyProps?: {
          /** `RSA`, `RSA-HSM`, `EC` or `EC-HSM`. Default `RSA`. */
          kty?: "RSA" | "RSA-HSM" | "EC" | "EC-HSM" | (string & Record<never, never>);
          /** Curve of an EC key. */
          crv?: string;
          /** Size of an RSA key in bits. Default 2048. */
          keySize?: number;
          /** Whether the private key may leave Azure. */
          exportable?: boolean;
          /** True to keep the key when the certificate is renewed. */
          reuseKey?: boolean;
        };
        /** What the certificate says. */
        x509Props: {
          /** Subject, such as `CN=shop.example.com`. */
          subject: string;
          /** Extended key usages, as object identifiers. */
          ekus?: string[];
          /** Key usages, such as `digitalSignature`. */
          keyUsage?: string[];
          /** Other names of the subject. */
          sans?: {
            /** DNS names. */
            dnsNames?: string[];
            /** E-mail addresses. */
            emails?: string[];
            /** User principal names. */
            upns?: string[];
          };
          /** Months of validity. Default 12. */
          validityMonths?: number;
        };
        /** What happens before it ends. */
        lifetimeActions?: {
          /** What is done. */
          action: {
            /** `AutoRenew` or `EmailContacts`. */
            actionType: "AutoRenew" | "EmailContacts" | (string & Record<never, never>);
          };
          /** When it is done: one of the two. */
          trigger: {
            /** Days before the end. */
            daysBeforeExpiry?: number;
            /** Percentage of the life that has passed. */
            lifetimePercentage?: number;
          };
        }[];
        /**
         * Form in which the certificate with its key is kept: `application/x-pkcs12` or
         * `application/x-pem-file`. Default `application/x-pkcs12`.
         */
        secretProps?: {
          /** Media type. */
          contentType: "application/x-pkcs12" | "application/x-pem-file" | (string & Record<never, never>);
        };
      }
    | undefined
  >;
  /**
   * A certificate to import: PEM or base64 PFX, with its private key. Default: none. Changing it
   * forces replacement. Secret. Write-only: the service never returns it, so changes outside Pulumi
   * are not detected.
   */
  declare readonly certificate: pulumi.Output<string | undefined>;
  /**
   * Password of the certificate to import. Default: none. Changing it forces replacement. Secret.
   * Write-only: the service never returns it, so changes outside Pulumi are not detected.
   */
  declare readonly password: pulumi.Output<string | undefined>;
  /**
   * Imports from a local CA of the service instead: id of the CA. Default: none. Changing it forces
   * replacement. Write-only: the service never returns it, so changes outside Pulumi are not
   * detected.
   */
  declare readonly caid: pulumi.Output<string | undefined>;
  /**
   * Id of the certificate that the local CA issued. Default: none. Changing it forces replacement.
   * Write-only: the service never returns it, so changes outside Pulumi are not detected.
   */
  declare readonly sourceCertIdentifier: pulumi.Output<string | undefined>;
  /**
   * Private key of that certificate, PEM text. Default: none. Changing it forces replacement.
   * Secret. Write-only: the service never returns it, so changes outside Pulumi are not detected.
   */
  declare readonly privateKeyPem: pulumi.Output<string | undefined>;
  /** Azure tags, a map of strings; values without `:` and `%`. Default: none. Updated in place. */
  declare readonly tags: pulumi.Output<Record<string, string>>;
  /**
   * False to disable the certificate. Updated in place, for the newest version. Default `true`. An
   * update fails if the service keeps another value.
   */
  declare readonly enabled: pulumi.Output<boolean>;
  /**
   * On destroy, `softDelete` deletes the certificate; it can be recovered until the vault's
   * retention ends. `purge` deletes it permanently. `retain` leaves it as it is. Default
   * `softDelete`, which is refused where the vault has no soft delete. Not sent to the service.
   */
  declare readonly onDestroy: pulumi.Output<"softDelete" | "purge" | "retain">;
  /**
   * AVAILABLE or SOFT-DELETED. A declared certificate that was soft-deleted is recovered by the
   * next update.
   */
  declare readonly status: pulumi.Output<string>;
  /** Address of the newest version in Azure. */
  declare readonly certificateId: pulumi.Output<string | undefined>;
  /** Azure's id of the newest version. Renewal changes it. */
  declare readonly version: pulumi.Output<string | undefined>;
  /** The version whose tags this program last set. */
  declare readonly managedVersion: pulumi.Output<string | undefined>;
  /** The service's id of the newest version; the resource's own id stays. */
  declare readonly currentId: pulumi.Output<string>;

  /** Reads an existing object by its id in the service, without managing it. */
  static get(name: string, id: pulumi.Input<pulumi.ID>, opts?: pulumi.CustomResourceOptions): AzureCertificate {
    return new AzureCertificate(name, undefined as never, { ...opts, id });
  }
  /** Every one of them in the service that passes the filters. */
  static list(filters?: Filters, options?: FunctionOptions): pulumi.Output<Listed<AzureCertificate>[]> {
    return listOf("AzureCertificate", filters, options);
  }
  constructor(name: string, args: AzureCertificateArgs, opts?: pulumi.CustomResourceOptions) {
    super(name, args, opts);
  }
}

/** Arguments of an {@link AzureKeyBackupSchedule}. */
export interface AzureKeyBackupScheduleArgs extends CommonArgs {
  /**
   * Name of the schedule, unique in the service. Default: the resource's name in the program.
   * Changing it forces replacement.
   */
  name?: pulumi.Input<string>;
  /**
   * Ids of the `AzureKey`s that it backs up. Updated in place; keys that others bound to the
   * schedule are not changed. Default: none. Compared as a set.
   */
  keys?: pulumi.Input<pulumi.Input<string>[]>;
  /**
   * When it runs, in UTC: cron expression with five fields (minute, hour, day of month, month,
   * weekday), such as `0 2 * * *`. Updated in place.
   */
  runAt: pulumi.Input<string>;
  /** Node of the cluster that runs it, or `any`. Default `any`. Updated in place. */
  runOn?: pulumi.Input<string>;
  /** Free text. Default: none. Updated in place. */
  description?: pulumi.Input<string>;
  /** True to pause the schedule. Default `false`. Updated in place. */
  disabled?: pulumi.Input<boolean>;
}

/**
 * A schedule on which the service backs up Azure keys. Destroying it unbinds the keys and leaves
 * them and their backups as they are.
 *
 * @example
 *   ~~~ts
 *   const weekly = new ciphertrust.AzureKeyBackupSchedule("weekly-backups", { keys: [orders.id], runAt: "0 4 * * 0" });
 *   ~~~
 */
export class AzureKeyBackupSchedule extends ScheduleResource {
  /** @internal */
  static override readonly kind: Kind = {
    type: "AzureKeyBackupSchedule",
    inputs: ["name", "keys", "runAt", "runOn", "description", "disabled"],
    outputs: [],
    namedAfterResource: "name",
  };

  /**
   * Name of the schedule, unique in the service. Default: the resource's name in the program.
   * Changing it forces replacement.
   */
  declare readonly name: pulumi.Output<string>;
  /**
   * Ids of the `AzureKey`s that it backs up. Updated in place; keys that others bound to the
   * schedule are not changed. Default: none. Compared as a set.
   */
  declare readonly keys: pulumi.Output<string[]>;
  /**
   * When it runs, in UTC: cron expression with five fields (minute, hour, day of month, month,
   * weekday), such as `0 2 * * *`. Updated in place.
   */
  declare readonly runAt: pulumi.Output<string>;
  /** Node of the cluster that runs it, or `any`. Default `any`. Updated in place. */
  declare readonly runOn: pulumi.Output<string>;
  /** Free text. Default: none. Updated in place. */
  declare readonly description: pulumi.Output<string | undefined>;
  /** True to pause the schedule. Default `false`. Updated in place. */
  declare readonly disabled: pulumi.Output<boolean>;

  /** Reads an existing object by its id in the service, without managing it. */
  static get(name: string, id: pulumi.Input<pulumi.ID>, opts?: pulumi.CustomResourceOptions): AzureKeyBackupSchedule {
    return new AzureKeyBackupSchedule(name, undefined as never, { ...opts, id });
  }
  /** Every one of them in the service that passes the filters. */
  static list(filters?: Filters, options?: FunctionOptions): pulumi.Output<Listed<AzureKeyBackupSchedule>[]> {
    return listOf("AzureKeyBackupSchedule", filters, options);
  }
  constructor(name: string, args: AzureKeyBackupScheduleArgs, opts?: pulumi.CustomResourceOptions) {
    super(name, args, opts);
  }
}
