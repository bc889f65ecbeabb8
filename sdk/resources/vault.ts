// Made from provider/resources by `npm run generate`: change the definitions there.
import type * as pulumi from "@pulumi/pulumi";
import { listOf, type Filters, type FunctionOptions, type Listed } from "../function";
import { CipherTrustResource, ScheduleResource, type CommonArgs, type Kind } from "../resource";

/** Arguments of a {@link VaultKey}. */
export interface VaultKeyArgs extends CommonArgs {
  /**
   * Name of the key, unique in its domain; none of `<`, `>`, `\`. Default: the resource's name in
   * the program. Changing it forces replacement.
   */
  name?: pulumi.Input<string>;
  /**
   * Algorithm: `aes`, `tdes`, `rsa`, `ec`, `hmac-sha1`, `hmac-sha256`, `hmac-sha384`,
   * `hmac-sha512`, `seed`, `aria` or `ml-dsa`. Other values go to the service with a warning, for a
   * new object only. Default `aes`. Changing it forces replacement.
   */
  algorithm?: pulumi.Input<
    | "aes"
    | "tdes"
    | "rsa"
    | "ec"
    | "hmac-sha1"
    | "hmac-sha256"
    | "hmac-sha384"
    | "hmac-sha512"
    | "seed"
    | "aria"
    | "ml-dsa"
    | (string & Record<never, never>)
  >;
  /**
   * Size in bits: 128, 192 or 256 for `aes` and `aria`, 128 or 192 for `tdes`, 128 for `seed`,
   * 2048, 3072 or 4096 for `rsa`. Default: the size of `material` that is not wrapped. Without
   * such, the service's choice: the largest of these, and for HMAC the size of the hash. For `rsa`
   * it is then required, because the service would choose 1024. Changing it forces replacement.
   */
  size?: pulumi.Input<number>;
  /**
   * Curve of an `ec` key: `secp224k1`, `secp224r1`, `secp256k1`, `secp384r1`, `secp521r1`,
   * `prime256v1`, `brainpoolP224r1`, `brainpoolP224t1`, `brainpoolP256r1`, `brainpoolP256t1`,
   * `brainpoolP384r1`, `brainpoolP384t1`, `brainpoolP512r1`, `brainpoolP512t1` or `curve25519`.
   * Other values go to the service with a warning, for a new object only. Default: left to the
   * service. Changing it forces replacement.
   */
  curveId?: pulumi.Input<
    | "secp224k1"
    | "secp224r1"
    | "secp256k1"
    | "secp384r1"
    | "secp521r1"
    | "prime256v1"
    | "brainpoolP224r1"
    | "brainpoolP224t1"
    | "brainpoolP256r1"
    | "brainpoolP256t1"
    | "brainpoolP384r1"
    | "brainpoolP384t1"
    | "brainpoolP512r1"
    | "brainpoolP512t1"
    | "curve25519"
    | (string & Record<never, never>)
  >;
  /**
   * Parameter set of an `ml-dsa` key: `ML-DSA-44`, `ML-DSA-65` or `ML-DSA-87`. Required for those.
   * Needs a service with post-quantum support; the field's name in the API is inferred. Other
   * values go to the service with a warning, for a new object only. Default: left to the service.
   * Changing it forces replacement.
   */
  parameterSet?: pulumi.Input<"ML-DSA-44" | "ML-DSA-65" | "ML-DSA-87" | (string & Record<never, never>)>;
  /**
   * Usage mask of the key, a sum of bits. Sign is 1, verify 2, encrypt 4, decrypt 8, wrap 16,
   * unwrap 32. Export is 64, MAC generate 128, MAC verify 256, derive 512. Default: the service's
   * choice for the algorithm. Updated in place. If removed, the service keeps its value. An update
   * fails if the service keeps another value.
   */
  usageMask?: pulumi.Input<number>;
  /**
   * The key's own bytes, to import instead of letting the service make them. Of a symmetric key in
   * hex or base64, of a pair its private key as PEM or in a PKCS#12 file. With `wrapKey`, the
   * wrapped bytes in base64. A change of it imports a new version, in place; older versions stay.
   * If removed, the key stays as it is, and the state forgets the material. Default: none. Secret.
   * Write-only: the service never returns it, so changes outside Pulumi are not detected.
   */
  material?: pulumi.Input<string>;
  /**
   * Form of `material`: `hex`, `base64`, `pem` or `pkcs12` (base64 of the file, for `rsa`).
   * Default: `hex`; for pairs `pem`; with `wrapKey` `base64`. Used when `material` is imported.
   * Write-only: the service never returns it, so changes outside Pulumi are not detected.
   */
  materialFormat?: pulumi.Input<"hex" | "base64" | "pem" | "pkcs12">;
  /**
   * Password of a PKCS#12 file, or of an encrypted private key, which is decrypted on this machine.
   * Used when `material` is imported. Default: none. Secret. Write-only: the service never returns
   * it, so changes outside Pulumi are not detected.
   */
  materialPassword?: pulumi.Input<string>;
  /**
   * Name or id of the vault key that has wrapped `material`: an AES key, or an RSA key whose public
   * half did. Requires `wrapping`. Used when `material` is imported. Default: none. Write-only: the
   * service never returns it, so changes outside Pulumi are not detected.
   */
  wrapKey?: pulumi.Input<string>;
  /**
   * How `material` is wrapped: `aesKeyWrap` (RFC 3394), `aesKeyWrapPadding` (RFC 5649), or by RSA
   * with `rsaPkcs1`, `rsaOaep` (SHA-1), `rsaOaep256`, `rsaOaep384`, `rsaOaep512`. Private keys take
   * `aesKeyWrapPadding` or `rsaAesKeyWrap` (RSA-OAEP and RFC 5649). Used when `material` is
   * imported. Default: none. Write-only: the service never returns it, so changes outside Pulumi
   * are not detected.
   */
  wrapping?: pulumi.Input<
    | "aesKeyWrap"
    | "aesKeyWrapPadding"
    | "rsaPkcs1"
    | "rsaOaep"
    | "rsaOaep256"
    | "rsaOaep384"
    | "rsaOaep512"
    | "rsaAesKeyWrap"
  >;
  /** Free text. Default: none. Updated in place. */
  description?: pulumi.Input<string>;
  /** Labels, a map of strings. Default: none. Updated in place. */
  labels?: pulumi.Input<Record<string, pulumi.Input<string>>>;
  /**
   * Aliases of the key. That a rotation leaves them with the older version is inferred: they count
   * as the key's, whichever version has them. Default: none. Updated in place. Compared as a set.
   */
  aliases?: pulumi.Input<pulumi.Input<string>[]>;
  /**
   * Id of the user that owns the key, `local|<uuid>`. Default: the service's choice, who made it.
   * Updated in place. If removed, the service keeps its value. An update fails if the service keeps
   * another value.
   */
  ownerId?: pulumi.Input<string>;
  /**
   * Permissions on the key: group names by permission (`ReadKey`, `UseKey`, `ExportKey`,
   * `EncryptWithKey`, `DecryptWithKey`, `SignWithKey`, `SignVerifyWithKey`, `MACWithKey`,
   * `MACVerifyWithKey`). Default: left to the service. Updated in place. If removed, its keys are
   * removed. An update fails if the service keeps another value.
   */
  permissions?: pulumi.Input<Record<string, pulumi.Input<pulumi.Input<string>[]>>>;
  /**
   * True to forbid deleting the key, for everyone. Default `false`. Updated in place. An update
   * fails if the service keeps another value.
   */
  undeletable?: pulumi.Input<boolean>;
  /**
   * True to forbid exporting the key's material. Default `false`. Updated in place. An update fails
   * if the service keeps another value.
   */
  unexportable?: pulumi.Input<boolean>;
  /**
   * When the key becomes active, RFC 3339. Default: at once. Updated in place. If removed, the
   * service keeps its value.
   */
  activationDate?: pulumi.Input<string>;
  /**
   * When the key stops being active, RFC 3339. Default: never. Not compared while the newest
   * version is revoked, which sets it. Updated in place.
   */
  deactivationDate?: pulumi.Input<string>;
  /**
   * Days after which the key is due for rotation, counted from when this is set; 0 for never. By
   * itself it rotates nothing: a `VaultRotationSchedule` with `rotationDateReached` does. A
   * rotation passes it on to the new version. Not for keys of a `KeyRotationPolicy`, which sets it
   * itself. Default: left to the service. Updated in place. If removed, the service keeps its
   * value.
   */
  rotationFrequencyDays?: pulumi.Input<number>;
  /**
   * On destroy, `retain` leaves the key in the vault. `destroy` deletes it with all its versions,
   * and what they encrypt is lost. The public key of a pair, `<name>_public`, is another object,
   * which stays. Default `retain`. Not sent to the service.
   */
  onDestroy?: pulumi.Input<"retain" | "destroy">;
}

