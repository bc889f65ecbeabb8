import { constants, privateDecrypt, publicEncrypt } from "node:crypto";
import { invalid } from "../../core/errors";
import { own } from "../../core/fields";
import type { VaultKey } from "../vault/record";
import { failed, privateHalf, publicHalf } from "./keys";
import type { Sealed, Way } from "./symmetric";

/** Encryption with a key pair: by its public half, and back by the private one. */

const usual = "oaep";
/** The hash behind each way to pad; none for PKCS #1 v1.5. */
const hashes: Readonly<Record<string, string | null>> = {
  oaep: "sha1",
  oaep256: "sha256",
  oaep384: "sha384",
  oaep512: "sha512",
  pkcs1: null,
};

function hashOf(pad: string): string | null {
  const hash = own(hashes, pad);
  if (hash === undefined) throw invalid(`pad of RSA must be one of ${Object.keys(hashes).join(", ")}, not "${pad}"`);
  return hash;
}

export function encryptWithPair(key: VaultKey, plain: Buffer, { pad = usual }: Way): Sealed {
  const hash = hashOf(pad);
  const how =
    hash === null
      ? { padding: constants.RSA_PKCS1_PADDING }
      : { padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: hash };
  return { pad, ciphertext: publicEncrypt({ key: publicHalf(key), ...how }, plain) };
}

export function decryptWithPair(record: VaultKey, { ciphertext, pad = usual }: Sealed): Buffer {
  const [hash, key] = [hashOf(pad), privateHalf(record)];
  if (hash !== null)
    return privateDecrypt({ key, padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: hash }, ciphertext);
  return unpadded(privateDecrypt({ key, padding: constants.RSA_NO_PADDING }, ciphertext));
}

/**
 * Takes the padding of PKCS #1 v1.5 off, which the library refuses to do: 00 02, at least eight
 * bytes, 00.
 */
function unpadded(block: Buffer): Buffer {
  const end = block.indexOf(0, 2);
  if (block[0] !== 0 || block[1] !== 2 || end < 10) throw failed();
  return block.subarray(end + 1);
}
