import { createHash, randomUUID } from "node:crypto";
import * as z from "zod";
import { badRequest, type ServiceError } from "../../core/errors";
import { own } from "../../core/fields";
import { outside, type Scope } from "../../core/scope";
import type { Stored } from "../../core/record";
import { defineKind } from "../../core/store";
import { fingerprintOf } from "../../shared/keySources";
import { loadSeconds, name, password, readyAfterSeconds, seconds, testSeconds } from "../../shared/world/fields";
import { keyLevel, level, listOf } from "../../shared/world/level";

/** The HSMs themselves, as they are outside the service. */

export type KeyClass = "symmetric" | "public" | "private";

/** An object in a partition. Members of an HA group hold it under the same `ouid`. */
export interface HsmObject extends Stored {
  readonly serial: string;
  readonly ouid: string;
  readonly label: string;
  readonly keyClass: KeyClass;
  /** AES, RSA, EC, DES3 or GENERIC_SECRET. */
  readonly algorithm: string;
  readonly size: number;
  readonly curve?: string;
  readonly mechanism: string;
  readonly attributes: readonly string[];
  /** `ouid` of the other half of a pair. */
  readonly pair?: string;
  /** The same for the same material. */
  readonly fingerprint: string;
}

export const hsmObjects = defineKind<HsmObject>("luna-world-objects", {
  serial: (object) => object.serial,
  ouid: (object) => object.ouid,
});

/** Mechanisms by which the service makes keys, and the sizes that each allows. */
export const mechanisms: Readonly<Record<string, { readonly algorithm: string; readonly sizes: readonly number[] }>> = {
  CKM_RSA_FIPS_186_3_AUX_PRIME_KEY_PAIR_GEN: { algorithm: "RSA", sizes: [2048, 3072, 4096] },
  CKM_RSA_FIPS_186_3_PRIME_KEY_PAIR_GEN: { algorithm: "RSA", sizes: [2048, 3072, 4096] },
  CKM_RSA_X9_31_KEY_PAIR_GEN: { algorithm: "RSA", sizes: [2048, 3072, 4096] },
  CKM_RSA_PKCS_KEY_PAIR_GEN: { algorithm: "RSA", sizes: [2048, 3072, 4096] },
  CKM_AES_KEY_GEN: { algorithm: "AES", sizes: [128, 192, 256] },
};

export const keyAttributes = [
  "CKA_ENCRYPT",
  "CKA_DECRYPT",
  "CKA_WRAP",
  "CKA_UNWRAP",
  "CKA_SIGN",
  "CKA_VERIFY",
  "CKA_DERIVE",
  "CKA_MODIFIABLE",
  "CKA_EXTRACTABLE",
  "CKA_SENSITIVE",
];

const keySchema = z.strictObject({
  label: name,
  algorithm: z.enum(["AES", "RSA", "EC", "DES3", "GENERIC_SECRET"]).default("AES"),
  /** Bits. */
  size: z.int().positive().default(256),
  /** Of EC keys. */
  curve: z.string().optional(),
  /** How it was made; the usual way of its algorithm by default. */
  mechanism: z.string().optional(),
  attributes: z
    .array(z.enum(keyAttributes as [string]))
    .default(["CKA_ENCRYPT", "CKA_DECRYPT", "CKA_MODIFIABLE", "CKA_SENSITIVE"]),
});
export type WorldKey = z.infer<typeof keySchema>;

const usualMechanism: Readonly<Record<string, string>> = {
  AES: "CKM_AES_KEY_GEN",
  RSA: "CKM_RSA_PKCS_KEY_PAIR_GEN",
  EC: "CKM_EC_KEY_PAIR_GEN",
  DES3: "CKM_DES3_KEY_GEN",
  GENERIC_SECRET: "CKM_GENERIC_SECRET_KEY_GEN",
};

export const worldObjects = keyLevel({
  kind: hsmObjects,
  schema: keySchema,
  in: "serial",
  id: "label",
  add: (scope, key, serial, index) => addWorldKey(scope, serial, key, index)[0]!,
  show: ({ id: _id, serial: _serial, fingerprint: _fingerprint, ...object }) => object,
});

