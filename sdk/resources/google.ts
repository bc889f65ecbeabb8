// Made from provider/resources by `npm run generate`: change the definitions there.
import type * as pulumi from "@pulumi/pulumi";
import { listOf, type Filters, type FunctionOptions, type Listed } from "../function";
import { CipherTrustResource, type CommonArgs, type Kind } from "../resource";

/** Arguments of a {@link GoogleConnection}. */
export interface GoogleConnectionArgs extends CommonArgs {
  /**
   * Name of the connection, unique in the service. Default: the resource's name in the program.
   * Changing it forces replacement.
   */
  name?: pulumi.Input<string>;
  /** Free text. Default: none. Updated in place. Once set, it can be changed but not removed. */
  description?: pulumi.Input<string>;
  /**
   * Key file of the service account: the JSON text as Google hands it out. Secret; never returned
   * by the service, so that a change made elsewhere shows only in `privateKeyId`. Updated in place;
   * the connection is then tested again.
   */
  keyFile: pulumi.Input<string>;
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
 * A Google service account under which the service reaches one or more Google Cloud projects. It is
 * tested until `ready` when it is made and when its key file changes. Destroying it removes it from
 * the service, unless key rings use it; nothing in Google changes.
 *
 * @example
 *   ~~~ts
 *   const connection = new ciphertrust.GoogleConnection("acme", { keyFile: config.requireSecret("googleKeyFile") });
 *   ~~~
 */
export class GoogleConnection extends CipherTrustResource {
  /** @internal */
  static override readonly kind: Kind = {
    type: "GoogleConnection",
    inputs: ["name", "description", "keyFile", "products", "meta", "labels", "readyTimeoutSeconds"],
    outputs: ["state", "lastConnectionError", "clientEmail", "privateKeyId"],
    namedAfterResource: "name",
    secret: ["keyFile"],
  };

  /**
   * Name of the connection, unique in the service. Default: the resource's name in the program.
   * Changing it forces replacement.
   */
  declare readonly name: pulumi.Output<string>;
  /** Free text. Default: none. Updated in place. Once set, it can be changed but not removed. */
  declare readonly description: pulumi.Output<string | undefined>;
  /**
   * Key file of the service account: the JSON text as Google hands it out. Secret; never returned
   * by the service, so that a change made elsewhere shows only in `privateKeyId`. Updated in place;
   * the connection is then tested again.
   */
  declare readonly keyFile: pulumi.Output<string>;
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
  /** E-mail address of the service account in the key file. */
  declare readonly clientEmail: pulumi.Output<string | undefined>;
  /** Google's id of the private key in the key file. */
  declare readonly privateKeyId: pulumi.Output<string | undefined>;

  /** Reads an existing object by its id in the service, without managing it. */
  static get(name: string, id: pulumi.Input<pulumi.ID>, opts?: pulumi.CustomResourceOptions): GoogleConnection {
    return new GoogleConnection(name, undefined as never, { ...opts, id });
  }
  /** Every one of them in the service that passes the filters. */
  static list(filters?: Filters, options?: FunctionOptions): pulumi.Output<Listed<GoogleConnection>[]> {
    return listOf("GoogleConnection", filters, options);
  }
  constructor(name: string, args: GoogleConnectionArgs, opts?: pulumi.CustomResourceOptions) {
    super(name, args, opts);
  }
}

/** Arguments of a {@link GoogleProject}. */
export interface GoogleProjectArgs extends CommonArgs {
  /**
   * Id of the project in Google, such as `acme-prod`. The service has each project once, also that
   * of every `GoogleConnection`: take such a project over with `adopt: true`. Changing it forces
   * replacement of the container and of what is declared in it, and requires `replaceOnChanges`.
   */
  projectId: pulumi.Input<string>;
  /**
   * Id of the `GoogleConnection` to reach the project through; external key management needs none.
   * Default: none, or the one that the service recorded. Changing it forces replacement of the
   * container and of what is declared in it, and requires `replaceOnChanges`.
   */
  connection?: pulumi.Input<string>;
  /**
   * True to record successful calls of Google on this project's endpoints in the audit log, too.
   * Default `false`. Updated in place.
   */
  enableSuccessAuditEvent?: pulumi.Input<boolean>;
}

/**
 * A Google Cloud project that the service knows; `EkmEndpoint`s need one. Destroying it leaves the
 * project in Google untouched.
 *
 * @example
 *   ~~~ts
 *   const project = new ciphertrust.GoogleProject("staging", { projectId: "acme-staging" });
 *   ~~~
 */
export class GoogleProject extends CipherTrustResource {
  /** @internal */
  static override readonly kind: Kind = {
    type: "GoogleProject",
    inputs: ["projectId", "connection", "enableSuccessAuditEvent"],
    outputs: ["name"],
  };

  /**
   * Id of the project in Google, such as `acme-prod`. The service has each project once, also that
   * of every `GoogleConnection`: take such a project over with `adopt: true`. Changing it forces
   * replacement of the container and of what is declared in it, and requires `replaceOnChanges`.
   */
  declare readonly projectId: pulumi.Output<string>;
  /**
   * Id of the `GoogleConnection` to reach the project through; external key management needs none.
   * Default: none, or the one that the service recorded. Changing it forces replacement of the
   * container and of what is declared in it, and requires `replaceOnChanges`.
   */
  declare readonly connection: pulumi.Output<string | undefined>;
  /**
   * True to record successful calls of Google on this project's endpoints in the audit log, too.
   * Default `false`. Updated in place.
   */
  declare readonly enableSuccessAuditEvent: pulumi.Output<boolean>;
  /** Name under which the service shows the project. */
  declare readonly name: pulumi.Output<string | undefined>;

