// Made from provider/resources by `npm run generate`: change the definitions there.
import type * as pulumi from "@pulumi/pulumi";
import { listOf, type Filters, type FunctionOptions, type Listed } from "../function";
import { CipherTrustResource, type CommonArgs, type Kind } from "../resource";

/** Arguments of a {@link LunaServer}. */
export interface LunaServerArgs extends CommonArgs {
  /** Host name or address of the HSM, unique among the servers. Changing it forces replacement. */
  hostname: pulumi.Input<string>;
  /** Certificate that the HSM presents, PEM text. Changing it forces replacement. */
  hsmCertificate: pulumi.Input<string>;
  /**
   * Free text. Changing it forces replacement of the server, which the service cannot change.
   * Default: none.
   */
  description?: pulumi.Input<string>;
  /**
   * Parts of the service that may use the HSM: `cckm`, cloud key management, and
   * `hsm_anchored_domain`. Default `["cckm"]`. Changing it forces replacement. Compared as a set.
   */
  products?: pulumi.Input<pulumi.Input<string>[]>;
  /** Arbitrary JSON values by key. Default: none. Changing it forces replacement. */
  meta?: pulumi.Input<Record<string, unknown>>;
  /**
   * How the service talks to the HSM: `NTLS`, or `STC`, the secure trusted channel. Default `NTLS`.
   * Updated in place.
   */
  channel?: pulumi.Input<"NTLS" | "STC">;
}

/**
 * A Luna network HSM that the service may talk to, with the certificate it presents. Destroying it
 * removes it from the service, unless connections use it; nothing in the HSM changes.
 *
 * @example
 *   ~~~ts
 *   const server = new ciphertrust.LunaServer("frankfurt", {
 *     hostname: "hsm-frankfurt.example.com",
 *     hsmCertificate: config.require("hsmCertificate"),
 *     meta: { rack: 7 },
 *   });
 *   ~~~
 */
export class LunaServer extends CipherTrustResource {
  /** @internal */
  static override readonly kind: Kind = {
    type: "LunaServer",
    inputs: ["hostname", "hsmCertificate", "description", "products", "meta", "channel"],
    outputs: [],
  };

  /** Host name or address of the HSM, unique among the servers. Changing it forces replacement. */
  declare readonly hostname: pulumi.Output<string>;
  /** Certificate that the HSM presents, PEM text. Changing it forces replacement. */
  declare readonly hsmCertificate: pulumi.Output<string>;
  /**
   * Free text. Changing it forces replacement of the server, which the service cannot change.
   * Default: none.
   */
  declare readonly description: pulumi.Output<string | undefined>;
  /**
   * Parts of the service that may use the HSM: `cckm`, cloud key management, and
   * `hsm_anchored_domain`. Default `["cckm"]`. Changing it forces replacement. Compared as a set.
   */
  declare readonly products: pulumi.Output<string[]>;
  /** Arbitrary JSON values by key. Default: none. Changing it forces replacement. */
  declare readonly meta: pulumi.Output<Record<string, unknown> | undefined>;
  /**
   * How the service talks to the HSM: `NTLS`, or `STC`, the secure trusted channel. Default `NTLS`.
   * Updated in place.
   */
  declare readonly channel: pulumi.Output<"NTLS" | "STC">;

  /** Reads an existing object by its id in the service, without managing it. */
  static get(name: string, id: pulumi.Input<pulumi.ID>, opts?: pulumi.CustomResourceOptions): LunaServer {
    return new LunaServer(name, undefined as never, { ...opts, id });
  }
  /** Every one of them in the service that passes the filters. */
  static list(filters?: Filters, options?: FunctionOptions): pulumi.Output<Listed<LunaServer>[]> {
    return listOf("LunaServer", filters, options);
  }
  constructor(name: string, args: LunaServerArgs, opts?: pulumi.CustomResourceOptions) {
    super(name, args, opts);
  }
}