/**
 * A key in the service's own vault. Destroying the resource leaves the key there, unless
 * `onDestroy` says otherwise.
 *
 * @example
 *   ~~~ts
 *   const archive = new ciphertrust.VaultKey("archive", {
 *     algorithm: "aes",
 *     size: 256,
 *     description: "Encrypts the archive",
 *     labels: { team: "records" },
 *   });
 *   ~~~
 */
export class VaultKey extends CipherTrustResource {
  /** @internal */
  static override readonly kind: Kind = {
    type: "VaultKey",
    inputs: [
      "name",
      "algorithm",
      "size",
      "curveId",
      "parameterSet",
      "usageMask",
      "material",
      "materialFormat",
      "materialPassword",
      "wrapKey",
      "wrapping",
      "description",
      "labels",
      "aliases",
      "ownerId",
      "permissions",
      "undeletable",
      "unexportable",
      "activationDate",
      "deactivationDate",
      "rotationFrequencyDays",
      "onDestroy",
    ],
    outputs: [
      "state",
      "objectType",
      "strength",
      "postQuantum",
      "version",
      "currentId",
      "checkValue",
      "publicKeyFingerprint",
      "materialProof",
    ],
    namedAfterResource: "name",
    secret: ["material", "materialPassword"],
  };

  /**
   * Name of the key, unique in its domain; none of `<`, `>`, `\`. Default: the resource's name in
   * the program. Changing it forces replacement.
   */
  declare readonly name: pulumi.Output<string>;
  /**
   * Algorithm: `aes`, `tdes`, `rsa`, `ec`, `hmac-sha1`, `hmac-sha256`, `hmac-sha384`,
   * `hmac-sha512`, `seed`, `aria` or `ml-dsa`. Other values go to the service with a warning, for a
   * new object only. Default `aes`. Changing it forces replacement.
   */
  declare readonly algorithm: pulumi.Output<
    | "aes"
    | "tdes"
    | "rsa"
    | "ec"
    | "hmac-sha1"
    | "hmac-sha256"
    | "hmac-sha384"
    | "hmac-sha512"
    | "seed"
    | "aria"
    | "ml-dsa"
    | (string & Record<never, never>)
  >;
  /**
   * Size in bits: 128, 192 or 256 for `aes` and `aria`, 128 or 192 for `tdes`, 128 for `seed`,
   * 2048, 3072 or 4096 for `rsa`. Default: the size of `material` that is not wrapped. Without
   * such, the service's choice: the largest of these, and for HMAC the size of the hash. For `rsa`
   * it is then required, because the service would choose 1024. Changing it forces replacement.
   */
  declare readonly size: pulumi.Output<number | undefined>;
  /**
   * Curve of an `ec` key: `secp224k1`, `secp224r1`, `secp256k1`, `secp384r1`, `secp521r1`,
   * `prime256v1`, `brainpoolP224r1`, `brainpoolP224t1`, `brainpoolP256r1`, `brainpoolP256t1`,
   * `brainpoolP384r1`, `brainpoolP384t1`, `brainpoolP512r1`, `brainpoolP512t1` or `curve25519`.
   * Other values go to the service with a warning, for a new object only. Default: left to the
   * service. Changing it forces replacement.
   */
  declare readonly curveId: pulumi.Output<
    | "secp224k1"
    | "secp224r1"
    | "secp256k1"
    | "secp384r1"
    | "secp521r1"
    | "prime256v1"
    | "brainpoolP224r1"
    | "brainpoolP224t1"
    | "brainpoolP256r1"
    | "brainpoolP256t1"
    | "brainpoolP384r1"
    | "brainpoolP384t1"
    | "brainpoolP512r1"
    | "brainpoolP512t1"
    | "curve25519"
    | (string & Record<never, never>)
    | undefined
  >;
  /**
   * Parameter set of an `ml-dsa` key: `ML-DSA-44`, `ML-DSA-65` or `ML-DSA-87`. Required for those.
   * Needs a service with post-quantum support; the field's name in the API is inferred. Other
   * values go to the service with a warning, for a new object only. Default: left to the service.
   * Changing it forces replacement.
   */
  declare readonly parameterSet: pulumi.Output<
    "ML-DSA-44" | "ML-DSA-65" | "ML-DSA-87" | (string & Record<never, never>) | undefined
  >;
  /**
   * Usage mask of the key, a sum of bits. Sign is 1, verify 2, encrypt 4, decrypt 8, wrap 16,
   * unwrap 32. Export is 64, MAC generate 128, MAC verify 256, derive 512. Default: the service's
   * choice for the algorithm. Updated in place. If removed, the service keeps its value. An update
   * fails if the service keeps another value.
   */
  declare readonly usageMask: pulumi.Output<number | undefined>;
  /**
   * The key's own bytes, to import instead of letting the service make them. Of a symmetric key in
   * hex or base64, of a pair its private key as PEM or in a PKCS#12 file. With `wrapKey`, the
   * wrapped bytes in base64. A change of it imports a new version, in place; older versions stay.
   * If removed, the key stays as it is, and the state forgets the material. Default: none. Secret.
   * Write-only: the service never returns it, so changes outside Pulumi are not detected.
   */
  declare readonly material: pulumi.Output<string | undefined>;
  /**
   * Form of `material`: `hex`, `base64`, `pem` or `pkcs12` (base64 of the file, for `rsa`).
   * Default: `hex`; for pairs `pem`; with `wrapKey` `base64`. Used when `material` is imported.
   * Write-only: the service never returns it, so changes outside Pulumi are not detected.
   */
  declare readonly materialFormat: pulumi.Output<"hex" | "base64" | "pem" | "pkcs12" | undefined>;
  /**
   * Password of a PKCS#12 file, or of an encrypted private key, which is decrypted on this machine.
   * Used when `material` is imported. Default: none. Secret. Write-only: the service never returns
   * it, so changes outside Pulumi are not detected.
   */
  declare readonly materialPassword: pulumi.Output<string | undefined>;
  /**
   * Name or id of the vault key that has wrapped `material`: an AES key, or an RSA key whose public
   * half did. Requires `wrapping`. Used when `material` is imported. Default: none. Write-only: the
   * service never returns it, so changes outside Pulumi are not detected.
   */
  declare readonly wrapKey: pulumi.Output<string | undefined>;
  /**
   * How `material` is wrapped: `aesKeyWrap` (RFC 3394), `aesKeyWrapPadding` (RFC 5649), or by RSA
   * with `rsaPkcs1`, `rsaOaep` (SHA-1), `rsaOaep256`, `rsaOaep384`, `rsaOaep512`. Private keys take
   * `aesKeyWrapPadding` or `rsaAesKeyWrap` (RSA-OAEP and RFC 5649). Used when `material` is
   * imported. Default: none. Write-only: the service never returns it, so changes outside Pulumi
   * are not detected.
   */
  declare readonly wrapping: pulumi.Output<
    | "aesKeyWrap"
    | "aesKeyWrapPadding"
    | "rsaPkcs1"
    | "rsaOaep"
    | "rsaOaep256"
    | "rsaOaep384"
    | "rsaOaep512"
    | "rsaAesKeyWrap"
    | undefined
  >;
  /** Free text. Default: none. Updated in place. */
  declare readonly description: pulumi.Output<string | undefined>;
  /** Labels, a map of strings. Default: none. Updated in place. */
  declare readonly labels: pulumi.Output<Record<string, string>>;
  /**
   * Aliases of the key. That a rotation leaves them with the older version is inferred: they count
   * as the key's, whichever version has them. Default: none. Updated in place. Compared as a set.
   */
  declare readonly aliases: pulumi.Output<string[]>;
  /**
   * Id of the user that owns the key, `local|<uuid>`. Default: the service's choice, who made it.
   * Updated in place. If removed, the service keeps its value. An update fails if the service keeps
   * another value.
   */
  declare readonly ownerId: pulumi.Output<string | undefined>;
  /**
   * Permissions on the key: group names by permission (`ReadKey`, `UseKey`, `ExportKey`,
   * `EncryptWithKey`, `DecryptWithKey`, `SignWithKey`, `SignVerifyWithKey`, `MACWithKey`,
   * `MACVerifyWithKey`). Default: left to the service. Updated in place. If removed, its keys are
   * removed. An update fails if the service keeps another value.
   */
  declare readonly permissions: pulumi.Output<Record<string, string[]> | undefined>;
  /**
   * True to forbid deleting the key, for everyone. Default `false`. Updated in place. An update
   * fails if the service keeps another value.
   */
  declare readonly undeletable: pulumi.Output<boolean>;
  /**
   * True to forbid exporting the key's material. Default `false`. Updated in place. An update fails
   * if the service keeps another value.
   */
  declare readonly unexportable: pulumi.Output<boolean>;
  /**
   * When the key becomes active, RFC 3339. Default: at once. Updated in place. If removed, the
   * service keeps its value.
   */
  declare readonly activationDate: pulumi.Output<string | undefined>;
  /**
   * When the key stops being active, RFC 3339. Default: never. Not compared while the newest
   * version is revoked, which sets it. Updated in place.
   */
  declare readonly deactivationDate: pulumi.Output<string | undefined>;
  /**
   * Days after which the key is due for rotation, counted from when this is set; 0 for never. By
   * itself it rotates nothing: a `VaultRotationSchedule` with `rotationDateReached` does. A
   * rotation passes it on to the new version. Not for keys of a `KeyRotationPolicy`, which sets it
   * itself. Default: left to the service. Updated in place. If removed, the service keeps its
   * value.
   */
  declare readonly rotationFrequencyDays: pulumi.Output<number | undefined>;
  /**
   * On destroy, `retain` leaves the key in the vault. `destroy` deletes it with all its versions,
   * and what they encrypt is lost. The public key of a pair, `<name>_public`, is another object,
   * which stays. Default `retain`. Not sent to the service.
   */
  declare readonly onDestroy: pulumi.Output<"retain" | "destroy">;
  /** Pre-Active, Active, Deactivated, Compromised, Destroyed or Destroyed Compromised. */
  declare readonly state: pulumi.Output<string>;
  /** Kind of object: Symmetric Key, Private Key, and so on. */
  declare readonly objectType: pulumi.Output<string>;
  /**
   * Bits of security, by NIST SP 800-57 Part 1: 80, 112, 128, 192 or 256, and 0 for fewer. Absent
   * if the key's kind is not known.
   */
  declare readonly strength: pulumi.Output<number | undefined>;
  /**
   * True if no quantum computer is known to break the key: `ml-dsa`, and symmetric keys of at least
   * 128 bits of security. Absent if the key's kind is not known.
   */
  declare readonly postQuantum: pulumi.Output<boolean | undefined>;
  /** Number of the newest version; the first is 0. Rotation raises it. */
  declare readonly version: pulumi.Output<number>;
  /** Id of the newest version. Rotation changes it; the resource's own id stays. */
  declare readonly currentId: pulumi.Output<string>;
  /**
   * Check value of the imported `material` of an `aes` or `tdes` key: the first three bytes of an
   * encrypted block of zeros, in hex. Computed on this machine before the import, and not compared
   * later.
   */
  declare readonly checkValue: pulumi.Output<string | undefined>;
  /**
   * Fingerprint of the public key of the imported `material` of a pair: SHA-256 of its
   * SubjectPublicKeyInfo, in hex. Computed on this machine before the import; of material that only
   * the service can open, from the public key that it returned then.
   */
  declare readonly publicKeyFingerprint: pulumi.Output<string | undefined>;
  /**
   * By what the key was compared with the imported `material`: `publicKey`, `checkValue`, or `none`
   * where the service returned neither.
   */
  declare readonly materialProof: pulumi.Output<"publicKey" | "checkValue" | "none" | undefined>;

