// Made from provider/resources by `npm run generate`: change the definitions there.
import type * as pulumi from "@pulumi/pulumi";
import { listOf, type Filters, type FunctionOptions, type Listed } from "../function";
import { CipherTrustResource, type CommonArgs, type Kind } from "../resource";

/** Arguments of a {@link VaultKey}. */
export interface VaultKeyArgs extends CommonArgs {
  /**
   * Name of the key, unique in its domain; none of `<`, `>`, `\`. Default: the resource's name in
   * the program. Changing it forces replacement.
   */
  name?: pulumi.Input<string>;
  /**
   * Algorithm: `aes`, `tdes`, `rsa`, `ec`, `hmac-sha1`, `hmac-sha256`, `hmac-sha384`,
   * `hmac-sha512`, `seed` or `aria`. Default `aes`. Changing it forces replacement.
   */
  algorithm?: pulumi.Input<
    "aes" | "tdes" | "rsa" | "ec" | "hmac-sha1" | "hmac-sha256" | "hmac-sha384" | "hmac-sha512" | "seed" | "aria"
  >;
  /**
   * Size in bits: 128, 192 or 256 for `aes`; 1024 to 4096 for `rsa`. Default: the service's choice,
   * 256 for `aes`. Changing it forces replacement.
   */
  size?: pulumi.Input<number>;
  /**
   * Curve of an `ec` key: `secp224k1`, `secp224r1`, `secp256k1`, `secp384r1`, `secp521r1`,
   * `prime256v1`, `brainpoolP224r1`, `brainpoolP224t1`, `brainpoolP256r1`, `brainpoolP256t1`,
   * `brainpoolP384r1`, `brainpoolP384t1`, `brainpoolP512r1`, `brainpoolP512t1` or `curve25519`.
   * Default: left to the service. Changing it forces replacement.
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
  >;
  /**
   * Usage mask of the key, a sum of bits. Sign is 1, verify 2, encrypt 4, decrypt 8, wrap 16,
   * unwrap 32. Export is 64, MAC generate 128, MAC verify 256, derive 512. Default: the service's
   * choice for the algorithm. Updated in place. If removed, the service keeps its value. An update
   * fails if the service keeps another value.
   */
  usageMask?: pulumi.Input<number>;
  /** Free text. Default: none. Updated in place. */
  description?: pulumi.Input<string>;
  /** Labels, a map of strings. Default: none. Updated in place. */
  labels?: pulumi.Input<Record<string, pulumi.Input<string>>>;
  /** Aliases of the key. Default: none. Updated in place. Compared as a set. */
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
  /** When the key stops being active, RFC 3339. Default: never. Updated in place. */
  deactivationDate?: pulumi.Input<string>;
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
      "usageMask",
      "description",
      "labels",
      "aliases",
      "ownerId",
      "permissions",
      "undeletable",
      "unexportable",
      "activationDate",
      "deactivationDate",
      "onDestroy",
    ],
    outputs: ["state", "objectType", "version", "currentId"],
    namedAfterResource: "name",
  };

  /**
   * Name of the key, unique in its domain; none of `<`, `>`, `\`. Default: the resource's name in
   * the program. Changing it forces replacement.
   */
  declare readonly name: pulumi.Output<string>;
  /**
   * Algorithm: `aes`, `tdes`, `rsa`, `ec`, `hmac-sha1`, `hmac-sha256`, `hmac-sha384`,
   * `hmac-sha512`, `seed` or `aria`. Default `aes`. Changing it forces replacement.
   */
  declare readonly algorithm: pulumi.Output<
    "aes" | "tdes" | "rsa" | "ec" | "hmac-sha1" | "hmac-sha256" | "hmac-sha384" | "hmac-sha512" | "seed" | "aria"
  >;
  /**
   * Size in bits: 128, 192 or 256 for `aes`; 1024 to 4096 for `rsa`. Default: the service's choice,
   * 256 for `aes`. Changing it forces replacement.
   */
  declare readonly size: pulumi.Output<number | undefined>;
  /**
   * Curve of an `ec` key: `secp224k1`, `secp224r1`, `secp256k1`, `secp384r1`, `secp521r1`,
   * `prime256v1`, `brainpoolP224r1`, `brainpoolP224t1`, `brainpoolP256r1`, `brainpoolP256t1`,
   * `brainpoolP384r1`, `brainpoolP384t1`, `brainpoolP512r1`, `brainpoolP512t1` or `curve25519`.
   * Default: left to the service. Changing it forces replacement.
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
    | undefined
  >;
  /**
   * Usage mask of the key, a sum of bits. Sign is 1, verify 2, encrypt 4, decrypt 8, wrap 16,
   * unwrap 32. Export is 64, MAC generate 128, MAC verify 256, derive 512. Default: the service's
   * choice for the algorithm. Updated in place. If removed, the service keeps its value. An update
   * fails if the service keeps another value.
   */
  declare readonly usageMask: pulumi.Output<number | undefined>;
  /** Free text. Default: none. Updated in place. */
  declare readonly description: pulumi.Output<string | undefined>;
  /** Labels, a map of strings. Default: none. Updated in place. */
  declare readonly labels: pulumi.Output<Record<string, string>>;
  /** Aliases of the key. Default: none. Updated in place. Compared as a set. */
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
  /** When the key stops being active, RFC 3339. Default: never. Updated in place. */
  declare readonly deactivationDate: pulumi.Output<string | undefined>;
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
  /** Number of the newest version; the first is 0. Rotation raises it. */
  declare readonly version: pulumi.Output<number>;
  /** Id of the newest version. Rotation changes it; the resource's own id stays. */
  declare readonly currentId: pulumi.Output<string>;

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