/** Arguments of a {@link LunaStcPartition}. */
export interface LunaStcPartitionArgs extends CommonArgs {
  /**
   * Name of the identity, unique in the service. Default: the resource's name in the program.
   * Changing it forces replacement.
   */
  name?: pulumi.Input<string>;
  /** Label of the partition. Changing it forces replacement. */
  label: pulumi.Input<string>;
  /** Serial number of the partition. Changing it forces replacement. */
  serialNumber: pulumi.Input<string>;
  /** The partition's public identity as the HSM exports it, base64. Changing it forces replacement. */
  partitionIdentity: pulumi.Input<string>;
  /**
   * Free text. Changing it forces replacement of the identity, which the service cannot change.
   * Default: none.
   */
  description?: pulumi.Input<string>;
  /** Arbitrary JSON values by key. Default: none. Changing it forces replacement. */
  meta?: pulumi.Input<Record<string, unknown>>;
}

/**
 * The identity of a Luna partition for the secure trusted channel. Destroying it removes it from
 * the service; the partition stays.
 *
 * @example
 *   ~~~ts
 *   const overStc = new ciphertrust.LunaStcPartition("payments", {
 *     label: "payments",
 *     serialNumber: "1312109861413",
 *     partitionIdentity: config.require("partitionIdentity"),
 *   });
 *   ~~~
 */
export class LunaStcPartition extends CipherTrustResource {
  /** @internal */
  static override readonly kind: Kind = {
    type: "LunaStcPartition",
    inputs: ["name", "label", "serialNumber", "partitionIdentity", "description", "meta"],
    outputs: [],
    namedAfterResource: "name",
  };

  /**
   * Name of the identity, unique in the service. Default: the resource's name in the program.
   * Changing it forces replacement.
   */
  declare readonly name: pulumi.Output<string>;
  /** Label of the partition. Changing it forces replacement. */
  declare readonly label: pulumi.Output<string>;
  /** Serial number of the partition. Changing it forces replacement. */
  declare readonly serialNumber: pulumi.Output<string>;
  /** The partition's public identity as the HSM exports it, base64. Changing it forces replacement. */
  declare readonly partitionIdentity: pulumi.Output<string>;
  /**
   * Free text. Changing it forces replacement of the identity, which the service cannot change.
   * Default: none.
   */
  declare readonly description: pulumi.Output<string | undefined>;
  /** Arbitrary JSON values by key. Default: none. Changing it forces replacement. */
  declare readonly meta: pulumi.Output<Record<string, unknown> | undefined>;

  /** Reads an existing object by its id in the service, without managing it. */
  static get(name: string, id: pulumi.Input<pulumi.ID>, opts?: pulumi.CustomResourceOptions): LunaStcPartition {
    return new LunaStcPartition(name, undefined as never, { ...opts, id });
  }
  /** Every one of them in the service that passes the filters. */
  static list(filters?: Filters, options?: FunctionOptions): pulumi.Output<Listed<LunaStcPartition>[]> {
    return listOf("LunaStcPartition", filters, options);
  }
  constructor(name: string, args: LunaStcPartitionArgs, opts?: pulumi.CustomResourceOptions) {
    super(name, args, opts);
  }
}

/** Arguments of a {@link LunaConnection}. */
export interface LunaConnectionArgs extends CommonArgs {
  /**
   * Name of the connection, unique in the service. Default: the resource's name in the program.
   * Changing it forces replacement.
   */
  name?: pulumi.Input<string>;
  /** Free text. Default: none. Updated in place. Once set, it can be changed but not removed. */
  description?: pulumi.Input<string>;
  /**
   * Password of the crypto officer, the same for all partitions. Updated in place; the connection
   * is then tested again. Secret. Write-only: the service never returns it, so changes outside
   * Pulumi are not detected.
   */
  password: pulumi.Input<string>;
  /**
   * Partitions on registered Luna servers, at least one. Updated in place, by a call for each
   * partition; then the connection is tested again. Compared as a set.
   */
  partitions: pulumi.Input<
    pulumi.Input<{
      /** Host name of the `LunaServer`. */
      hostname: pulumi.Input<string>;
      /** Label of the partition. */
      partitionLabel: pulumi.Input<string>;
      /** Serial number of the partition. */
      serialNumber: pulumi.Input<string>;
    }>[]
  >;
  /**
   * True to use the partitions as one high-availability group; needs more than one. Default
   * `false`. Updated in place; the connection is then tested again.
   */
  isHaEnabled?: pulumi.Input<boolean>;
  /**
   * Parts of the service that may use the connection: `cckm`, cloud key management, and
   * `hsm_anchored_domain`. Default `["cckm"]`. Updated in place. Compared as a set.
   */
  products?: pulumi.Input<pulumi.Input<string>[]>;
  /**
   * Arbitrary JSON values by key. Default: left to the service. Updated in place. If removed, its
   * keys are removed.
   */
  meta?: pulumi.Input<Record<string, unknown>>;
  /**
   * Seconds to wait for the connection to become `ready`, 1 to 3600: its test runs by itself in the
   * service. Default 120. Not sent to the service.
   */
  readyTimeoutSeconds?: pulumi.Input<number>;
}

