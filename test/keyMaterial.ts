import {
  constants,
  createCipheriv,
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  publicEncrypt,
  randomBytes,
  type JsonWebKey,
  type KeyObject,
} from "node:crypto";

/** Keys as a ceremony leaves them: in files of several forms, and wrapped by another key. */

export const rsaKey = (modulusLength = 2048, publicExponent = 0x10001): KeyObject =>
  generateKeyPairSync("rsa", { modulusLength, publicExponent }).privateKey;
export const ecKey = (namedCurve = "prime256v1"): KeyObject => generateKeyPairSync("ec", { namedCurve }).privateKey;

export const pemOf = (key: KeyObject, type: "pkcs1" | "pkcs8" | "sec1" = "pkcs8"): string =>
  key.export({ type: type, format: "pem" }) as string;

/** An RSA key with parts of another one, each by its name in a JSON Web Key. */
export function rsaMixed(key: KeyObject, other: KeyObject, ...parts: (keyof JsonWebKey)[]): KeyObject {
  const [own, foreign] = [key, other].map((one) => one.export({ format: "jwk" }));
  const mixed = Object.fromEntries(parts.map((part) => [part, foreign![part]]));
  return createPrivateKey({ key: { ...own, ...mixed }, format: "jwk" });
}

/** The private half of a key on the curve prime256v1, with the public half of another. */
export function ecMixed(key: KeyObject, other: KeyObject): KeyObject {
  const point = 65;
  const der = Buffer.concat([pkcs8(key).subarray(0, -point), pkcs8(other).subarray(-point)]);
  return createPrivateKey({ key: der, format: "der", type: "pkcs8" });
}

export const lockedPem = (key: KeyObject, passphrase: string): string =>
  key.export({ type: "pkcs8", format: "pem", cipher: "aes-256-cbc", passphrase }) as string;

/**
 * A password that does not open the key, and shows it: one of some hundred decrypts to what looks
 * whole.
 */
export function wrongPassword(lockedKey: string): string {
  const shows = (passphrase: string): boolean => {
    try {
      createPrivateKey({ key: lockedKey, passphrase });
      return false;
    } catch (error) {
      return (error as NodeJS.ErrnoException).code === "ERR_OSSL_BAD_DECRYPT";
    }
  };
  return Array.from({ length: 8 }, (_, index) => `wrong${index}`).find(shows)!;
}

export const publicPem = (key: KeyObject): string =>
  createPublicKey(key).export({ type: "spki", format: "pem" }) as string;

/** SHA-256 of the public key, as `openssl pkey -pubout -outform DER | sha256sum` prints it. */
export const fingerprintOf = (key: KeyObject): string =>
  createHash("sha256")
    .update(createPublicKey(key).export({ type: "spki", format: "der" }))
    .digest("hex");

function der(tag: number, ...parts: Buffer[]): Buffer {
  const content = Buffer.concat(parts);
  const { length } = content;
  const bytes = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255];
  return Buffer.concat([Buffer.from([tag, ...bytes]), content]);
}
const data = Buffer.from("06092a864886f70d010701", "hex");
const shroudedKeyBag = Buffer.from("060b2a864886f70d010c0a0102", "hex");
const content = (inner: Buffer): Buffer => der(0x30, data, der(0xa0, der(0x04, inner)));

/** A PKCS#12 file with one encrypted private key and no certificate, in base64. */
export function pkcs12(key: KeyObject, passphrase: string): string {
  const locked = key.export({ type: "pkcs8", format: "der", cipher: "aes-256-cbc", passphrase });
  const bags = der(0x30, der(0x30, shroudedKeyBag, der(0xa0, locked)));
  return der(0x30, Buffer.from([2, 1, 3]), content(der(0x30, content(bags)))).toString("base64");
}

/** AES key wrap by RFC 3394, or with padding by RFC 5649. */
export function keyWrapped(kek: Buffer, bytes: Buffer, isPadded = false): Buffer {
  const name = `id-aes${kek.length * 8}-wrap${isPadded ? "-pad" : ""}`;
  const cipher = createCipheriv(name, kek, Buffer.from(isPadded ? "a65959a6" : "a6".repeat(8), "hex"));
  return Buffer.concat([cipher.update(bytes), cipher.final()]);
}

/** RSA-OAEP, or PKCS #1 v1.5 without a hash. */
export function rsaWrapped(publicKey: string, bytes: Buffer, oaepHash?: string): Buffer {
  const padding = oaepHash === undefined ? constants.RSA_PKCS1_PADDING : constants.RSA_PKCS1_OAEP_PADDING;
  return publicEncrypt({ key: publicKey, padding, oaepHash }, bytes);
}

/** A private key under an AES key of its own, which RSA-OAEP wraps. */
export function rsaAesWrapped(publicKey: string, key: KeyObject): Buffer {
  const aes = randomBytes(32);
  return Buffer.concat([rsaWrapped(publicKey, aes, "sha256"), keyWrapped(aes, pkcs8(key), true)]);
}

export const pkcs8 = (key: KeyObject): Buffer => key.export({ type: "pkcs8", format: "der" });
