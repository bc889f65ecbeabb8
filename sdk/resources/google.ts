// Made from provider/resources by `npm run generate`: change the definitions there.
import type * as pulumi from "@pulumi/pulumi";
import { listOf, type Filters, type FunctionOptions, type Listed } from "../function";
import { CipherTrustResource, type CommonArgs, type Kind } from "../resource";

/** Arguments of a {@link GoogleConnection}. */
export interface GoogleConnectionArgs extends CommonArgs {
  /** Name of the connection, unique in the service. Default: the resource's name in the program. A change replaces the connection. */
  name?: pulumi.Input<string>;
  /** Free text. Changes in place; once set, the service cannot empty it. */
  description?: pulumi.Input<string>;
  /** Key file of the service account: the JSON text as Google hands it out. Secret; never returned by the service, so that a change made elsewhere shows only in `privateKeyId`. Changes in place and tests the connection again. */
  keyFile: pulumi.Input<string>;
  /** Parts of the service that may use the connection. Default `["cckm"]`, cloud key management. Changes in place. */
  products?: pulumi.Input<pulumi.Input<string>[]>;
  /** Free JSON values by key. Changes in place; keys can be changed but not removed. Default: none. */
  meta?: pulumi.Input<Record<string, unknown>>;
  /** Labels, text by key. Changes in place. Default: none. */
  labels?: pulumi.Input<Record<string, pulumi.Input<string>>>;
  /** Seconds to wait for the connection to become `ready`, 1 to 3600. Default 30. Kept by the provider. */
  readyTimeoutSeconds?: pulumi.Input<number>;
}

/** A Google service account under which the service reaches one or more Google Cloud projects; tested until `ready` when it is made and when its key file changes. Destroying it removes it from the service, unless key rings use it; nothing in Google changes. */
export class GoogleConnection extends CipherTrustResource {
  /** @internal */
  static override readonly kind: Kind = {
    type: "GoogleConnection",
    inputs: ["name", "description", "keyFile", "products", "meta", "labels", "readyTimeoutSeconds"],
    outputs: ["state", "lastConnectionError", "clientEmail", "privateKeyId"],
    namedAfterResource: "name",
    secret: ["keyFile"],
  };

  /** Name of the connection, unique in the service. Default: the resource's name in the program. A change replaces the connection. */
  declare readonly name: pulumi.Output<string>;
  /** Free text. Changes in place; once set, the service cannot empty it. */
  declare readonly description: pulumi.Output<string | undefined>;
  /** Key file of the service account: the JSON text as Google hands it out. Secret; never returned by the service, so that a change made elsewhere shows only in `privateKeyId`. Changes in place and tests the connection again. */
  declare readonly keyFile: pulumi.Output<string>;
  /** Parts of the service that may use the connection. Default `["cckm"]`, cloud key management. Changes in place. */
  declare readonly products: pulumi.Output<string[]>;
  /** Free JSON values by key. Changes in place; keys can be changed but not removed. Default: none. */
  declare readonly meta: pulumi.Output<Record<string, unknown> | undefined>;
  /** Labels, text by key. Changes in place. Default: none. */
  declare readonly labels: pulumi.Output<Record<string, string>>;
  /** Seconds to wait for the connection to become `ready`, 1 to 3600. Default 30. Kept by the provider. */
  declare readonly readyTimeoutSeconds: pulumi.Output<number | undefined>;
  /** `untested`, `testing`, `ready` or `failed`: only a `ready` connection may carry containers. */
  declare readonly state: pulumi.Output<"untested" | "testing" | "ready" | "failed">;
  /** Why the last test failed, in the service's words; absent when it succeeded. */
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
  /** Id of the project in Google, such as `acme-prod`; once only in the service, which also records the project of every `GoogleConnection`: take that over with `adopt: true`. A change replaces the record. */
  projectId: pulumi.Input<string>;
  /** Id of the `GoogleConnection` to reach the project through; external key management needs none. Default: none, or the one that the service recorded. A change replaces the record. */
  connection?: pulumi.Input<string>;
  /** True to record successful calls of Google on this project's endpoints in the audit log, too. Default false. Changes in place. */
  enableSuccessAuditEvent?: pulumi.Input<boolean>;
}