  /** Reads an existing object by its id in the service, without managing it. */
  static get(name: string, id: pulumi.Input<pulumi.ID>, opts?: pulumi.CustomResourceOptions): VaultKey {
    return new VaultKey(name, undefined, { ...opts, id });
  }
  /** Every one of them in the service that passes the filters. */
  static list(filters?: Filters, options?: FunctionOptions): pulumi.Output<Listed<VaultKey>[]> {
    return listOf("VaultKey", filters, options);
  }
  constructor(name: string, args?: VaultKeyArgs, opts?: pulumi.CustomResourceOptions) {
    super(name, args, opts);
  }
}

/** Arguments of a {@link VaultRotationSchedule}. */
export interface VaultRotationScheduleArgs extends CommonArgs {
  /**
   * Name of the schedule, unique in the service. Default: the resource's name in the program.
   * Changing it forces replacement.
   */
  name?: pulumi.Input<string>;
  /** The keys to rotate. All conditions must hold; at least one is required. Updated in place. */
  query: pulumi.Input<{
    /** Names of the keys, whole: no `*`, no `?`. */
    names?: pulumi.Input<pulumi.Input<string>[] | undefined>;
    /** True to rotate only keys whose `rotationFrequencyDays` have passed. */
    rotationDateReached?: pulumi.Input<boolean | undefined>;
    /** Algorithms of the keys, such as `aes`. */
    algorithms?: pulumi.Input<pulumi.Input<string>[] | undefined>;
    /** Sizes of the keys in bits. */
    sizes?: pulumi.Input<pulumi.Input<number>[] | undefined>;
    /** Labels that the keys have. */
    labels?: pulumi.Input<Record<string, pulumi.Input<string>> | undefined>;
  }>;
  /**
   * When it runs, in UTC: cron expression with five fields (minute, hour, day of month, month,
   * weekday), such as `0 3 * * *`. Updated in place.
   */
  runAt: pulumi.Input<string>;
  /** Node of the cluster that runs it, or `any`. Default `any`. Updated in place. */
  runOn?: pulumi.Input<string>;
  /** Free text. Default: none. Updated in place. */
  description?: pulumi.Input<string>;
  /** True to pause the schedule. Default `false`. Updated in place. */
  disabled?: pulumi.Input<boolean>;
  /** When it starts to apply, RFC 3339. Default: at once. Updated in place. */
  startDate?: pulumi.Input<string>;
  /** When it ceases to apply, RFC 3339. Default: never. Updated in place. */
  endDate?: pulumi.Input<string>;
  /**
   * Seconds after a rotation at which the replaced version becomes Deactivated. It then decrypts
   * nothing. Default: it stays Active. Updated in place.
   */
  deactivateReplacedAfter?: pulumi.Input<number>;
  /** Metadata that is merged into `meta` of each replaced version. Default: none. Updated in place. */
  replacedMeta?: pulumi.Input<Record<string, unknown>>;
}

