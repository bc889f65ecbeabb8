import { createHash, randomUUID } from "node:crypto";
import { badRequest, type ServiceError } from "../../core/errors";
import { outside, type Scope } from "../../core/scope";
import type { Stored } from "../../core/record";
import { defineKind } from "../../core/store";
import { fingerprintOf } from "../../shared/keySources";

/** The HSMs themselves, as they are outside the service. */

/** A network HSM. Its id is its host name. */
export interface Hsm extends Stored {
  readonly certificate: string;
  /** Seconds that a connection test takes. */
  readonly testSeconds: number;
  /** Seconds after a connection's creation until the HSM lets the service in. */
  readonly readyAfterSeconds: number;
  /** Seconds that the HSM needs to generate a key. */
  readonly keySeconds: number;
}

/** A partition of an HSM. Its id is its serial number. */
export interface HsmPartition extends Stored {
  readonly hostname: string;
  readonly label: string;
  /** Password of the crypto officer. */
  readonly password: string;
  /** How many objects fit in. */
  readonly capacity: number;
  /** Seconds that a refresh takes, when not the usual time. */
  readonly refreshSeconds?: number;
}

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

export const hsms = defineKind<Hsm>("luna-world-hsms");
export const hsmPartitions = defineKind<HsmPartition>("luna-world-partitions", { hostname: (one) => one.hostname });
export const hsmObjects = defineKind<HsmObject>("luna-world-objects", {
  serial: (object) => object.serial,
  ouid: (object) => object.ouid,
});

/** A refusal of the HSM, with the name that its library gives it. */
export const hsmError = (name: string, text: string): ServiceError => badRequest(`${name}: ${text}`);

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

export interface NewObject {
  readonly label: string;
  readonly mechanism: string;
  readonly algorithm: string;
  readonly size: number;
  readonly curve?: string;
  readonly attributes: readonly string[];
}

export const newOuid = (seed: string = randomUUID()): string =>
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
    const partition = world.need(hsmPartitions, serial);
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
