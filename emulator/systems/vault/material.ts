import { createCipheriv, createHash, generateKeyPairSync, randomBytes, type KeyObject } from "node:crypto";
import { invalid } from "../../core/errors";
import { type Fields, given, own } from "../../core/fields";
import { mlDsaPair, parameterSets, usualSet } from "../../shared/mlDsa";

/** Key material as it is kept: bytes of a symmetric key as base64, or a PEM string. */
export interface Material {
  readonly encoding: "base64" | "pem";
  readonly value: string;
  /** PEM of the public half, of a key pair. */
  readonly publicKey?: string;
}

export interface Shape {
  /** Upper case. */
  readonly algorithm: string;
  readonly size: number;
  readonly curveId?: string;
  /** The parameter set of an ML-DSA key, under the name that the request had. */
  readonly mlDSAParameterSet?: string;
  readonly parameterSet?: string;
}

export const shapeOf = ({ algorithm, size, curveId, mlDSAParameterSet, parameterSet }: Shape): Shape => ({
  algorithm,
  size,
  ...given({ curveId, mlDSAParameterSet, parameterSet }),
});

const symmetricSizes: Readonly<Record<string, readonly number[]>> = {
  AES: [256, 128, 192],
  TDES: [192, 128],
  SEED: [128],
  ARIA: [256, 128, 192],
};
const hmacSizes: Readonly<Record<string, number>> = { SHA1: 160, SHA256: 256, SHA384: 384, SHA512: 512 };
const curveSizes: Readonly<Record<string, number>> = {
  secp224k1: 224,
  secp224r1: 224,
  secp256k1: 256,
  prime256v1: 256,
  secp384r1: 384,
  secp521r1: 521,
  ...Object.fromEntries(
    [224, 256, 384, 512].flatMap((bits) => ["r1", "t1"].map((kind) => [`brainpoolP${bits}${kind}`, bits])),
  ),
  curve25519: 256,
};

export const curveSizeOf = (curveId: string): number | undefined => own(curveSizes, curveId);

/** The algorithm, size and curve that a request asks for, with the service's defaults. */
export function readShape(body: Fields, more: readonly string[] = []): Shape {
  const algorithm = (body.text("algorithm") ?? "aes").toUpperCase();
  const size = body.integer("size", 1);
  if (algorithm === "RSA") return { algorithm, size: rsaSize(size ?? 1024) };
  if (algorithm === "EC") return ecShape(body);
  if (algorithm === "ML-DSA") return mlDsaShape(body);
  if (algorithm === "OPAQUE") return { algorithm, size: size ?? 0 };
  const hash = /^HMAC-(SHA\w+)$/.exec(algorithm)?.[1];
  const fixed = hash === undefined ? undefined : own(hmacSizes, hash);
  return fixed === undefined ? symmetricShape(algorithm, size, more) : { algorithm, size: size ?? fixed };
}

const algorithms = "aes, tdes, rsa, ec, hmac-sha1, hmac-sha256, hmac-sha384, hmac-sha512, seed, aria, ml-dsa, opaque";

function symmetricShape(algorithm: string, size: number | undefined, more: readonly string[]): Shape {
  const sizes = more.includes(algorithm.toLowerCase()) ? [256] : own(symmetricSizes, algorithm);
  if (sizes === undefined) throw invalid(`algorithm must be one of ${algorithms}, not "${algorithm}"`);
  if (size !== undefined && !sizes.includes(size))
    throw invalid(`size of ${algorithm} must be one of ${sizes.join(", ")}, not ${size}`);
  return { algorithm, size: size ?? sizes[0] ?? 0 };
}

const rsaSizes = [512, 1024, 2048, 3072, 4096];

function rsaSize(size: number): number {
  if (!rsaSizes.includes(size)) throw invalid(`size of RSA must be one of ${rsaSizes.join(", ")}, not ${size}`);
  return size;
}

function ecShape(body: Fields): Shape {
  const curveId = body.choice("curveid", Object.keys(curveSizes)) ?? "secp384r1";
  return { algorithm: "EC", size: own(curveSizes, curveId) ?? 0, curveId };
}

/** No public source shows whether a size is refused. */
function mlDsaShape(body: Fields): Shape {
  const [mlDSAParameterSet, parameterSet] = [
    body.choice("mlDSAParameterSet", parameterSets),
    body.choice("parameterSet", parameterSets),
  ];
  return { algorithm: "ML-DSA", size: 0, ...given({ mlDSAParameterSet, parameterSet }) };
}

/** Fresh material. Nothing about it is written anywhere but in the store. */
export function generate(shape: Shape): Material {
  const { algorithm, size, curveId, mlDSAParameterSet = usualSet, parameterSet = mlDSAParameterSet } = shape;
  if (algorithm === "OPAQUE") throw invalid("material is required for an opaque object");
  if (algorithm === "RSA") return pair(generateKeyPairSync("rsa", { modulusLength: size }));
  if (algorithm === "EC" && curveId === "curve25519") return pair(generateKeyPairSync("x25519"));
  if (algorithm === "EC") return pair(generateKeyPairSync("ec", { namedCurve: curveId ?? "secp384r1" }));
  if (algorithm === "ML-DSA") {
    const { publicKey, privateKey } = mlDsaPair(parameterSet);
    return { encoding: "pem", value: privateKey, publicKey };
  }
  const bytes = Math.ceil(size / 8);
  return { encoding: "base64", value: randomBytes(bytes).toString("base64") };
}

export function pair({ publicKey, privateKey }: { publicKey: KeyObject; privateKey: KeyObject }): Material {
  return { encoding: "pem", value: pem(privateKey, "pkcs8"), publicKey: pem(publicKey, "spki") };
}

export function pem(key: KeyObject, type: "pkcs8" | "spki"): string {
  return key.export({ type: type, format: "pem" }) as string;
}

/** In lower case; of SHA-1 the first 16 digits. */
export function fingerprintOf(value: string, hash: "sha1" | "sha256"): string {
  const digits = createHash(hash).update(value).digest("hex");
  return hash === "sha1" ? digits.slice(0, 16) : digits;
}

export const fingerprint = ({ value }: Material, hash: "sha1" | "sha256"): string => fingerprintOf(value, hash);

/** Material as an export shows it: PEM, or hex unless base64 is asked for. */
export function exported({ encoding, value }: Material, wanted: string | undefined): string {
  if (encoding === "pem" || wanted?.toLowerCase() === "base64") return value;
  return Buffer.from(value, "base64").toString("hex");
}

/**
 * The key check value: the first three bytes of an encrypted block of zeros; of AES and triple DES
 * only.
 */
export function checkValue({ value }: Material, algorithm: string): string | undefined {
  const key = Buffer.from(value, "base64");
  const [cipher, whole, block] =
    algorithm === "AES"
      ? [`aes-${key.length * 8}-ecb`, key, 16]
      : ["des-ede3-ecb", Buffer.concat([key, key]).subarray(0, 24), 8];
  if (algorithm !== "AES" && algorithm !== "TDES") return undefined;
  const zeros = createCipheriv(cipher, whole, null).update(Buffer.alloc(block));
  return zeros.toString("hex").slice(0, 6).toUpperCase();
}
