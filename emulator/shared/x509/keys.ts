import { createPrivateKey, createPublicKey, generateKeyPairSync, sign, verify, type KeyObject } from "node:crypto";
import { AlgorithmIdentifier } from "@peculiar/asn1-x509";
import { invalid } from "../../core/errors";
import { type Fields, own } from "../../core/fields";

/** A kind of key pair that the service can make. */
export interface KeySpec {
  readonly algorithm: "RSA" | "ECDSA";
  readonly size: number;
}

export const defaultSpec: KeySpec = { algorithm: "ECDSA", size: 256 };

const curves: Readonly<Record<number, string>> = { 256: "P-256", 384: "P-384", 521: "P-521" };

/** `algorithm` and `size` of a request: ECDSA with 256 bits unless it says otherwise. */
export function readSpec(body: Fields): KeySpec {
  const algorithm = body.choice("algorithm", ["ECDSA", "RSA"]) ?? "ECDSA";
  const size = body.integer("size", 1) ?? (algorithm === "RSA" ? 2048 : 256);
  if (algorithm === "ECDSA" && curves[size] === undefined) throw invalid(`size must be 256, 384 or 521, not ${size}`);
  if (algorithm === "RSA" && (size < 1024 || size > 4096 || size % 8 !== 0)) {
    throw invalid(`size must be between 1024 and 4096, not ${size}`);
  }
  return { algorithm, size };
}

/** A new private key. */
export function newKey({ algorithm, size }: KeySpec): KeyObject {
  if (algorithm === "RSA") return generateKeyPairSync("rsa", { modulusLength: size }).privateKey;
  return generateKeyPairSync("ec", { namedCurve: curves[size] ?? "P-256" }).privateKey;
}

export function publicHalf(key: KeyObject): Buffer {
  return createPublicKey(key).export({ type: "spki", format: "der" });
}

/** PKCS #8 PEM; encrypted when there is a password. */
export function privatePem(key: KeyObject, lock?: { readonly cipher: string; readonly password: string }): string {
  const plain = { type: "pkcs8", format: "pem" } as const;
  return key.export(
    lock === undefined ? plain : { ...plain, cipher: lock.cipher, passphrase: lock.password },
  ) as string;
}

export function readPrivateKey(field: string, pem: string, passphrase?: string): KeyObject {
  try {
    return createPrivateKey({ key: pem, passphrase });
  } catch {
    throw invalid(`${field} must be a private key in PEM, with its password if it has one`);
  }
}

const ecdsa: Readonly<Record<string, readonly [oid: string, hash: string]>> = {
  prime256v1: ["1.2.840.10045.4.3.2", "sha256"],
  secp384r1: ["1.2.840.10045.4.3.3", "sha384"],
  secp521r1: ["1.2.840.10045.4.3.4", "sha512"],
};
const rsaWithSha256 = "1.2.840.113549.1.1.11";

/** How a key signs, and the signature of that text. */
export function signatureOf(key: KeyObject): {
  readonly algorithm: AlgorithmIdentifier;
  readonly over: (content: ArrayBuffer) => ArrayBuffer;
} {
  const curve = own(ecdsa, key.asymmetricKeyDetails?.namedCurve ?? "");
  const [oid, hash] = curve ?? [rsaWithSha256, "sha256"];
  const parameters = curve === undefined ? new Uint8Array([5, 0]).buffer : undefined;
  return {
    algorithm: new AlgorithmIdentifier({ algorithm: oid, ...(parameters === undefined ? {} : { parameters }) }),
    over: (content) => exact(sign(hash, Buffer.from(content), key)),
  };
}

const hashes: Readonly<Record<string, string | null>> = {
  "1.2.840.113549.1.1.11": "sha256",
  "1.2.840.113549.1.1.12": "sha384",
  "1.2.840.113549.1.1.13": "sha512",
  "1.2.840.10045.4.3.2": "sha256",
  "1.2.840.10045.4.3.3": "sha384",
  "1.2.840.10045.4.3.4": "sha512",
  "1.3.101.112": null,
  "1.3.101.113": null,
};

/**
 * True when the holder of that key signed the text; an algorithm that is too weak or unknown never
 * counts.
 */
export function isSigned(content: ArrayBuffer, signature: ArrayBuffer, oid: string, spki: ArrayBuffer): boolean {
  const hash = own(hashes, oid);
  if (hash === undefined) return false;
  try {
    const key = createPublicKey({ key: Buffer.from(spki), type: "spki", format: "der" });
    return verify(hash, Buffer.from(content), key, Buffer.from(signature));
  } catch {
    return false;
  }
}

/** The bytes of a buffer without what lies around them in memory. */
export function exact(bytes: Buffer): ArrayBuffer {
  return new Uint8Array(bytes).buffer;
}