/** A Google Cloud project that the service knows; `EkmEndpoint`s need one. Destroying it leaves the project in Google untouched. */
export class GoogleProject extends CipherTrustResource {
  /** @internal */
  static override readonly kind: Kind = {
    type: "GoogleProject",
    inputs: ["projectId", "connection", "enableSuccessAuditEvent"],
    outputs: ["name"],
  };

  /** Id of the project in Google, such as `acme-prod`; once only in the service, which also records the project of every `GoogleConnection`: take that over with `adopt: true`. A change replaces the record. */
  declare readonly projectId: pulumi.Output<string>;
  /** Id of the `GoogleConnection` to reach the project through; external key management needs none. Default: none, or the one that the service recorded. A change replaces the record. */
  declare readonly connection: pulumi.Output<string | undefined>;
  /** True to record successful calls of Google on this project's endpoints in the audit log, too. Default false. Changes in place. */
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
  /** Full resource name of the ring in Google, `projects/<project>/locations/<location>/keyRings/<ring>`, as `getGoogleKeyRings` gives it; once only in the service. A change replaces the container and, with it, the `GoogleKey`s declared in it. */
  name: pulumi.Input<string>;
  /** Id of the `GoogleConnection` to reach the ring through; it must be, or become, `ready`. Changes in place. */
  connection: pulumi.Input<string>;
}

/** A Google Cloud key ring whose keys the service manages: the container of `GoogleKey`s. It must exist in Google. It waits until its connection is `ready`. Destroying it leaves the ring and its keys in Google untouched. */
export class GoogleKeyRing extends CipherTrustResource {
  /** @internal */
  static override readonly kind: Kind = {
    type: "GoogleKeyRing",
    inputs: ["name", "connection"],
    outputs: ["projectId", "location"],
  };