  /** Reads an existing object by its id in the service, without managing it. */
  static get(name: string, id: pulumi.Input<pulumi.ID>, opts?: pulumi.CustomResourceOptions): GoogleProject {
    return new GoogleProject(name, undefined as never, { ...opts, id });
  }
  /** Every one of them in the service that passes the filters. */
  static list(filters?: Filters, options?: FunctionOptions): pulumi.Output<Listed<GoogleProject>[]> {
    return listOf("GoogleProject", filters, options);
  }
  constructor(name: string, args: GoogleProjectArgs, opts?: pulumi.CustomResourceOptions) {
    super(name, args, opts);
  }
}

/** Arguments of a {@link GoogleKeyRing}. */
export interface GoogleKeyRingArgs extends CommonArgs {
  /**
   * Full resource name of the ring in Google,
   * `projects/<project>/locations/<location>/keyRings/<ring>`, as `getGoogleKeyRings` gives it;
   * once only in the service. Changing it forces replacement of the container and of what is
   * declared in it, and requires `replaceOnChanges`.
   */
  name: pulumi.Input<string>;
  /**
   * Id of the `GoogleConnection` to reach the ring through; it must be, or become, `ready`. Updated
   * in place.
   */
  connection: pulumi.Input<string>;
}

/**
 * A Google Cloud key ring whose keys the service manages: the container of `GoogleKey`s. It must
 * exist in Google. It waits until its connection is `ready`. Destroying it leaves the ring and its
 * keys in Google untouched.
 *
 * @example
 *   ~~~ts
 *   const ring = new ciphertrust.GoogleKeyRing("payments", {
 *     name: "projects/acme-prod/locations/europe-west3/keyRings/payments",
 *     connection: connection.id,
 *   });
 *   ~~~
 */
export class GoogleKeyRing extends CipherTrustResource {
  /** @internal */
  static override readonly kind: Kind = {
    type: "GoogleKeyRing",
    inputs: ["name", "connection"],
    outputs: ["projectId", "location"],
  };

  /**
   * Full resource name of the ring in Google,
   * `projects/<project>/locations/<location>/keyRings/<ring>`, as `getGoogleKeyRings` gives it;
   * once only in the service. Changing it forces replacement of the container and of what is
   * declared in it, and requires `replaceOnChanges`.
   */
  declare readonly name: pulumi.Output<string>;
  /**
   * Id of the `GoogleConnection` to reach the ring through; it must be, or become, `ready`. Updated
   * in place.
   */
  declare readonly connection: pulumi.Output<string>;
  /** Id of the Google project the ring is in. */
  declare readonly projectId: pulumi.Output<string | undefined>;
  /** Google location of the ring, such as `europe-west3` or `global`. */
  declare readonly location: pulumi.Output<string | undefined>;

