import { shown } from "../../core/response";
import { addresses, type Header, type Scope } from "../../core/scope";
import { defineKind } from "../../core/store";
import { hsmError, type HsmObject, type KeyClass } from "./hsm";
import type { Partition } from "./partitionRecord";

/** What the service knows of an object in a partition, as of the last action on it or refresh. */
export interface LunaKey extends Header {
  readonly partition_id: string;
  readonly partition_name: string;
  readonly label: string;
  readonly mechanism: string;
  readonly algorithm: string;
  readonly size: number;
  readonly curve?: string;
  readonly key_type: KeyClass;
  readonly status: "in_progress" | "AVAILABLE" | "ERROR";
  /** Why making it failed. */
  readonly error?: string;
  readonly attributes: readonly string[];
  /** Those of `attributes` that nobody asked for. */
  readonly added_attributes: readonly string[];
  readonly hyok_key: boolean;
  /** True when its material may leave the HSM, and so be brought into a cloud. */
  readonly byok_key: boolean;
  /** Ids of the records of the two halves, for pairs. */
  readonly public_key_id?: string;
  readonly private_key_id?: string;
  readonly gone: boolean;
  readonly refreshed_at: string;
  readonly hidden: { readonly ouid: string };
}

export const keys = defineKind<LunaKey>("luna-keys", {
  address: addresses,
  partition_id: (key) => key.partition_id,
  label: (key) => key.label,
});

export const keyView = (key: LunaKey): object => shown(key);

/**
 * Attributes that make a key fit for holding one's own key: it never leaves the HSM in clear, and
 * works there.
 */
export const hyokAttributes = ["CKA_SENSITIVE", "CKA_ENCRYPT", "CKA_DECRYPT", "CKA_WRAP", "CKA_UNWRAP"];

type Facts = Pick<
  HsmObject,
  "ouid" | "label" | "mechanism" | "algorithm" | "size" | "curve" | "keyClass" | "attributes"
>;

/** Makes the record of an object. */
export function createRecord(
  scope: Scope,
  partition: Partition,
  { ouid, keyClass, label, mechanism, algorithm, size, curve, attributes }: Facts,
  details: Partial<LunaKey> = {},
): LunaKey {
  const header = scope.header("cckm:hsm-luna-key", `${label}-`);
  return scope.put(keys, {
    ...header,
    partition_id: partition.id,
    partition_name: partition.name,
    label,
    mechanism,
    algorithm,
    size,
    curve,
    key_type: keyClass,
    status: "AVAILABLE",
    attributes,
    added_attributes: [],
    hyok_key: false,
    byok_key: attributes.includes("CKA_EXTRACTABLE"),
    gone: false,
    refreshed_at: header.createdAt,
    hidden: { ouid },
    ...details,
  });
}

/** Notes on each half of a pair which record is the other. */
export function linkPair(scope: Scope, halves: readonly LunaKey[]): LunaKey[] {
  const public_key_id = halves.find(({ key_type }) => key_type === "public")?.id;
  const private_key_id = halves.find(({ key_type }) => key_type === "private")?.id;
  return halves.map((half) =>
    half.key_type === "symmetric" ? half : scope.put(keys, { ...half, public_key_id, private_key_id }),
  );
}

/** Attributes that PKCS #11 lets nobody change, or only in one direction. */
export function checkChange(key: LunaKey, attributes: readonly string[]): void {
  const gains = (name: string): boolean => !key.attributes.includes(name) && attributes.includes(name);
  const loses = (name: string): boolean => key.attributes.includes(name) && !attributes.includes(name);
  if (!key.attributes.includes("CKA_MODIFIABLE")) {
    throw hsmError("CKR_ATTRIBUTE_READ_ONLY", `key ${key.label} is not CKA_MODIFIABLE`);
  }
  const fixed = [loses("CKA_SENSITIVE") && "CKA_SENSITIVE", gains("CKA_EXTRACTABLE") && "CKA_EXTRACTABLE"];
  const odd = fixed.find((name) => name !== false);
  if (odd !== undefined)
    throw hsmError("CKR_ATTRIBUTE_READ_ONLY", `${String(odd)} of key ${key.label} cannot change any more`);
}