  /** Full resource name of the ring in Google, `projects/<project>/locations/<location>/keyRings/<ring>`, as `getGoogleKeyRings` gives it; once only in the service. A change replaces the container and, with it, the `GoogleKey`s declared in it. */
  declare readonly name: pulumi.Output<string>;
  /** Id of the `GoogleConnection` to reach the ring through; it must be, or become, `ready`. Changes in place. */
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
  /** Id of the `GoogleKeyRing` container. A change replaces the key. */
  keyRing: pulumi.Input<string>;
  /** Name of the key in Google: letters, digits, `_` and `-`, at most 63. Default: the resource's name in the program. Google never frees a name, not even of a destroyed key. A change replaces the key. */
  keyName?: pulumi.Input<string>;
  /** What the key is for: `ENCRYPT_DECRYPT`, `ASYMMETRIC_SIGN`, `ASYMMETRIC_DECRYPT` or `MAC`. Default `ENCRYPT_DECRYPT`. A change replaces the key, which then needs another `keyName`. */
  purpose?: pulumi.Input<"ENCRYPT_DECRYPT" | "ASYMMETRIC_SIGN" | "ASYMMETRIC_DECRYPT" | "MAC">;
  /** Algorithm that fits the purpose: `GOOGLE_SYMMETRIC_ENCRYPTION`, `HMAC_SHA256`, `RSA_DECRYPT_OAEP_…`, `RSA_SIGN_PSS_…`, `RSA_SIGN_PKCS1_…` or `EC_SIGN_…`. Default `GOOGLE_SYMMETRIC_ENCRYPTION`. Changes in place, for versions made from then on. */
  algorithm?: pulumi.Input<
    | "GOOGLE_SYMMETRIC_ENCRYPTION"
    | "RSA_SIGN_PSS_2048_SHA256"
    | "RSA_SIGN_PSS_3072_SHA256"
    | "RSA_SIGN_PSS_4096_SHA256"
    | "RSA_SIGN_PSS_4096_SHA512"
    | "RSA_SIGN_PKCS1_2048_SHA256"
    | "RSA_SIGN_PKCS1_3072_SHA256"
    | "RSA_SIGN_PKCS1_4096_SHA256"
    | "RSA_SIGN_PKCS1_4096_SHA512"
    | "EC_SIGN_P256_SHA256"
    | "EC_SIGN_P384_SHA384"
    | "EC_SIGN_SECP256K1_SHA256"
    | "RSA_DECRYPT_OAEP_2048_SHA256"
    | "RSA_DECRYPT_OAEP_3072_SHA256"
    | "RSA_DECRYPT_OAEP_4096_SHA256"
    | "RSA_DECRYPT_OAEP_4096_SHA512"
    | "HMAC_SHA256"
  >;
  /** Where Google keeps the material: `SOFTWARE` or `HSM`. Default `SOFTWARE`. A change replaces the key, which then needs another `keyName`. */
  protectionLevel?: pulumi.Input<"SOFTWARE" | "HSM">;
  /** Google labels: small letters, digits, `_` and `-`. Changes in place, as a whole. Default: none. */
  labels?: pulumi.Input<Record<string, pulumi.Input<string>>>;
  /** When Google itself first rotates the key, RFC 3339; symmetric keys only. Google moves the date on at each rotation, so that it is not compared afterwards: `upcomingRotationTime` shows it. A change sets it anew. Default: Google does not rotate. */
  nextRotationTime?: pulumi.Input<string>;
  /** Time between Google's own rotations, in seconds such as `7776000s`, at least a day; symmetric keys only, with `nextRotationTime`. Changes in place; once set, the service cannot take it away. */
  rotationPeriod?: pulumi.Input<string>;
  /** Time that versions stay recoverable after their destruction is scheduled, in seconds such as `86400s`. Default: Google's choice. A change replaces the key, which then needs another `keyName`. */
  destroyScheduledDuration?: pulumi.Input<string>;
  /** True for a key that only takes uploaded versions. Default false. A change replaces the key, which then needs another `keyName`. */
  importOnly?: pulumi.Input<boolean>;
  /** Id of the key whose material is uploaded. Default: Google makes the material. Never returned by the service. A change replaces the key, which then needs another `keyName`. */
  sourceKeyId?: pulumi.Input<string>;
  /** Where the source key is: `local` (the service's own vault), `dsm`, `hsm-luna` or `external-cm`. Default `local`. Never returned by the service. A change replaces the key, which then needs another `keyName`. */
  sourceKeyTier?: pulumi.Input<"local" | "dsm" | "hsm-luna" | "external-cm">;
  /** Number of the version that encrypts, as text; symmetric keys only. Default: left to the service, which moves on with each rotation. Writing it pins the key to that version, and undoes rotations. Changes in place. */
  primaryVersionId?: pulumi.Input<string>;
  /** False to disable the current version: the primary of a symmetric key, else the newest. Default true. Changes in place; a version whose destruction is scheduled is rescued first. */
  enabled?: pulumi.Input<boolean>;
  /** What destroying the resource does: `retain` leaves the key as it is, `scheduleDestroy` schedules the destruction of all its versions, which Google carries out after `destroyScheduledDuration`. Google cannot delete a key: its name stays taken, and with a `rotationPeriod` Google goes on making versions. Default `retain`. Kept by the provider. */
  onDestroy?: pulumi.Input<"retain" | "scheduleDestroy">;
}