  /** Reads an existing object by its id in the service, without managing it. */
  static get(name: string, id: pulumi.Input<pulumi.ID>, opts?: pulumi.CustomResourceOptions): GoogleKeyRing {
    return new GoogleKeyRing(name, undefined as never, { ...opts, id });
  }
  /** Every one of them in the service that passes the filters. */
  static list(filters?: Filters, options?: FunctionOptions): pulumi.Output<Listed<GoogleKeyRing>[]> {
    return listOf("GoogleKeyRing", filters, options);
  }
  constructor(name: string, args: GoogleKeyRingArgs, opts?: pulumi.CustomResourceOptions) {
    super(name, args, opts);
  }
}

/** Arguments of a {@link GoogleKey}. */
export interface GoogleKeyArgs extends CommonArgs {
  /**
   * Id of the `GoogleKeyRing` container. Changing it alone forces replacement, and requires
   * `replaceOnChanges`.
   */
  keyRing: pulumi.Input<string>;
  /**
   * Name of the key in Google: letters, digits, `_` and `-`, at most 63. Google never frees a name,
   * even after its key is destroyed. Default: the resource's name in the program. Changing it
   * forces replacement.
   */
  keyName?: pulumi.Input<string>;
  /**
   * What the key is for: `ENCRYPT_DECRYPT`, `RAW_ENCRYPT_DECRYPT`, `ASYMMETRIC_SIGN`,
   * `ASYMMETRIC_DECRYPT`, `MAC` or `KEY_ENCAPSULATION`. Changing it forces replacement, and the new
   * key needs another `keyName`. Other values go to the service with a warning, for a new object
   * only. Default `ENCRYPT_DECRYPT`.
   */
  purpose?: pulumi.Input<
    | "ENCRYPT_DECRYPT"
    | "RAW_ENCRYPT_DECRYPT"
    | "ASYMMETRIC_SIGN"
    | "ASYMMETRIC_DECRYPT"
    | "MAC"
    | "KEY_ENCAPSULATION"
    | (string & Record<never, never>)
  >;
  /**
   * Algorithm that fits the purpose: `GOOGLE_SYMMETRIC_ENCRYPTION`, `AES_128_GCM`, `AES_256_GCM`,
   * `AES_128_CBC`, `AES_256_CBC`, `AES_128_CTR`, `AES_256_CTR`, `RSA_SIGN_PSS_2048_SHA256`,
   * `RSA_SIGN_PSS_3072_SHA256`, `RSA_SIGN_PSS_4096_SHA256`, `RSA_SIGN_PSS_4096_SHA512`,
   * `RSA_SIGN_PKCS1_2048_SHA256`, `RSA_SIGN_PKCS1_3072_SHA256`, `RSA_SIGN_PKCS1_4096_SHA256`,
   * `RSA_SIGN_PKCS1_4096_SHA512`, `RSA_SIGN_RAW_PKCS1_2048`, `RSA_SIGN_RAW_PKCS1_3072`,
   * `RSA_SIGN_RAW_PKCS1_4096`, `EC_SIGN_P256_SHA256`, `EC_SIGN_P384_SHA384`,
   * `EC_SIGN_SECP256K1_SHA256`, `EC_SIGN_ED25519`, `PQ_SIGN_ML_DSA_44`, `PQ_SIGN_ML_DSA_65`,
   * `PQ_SIGN_ML_DSA_87`, `PQ_SIGN_ML_DSA_44_EXTERNAL_MU`, `PQ_SIGN_ML_DSA_65_EXTERNAL_MU`,
   * `PQ_SIGN_ML_DSA_87_EXTERNAL_MU`, `PQ_SIGN_SLH_DSA_SHA2_128S`,
   * `PQ_SIGN_HASH_SLH_DSA_SHA2_128S_SHA256`, `RSA_DECRYPT_OAEP_2048_SHA256`,
   * `RSA_DECRYPT_OAEP_3072_SHA256`, `RSA_DECRYPT_OAEP_4096_SHA256`, `RSA_DECRYPT_OAEP_4096_SHA512`,
   * `RSA_DECRYPT_OAEP_2048_SHA1`, `RSA_DECRYPT_OAEP_3072_SHA1`, `RSA_DECRYPT_OAEP_4096_SHA1`,
   * `HMAC_SHA256`, `HMAC_SHA1`, `HMAC_SHA224`, `HMAC_SHA384`, `HMAC_SHA512`, `ML_KEM_768`,
   * `ML_KEM_1024` or `KEM_XWING`. Updated in place, for versions made from then on. Other values go
   * to the service with a warning, for a new object only. Default `GOOGLE_SYMMETRIC_ENCRYPTION`.
   */
  algorithm?: pulumi.Input<
    | "GOOGLE_SYMMETRIC_ENCRYPTION"
    | "AES_128_GCM"
    | "AES_256_GCM"
    | "AES_128_CBC"
    | "AES_256_CBC"
    | "AES_128_CTR"
    | "AES_256_CTR"
    | "RSA_SIGN_PSS_2048_SHA256"
    | "RSA_SIGN_PSS_3072_SHA256"
    | "RSA_SIGN_PSS_4096_SHA256"
    | "RSA_SIGN_PSS_4096_SHA512"
    | "RSA_SIGN_PKCS1_2048_SHA256"
    | "RSA_SIGN_PKCS1_3072_SHA256"
    | "RSA_SIGN_PKCS1_4096_SHA256"
    | "RSA_SIGN_PKCS1_4096_SHA512"
    | "RSA_SIGN_RAW_PKCS1_2048"
    | "RSA_SIGN_RAW_PKCS1_3072"
    | "RSA_SIGN_RAW_PKCS1_4096"
    | "EC_SIGN_P256_SHA256"
    | "EC_SIGN_P384_SHA384"
    | "EC_SIGN_SECP256K1_SHA256"
    | "EC_SIGN_ED25519"
    | "PQ_SIGN_ML_DSA_44"
    | "PQ_SIGN_ML_DSA_65"
    | "PQ_SIGN_ML_DSA_87"
    | "PQ_SIGN_ML_DSA_44_EXTERNAL_MU"
    | "PQ_SIGN_ML_DSA_65_EXTERNAL_MU"
    | "PQ_SIGN_ML_DSA_87_EXTERNAL_MU"
    | "PQ_SIGN_SLH_DSA_SHA2_128S"
    | "PQ_SIGN_HASH_SLH_DSA_SHA2_128S_SHA256"
    | "RSA_DECRYPT_OAEP_2048_SHA256"
    | "RSA_DECRYPT_OAEP_3072_SHA256"
    | "RSA_DECRYPT_OAEP_4096_SHA256"
    | "RSA_DECRYPT_OAEP_4096_SHA512"
    | "RSA_DECRYPT_OAEP_2048_SHA1"
    | "RSA_DECRYPT_OAEP_3072_SHA1"
    | "RSA_DECRYPT_OAEP_4096_SHA1"
    | "HMAC_SHA256"
    | "HMAC_SHA1"
    | "HMAC_SHA224"
    | "HMAC_SHA384"
    | "HMAC_SHA512"
    | "ML_KEM_768"
    | "ML_KEM_1024"
    | "KEM_XWING"
    | (string & Record<never, never>)
  >;
  /**
   * Where Google keeps the material: `SOFTWARE` or `HSM`. Changing it forces replacement, and the
   * new key needs another `keyName`. Other values go to the service with a warning, for a new
   * object only. Default `SOFTWARE`. An update fails if the service keeps another value.
   */
  protectionLevel?: pulumi.Input<"SOFTWARE" | "HSM" | (string & Record<never, never>)>;
  /**
   * Google labels: lowercase letters, digits, `_` and `-`. Updated in place, as a whole, except for
   * labels that begin with `goog-`, which are Google's own and cannot be set. Default: none.
   */
  labels?: pulumi.Input<Record<string, pulumi.Input<string>>>;
  /**
   * When Google itself first rotates the key, RFC 3339; symmetric keys only. Google moves the date
   * on at each rotation, so that it is not compared afterwards: `upcomingRotationTime` shows it.
   * Changing it sets it again. Default: Google does not rotate. If removed, the service keeps its
   * value.
   */
  nextRotationTime?: pulumi.Input<string>;
  /**
   * Time between Google's own rotations, in seconds such as `7776000s`, at least a day; symmetric
   * keys only, with `nextRotationTime`. Updated in place; once set, it can be changed but not
   * removed. Default: none.
   */
  rotationPeriod?: pulumi.Input<string>;
  /**
   * Time that versions stay recoverable after their destruction is scheduled, in seconds such as
   * `86400s`. Default: Google's choice. Changing it forces replacement, and the new key needs
   * another `keyName`.
   */
  destroyScheduledDuration?: pulumi.Input<string>;
  /**
   * True for a key that only takes uploaded versions. Changing it forces replacement, and the new
   * key needs another `keyName`. Default `false`.
   */
  importOnly?: pulumi.Input<boolean>;
  /**
   * Id of the key whose material is uploaded. Default: Google makes the material. Changing it
   * forces replacement, and the new key needs another `keyName`. Write-only: the service never
   * returns it, so changes outside Pulumi are not detected.
   */
  sourceKeyId?: pulumi.Input<string>;
  /**
   * Where the source key is: `local` (the service's own vault), `dsm`, `hsm-luna` or `external-cm`.
   * Changing it forces replacement, and the new key needs another `keyName`. Other values go to the
   * service with a warning, for a new object only. Default `local`. Write-only: the service never
   * returns it, so changes outside Pulumi are not detected.
   */
  sourceKeyTier?: pulumi.Input<"local" | "dsm" | "hsm-luna" | "external-cm" | (string & Record<never, never>)>;
  /**
   * Number of the version that encrypts, as a string; symmetric keys only. Default: left to the
   * service, which moves on with each rotation. Writing it pins the key to that version, and undoes
   * rotations. Updated in place. If removed, the service keeps its value.
   */
  primaryVersionId?: pulumi.Input<string>;
  /**
   * False to disable the current version: the primary of a symmetric key, else the newest. Updated
   * in place; a version whose destruction is scheduled is restored first. Default `true`. An update
   * fails if the service keeps another value.
   */
  enabled?: pulumi.Input<boolean>;
  /**
   * On destroy, `retain` leaves the key as it is. `scheduleDestroy` schedules the destruction of
   * all its versions, which Google carries out after `destroyScheduledDuration`. Google cannot
   * delete a key: its name stays in use, and with a `rotationPeriod` Google goes on making
   * versions. Default `retain`. Not sent to the service.
   */
  onDestroy?: pulumi.Input<"retain" | "scheduleDestroy">;
}

/**
 * A key in a Google Cloud key ring, made or uploaded through the service. Destroying it leaves the
 * key as it is, unless `onDestroy` says otherwise.
 *
 * @example
 *   ~~~ts
 *   const settlement = new ciphertrust.GoogleKey("settlement", {
 *     keyRing: ring.id,
 *     purpose: "ENCRYPT_DECRYPT",
 *     labels: { team: "payments" },
 *   });
 *   ~~~
 */
export class GoogleKey extends CipherTrustResource {
  /** @internal */
  static override readonly kind: Kind = {
    type: "GoogleKey",
    inputs: [
      "keyRing",
      "keyName",
      "purpose",
      "algorithm",
      "protectionLevel",
      "labels",
      "nextRotationTime",
      "rotationPeriod",
      "destroyScheduledDuration",
      "importOnly",
      "sourceKeyId",
      "sourceKeyTier",
      "primaryVersionId",
      "enabled",
      "onDestroy",
    ],
    outputs: ["resourceName", "state", "primaryVersion", "upcomingRotationTime"],
    namedAfterResource: "keyName",
  };