/**
 * A partition of a Luna HSM, or an HA group of several, and its password. It is tested until
 * `ready` when it is made and when a credential changes. Destroying it removes it from the service,
 * unless a container uses it; nothing in the HSM changes.
 *
 * @example
 *   ~~~ts
 *   const connection = new ciphertrust.LunaConnection("frankfurt", {
 *     password: config.requireSecret("partitionPassword"),
 *     partitions: [{ hostname: server.hostname, partitionLabel: "production", serialNumber: "1312109861412" }],
 *   });
 *   ~~~
 */
export class LunaConnection extends CipherTrustResource {
  /** @internal */
  static override readonly kind: Kind = {
    type: "LunaConnection",
    inputs: ["name", "description", "password", "partitions", "isHaEnabled", "products", "meta", "readyTimeoutSeconds"],
    outputs: ["state", "lastConnectionError"],
    namedAfterResource: "name",
    secret: ["password"],
  };

  /**
   * Name of the connection, unique in the service. Default: the resource's name in the program.
   * Changing it forces replacement.
   */
  declare readonly name: pulumi.Output<string>;
  /** Free text. Default: none. Updated in place. Once set, it can be changed but not removed. */
  declare readonly description: pulumi.Output<string | undefined>;
  /**
   * Password of the crypto officer, the same for all partitions. Updated in place; the connection
   * is then tested again. Secret. Write-only: the service never returns it, so changes outside
   * Pulumi are not detected.
   */
  declare readonly password: pulumi.Output<string>;
  /**
   * Partitions on registered Luna servers, at least one. Updated in place, by a call for each
   * partition; then the connection is tested again. Compared as a set.
   */
  declare readonly partitions: pulumi.Output<
    {
      /** Host name of the `LunaServer`. */
      hostname: string;
      /** Label of the partition. */
      partitionLabel: string;
      /** Serial number of the partition. */
      serialNumber: string;
    }[]
  >;
  /**
   * True to use the partitions as one high-availability group; needs more than one. Default
   * `false`. Updated in place; the connection is then tested again.
   */
  declare readonly isHaEnabled: pulumi.Output<boolean>;
  /**
   * Parts of the service that may use the connection: `cckm`, cloud key management, and
   * `hsm_anchored_domain`. Default `["cckm"]`. Updated in place. Compared as a set.
   */
  declare readonly products: pulumi.Output<string[]>;
  /**
   * Arbitrary JSON values by key. Default: left to the service. Updated in place. If removed, its
   * keys are removed.
   */
  declare readonly meta: pulumi.Output<Record<string, unknown> | undefined>;
  /**
   * Seconds to wait for the connection to become `ready`, 1 to 3600: its test runs by itself in the
   * service. Default 120. Not sent to the service.
   */
  declare readonly readyTimeoutSeconds: pulumi.Output<number | undefined>;
  /** `untested`, `testing`, `ready` or `failed`: only a `ready` connection may carry a partition. */
  declare readonly state: pulumi.Output<"untested" | "testing" | "ready" | "failed">;
  /** Why the last test failed, in the service's wording; absent when it succeeded. */
  declare readonly lastConnectionError: pulumi.Output<string | undefined>;