/**
 * A schedule on which the service rotates keys of its own vault: those that the query selects. Each
 * rotation makes a new version. It is created paused, and starts only if the service returns the
 * query: without one, the service would rotate every key. Needs a login to the root domain as a
 * member of `Key Admins`. Destroying it ends the rotation; the keys stay as they are.
 *
 * @example
 *   ~~~ts
 *   const daily = new ciphertrust.VaultRotationSchedule("archive", {
 *     query: { names: [archive.name], rotationDateReached: true },
 *     runAt: "0 3 * * *",
 *   });
 *   ~~~
 */
export class VaultRotationSchedule extends ScheduleResource {
  /** @internal */
  static override readonly kind: Kind = {
    type: "VaultRotationSchedule",
    inputs: [
      "name",
      "query",
      "runAt",
      "runOn",
      "description",
      "disabled",
      "startDate",
      "endDate",
      "deactivateReplacedAfter",
      "replacedMeta",
    ],
    outputs: [],
    namedAfterResource: "name",
  };

  /**
   * Name of the schedule, unique in the service. Default: the resource's name in the program.
   * Changing it forces replacement.
   */
  declare readonly name: pulumi.Output<string>;
  /** The keys to rotate. All conditions must hold; at least one is required. Updated in place. */
  declare readonly query: pulumi.Output<{
    /** Names of the keys, whole: no `*`, no `?`. */
    names?: string[];
    /** True to rotate only keys whose `rotationFrequencyDays` have passed. */
    rotationDateReached?: boolean;
    /** Algorithms of the keys, such as `aes`. */
    algorithms?: string[];
    /** Sizes of the keys in bits. */
    sizes?: number[];
    /** Labels that the keys have. */
    labels?: Record<string, string>;
  }>;
  /**
   * When it runs, in UTC: cron expression with five fields (minute, hour, day of month, month,
   * weekday), such as `0 3 * * *`. Updated in place.
   */
  declare readonly runAt: pulumi.Output<string>;
  /** Node of the cluster that runs it, or `any`. Default `any`. Updated in place. */
  declare readonly runOn: pulumi.Output<string>;
  /** Free text. Default: none. Updated in place. */
  declare readonly description: pulumi.Output<string | undefined>;
  /** True to pause the schedule. Default `false`. Updated in place. */
  declare readonly disabled: pulumi.Output<boolean>;
  /** When it starts to apply, RFC 3339. Default: at once. Updated in place. */
  declare readonly startDate: pulumi.Output<string | undefined>;
  /** When it ceases to apply, RFC 3339. Default: never. Updated in place. */
  declare readonly endDate: pulumi.Output<string | undefined>;
  /**
   * Seconds after a rotation at which the replaced version becomes Deactivated. It then decrypts
   * nothing. Default: it stays Active. Updated in place.
   */
  declare readonly deactivateReplacedAfter: pulumi.Output<number | undefined>;
  /** Metadata that is merged into `meta` of each replaced version. Default: none. Updated in place. */
  declare readonly replacedMeta: pulumi.Output<Record<string, unknown> | undefined>;