/** A key in a Google Cloud key ring, made or uploaded through the service. Destroying it leaves the key as it is, unless `onDestroy` says otherwise. */
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

  /** Id of the `GoogleKeyRing` container. A change replaces the key. */
  declare readonly keyRing: pulumi.Output<string>;
  /** Name of the key in Google: letters, digits, `_` and `-`, at most 63. Default: the resource's name in the program. Google never frees a name, not even of a destroyed key. A change replaces the key. */
  declare readonly keyName: pulumi.Output<string>;
  /** What the key is for: `ENCRYPT_DECRYPT`, `ASYMMETRIC_SIGN`, `ASYMMETRIC_DECRYPT` or `MAC`. Default `ENCRYPT_DECRYPT`. A change replaces the key, which then needs another `keyName`. */
  declare readonly purpose: pulumi.Output<"ENCRYPT_DECRYPT" | "ASYMMETRIC_SIGN" | "ASYMMETRIC_DECRYPT" | "MAC">;
  /** Algorithm that fits the purpose: `GOOGLE_SYMMETRIC_ENCRYPTION`, `HMAC_SHA256`, `RSA_DECRYPT_OAEP_…`, `RSA_SIGN_PSS_…`, `RSA_SIGN_PKCS1_…` or `EC_SIGN_…`. Default `GOOGLE_SYMMETRIC_ENCRYPTION`. Changes in place, for versions made from then on. */
  declare readonly algorithm: pulumi.Output<
    | "GOOGLE_SYMMETRIC_ENCRYPTION"
    | "RSA_SIGN_PSS_2048_SHA256"
    | "RSA_SIGN_PSS_3072_SHA256"
    | "RSA_SIGN_PSS_4096_SHA256"
    | "RSA_SIGN_PSS_4096_SHA512"
    | "RSA_SIGN_PKCS1_2048_SHA256"
    | "RSA_SIGN_PKCS1_3072_SHA256"
    | "RSA_SIGN_PKCS1_4096_SHA256"
    | "RSA_SIGN_PKCS1_4096_SHA512"
    | "EC_SIGN_P256_SHA256"
    | "EC_SIGN_P384_SHA384"
    | "EC_SIGN_SECP256K1_SHA256"
    | "RSA_DECRYPT_OAEP_2048_SHA256"
    | "RSA_DECRYPT_OAEP_3072_SHA256"
    | "RSA_DECRYPT_OAEP_4096_SHA256"
    | "RSA_DECRYPT_OAEP_4096_SHA512"
    | "HMAC_SHA256"
  >;
  /** Where Google keeps the material: `SOFTWARE` or `HSM`. Default `SOFTWARE`. A change replaces the key, which then needs another `keyName`. */
  declare readonly protectionLevel: pulumi.Output<"SOFTWARE" | "HSM">;
  /** Google labels: small letters, digits, `_` and `-`. Changes in place, as a whole. Default: none. */
  declare readonly labels: pulumi.Output<Record<string, string>>;
  /** When Google itself first rotates the key, RFC 3339; symmetric keys only. Google moves the date on at each rotation, so that it is not compared afterwards: `upcomingRotationTime` shows it. A change sets it anew. Default: Google does not rotate. */
  declare readonly nextRotationTime: pulumi.Output<string | undefined>;
  /** Time between Google's own rotations, in seconds such as `7776000s`, at least a day; symmetric keys only, with `nextRotationTime`. Changes in place; once set, the service cannot take it away. */
  declare readonly rotationPeriod: pulumi.Output<string | undefined>;
  /** Time that versions stay recoverable after their destruction is scheduled, in seconds such as `86400s`. Default: Google's choice. A change replaces the key, which then needs another `keyName`. */
  declare readonly destroyScheduledDuration: pulumi.Output<string | undefined>;
  /** True for a key that only takes uploaded versions. Default false. A change replaces the key, which then needs another `keyName`. */
  declare readonly importOnly: pulumi.Output<boolean>;
  /** Id of the key whose material is uploaded. Default: Google makes the material. Never returned by the service. A change replaces the key, which then needs another `keyName`. */
  declare readonly sourceKeyId: pulumi.Output<string | undefined>;
  /** Where the source key is: `local` (the service's own vault), `dsm`, `hsm-luna` or `external-cm`. Default `local`. Never returned by the service. A change replaces the key, which then needs another `keyName`. */
  declare readonly sourceKeyTier: pulumi.Output<"local" | "dsm" | "hsm-luna" | "external-cm">;
  /** Number of the version that encrypts, as text; symmetric keys only. Default: left to the service, which moves on with each rotation. Writing it pins the key to that version, and undoes rotations. Changes in place. */
  declare readonly primaryVersionId: pulumi.Output<string | undefined>;
  /** False to disable the current version: the primary of a symmetric key, else the newest. Default true. Changes in place; a version whose destruction is scheduled is rescued first. */
  declare readonly enabled: pulumi.Output<boolean>;
  /** What destroying the resource does: `retain` leaves the key as it is, `scheduleDestroy` schedules the destruction of all its versions, which Google carries out after `destroyScheduledDuration`. Google cannot delete a key: its name stays taken, and with a `rotationPeriod` Google goes on making versions. Default `retain`. Kept by the provider. */
  declare readonly onDestroy: pulumi.Output<"retain" | "scheduleDestroy">;
  /** Full resource name of the key in Google. */
  declare readonly resourceName: pulumi.Output<string>;
  /** State of the current version: PENDING_GENERATION, ENABLED, DISABLED, DESTROY_SCHEDULED, DESTROYED or ABORTED. */
  declare readonly state: pulumi.Output<string>;
  /** Number of the primary version, as text; absent for asymmetric and MAC keys. Each rotation changes it. */
  declare readonly primaryVersion: pulumi.Output<string | undefined>;
  /** When Google itself rotates the key next; absent when it does not. */
  declare readonly upcomingRotationTime: pulumi.Output<string | undefined>;

  /** Reads an existing object by its id in the service, without managing it. */
  static get(name: string, id: pulumi.Input<pulumi.ID>, opts?: pulumi.CustomResourceOptions): GoogleKey {
    return new GoogleKey(name, undefined as never, { ...opts, id });
  }
  /** Every one of them in the service that passes the filters. Lists name a key's ring by its parts: `keyRing` is missing here. */
  static list(filters?: Filters, options?: FunctionOptions): pulumi.Output<Listed<GoogleKey>[]> {
    return listOf("GoogleKey", filters, options);
  }
  constructor(name: string, args: GoogleKeyArgs, opts?: pulumi.CustomResourceOptions) {
    super(name, args, opts);
  }
}