  /** Reads an existing object by its id in the service, without managing it. */
  static get(name: string, id: pulumi.Input<pulumi.ID>, opts?: pulumi.CustomResourceOptions): LunaConnection {
    return new LunaConnection(name, undefined as never, { ...opts, id });
  }
  /** Every one of them in the service that passes the filters. */
  static list(filters?: Filters, options?: FunctionOptions): pulumi.Output<Listed<LunaConnection>[]> {
    return listOf("LunaConnection", filters, options);
  }
  constructor(name: string, args: LunaConnectionArgs, opts?: pulumi.CustomResourceOptions) {
    super(name, args, opts);
  }
}

/** Arguments of a {@link LunaPartition}. */
export interface LunaPartitionArgs extends CommonArgs {
  /**
   * Id of the `LunaConnection` to reach the partition through; it must be, or become, `ready`. A
   * connection carries one partition. Updated in place, to a connection that reaches the same
   * partition.
   */
  connection: pulumi.Input<string>;
}

/**
 * The partition, or HA group, behind a Luna connection: the container of `LunaKey`s. It waits until
 * its connection is `ready`. Destroying it leaves every key in the HSM untouched.
 *
 * @example
 *   ~~~ts
 *   const partition = new ciphertrust.LunaPartition("production", { connection: connection.id });
 *   ~~~
 */
export class LunaPartition extends CipherTrustResource {
  /** @internal */
  static override readonly kind: Kind = {
    type: "LunaPartition",
    inputs: ["connection"],
    outputs: ["name", "hostname", "partitionLabel", "serialNumber", "isHaEnabled"],
  };

  /**
   * Id of the `LunaConnection` to reach the partition through; it must be, or become, `ready`. A
   * connection carries one partition. Updated in place, to a connection that reaches the same
   * partition.
   */
  declare readonly connection: pulumi.Output<string>;
  /**
   * Name of the container: the partition's label, or the connection's name for an HA group. The
   * API's public sources do not show this field, nor the four below.
   */
  declare readonly name: pulumi.Output<string | undefined>;
  /** Host name of the HSM; of an HA group, that of its first member. */
  declare readonly hostname: pulumi.Output<string | undefined>;
  /** Label of the partition; of an HA group, that of its first member. */
  declare readonly partitionLabel: pulumi.Output<string | undefined>;
  /** Serial number of the partition; of an HA group, that of its first member. */
  declare readonly serialNumber: pulumi.Output<string | undefined>;
  /** True for an HA group. */
  declare readonly isHaEnabled: pulumi.Output<boolean | undefined>;

  /** Reads an existing object by its id in the service, without managing it. */
  static get(name: string, id: pulumi.Input<pulumi.ID>, opts?: pulumi.CustomResourceOptions): LunaPartition {
    return new LunaPartition(name, undefined as never, { ...opts, id });
  }
  /** Every one of them in the service that passes the filters. */
  static list(filters?: Filters, options?: FunctionOptions): pulumi.Output<Listed<LunaPartition>[]> {
    return listOf("LunaPartition", filters, options);
  }
  constructor(name: string, args: LunaPartitionArgs, opts?: pulumi.CustomResourceOptions) {
    super(name, args, opts);
  }
}