  /**
   * Id of the `GoogleKeyRing` container. Changing it alone forces replacement, and requires
   * `replaceOnChanges`.
   */
  declare readonly keyRing: pulumi.Output<string>;
  /**
   * Name of the key in Google: letters, digits, `_` and `-`, at most 63. Google never frees a name,
   * even after its key is destroyed. Default: the resource's name in the program. Changing it
   * forces replacement.
   */
  declare readonly keyName: pulumi.Output<string>;
  /**
   * What the key is for: `ENCRYPT_DECRYPT`, `RAW_ENCRYPT_DECRYPT`, `ASYMMETRIC_SIGN`,
   * `ASYMMETRIC_DECRYPT`, `MAC` or `KEY_ENCAPSULATION`. Changing it forces replacement, and the new
   * key needs another `keyName`. Other values go to the service with a warning, for a new object
   * only. Default `ENCRYPT_DECRYPT`.
   */
  declare readonly purpose: pulumi.Output<
    | "ENCRYPT_DECRYPT"
    | "RAW_ENCRYPT_DECRYPT"
    | "ASYMMETRIC_SIGN"
    | "ASYMMETRIC_DECRYPT"
    | "MAC"
    | "KEY_ENCAPSULATION"
    | (string & Record<never, never>)
  >;
  /**
   * Algorithm that fits the purpose: `GOOGLE_SYMMETRIC_ENCRYPTION`, `AES_128_GCM`, `AES_256_GCM`,
   * `AES_128_CBC`, `AES_256_CBC`, `AES_128_CTR`, `AES_256_CTR`, `RSA_SIGN_PSS_2048_SHA256`,
   * `RSA_SIGN_PSS_3072_SHA256`, `RSA_SIGN_PSS_4096_SHA256`, `RSA_SIGN_PSS_4096_SHA512`,
   * `RSA_SIGN_PKCS1_2048_SHA256`, `RSA_SIGN_PKCS1_3072_SHA256`, `RSA_SIGN_PKCS1_4096_SHA256`,
   * `RSA_SIGN_PKCS1_4096_SHA512`, `RSA_SIGN_RAW_PKCS1_2048`, `RSA_SIGN_RAW_PKCS1_3072`,
   * `RSA_SIGN_RAW_PKCS1_4096`, `EC_SIGN_P256_SHA256`, `EC_SIGN_P384_SHA384`,
   * `EC_SIGN_SECP256K1_SHA256`, `EC_SIGN_ED25519`, `PQ_SIGN_ML_DSA_44`, `PQ_SIGN_ML_DSA_65`,
   * `PQ_SIGN_ML_DSA_87`, `PQ_SIGN_ML_DSA_44_EXTERNAL_MU`, `PQ_SIGN_ML_DSA_65_EXTERNAL_MU`,
   * `PQ_SIGN_ML_DSA_87_EXTERNAL_MU`, `PQ_SIGN_SLH_DSA_SHA2_128S`,
   * `PQ_SIGN_HASH_SLH_DSA_SHA2_128S_SHA256`, `RSA_DECRYPT_OAEP_2048_SHA256`,
   * `RSA_DECRYPT_OAEP_3072_SHA256`, `RSA_DECRYPT_OAEP_4096_SHA256`, `RSA_DECRYPT_OAEP_4096_SHA512`,
   * `RSA_DECRYPT_OAEP_2048_SHA1`, `RSA_DECRYPT_OAEP_3072_SHA1`, `RSA_DECRYPT_OAEP_4096_SHA1`,
   * `HMAC_SHA256`, `HMAC_SHA1`, `HMAC_SHA224`, `HMAC_SHA384`, `HMAC_SHA512`, `ML_KEM_768`,
   * `ML_KEM_1024` or `KEM_XWING`. Updated in place, for versions made from then on. Other values go
   * to the service with a warning, for a new object only. Default `GOOGLE_SYMMETRIC_ENCRYPTION`.
   */
  declare readonly algorithm: pulumi.Output<
    | "GOOGLE_SYMMETRIC_ENCRYPTION"
    | "AES_128_GCM"
    | "AES_256_GCM"
    | "AES_128_CBC"
    | "AES_256_CBC"
    | "AES_128_CTR"
    | "AES_256_CTR"
    | "RSA_SIGN_PSS_2048_SHA256"
    | "RSA_SIGN_PSS_3072_SHA256"
    | "RSA_SIGN_PSS_4096_SHA256"
    | "RSA_SIGN_PSS_4096_SHA512"
    | "RSA_SIGN_PKCS1_2048_SHA256"
    | "RSA_SIGN_PKCS1_3072_SHA256"
    | "RSA_SIGN_PKCS1_4096_SHA256"
    | "RSA_SIGN_PKCS1_4096_SHA512"
    | "RSA_SIGN_RAW_PKCS1_2048"
    | "RSA_SIGN_RAW_PKCS1_3072"
    | "RSA_SIGN_RAW_PKCS1_4096"
    | "EC_SIGN_P256_SHA256"
    | "EC_SIGN_P384_SHA384"
    | "EC_SIGN_SECP256K1_SHA256"
    | "EC_SIGN_ED25519"
    | "PQ_SIGN_ML_DSA_44"
    | "PQ_SIGN_ML_DSA_65"
    | "PQ_SIGN_ML_DSA_87"
    | "PQ_SIGN_ML_DSA_44_EXTERNAL_MU"
    | "PQ_SIGN_ML_DSA_65_EXTERNAL_MU"
    | "PQ_SIGN_ML_DSA_87_EXTERNAL_MU"
    | "PQ_SIGN_SLH_DSA_SHA2_128S"
    | "PQ_SIGN_HASH_SLH_DSA_SHA2_128S_SHA256"
    | "RSA_DECRYPT_OAEP_2048_SHA256"
    | "RSA_DECRYPT_OAEP_3072_SHA256"
    | "RSA_DECRYPT_OAEP_4096_SHA256"
    | "RSA_DECRYPT_OAEP_4096_SHA512"
    | "RSA_DECRYPT_OAEP_2048_SHA1"
    | "RSA_DECRYPT_OAEP_3072_SHA1"
    | "RSA_DECRYPT_OAEP_4096_SHA1"
    | "HMAC_SHA256"
    | "HMAC_SHA1"
    | "HMAC_SHA224"
    | "HMAC_SHA384"
    | "HMAC_SHA512"
    | "ML_KEM_768"
    | "ML_KEM_1024"
    | "KEM_XWING"
    | (string & Record<never, never>)
  >;
  /**
   * Where Google keeps the material: `SOFTWARE` or `HSM`. Changing it forces replacement, and the
   * new key needs another `keyName`. Other values go to the service with a warning, for a new
   * object only. Default `SOFTWARE`. An update fails if the service keeps another value.
   */
  declare readonly protectionLevel: pulumi.Output<"SOFTWARE" | "HSM" | (string & Record<never, never>)>;
  /**
   * Google labels: lowercase letters, digits, `_` and `-`. Updated in place, as a whole, except for
   * labels that begin with `goog-`, which are Google's own and cannot be set. Default: none.
   */
  declare readonly labels: pulumi.Output<Record<string, string>>;
  /**
   * When Google itself first rotates the key, RFC 3339; symmetric keys only. Google moves the date
   * on at each rotation, so that it is not compared afterwards: `upcomingRotationTime` shows it.
   * Changing it sets it again. Default: Google does not rotate. If removed, the service keeps its
   * value.
   */
  declare readonly nextRotationTime: pulumi.Output<string | undefined>;
  /**
   * Time between Google's own rotations, in seconds such as `7776000s`, at least a day; symmetric
   * keys only, with `nextRotationTime`. Updated in place; once set, it can be changed but not
   * removed. Default: none.
   */
  declare readonly rotationPeriod: pulumi.Output<string | undefined>;
  /**
   * Time that versions stay recoverable after their destruction is scheduled, in seconds such as
   * `86400s`. Default: Google's choice. Changing it forces replacement, and the new key needs
   * another `keyName`.
   */
  declare readonly destroyScheduledDuration: pulumi.Output<string | undefined>;
  /**
   * True for a key that only takes uploaded versions. Changing it forces replacement, and the new
   * key needs another `keyName`. Default `false`.
   */
  declare readonly importOnly: pulumi.Output<boolean>;
  /**
   * Id of the key whose material is uploaded. Default: Google makes the material. Changing it
   * forces replacement, and the new key needs another `keyName`. Write-only: the service never
   * returns it, so changes outside Pulumi are not detected.
   */
  declare readonly sourceKeyId: pulumi.Output<string | undefined>;
  /**
   * Where the source key is: `local` (the service's own vault), `dsm`, `hsm-luna` or `external-cm`.
   * Changing it forces replacement, and the new key needs another `keyName`. Other values go to the
   * service with a warning, for a new object only. Default `local`. Write-only: the service never
   * returns it, so changes outside Pulumi are not detected.
   */
  declare readonly sourceKeyTier: pulumi.Output<
    "local" | "dsm" | "hsm-luna" | "external-cm" | (string & Record<never, never>)
  >;
  /**
   * Number of the version that encrypts, as a string; symmetric keys only. Default: left to the
   * service, which moves on with each rotation. Writing it pins the key to that version, and undoes
   * rotations. Updated in place. If removed, the service keeps its value.
   */
  declare readonly primaryVersionId: pulumi.Output<string | undefined>;
  /**
   * False to disable the current version: the primary of a symmetric key, else the newest. Updated
   * in place; a version whose destruction is scheduled is restored first. Default `true`. An update
   * fails if the service keeps another value.
   */
  declare readonly enabled: pulumi.Output<boolean>;
  /**
   * On destroy, `retain` leaves the key as it is. `scheduleDestroy` schedules the destruction of
   * all its versions, which Google carries out after `destroyScheduledDuration`. Google cannot
   * delete a key: its name stays in use, and with a `rotationPeriod` Google goes on making
   * versions. Default `retain`. Not sent to the service.
   */
  declare readonly onDestroy: pulumi.Output<"retain" | "scheduleDestroy">;
  /** Full resource name of the key in Google. */
  declare readonly resourceName: pulumi.Output<string>;
  /**
   * State of the current version: PENDING_GENERATION, ENABLED, DISABLED, DESTROY_SCHEDULED,
   * DESTROYED or ABORTED.
   */
  declare readonly state: pulumi.Output<string>;
  /**
   * Number of the primary version, as a string; absent for asymmetric and MAC keys. Each rotation
   * changes it.
   */
  declare readonly primaryVersion: pulumi.Output<string | undefined>;
  /** When Google itself rotates the key next; absent when it does not. */
  declare readonly upcomingRotationTime: pulumi.Output<string | undefined>;