/** Arguments of a {@link GoogleKeyVersion}. */
export interface GoogleKeyVersionArgs extends CommonArgs {
  /** Id of the `GoogleKey`. A change makes a new version. */
  key: pulumi.Input<string>;
  /** True to let Google make the material, false to upload that of `sourceKeyId`. Default true. A change makes a new version. */
  isNative?: pulumi.Input<boolean>;
  /** Id of the key whose material is uploaded; required unless `isNative`. Never returned by the service. A change makes a new version. */
  sourceKeyId?: pulumi.Input<string>;
  /** Where the source key is: `local` (the service's own vault), `dsm`, `hsm-luna` or `external-cm`. Default `local`. Never returned by the service. A change makes a new version. */
  sourceKeyTier?: pulumi.Input<"local" | "dsm" | "hsm-luna" | "external-cm">;
  /** Algorithm of an uploaded version, where the key's purpose leaves a choice. Default: that of the key. A change makes a new version. */
  algorithm?: pulumi.Input<
    | "GOOGLE_SYMMETRIC_ENCRYPTION"
    | "RSA_SIGN_PSS_2048_SHA256"
    | "RSA_SIGN_PSS_3072_SHA256"
    | "RSA_SIGN_PSS_4096_SHA256"
    | "RSA_SIGN_PSS_4096_SHA512"
    | "RSA_SIGN_PKCS1_2048_SHA256"
    | "RSA_SIGN_PKCS1_3072_SHA256"
    | "RSA_SIGN_PKCS1_4096_SHA256"
    | "RSA_SIGN_PKCS1_4096_SHA512"
    | "EC_SIGN_P256_SHA256"
    | "EC_SIGN_P384_SHA384"
    | "EC_SIGN_SECP256K1_SHA256"
    | "RSA_DECRYPT_OAEP_2048_SHA256"
    | "RSA_DECRYPT_OAEP_3072_SHA256"
    | "RSA_DECRYPT_OAEP_4096_SHA256"
    | "RSA_DECRYPT_OAEP_4096_SHA512"
    | "HMAC_SHA256"
  >;
  /** False to disable the version. Default true. Changes in place; a version whose destruction is scheduled is rescued first. */
  enabled?: pulumi.Input<boolean>;
  /** What destroying the resource does: `retain` leaves the version as it is, `scheduleDestroy` has Google destroy its material after the key's waiting time. Default `retain`. Kept by the provider. */
  onDestroy?: pulumi.Input<"retain" | "scheduleDestroy">;
}