  /** Reads an existing object by its id in the service, without managing it. */
  static get(name: string, id: pulumi.Input<pulumi.ID>, opts?: pulumi.CustomResourceOptions): VaultRotationSchedule {
    return new VaultRotationSchedule(name, undefined as never, { ...opts, id });
  }
  /** Every one of them in the service that passes the filters. */
  static list(filters?: Filters, options?: FunctionOptions): pulumi.Output<Listed<VaultRotationSchedule>[]> {
    return listOf("VaultRotationSchedule", filters, options);
  }
  constructor(name: string, args: VaultRotationScheduleArgs, opts?: pulumi.CustomResourceOptions) {
    super(name, args, opts);
  }
}

/** Arguments of a {@link VaultKeyRotation}. */
export interface VaultKeyRotationArgs extends CommonArgs {
  /** Id of the `VaultKey`. Changing it forces replacement of the rotation, not of the key. */
  key: pulumi.Input<string>;
  /** Days after a rotation at which the key is due. Updated in place. */
  frequencyDays: pulumi.Input<number>;
}

/**
 * How often a `VaultKey` is due for rotation, for a `VaultRotationSchedule` with
 * `rotationDateReached`. Its id is that of the key. Destroying it switches the frequency off; a key
 * whose frequency somebody changed meanwhile keeps that. The service counts the days from when they
 * are set. A key that is too old then gets a new version at once. Any other gets fewer days, so
 * that its age counts, and its next version inherits these, which is drift. An update within a day
 * of that rotation corrects it for good; a later one subtracts the age again.
 *
 * @example
 *   ~~~ts
 *   const frequency = new ciphertrust.VaultKeyRotation("archive", { key: archive.id, frequencyDays: 89 });
 *   ~~~
 */