/** Makes a key as a world file has it: one object, or the two halves of a pair. */
export function addWorldKey(scope: Scope, serial: string, key: WorldKey, index?: number): HsmObject[] {
  const mechanism = key.mechanism ?? own(usualMechanism, key.algorithm) ?? "";
  return generateKey(scope, [serial], { ...key, mechanism }, index === undefined ? undefined : `${serial}/${index}`);
}

/** A partition of an HSM. Its id is its serial number. */
export const hsmPartitions = level({
  kind: "luna-world-partitions",
  schema: z.strictObject({
    label: name,
    serialNumber: z.string().regex(/^\d+$/, "must be digits"),
    /** Of the crypto officer. */
    password,
    /** How many objects fit in. */
    capacity: z.int().min(0).default(100_000),
    refreshSeconds: loadSeconds,
    keys: listOf(worldObjects),
    /** Serial number of another partition whose keys this one has too, as members of an HA group do. */
    copyOf: z.string().optional(),
  }),
  id: "serialNumber",
  in: "hostname",
  filled: (scope, { copyOf = "" }, { id: serial }) => {
    for (const object of scope.by(hsmObjects, "serial", copyOf))
      scope.put(hsmObjects, { ...object, id: `${serial}/${object.ouid}`, serial });
  },
  show: ({ id: serialNumber, copyOf: _once, ...partition }) => ({ serialNumber, ...partition }),
});

/** A network HSM. Its id is its host name. */
export const hsms = level({
  kind: "luna-world-hsms",
  schema: z.strictObject({
    hostname: name,
    /** PEM. */
    certificate: name,
    testSeconds,
    readyAfterSeconds,
    /** Seconds that the HSM needs to generate a key. */
    keySeconds: seconds.default(0.1),
    partitions: listOf(hsmPartitions),
  }),
  id: "hostname",
});

/** A refusal of the HSM, with the name that its library gives it. */
export const hsmError = (name: string, text: string): ServiceError => badRequest(`${name}: ${text}`);

export interface NewObject {
  readonly label: string;
  readonly mechanism: string;
  readonly algorithm: string;
  readonly size: number;
  readonly curve?: string;
  readonly attributes: readonly string[];
}

const newOuid = (seed: string = randomUUID()): string =>
  createHash("sha256").update(seed).digest("hex").slice(0, 24).toUpperCase();

const isPair = ({ algorithm }: Pick<NewObject, "algorithm">): boolean => algorithm === "RSA" || algorithm === "EC";

/** What a key consists of: one secret object, or the two halves of a pair, the private one first. */
export function partsOf(
  key: Pick<NewObject, "algorithm">,
  seed?: string,
): { readonly ouid: string; readonly keyClass: KeyClass; readonly pair?: string }[] {
  const ouid = newOuid(seed);
  if (!isPair(key)) return [{ ouid, keyClass: "symmetric" }];
  const half = newOuid(seed === undefined ? undefined : `${seed}/public`);
  return [
    { ouid, keyClass: "private", pair: half },
    { ouid: half, keyClass: "public", pair: ouid },
  ];
}

/** Puts one object into every partition of these; a full partition refuses it. */
export function putObject(
  scope: Scope,
  serials: readonly string[],
  object: Omit<HsmObject, "id" | "domain" | "serial">,
): void {
  const world = scope.in(outside);
  for (const serial of serials) {
    const partition = world.need(hsmPartitions.kind, serial);
    if (world.by(hsmObjects, "serial", serial).length >= partition.capacity) {
      throw hsmError("CKR_DEVICE_MEMORY", `partition ${partition.label} has no room for another object`);
    }
    world.put(hsmObjects, { ...object, id: `${serial}/${object.ouid}`, domain: outside, serial });
  }
}

/** Makes a key in these partitions. @param seed makes its ids the same in every run */
export function generateKey(scope: Scope, serials: readonly string[], key: NewObject, seed?: string): HsmObject[] {
  const parts = partsOf(key, seed);
  for (const part of parts) putObject(scope, serials, { ...key, ...part, fingerprint: fingerprintOf(part.ouid) });
  return parts.flatMap(({ ouid }) => objectsOf(scope, serials, ouid).slice(0, 1));
}

/** The object of that id in these partitions, once for every partition that has it. */
export function objectsOf(scope: Scope, serials: readonly string[], ouid: string): HsmObject[] {
  const found = serials.map((serial) => scope.in(outside).get(hsmObjects, `${serial}/${ouid}`));
  return found.filter((object) => object !== undefined);
}