/** One more version of a `GoogleKey`, made by Google or uploaded; of a symmetric key it becomes the primary one. Its id is `<key>/<version>`, both as the service identifies them. Destroying it leaves the version as it is, unless `onDestroy` says otherwise. All versions of a key: `getGoogleKeyVersions`. */
export class GoogleKeyVersion extends CipherTrustResource {
  /** @internal */
  static override readonly kind: Kind = {
    type: "GoogleKeyVersion",
    inputs: ["key", "isNative", "sourceKeyId", "sourceKeyTier", "algorithm", "enabled", "onDestroy"],
    outputs: ["version", "resourceName", "state", "isPrimary"],
  };

  /** Id of the `GoogleKey`. A change makes a new version. */
  declare readonly key: pulumi.Output<string>;
  /** True to let Google make the material, false to upload that of `sourceKeyId`. Default true. A change makes a new version. */
  declare readonly isNative: pulumi.Output<boolean>;
  /** Id of the key whose material is uploaded; required unless `isNative`. Never returned by the service. A change makes a new version. */
  declare readonly sourceKeyId: pulumi.Output<string | undefined>;
  /** Where the source key is: `local` (the service's own vault), `dsm`, `hsm-luna` or `external-cm`. Default `local`. Never returned by the service. A change makes a new version. */
  declare readonly sourceKeyTier: pulumi.Output<"local" | "dsm" | "hsm-luna" | "external-cm">;
  /** Algorithm of an uploaded version, where the key's purpose leaves a choice. Default: that of the key. A change makes a new version. */
  declare readonly algorithm: pulumi.Output<
    | "GOOGLE_SYMMETRIC_ENCRYPTION"
    | "RSA_SIGN_PSS_2048_SHA256"
    | "RSA_SIGN_PSS_3072_SHA256"
    | "RSA_SIGN_PSS_4096_SHA256"
    | "RSA_SIGN_PSS_4096_SHA512"
    | "RSA_SIGN_PKCS1_2048_SHA256"
    | "RSA_SIGN_PKCS1_3072_SHA256"
    | "RSA_SIGN_PKCS1_4096_SHA256"
    | "RSA_SIGN_PKCS1_4096_SHA512"
    | "EC_SIGN_P256_SHA256"
    | "EC_SIGN_P384_SHA384"
    | "EC_SIGN_SECP256K1_SHA256"
    | "RSA_DECRYPT_OAEP_2048_SHA256"
    | "RSA_DECRYPT_OAEP_3072_SHA256"
    | "RSA_DECRYPT_OAEP_4096_SHA256"
    | "RSA_DECRYPT_OAEP_4096_SHA512"
    | "HMAC_SHA256"
    | undefined
  >;
  /** False to disable the version. Default true. Changes in place; a version whose destruction is scheduled is rescued first. */
  declare readonly enabled: pulumi.Output<boolean>;
  /** What destroying the resource does: `retain` leaves the version as it is, `scheduleDestroy` has Google destroy its material after the key's waiting time. Default `retain`. Kept by the provider. */
  declare readonly onDestroy: pulumi.Output<"retain" | "scheduleDestroy">;
  /** Number of the version, counted from 1. */
  declare readonly version: pulumi.Output<number | undefined>;
  /** Full resource name of the version in Google. */
  declare readonly resourceName: pulumi.Output<string | undefined>;
  /** PENDING_GENERATION, PENDING_IMPORT, ENABLED, DISABLED, DESTROY_SCHEDULED, ABORTED or IMPORT_FAILED. */
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