export class VaultKeyRotation extends CipherTrustResource {
  /** @internal */
  static override readonly kind: Kind = {
    type: "VaultKeyRotation",
    inputs: ["key", "frequencyDays"],
    outputs: ["name", "currentId", "version", "versionDays"],
  };

  /** Id of the `VaultKey`. Changing it forces replacement of the rotation, not of the key. */
  declare readonly key: pulumi.Output<string>;
  /** Days after a rotation at which the key is due. Updated in place. */
  declare readonly frequencyDays: pulumi.Output<number>;
  /** Name of the key. */
  declare readonly name: pulumi.Output<string>;
  /** Id of the newest version. */
  declare readonly currentId: pulumi.Output<string>;
  /**
   * Number of the version that has fewer days, because of its age. Returned only on creation, and
   * kept from then on.
   */
  declare readonly version: pulumi.Output<number | undefined>;
  /** Days that were set on that version. Returned only on creation, and kept from then on. */
  declare readonly versionDays: pulumi.Output<number | undefined>;

  /** Reads an existing object by its id in the service, without managing it. */
  static get(name: string, id: pulumi.Input<pulumi.ID>, opts?: pulumi.CustomResourceOptions): VaultKeyRotation {
    return new VaultKeyRotation(name, undefined as never, { ...opts, id });
  }
  constructor(name: string, args: VaultKeyRotationArgs, opts?: pulumi.CustomResourceOptions) {
    super(name, args, opts);
  }
}

/** Arguments of a {@link VaultKeyRevocation}. */
export interface VaultKeyRevocationArgs extends CommonArgs {
  /**
   * Id of the `VaultKey`. The preview refuses another one: declare another resource instead.
   * Changing it forces replacement.
   */
  key: pulumi.Input<string>;
  /**
   * Number of the version; the first is 0. Write the number: the key's own output `version` is that
   * of the newest one, which every rotation raises. The preview refuses another number: declare
   * another resource instead. Changing it forces replacement.
   */
  version: pulumi.Input<number>;
  /**
   * Why: `KeyCompromise` or `CACompromise`, which make the version Compromised;
   * `AffiliationChanged`, `Superseded`, `CessationOfOperation`, `PrivilegeWithdrawn` or
   * `Unspecified`, which deactivate it. Updated in place; the reason of a compromised version
   * cannot be changed. If a response omits it, it counts as last sent; it is sent after creation or
   * adoption, too.
   */
  reason: pulumi.Input<
    | "KeyCompromise"
    | "CACompromise"
    | "AffiliationChanged"
    | "Superseded"
    | "CessationOfOperation"
    | "PrivilegeWithdrawn"
    | "Unspecified"
  >;
  /**
   * Free text that the service keeps with the reason. Only sent when the version is revoked.
   * Default: none. Used only on creation. Write-only: the service never returns it, so changes
   * outside Pulumi are not detected.
   */
  message?: pulumi.Input<string>;
  /**
   * When the compromise occurred, RFC 3339; only with `KeyCompromise` and `CACompromise`. Only sent
   * when the version is revoked. Default: none. Used only on creation. Write-only: the service
   * never returns it, so changes outside Pulumi are not detected.
   */
  compromisedAt?: pulumi.Input<string>;
  /**
   * On destroy, `retain` leaves the version revoked. `reactivate` makes a deactivated version
   * active again; a compromised one cannot be. Default `retain`. Not sent to the service.
   */
  onDestroy?: pulumi.Input<"retain" | "reactivate">;
}