  /** Reads an existing object by its id in the service, without managing it. */
  static get(name: string, id: pulumi.Input<pulumi.ID>, opts?: pulumi.CustomResourceOptions): GoogleKey {
    return new GoogleKey(name, undefined as never, { ...opts, id });
  }
  /**
   * Every one of them in the service that passes the filters. Lists name a key's ring by its parts:
   * `keyRing` is missing here.
   */
  static list(filters?: Filters, options?: FunctionOptions): pulumi.Output<Listed<GoogleKey>[]> {
    return listOf("GoogleKey", filters, options);
  }
  constructor(name: string, args: GoogleKeyArgs, opts?: pulumi.CustomResourceOptions) {
    super(name, args, opts);
  }
}

/** Arguments of a {@link GoogleKeyVersion}. */
export interface GoogleKeyVersionArgs extends CommonArgs {
  /** Id of the `GoogleKey`. Changing it makes a new version. */
  key: pulumi.Input<string>;
  /**
   * True to let Google make the material, false to upload that of `sourceKeyId`. Changing it makes
   * a new version. Default `true`.
   */
  isNative?: pulumi.Input<boolean>;
  /**
   * Id of the key whose material is uploaded; required unless `isNative`. Changing it makes a new
   * version. Default: none. Write-only: the service never returns it, so changes outside Pulumi are
   * not detected.
   */
  sourceKeyId?: pulumi.Input<string>;
  /**
   * Where the source key is: `local` (the service's own vault), `dsm`, `hsm-luna` or `external-cm`.
   * Changing it makes a new version. Other values go to the service with a warning, for a new
   * object only. Default `local`. Write-only: the service never returns it, so changes outside
   * Pulumi are not detected.
   */
  sourceKeyTier?: pulumi.Input<"local" | "dsm" | "hsm-luna" | "external-cm" | (string & Record<never, never>)>;
  /**
   * Algorithm of an uploaded version, where the key's purpose leaves a choice:
   * `GOOGLE_SYMMETRIC_ENCRYPTION`, `AES_128_GCM`, `AES_256_GCM`, `AES_128_CBC`, `AES_256_CBC`,
   * `AES_128_CTR`, `AES_256_CTR`, `RSA_SIGN_PSS_2048_SHA256`, `RSA_SIGN_PSS_3072_SHA256`,
   * `RSA_SIGN_PSS_4096_SHA256`, `RSA_SIGN_PSS_4096_SHA512`, `RSA_SIGN_PKCS1_2048_SHA256`,
   * `RSA_SIGN_PKCS1_3072_SHA256`, `RSA_SIGN_PKCS1_4096_SHA256`, `RSA_SIGN_PKCS1_4096_SHA512`,
   * `RSA_SIGN_RAW_PKCS1_2048`, `RSA_SIGN_RAW_PKCS1_3072`, `RSA_SIGN_RAW_PKCS1_4096`,
   * `EC_SIGN_P256_SHA256`, `EC_SIGN_P384_SHA384`, `EC_SIGN_SECP256K1_SHA256`, `EC_SIGN_ED25519`,
   * `PQ_SIGN_ML_DSA_44`, `PQ_SIGN_ML_DSA_65`, `PQ_SIGN_ML_DSA_87`, `PQ_SIGN_ML_DSA_44_EXTERNAL_MU`,
   * `PQ_SIGN_ML_DSA_65_EXTERNAL_MU`, `PQ_SIGN_ML_DSA_87_EXTERNAL_MU`, `PQ_SIGN_SLH_DSA_SHA2_128S`,
   * `PQ_SIGN_HASH_SLH_DSA_SHA2_128S_SHA256`, `RSA_DECRYPT_OAEP_2048_SHA256`,
   * `RSA_DECRYPT_OAEP_3072_SHA256`, `RSA_DECRYPT_OAEP_4096_SHA256`, `RSA_DECRYPT_OAEP_4096_SHA512`,
   * `RSA_DECRYPT_OAEP_2048_SHA1`, `RSA_DECRYPT_OAEP_3072_SHA1`, `RSA_DECRYPT_OAEP_4096_SHA1`,
   * `HMAC_SHA256`, `HMAC_SHA1`, `HMAC_SHA224`, `HMAC_SHA384`, `HMAC_SHA512`, `ML_KEM_768`,
   * `ML_KEM_1024` or `KEM_XWING`. Default: that of the key. Changing it makes a new version. Other
   * values go to the service with a warning, for a new object only.
   */
  algorithm?: pulumi.Input<
    | "GOOGLE_SYMMETRIC_ENCRYPTION"
    | "AES_128_GCM"
    | "AES_256_GCM"
    | "AES_128_CBC"
    | "AES_256_CBC"
    | "AES_128_CTR"
    | "AES_256_CTR"
    | "RSA_SIGN_PSS_2048_SHA256"
    | "RSA_SIGN_PSS_3072_SHA256"
    | "RSA_SIGN_PSS_4096_SHA256"
    | "RSA_SIGN_PSS_4096_SHA512"
    | "RSA_SIGN_PKCS1_2048_SHA256"
    | "RSA_SIGN_PKCS1_3072_SHA256"
    | "RSA_SIGN_PKCS1_4096_SHA256"
    | "RSA_SIGN_PKCS1_4096_SHA512"
    | "RSA_SIGN_RAW_PKCS1_2048"
    | "RSA_SIGN_RAW_PKCS1_3072"
    | "RSA_SIGN_RAW_PKCS1_4096"
    | "EC_SIGN_P256_SHA256"
    | "EC_SIGN_P384_SHA384"
    | "EC_SIGN_SECP256K1_SHA256"
    | "EC_SIGN_ED25519"
    | "PQ_SIGN_ML_DSA_44"
    | "PQ_SIGN_ML_DSA_65"
    | "PQ_SIGN_ML_DSA_87"
    | "PQ_SIGN_ML_DSA_44_EXTERNAL_MU"
    | "PQ_SIGN_ML_DSA_65_EXTERNAL_MU"
    | "PQ_SIGN_ML_DSA_87_EXTERNAL_MU"
    | "PQ_SIGN_SLH_DSA_SHA2_128S"
    | "PQ_SIGN_HASH_SLH_DSA_SHA2_128S_SHA256"
    | "RSA_DECRYPT_OAEP_2048_SHA256"
    | "RSA_DECRYPT_OAEP_3072_SHA256"
    | "RSA_DECRYPT_OAEP_4096_SHA256"
    | "RSA_DECRYPT_OAEP_4096_SHA512"
    | "RSA_DECRYPT_OAEP_2048_SHA1"
    | "RSA_DECRYPT_OAEP_3072_SHA1"
    | "RSA_DECRYPT_OAEP_4096_SHA1"
    | "HMAC_SHA256"
    | "HMAC_SHA1"
    | "HMAC_SHA224"
    | "HMAC_SHA384"
    | "HMAC_SHA512"
    | "ML_KEM_768"
    | "ML_KEM_1024"
    | "KEM_XWING"
    | (string & Record<never, never>)
  >;
  /**
   * False to disable the version. Updated in place; a version whose destruction is scheduled is
   * restored first. Default `true`. An update fails if the service keeps another value.
   */
  enabled?: pulumi.Input<boolean>;
  /**
   * On destroy, `retain` leaves the version as it is, `scheduleDestroy` has Google destroy its
   * material after the key's waiting time. Default `retain`. Not sent to the service.
   */
  onDestroy?: pulumi.Input<"retain" | "scheduleDestroy">;
}

/**
 * One more version of a `GoogleKey`, made by Google or uploaded; of a symmetric key it becomes the
 * primary one. Its id is `<key>/<version>`, both as the service identifies them. Destroying it
 * leaves the version as it is, unless `onDestroy` says otherwise. All versions of a key:
 * `getGoogleKeyVersions`.
 *
 * @example
 *   ~~~ts
 *   new ciphertrust.GoogleKeyVersion("settlement-2", { key: settlement.id, isNative: false, sourceKeyId: material.id });
 *   ~~~
 */
export class GoogleKeyVersion extends CipherTrustResource {
  /** @internal */
  static override readonly kind: Kind = {
    type: "GoogleKeyVersion",
    inputs: ["key", "isNative", "sourceKeyId", "sourceKeyTier", "algorithm", "enabled", "onDestroy"],
    outputs: ["version", "resourceName", "state", "isPrimary"],
  };

