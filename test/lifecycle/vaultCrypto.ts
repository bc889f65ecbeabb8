import { createCipheriv, createPublicKey, publicEncrypt, randomBytes, type KeyObject } from "node:crypto";
import type { Api } from "../../provider/api/client";

/** Encrypts on a developer's machine, and lets a key of the vault decrypt: true if it does. */

const text = "order 1";
const base64 = (bytes: Buffer): string => bytes.toString("base64");

async function decrypts(api: Api, id: unknown, sealed: object): Promise<boolean> {
  const { plaintext } = await api.post("/crypto/decrypt", { id, type: "id", ...sealed });
  return Buffer.from(String(plaintext), "base64").toString() === text;
}

/** By an AES key with these bytes. */
export function opens(api: Api, id: unknown, secret: Buffer): Promise<boolean> {
  const iv = randomBytes(12);
  const cipher = createCipheriv("aes-256-gcm", secret, iv);
  const ciphertext = base64(Buffer.concat([cipher.update(text), cipher.final()]));
  return decrypts(api, id, { ciphertext, iv: base64(iv), tag: base64(cipher.getAuthTag()), mode: "gcm" });
}

/** By the public half of an RSA key. */
export function pairOpens(api: Api, id: unknown, key: KeyObject): Promise<boolean> {
  const ciphertext = base64(publicEncrypt({ key: createPublicKey(key), oaepHash: "sha256" }, Buffer.from(text)));
  return decrypts(api, id, { ciphertext, pad: "oaep256" });
}
