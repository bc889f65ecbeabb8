import type * as pulumi from "@pulumi/pulumi";
import type { Limits } from "../provider/limits/limits";
import type { CipherTrustResource } from "./resource";
import type { KeyRotationArgs } from "./resources/all-systems";
import type { RotatableType } from "./rotatable";
import type { RotationNotice } from "./rotationNotice";

/** What a rotation policy is told. */

/** A key by the type and id of its resource, for keys that this program does not manage. */
export interface PolicyKey {
  /** Type of the key's resource, such as `AwsKey`. */
  type: RotatableType | "VaultKey";
  /** The service's id of the key. */
  id: pulumi.Input<string>;
  /**
   * What its binding is called in the program, unique among the policies. Default: the id; required
   * when that is an output of something else.
   */
  name?: string;
}

export type GivenKey = CipherTrustResource | PolicyKey;

/** Where new material comes from: a place without containers, or a place and the container in it. */
export type RotationSource =
  "native" | "ciphertrust" | Pick<KeyRotationArgs, "keySource" | "domain" | "partition" | "externalCmDomain">;

/** Arguments of a {@link KeyRotationPolicy}. */
export interface KeyRotationPolicyArgs {
  /**
   * Maximum age of the material of a key: whole days, such as `90d`, or limits by kind of key. `AES
   * 365d, RSA-2048 365d, RSA 730d, tag pci=yes 90d` is such a text; a list of {@link Limit} is the
   * same. The strictest limit whose conditions a key meets counts. A limit without a condition is
   * for every key; one with `key` is for the key with that name in the program. Where the program
   * does not know what a stricter limit asks for, the key needs a limit of its own. Limits of
   * several kinds must be plain values. Updated in place.
   */
  every: pulumi.Input<string> | Limits;
  /**
   * The keys, of any systems that can rotate: resources, or `{ type, id }`. A key that is added is
   * bound, one that is removed is unbound; the others are not changed.
   */
  keys: GivenKey[];
  /**
   * Where new material comes from: `native` (whoever holds the key makes it), `ciphertrust` (the
   * service's own vault), or `{ keySource: "dsm", domain }`, `{ keySource: "hsm-luna", partition
   * }`, `{ keySource: "external-cm", externalCmDomain }`. EKM and DKE keys are always the service's
   * own. Default: `native`; for `AwsUploadedKey` the service's own vault. Required for other keys
   * whose arguments name the source of uploaded material. Updated in place.
   */
  source?: RotationSource;
  /**
   * Time of day, in UTC, at which the service checks for keys that are due: `HH:MM`. Default
   * `03:00`. Updated in place.
   */
  at?: pulumi.Input<string>;
  /**
   * AWS: true to rotate the material inside a key, which keeps its ARN and needs version 2.21 of
   * the service. False to make a new key and move the aliases to it. Default true. Updated in
   * place.
   */
  rotateMaterial?: pulumi.Input<boolean>;
  /**
   * How previews and updates report keys that are older than `every`: as a `warning`, or as an
   * `error`, which fails them. `{ as, expiry }` has settings of the service's own notifications,
   * too. Default: they are not reported.
   */
  notify?: "warning" | "error" | RotationNotice;
  /**
   * True to take over keys that are already bound to other schedules; when false, those are an
   * error that names the schedule. Default false.
   */
  adopt?: boolean;
}