/** Arguments of a {@link LunaKey}. */
export interface LunaKeyArgs extends CommonArgs {
  /**
   * Id of the `LunaPartition` that holds the key. Changing it alone forces replacement, and
   * requires `replaceOnChanges`.
   */
  partitionId: pulumi.Input<string>;
  /**
   * Label of the key, which no other key in its partition may have here although the HSM itself
   * would allow it. Default: the resource's name in the program. Changing it forces replacement.
   */
  label?: pulumi.Input<string>;
  /**
   * How the HSM makes the key: CKM_AES_KEY_GEN, CKM_RSA_PKCS_KEY_PAIR_GEN,
   * CKM_RSA_X9_31_KEY_PAIR_GEN, CKM_RSA_FIPS_186_3_PRIME_KEY_PAIR_GEN or
   * CKM_RSA_FIPS_186_3_AUX_PRIME_KEY_PAIR_GEN. Other values go to the service with a warning, for a
   * new object only. Changing it forces replacement.
   */
  mechanism: pulumi.Input<
    | "CKM_AES_KEY_GEN"
    | "CKM_RSA_PKCS_KEY_PAIR_GEN"
    | "CKM_RSA_X9_31_KEY_PAIR_GEN"
    | "CKM_RSA_FIPS_186_3_PRIME_KEY_PAIR_GEN"
    | "CKM_RSA_FIPS_186_3_AUX_PRIME_KEY_PAIR_GEN"
    | (string & Record<never, never>)
  >;
  /**
   * Size in bits: 128, 192 or 256 for AES; 2048, 3072 or 4096 for RSA. Changing it forces
   * replacement.
   */
  size: pulumi.Input<number>;
  /**
   * What the key may do, at least one: `CKA_ENCRYPT`, `CKA_DECRYPT`, `CKA_WRAP`, `CKA_UNWRAP`,
   * `CKA_SIGN`, `CKA_VERIFY`, `CKA_DERIVE`, `CKA_MODIFIABLE`, `CKA_EXTRACTABLE` or `CKA_SENSITIVE`.
   * Only a CKA_EXTRACTABLE key can be uploaded into a cloud. Updated in place while the key is
   * CKA_MODIFIABLE; the HSM never removes CKA_SENSITIVE and never adds CKA_EXTRACTABLE. Other
   * values go to the service with a warning, for a new object only. An update fails if the service
   * keeps another value. Compared as a set.
   */
  attributes: pulumi.Input<
    pulumi.Input<
      | "CKA_ENCRYPT"
      | "CKA_DECRYPT"
      | "CKA_WRAP"
      | "CKA_UNWRAP"
      | "CKA_SIGN"
      | "CKA_VERIFY"
      | "CKA_DERIVE"
      | "CKA_MODIFIABLE"
      | "CKA_EXTRACTABLE"
      | "CKA_SENSITIVE"
      | (string & Record<never, never>)
    >[]
  >;
  /**
   * True for a key that clouds use inside the HSM (hold your own key). The service then adds
   * CKA_SENSITIVE, CKA_ENCRYPT, CKA_DECRYPT, CKA_WRAP and CKA_UNWRAP. Default `false`. Changing it
   * forces replacement.
   */
  hyokKey?: pulumi.Input<boolean>;
  /**
   * On destroy, `retain` drops the service's record and leaves the key in the HSM. The next refresh
   * brings the record back, to be adopted. Without that refresh, the same program makes a second
   * key with the label. `destroy` deletes the key, both halves of a pair, in the HSM, and what it
   * encrypts is lost. Default `retain`. Not sent to the service.
   */
  onDestroy?: pulumi.Input<"retain" | "destroy">;
}

/**
 * A key in a Luna partition, made and managed through the service. A pair is one resource, although
 * the service keeps a record of each half. The HSM allows several keys with one label. The service
 * knows only those that it made or that a refresh of the partition has found. If a partition that
 * was just added may hold keys, declare a `Refresh` of it, and let its keys depend on that
 * (`dependsOn`). Otherwise a key whose label exists there is made a second time; a warning says
 * that no refresh is known. Destroying it leaves the key in the HSM, unless `onDestroy` says
 * otherwise.
 *
 * @example
 *   ~~~ts
 *   const contracts = new ciphertrust.LunaKey("contracts", {
 *     partitionId: partition.id,
 *     mechanism: "CKM_AES_KEY_GEN",
 *     size: 256,
 *     attributes: ["CKA_ENCRYPT", "CKA_DECRYPT"],
 *     hyokKey: true,
 *   });
 *   ~~~
 */
export class LunaKey extends CipherTrustResource {
  /** @internal */
  static override readonly kind: Kind = {
    type: "LunaKey",
    inputs: ["partitionId", "label", "mechanism", "size", "attributes", "hyokKey", "onDestroy"],
    outputs: ["status", "error", "addedAttributes", "byokKey", "publicKeyId", "privateKeyId"],
    namedAfterResource: "label",
  };