  /** Id of the `GoogleKey`. Changing it makes a new version. */
  declare readonly key: pulumi.Output<string>;
  /**
   * True to let Google make the material, false to upload that of `sourceKeyId`. Changing it makes
   * a new version. Default `true`.
   */
  declare readonly isNative: pulumi.Output<boolean>;
  /**
   * Id of the key whose material is uploaded; required unless `isNative`. Changing it makes a new
   * version. Default: none. Write-only: the service never returns it, so changes outside Pulumi are
   * not detected.
   */
  declare readonly sourceKeyId: pulumi.Output<string | undefined>;
  /**
   * Where the source key is: `local` (the service's own vault), `dsm`, `hsm-luna` or `external-cm`.
   * Changing it makes a new version. Other values go to the service with a warning, for a new
   * object only. Default `local`. Write-only: the service never returns it, so changes outside
   * Pulumi are not detected.
   */
  declare readonly sourceKeyTier: pulumi.Output<
    "local" | "dsm" | "hsm-luna" | "external-cm" | (string & Record<never, never>)
  >;
  /**
   * Algorithm of an uploaded version, where the key's purpose leaves a choice:
   * `GOOGLE_SYMMETRIC_ENCRYPTION`, `AES_128_GCM`, `AES_256_GCM`, `AES_128_CBC`, `AES_256_CBC`,
   * `AES_128_CTR`, `AES_256_CTR`, `RSA_SIGN_PSS_2048_SHA256`, `RSA_SIGN_PSS_3072_SHA256`,
   * `RSA_SIGN_PSS_4096_SHA256`, `RSA_SIGN_PSS_4096_SHA512`, `RSA_SIGN_PKCS1_2048_SHA256`,
   * `RSA_SIGN_PKCS1_3072_SHA256`, `RSA_SIGN_PKCS1_4096_SHA256`, `RSA_SIGN_PKCS1_4096_SHA512`,
   * `RSA_SIGN_RAW_PKCS1_2048`, `RSA_SIGN_RAW_PKCS1_3072`, `RSA_SIGN_RAW_PKCS1_4096`,
   * `EC_SIGN_P256_SHA256`, `EC_SIGN_P384_SHA384`, `EC_SIGN_SECP256K1_SHA256`, `EC_SIGN_ED25519`,
   * `PQ_SIGN_ML_DSA_44`, `PQ_SIGN_ML_DSA_65`, `PQ_SIGN_ML_DSA_87`, `PQ_SIGN_ML_DSA_44_EXTERNAL_MU`,
   * `PQ_SIGN_ML_DSA_65_EXTERNAL_MU`, `PQ_SIGN_ML_DSA_87_EXTERNAL_MU`, `PQ_SIGN_SLH_DSA_SHA2_128S`,
   * `PQ_SIGN_HASH_SLH_DSA_SHA2_128S_SHA256`, `RSA_DECRYPT_OAEP_2048_SHA256`,
   * `RSA_DECRYPT_OAEP_3072_SHA256`, `RSA_DECRYPT_OAEP_4096_SHA256`, `RSA_DECRYPT_OAEP_4096_SHA512`,
   * `RSA_DECRYPT_OAEP_2048_SHA1`, `RSA_DECRYPT_OAEP_3072_SHA1`, `RSA_DECRYPT_OAEP_4096_SHA1`,
   * `HMAC_SHA256`, `HMAC_SHA1`, `HMAC_SHA224`, `HMAC_SHA384`, `HMAC_SHA512`, `ML_KEM_768`,
   * `ML_KEM_1024` or `KEM_XWING`. Default: that of the key. Changing it makes a new version. Other
   * values go to the service with a warning, for a new object only.
   */
  declare readonly algorithm: pulumi.Output<
    | "GOOGLE_SYMMETRIC_ENCRYPTION"
    | "AES_128_GCM"
    | "AES_256_GCM"
    | "AES_128_CBC"
    | "AES_256_CBC"
    | "AES_128_CTR"
    | "AES_256_CTR"
    | "RSA_SIGN_PSS_2048_SHA256"
    | "RSA_SIGN_PSS_3072_SHA256"
    | "RSA_SIGN_PSS_4096_SHA256"
    | "RSA_SIGN_PSS_4096_SHA512"
    | "RSA_SIGN_PKCS1_2048_SHA256"
    | "RSA_SIGN_PKCS1_3072_SHA256"
    | "RSA_SIGN_PKCS1_4096_SHA256"
    | "RSA_SIGN_PKCS1_4096_SHA512"
    | "RSA_SIGN_RAW_PKCS1_2048"
    | "RSA_SIGN_RAW_PKCS1_3072"
    | "RSA_SIGN_RAW_PKCS1_4096"
    | "EC_SIGN_P256_SHA256"
    | "EC_SIGN_P384_SHA384"
    | "EC_SIGN_SECP256K1_SHA256"
    | "EC_SIGN_ED25519"
    | "PQ_SIGN_ML_DSA_44"
    | "PQ_SIGN_ML_DSA_65"
    | "PQ_SIGN_ML_DSA_87"
    | "PQ_SIGN_ML_DSA_44_EXTERNAL_MU"
    | "PQ_SIGN_ML_DSA_65_EXTERNAL_MU"
    | "PQ_SIGN_ML_DSA_87_EXTERNAL_MU"
    | "PQ_SIGN_SLH_DSA_SHA2_128S"
    | "PQ_SIGN_HASH_SLH_DSA_SHA2_128S_SHA256"
    | "RSA_DECRYPT_OAEP_2048_SHA256"
    | "RSA_DECRYPT_OAEP_3072_SHA256"
    | "RSA_DECRYPT_OAEP_4096_SHA256"
    | "RSA_DECRYPT_OAEP_4096_SHA512"
    | "RSA_DECRYPT_OAEP_2048_SHA1"
    | "RSA_DECRYPT_OAEP_3072_SHA1"
    | "RSA_DECRYPT_OAEP_4096_SHA1"
    | "HMAC_SHA256"
    | "HMAC_SHA1"
    | "HMAC_SHA224"
    | "HMAC_SHA384"
    | "HMAC_SHA512"
    | "ML_KEM_768"
    | "ML_KEM_1024"
    | "KEM_XWING"
    | (string & Record<never, never>)
    | undefined
  >;
  /**
   * False to disable the version. Updated in place; a version whose destruction is scheduled is
   * restored first. Default `true`. An update fails if the service keeps another value.
   */
  declare readonly enabled: pulumi.Output<boolean>;
  /**
   * On destroy, `retain` leaves the version as it is, `scheduleDestroy` has Google destroy its
   * material after the key's waiting time. Default `retain`. Not sent to the service.
   */
  declare readonly onDestroy: pulumi.Output<"retain" | "scheduleDestroy">;
  /** Number of the version, counted from 1. */
  declare readonly version: pulumi.Output<number | undefined>;
  /** Full resource name of the version in Google. */
  declare readonly resourceName: pulumi.Output<string | undefined>;
  /**
   * PENDING_GENERATION, PENDING_IMPORT, ENABLED, DISABLED, DESTROY_SCHEDULED, ABORTED or
   * IMPORT_FAILED.
   */
  declare readonly state: pulumi.Output<string>;
  /** True while it is the version that encrypts. A later version takes that over. */
  declare readonly isPrimary: pulumi.Output<boolean | undefined>;

  /** Reads an existing object by its id in the service, without managing it. */
  static get(name: string, id: pulumi.Input<pulumi.ID>, opts?: pulumi.CustomResourceOptions): GoogleKeyVersion {
    return new GoogleKeyVersion(name, undefined as never, { ...opts, id });
  }
  constructor(name: string, args: GoogleKeyVersionArgs, opts?: pulumi.CustomResourceOptions) {
    super(name, args, opts);
  }
}