/**
 * Revokes one version of a `VaultKey`, such as the one that leaked. After a compromise the version
 * is Compromised, for good: data stays readable with it, and it protects nothing new. With any
 * other reason it is Deactivated: nothing is protected or read with it until it is reactivated.
 * Rotate the key first, and let the revocation depend on that: otherwise the version may be the
 * newest, with which applications protect data. The service does not rotate a key whose newest
 * version is compromised. A version that somebody reactivated is revoked again by the next `up`.
 * Its id is that of the version. Destroying it leaves the version revoked (see `onDestroy`).
 *
 * @example
 *   ~~~ts
 *   new ciphertrust.VaultKeyRevocation(
 *     "archive-leak",
 *     { key: archive.id, version: 0, reason: "KeyCompromise", compromisedAt: "2026-11-28T00:00:00Z" },
 *     { dependsOn: rotation },
 *   );
 *   ~~~
 */
export class VaultKeyRevocation extends CipherTrustResource {
  /** @internal */
  static override readonly kind: Kind = {
    type: "VaultKeyRevocation",
    inputs: ["key", "version", "reason", "message", "compromisedAt", "onDestroy"],
    outputs: ["versionId", "state", "keyName"],
  };

  /**
   * Id of the `VaultKey`. The preview refuses another one: declare another resource instead.
   * Changing it forces replacement.
   */
  declare readonly key: pulumi.Output<string>;
  /**
   * Number of the version; the first is 0. Write the number: the key's own output `version` is that
   * of the newest one, which every rotation raises. The preview refuses another number: declare
   * another resource instead. Changing it forces replacement.
   */
  declare readonly version: pulumi.Output<number>;
  /**
   * Why: `KeyCompromise` or `CACompromise`, which make the version Compromised;
   * `AffiliationChanged`, `Superseded`, `CessationOfOperation`, `PrivilegeWithdrawn` or
   * `Unspecified`, which deactivate it. Updated in place; the reason of a compromised version
   * cannot be changed. If a response omits it, it counts as last sent; it is sent after creation or
   * adoption, too.
   */
  declare readonly reason: pulumi.Output<
    | "KeyCompromise"
    | "CACompromise"
    | "AffiliationChanged"
    | "Superseded"
    | "CessationOfOperation"
    | "PrivilegeWithdrawn"
    | "Unspecified"
  >;
  /**
   * Free text that the service keeps with the reason. Only sent when the version is revoked.
   * Default: none. Used only on creation. Write-only: the service never returns it, so changes
   * outside Pulumi are not detected.
   */
  declare readonly message: pulumi.Output<string | undefined>;
  /**
   * When the compromise occurred, RFC 3339; only with `KeyCompromise` and `CACompromise`. Only sent
   * when the version is revoked. Default: none. Used only on creation. Write-only: the service
   * never returns it, so changes outside Pulumi are not detected.
   */
  declare readonly compromisedAt: pulumi.Output<string | undefined>;
  /**
   * On destroy, `retain` leaves the version revoked. `reactivate` makes a deactivated version
   * active again; a compromised one cannot be. Default `retain`. Not sent to the service.
   */
  declare readonly onDestroy: pulumi.Output<"retain" | "reactivate">;
  /** Id of the version. */
  declare readonly versionId: pulumi.Output<string>;
  /** Deactivated or Compromised; Destroyed or Destroyed Compromised if its material is gone. */
  declare readonly state: pulumi.Output<string>;
  /** Name of the key. */
  declare readonly keyName: pulumi.Output<string>;

  /** Reads an existing object by its id in the service, without managing it. */
  static get(name: string, id: pulumi.Input<pulumi.ID>, opts?: pulumi.CustomResourceOptions): VaultKeyRevocation {
    return new VaultKeyRevocation(name, undefined as never, { ...opts, id });
  }
  constructor(name: string, args: VaultKeyRevocationArgs, opts?: pulumi.CustomResourceOptions) {
    super(name, args, opts);
  }
}

/** Arguments of a {@link VaultSecret}. */
export interface VaultSecretArgs extends CommonArgs {
  /**
   * Name of the secret, unique in its domain; none of `<`, `>`, `\`. Default: the resource's name
   * in the program. Changing it forces replacement.
   */
  name?: pulumi.Input<string>;
  /**
   * What `value` is: `password` (any text), `seed` (hex) or `blob` (base64url, RFC 4648). Default
   * `password`. Changing it forces replacement.
   */
  dataType?: pulumi.Input<"password" | "seed" | "blob">;
  /**
   * The secret itself, in the form of `dataType`. A change of it makes a new version, in place;
   * older versions stay. Secret. Write-only: the service never returns it, so changes outside
   * Pulumi are not detected.
   */
  value: pulumi.Input<string>;
  /** Labels, a map of strings. Default: none. Updated in place. */
  labels?: pulumi.Input<Record<string, pulumi.Input<string>>>;
  /**
   * Id of the user that owns the secret, `local|<uuid>`. Default: the service's choice, who made
   * it. Updated in place. If removed, the service keeps its value. An update fails if the service
   * keeps another value.
   */
  ownerId?: pulumi.Input<string>;
  /**
   * Permissions on the secret: group names by permission, such as `ReadKey` or `ExportKey`.
   * Default: left to the service. Updated in place. If removed, its keys are removed. An update
   * fails if the service keeps another value.
   */
  permissions?: pulumi.Input<Record<string, pulumi.Input<pulumi.Input<string>[]>>>;
  /**
   * True to forbid deleting the secret, for everyone. Updated for every version. Default `false`.
   * Updated in place. An update fails if the service keeps another value.
   */
  undeletable?: pulumi.Input<boolean>;
  /**
   * True to forbid exporting the secret, so that nobody reads its value. Updated for every version.
   * Default `false`. Updated in place. An update fails if the service keeps another value.
   */
  unexportable?: pulumi.Input<boolean>;
  /**
   * On destroy, `retain` leaves the secret in the vault. `destroy` deletes it with all its
   * versions. Default `retain`. Not sent to the service.
   */
  onDestroy?: pulumi.Input<"retain" | "destroy">;
}