  /**
   * Id of the `LunaPartition` that holds the key. Changing it alone forces replacement, and
   * requires `replaceOnChanges`.
   */
  declare readonly partitionId: pulumi.Output<string>;
  /**
   * Label of the key, which no other key in its partition may have here although the HSM itself
   * would allow it. Default: the resource's name in the program. Changing it forces replacement.
   */
  declare readonly label: pulumi.Output<string>;
  /**
   * How the HSM makes the key: CKM_AES_KEY_GEN, CKM_RSA_PKCS_KEY_PAIR_GEN,
   * CKM_RSA_X9_31_KEY_PAIR_GEN, CKM_RSA_FIPS_186_3_PRIME_KEY_PAIR_GEN or
   * CKM_RSA_FIPS_186_3_AUX_PRIME_KEY_PAIR_GEN. Other values go to the service with a warning, for a
   * new object only. Changing it forces replacement.
   */
  declare readonly mechanism: pulumi.Output<
    | "CKM_AES_KEY_GEN"
    | "CKM_RSA_PKCS_KEY_PAIR_GEN"
    | "CKM_RSA_X9_31_KEY_PAIR_GEN"
    | "CKM_RSA_FIPS_186_3_PRIME_KEY_PAIR_GEN"
    | "CKM_RSA_FIPS_186_3_AUX_PRIME_KEY_PAIR_GEN"
    | (string & Record<never, never>)
  >;
  /**
   * Size in bits: 128, 192 or 256 for AES; 2048, 3072 or 4096 for RSA. Changing it forces
   * replacement.
   */
  declare readonly size: pulumi.Output<number>;
  /**
   * What the key may do, at least one: `CKA_ENCRYPT`, `CKA_DECRYPT`, `CKA_WRAP`, `CKA_UNWRAP`,
   * `CKA_SIGN`, `CKA_VERIFY`, `CKA_DERIVE`, `CKA_MODIFIABLE`, `CKA_EXTRACTABLE` or `CKA_SENSITIVE`.
   * Only a CKA_EXTRACTABLE key can be uploaded into a cloud. Updated in place while the key is
   * CKA_MODIFIABLE; the HSM never removes CKA_SENSITIVE and never adds CKA_EXTRACTABLE. Other
   * values go to the service with a warning, for a new object only. An update fails if the service
   * keeps another value. Compared as a set.
   */
  declare readonly attributes: pulumi.Output<
    (
      | "CKA_ENCRYPT"
      | "CKA_DECRYPT"
      | "CKA_WRAP"
      | "CKA_UNWRAP"
      | "CKA_SIGN"
      | "CKA_VERIFY"
      | "CKA_DERIVE"
      | "CKA_MODIFIABLE"
      | "CKA_EXTRACTABLE"
      | "CKA_SENSITIVE"
      | (string & Record<never, never>)
    )[]
  >;
  /**
   * True for a key that clouds use inside the HSM (hold your own key). The service then adds
   * CKA_SENSITIVE, CKA_ENCRYPT, CKA_DECRYPT, CKA_WRAP and CKA_UNWRAP. Default `false`. Changing it
   * forces replacement.
   */
  declare readonly hyokKey: pulumi.Output<boolean>;
  /**
   * On destroy, `retain` drops the service's record and leaves the key in the HSM. The next refresh
   * brings the record back, to be adopted. Without that refresh, the same program makes a second
   * key with the label. `destroy` deletes the key, both halves of a pair, in the HSM, and what it
   * encrypts is lost. Default `retain`. Not sent to the service.
   */
  declare readonly onDestroy: pulumi.Output<"retain" | "destroy">;
  /** `in_progress` while the HSM makes the key, then `AVAILABLE`. */
  declare readonly status: pulumi.Output<string>;
  /** Why the HSM did not make the key. The API's public sources do not show this field. */
  declare readonly error: pulumi.Output<string | undefined>;
  /** Attributes that the service added of its own. */
  declare readonly addedAttributes: pulumi.Output<string[]>;
  /** True when the material may be uploaded into a cloud. */
  declare readonly byokKey: pulumi.Output<boolean | undefined>;
  /** The service's id of the public half, for pairs. */
  declare readonly publicKeyId: pulumi.Output<string | undefined>;
  /** The service's id of the private half, for pairs. */
  declare readonly privateKeyId: pulumi.Output<string | undefined>;

