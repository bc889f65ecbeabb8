import { createPublicKey } from "node:crypto";
import type { Api, Wire } from "../../../api/client";
import { ApiError } from "../../../api/errors";
import { idIn } from "../../../api/responses";
import { keyVersions } from "../versions";
import { fingerprintOf } from "./pair";
import type { Material } from "./written";

/**
 * Compares a version that the service has with material, as far as the service shows something of
 * it.
 */

/** What showed that they are the same. */
export type Proof = "publicKey" | "checkValue" | "none";

/** What the service shows of a version's material. */
export interface Shown {
  readonly proof: Exclude<Proof, "none">;
  /** In the same words as a message says it. */
  readonly what: string;
  readonly value: string;
  readonly isSame: boolean;
}

/** `undefined` if nothing that can be compared is shown. */
export async function shownOf(api: Api, version: Wire, material: Material): Promise<Shown | undefined> {
  const { publicKeyFingerprint, checkValues = [] } = material;
  const fingerprint =
    publicKeyFingerprint && (publicKeyIn(version) ?? publicKeyIn(await api.get(keyVersions.item(idIn(version)))));
  if (fingerprint) {
    const isSame = fingerprint === publicKeyFingerprint;
    return { proof: "publicKey", what: "the fingerprint of its public key", value: fingerprint, isSame };
  }
  const value = checkValues.length > 0 ? await checkValueOf(api, version) : undefined;
  if (value === undefined) return undefined;
  const isSame = checkValues.some((one) => one.startsWith(value) || value.startsWith(one));
  return { proof: "checkValue", what: "its check value", value, isSame };
}

/** Fingerprint of the public key that the record of a private key shows. */
export function publicKeyIn({ publickey }: Wire): string | undefined {
  try {
    return typeof publickey === "string" ? fingerprintOf(createPublicKey(publickey)) : undefined;
  } catch {
    return undefined;
  }
}

/**
 * The check value by the service's own call for it. The name of the field is inferred; a service
 * without the call, or a user who may not use it, leaves nothing to compare.
 */
async function checkValueOf(api: Api, version: Wire): Promise<string | undefined> {
  const shown = version.keyCheckValue ?? (await generated(api, version));
  const isValue = typeof shown === "string" && /^[0-9a-f]{4,}$/i.test(shown);
  return isValue ? shown.toUpperCase() : undefined;
}

async function generated(api: Api, version: Wire): Promise<unknown> {
  try {
    const { keyCheckValue, kcv } = await api.post(
      `${keyVersions.item(idIn(version))}/generate-kcv`,
      {},
      { repeatable: true },
    );
    return keyCheckValue ?? kcv;
  } catch (error) {
    if (error instanceof ApiError && lacking.includes(error.kind)) return undefined;
    throw error;
  }
}

/** The kinds of refusals that say nothing about the key. */
const lacking = ["badRequest", "forbidden", "notFound", "conflict", "unimplemented"];
