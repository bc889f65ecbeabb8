import { createCipheriv, createPublicKey, publicEncrypt, randomBytes, type KeyObject } from "node:crypto";
import type { Api } from "../../provider/api/client";
import type { Bag } from "../../provider/lifecycle/vocabulary/definition";

/** Encrypts on a developer's machine, and lets a key of the vault decrypt: true if it does. */

const text = "order 1";
const base64 = (bytes: Buffer): string => bytes.toString("base64");

async function decrypts(api: Api, id: unknown, sealed: object): Promise<boolean> {
  const { plaintext } = await api.post("/crypto/decrypt", { id, type: "id", ...sealed });
  return Buffer.from(String(plaintext), "base64").toString() === text;
}

function sealedBy(secret: Buffer) {
  const iv = randomBytes(12);
  const cipher = createCipheriv("aes-256-gcm", secret, iv);
  const ciphertext = base64(Buffer.concat([cipher.update(text), cipher.final()]));
  return { ciphertext, iv: base64(iv), tag: base64(cipher.getAuthTag()) };
}

/** By an AES key with these bytes. */
export const opens = (api: Api, id: unknown, secret: Buffer): Promise<boolean> =>
  decrypts(api, id, { ...sealedBy(secret), mode: "gcm" });

/** The same by a key of an external key store in AWS, which decrypts with the key in the vault. */
export async function opensInAws(api: Api, { customKeyStore, xksKeyId }: Bag, secret: Buffer): Promise<boolean> {
  const path = `/cckm/aws/xks-proxy-endpoints/${String(customKeyStore)}/kms/xks/v1/keys/${String(xksKeyId)}/decrypt`;
  const { ciphertext, iv: initializationVector, tag: authenticationTag } = sealedBy(secret);
  const { plaintext } = await api.post(path, { ciphertext, initializationVector, authenticationTag });
  return Buffer.from(String(plaintext), "base64").toString() === text;
}

/** By the public half of an RSA key. */
export function pairOpens(api: Api, id: unknown, key: KeyObject): Promise<boolean> {
  const ciphertext = base64(publicEncrypt({ key: createPublicKey(key), oaepHash: "sha256" }, Buffer.from(text)));
  return decrypts(api, id, { ciphertext, pad: "oaep256" });
}