/**
 * A secret in the service's own vault: a password, a seed or other bytes that the service only
 * keeps. Only an export in the service returns its value. Destroying the resource leaves the secret
 * there, unless `onDestroy` says otherwise.
 *
 * @example
 *   ~~~ts
 *   const database = new ciphertrust.VaultSecret("archive-database", {
 *     value: config.requireSecret("databasePassword"),
 *     labels: { team: "records" },
 *     unexportable: true,
 *   });
 *   ~~~
 */
export class VaultSecret extends CipherTrustResource {
  /** @internal */
  static override readonly kind: Kind = {
    type: "VaultSecret",
    inputs: [
      "name",
      "dataType",
      "value",
      "labels",
      "ownerId",
      "permissions",
      "undeletable",
      "unexportable",
      "onDestroy",
    ],
    outputs: ["state", "objectType", "version", "currentId"],
    namedAfterResource: "name",
    secret: ["value"],
  };

  /**
   * Name of the secret, unique in its domain; none of `<`, `>`, `\`. Default: the resource's name
   * in the program. Changing it forces replacement.
   */
  declare readonly name: pulumi.Output<string>;
  /**
   * What `value` is: `password` (any text), `seed` (hex) or `blob` (base64url, RFC 4648). Default
   * `password`. Changing it forces replacement.
   */
  declare readonly dataType: pulumi.Output<"password" | "seed" | "blob">;
  /**
   * The secret itself, in the form of `dataType`. A change of it makes a new version, in place;
   * older versions stay. Secret. Write-only: the service never returns it, so changes outside
   * Pulumi are not detected.
   */
  declare readonly value: pulumi.Output<string>;
  /** Labels, a map of strings. Default: none. Updated in place. */
  declare readonly labels: pulumi.Output<Record<string, string>>;
  /**
   * Id of the user that owns the secret, `local|<uuid>`. Default: the service's choice, who made
   * it. Updated in place. If removed, the service keeps its value. An update fails if the service
   * keeps another value.
   */
  declare readonly ownerId: pulumi.Output<string | undefined>;
  /**
   * Permissions on the secret: group names by permission, such as `ReadKey` or `ExportKey`.
   * Default: left to the service. Updated in place. If removed, its keys are removed. An update
   * fails if the service keeps another value.
   */
  declare readonly permissions: pulumi.Output<Record<string, string[]> | undefined>;
  /**
   * True to forbid deleting the secret, for everyone. Updated for every version. Default `false`.
   * Updated in place. An update fails if the service keeps another value.
   */
  declare readonly undeletable: pulumi.Output<boolean>;
  /**
   * True to forbid exporting the secret, so that nobody reads its value. Updated for every version.
   * Default `false`. Updated in place. An update fails if the service keeps another value.
   */
  declare readonly unexportable: pulumi.Output<boolean>;
  /**
   * On destroy, `retain` leaves the secret in the vault. `destroy` deletes it with all its
   * versions. Default `retain`. Not sent to the service.
   */
  declare readonly onDestroy: pulumi.Output<"retain" | "destroy">;
  /** Active or Destroyed; others as those of a `VaultKey`. */
  declare readonly state: pulumi.Output<string>;
  /** Kind of object: Secret Data, or Opaque Object for a `blob`. */
  declare readonly objectType: pulumi.Output<string>;
  /** Number of the newest version; the first is 0. A changed value raises it. */
  declare readonly version: pulumi.Output<number>;
  /**
   * Id of the newest version. A changed value changes it, and so does a version that somebody else
   * makes; the resource's own id stays.
   */
  declare readonly currentId: pulumi.Output<string>;

  /** Reads an existing object by its id in the service, without managing it. */
  static get(name: string, id: pulumi.Input<pulumi.ID>, opts?: pulumi.CustomResourceOptions): VaultSecret {
    return new VaultSecret(name, undefined as never, { ...opts, id });
  }
  /** Every one of them in the service that passes the filters. */
  static list(filters?: Filters, options?: FunctionOptions): pulumi.Output<Listed<VaultSecret>[]> {
    return listOf("VaultSecret", filters, options);
  }
  constructor(name: string, args: VaultSecretArgs, opts?: pulumi.CustomResourceOptions) {
    super(name, args, opts);
  }
}