  /** Reads an existing object by its id in the service, without managing it. */
  static get(name: string, id: pulumi.Input<pulumi.ID>, opts?: pulumi.CustomResourceOptions): LunaKey {
    return new LunaKey(name, undefined as never, { ...opts, id });
  }
  /** Every one of them in the service that passes the filters. */
  static list(filters?: Filters, options?: FunctionOptions): pulumi.Output<Listed<LunaKey>[]> {
    return listOf("LunaKey", filters, options);
  }
  constructor(name: string, args: LunaKeyArgs, opts?: pulumi.CustomResourceOptions) {
    super(name, args, opts);
  }
}

/** Arguments of a {@link VirtualKey}. */
export interface VirtualKeyArgs extends CommonArgs {
  /**
   * Id of the `LunaKey`, AES-256 and not CKA_EXTRACTABLE to serve AWS. A key has one virtual key.
   * Changing it alone forces replacement, and requires `replaceOnChanges`.
   */
  sourceKeyId: pulumi.Input<string>;
  /**
   * True to allow deleting the virtual key, which the service otherwise refuses. The API's public
   * sources do not show whether responses contain it. Default `false`. Updated in place. An update
   * fails if the service keeps another value. If a response omits it, it counts as last sent; it is
   * sent after creation or adoption, too.
   */
  deletable?: pulumi.Input<boolean>;
  /**
   * On destroy, `retain` leaves the virtual key. `destroy` deletes it, which requires `deletable`
   * and ends the use of keys that have it as their source. The `LunaKey` is never touched. Default
   * `retain`. Not sent to the service.
   */
  onDestroy?: pulumi.Input<"retain" | "destroy">;
}

/**
 * Stands for a `LunaKey` that clouds use inside the HSM: an `AwsXksKey` takes its id as
 * `sourceKeyId`. Destroying it leaves it and the key in the HSM, unless `onDestroy` says
 * otherwise.
 *
 * @example
 *   ~~~ts
 *   const virtual = new ciphertrust.VirtualKey("contracts", { sourceKeyId: contracts.id, deletable: true });
 *   ~~~
 */
export class VirtualKey extends CipherTrustResource {
  /** @internal */
  static override readonly kind: Kind = {
    type: "VirtualKey",
    inputs: ["sourceKeyId", "deletable", "onDestroy"],
    outputs: ["name", "partitionId", "sourceKeyTier"],
  };

  /**
   * Id of the `LunaKey`, AES-256 and not CKA_EXTRACTABLE to serve AWS. A key has one virtual key.
   * Changing it alone forces replacement, and requires `replaceOnChanges`.
   */
  declare readonly sourceKeyId: pulumi.Output<string>;
  /**
   * True to allow deleting the virtual key, which the service otherwise refuses. The API's public
   * sources do not show whether responses contain it. Default `false`. Updated in place. An update
   * fails if the service keeps another value. If a response omits it, it counts as last sent; it is
   * sent after creation or adoption, too.
   */
  declare readonly deletable: pulumi.Output<boolean>;
  /**
   * On destroy, `retain` leaves the virtual key. `destroy` deletes it, which requires `deletable`
   * and ends the use of keys that have it as their source. The `LunaKey` is never touched. Default
   * `retain`. Not sent to the service.
   */
  declare readonly onDestroy: pulumi.Output<"retain" | "destroy">;
  /** Name of the virtual key. */
  declare readonly name: pulumi.Output<string | undefined>;
  /** Id of the `LunaPartition` that holds the key. */
  declare readonly partitionId: pulumi.Output<string | undefined>;
  /** Where the key is: `hsm-luna`. */
  declare readonly sourceKeyTier: pulumi.Output<string | undefined>;

  /** Reads an existing object by its id in the service, without managing it. */
  static get(name: string, id: pulumi.Input<pulumi.ID>, opts?: pulumi.CustomResourceOptions): VirtualKey {
    return new VirtualKey(name, undefined as never, { ...opts, id });
  }
  /** Every one of them in the service that passes the filters. */
  static list(filters?: Filters, options?: FunctionOptions): pulumi.Output<Listed<VirtualKey>[]> {
    return listOf("VirtualKey", filters, options);
  }
  constructor(name: string, args: VirtualKeyArgs, opts?: pulumi.CustomResourceOptions) {
    super(name, args, opts);
  }
}
