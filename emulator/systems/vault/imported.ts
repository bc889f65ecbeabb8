import { createPrivateKey, createPublicKey, type KeyObject } from "node:crypto";
import { invalid, ServiceError } from "../../core/errors";
import type { Fields } from "../../core/fields";
import type { Scope } from "../../core/scope";
import { curveSizeOf, pair, pem, type Material, type Shape } from "./material";
import { privateKeyIn } from "./pkcs12";
import { unwrapped, wrappingOf } from "./unwrap";

/** Material that a request brings. What is refused never repeats any of it. */

const failed = (why: string): ServiceError => new ServiceError("cryptoFailed", why);

const isPair = ({ algorithm }: Shape): boolean => algorithm === "RSA" || algorithm === "EC";

/** Undefined when the request brings none: the service then makes it. */
export function readMaterial(scope: Scope, body: Fields, shape: Shape): Material | undefined {
  const given = body.text("material");
  if (given === undefined) return undefined;
  if (shape.algorithm === "ML-DSA") throw failed("the material of ML-DSA keys is not emulated");
  const wrapping = wrappingOf(body);
  if (wrapping !== undefined) {
    const bytes = unwrapped(scope, wrapping, decoded(body, given, isPair(shape)), isPair(shape));
    return isPair(shape) ? fromKey(() => readPkcs8(bytes)) : symmetric(bytes, shape);
  }
  if (body.text("format")?.toLowerCase() === "pkcs12") return fromPkcs12(body, given, shape);
  return isPair(shape) ? fromPem(given) : symmetric(decoded(body, given, false), shape);
}

/** Hex, or base64 when `encoding` says so or `usual` is that. */
function decoded(body: Fields, given: string, isBase64: boolean): Buffer {
  const encoding = body.choice("encoding", ["hex", "base64"]) ?? (isBase64 ? "base64" : "hex");
  const bytes = Buffer.from(given, encoding);
  if (bytes.length === 0 || (encoding === "hex" && bytes.length * 2 !== given.length))
    throw failed(`the material is not ${encoding}`);
  return bytes;
}

function symmetric(bytes: Buffer, { algorithm, size }: Shape): Material {
  if (algorithm !== "OPAQUE" && bytes.length !== size / 8)
    throw failed(`the material does not fit a key of ${algorithm} ${size}`);
  const value = algorithm === "TDES" ? withParity(bytes) : bytes;
  return { encoding: "base64", value: value.toString("base64") };
}

/** Each byte of a DES key has an odd number of bits; the service corrects the last one. */
function withParity(bytes: Buffer): Buffer {
  const ones = (byte: number): number => byte.toString(2).replaceAll("0", "").length;
  return Buffer.from(bytes.map((byte) => (ones(byte) % 2 === 1 ? byte : byte ^ 1)));
}

function fromPem(text: string): Material {
  if (!text.includes("PUBLIC KEY")) return fromKey(() => createPrivateKey(text));
  try {
    return { encoding: "pem", value: pem(createPublicKey(text), "spki") };
  } catch {
    throw failed(notPem);
  }
}

const notPem = "the material is not a PEM key without a password";
const readPkcs8 = (bytes: Buffer): KeyObject => createPrivateKey({ key: bytes, format: "der", type: "pkcs8" });

function fromKey(read: () => KeyObject): Material {
  try {
    const privateKey = read();
    return pair({ privateKey, publicKey: createPublicKey(privateKey) });
  } catch {
    throw failed(notPem);
  }
}

function fromPkcs12(body: Fields, given: string, { algorithm }: Shape): Material {
  if (algorithm !== "RSA") throw invalid(`format pkcs12 is only allowed for rsa, not for ${algorithm}`);
  if (body.has("secretDataLink"))
    throw new ServiceError("notImplemented", "the emulator takes the password of a PKCS#12 file from password only");
  const password = body.text("password");
  if (password === undefined) throw invalid("password is required with the format pkcs12");
  const key = privateKeyIn(Buffer.from(given, "base64"), Buffer.from(password, "base64").toString());
  if (key === undefined) throw failed("the PKCS#12 file cannot be opened with the password");
  return fromKey(() => key);
}

/**
 * The shape of a key with this material, which decides size and curve of a pair. What the request
 * says must agree.
 */
export function importedShape(sent: Fields | undefined, asked: Shape, material: Material | undefined): Shape {
  if (material?.encoding !== "pem") return asked;
  const key = createPublicKey(material.value);
  const shape = asked.algorithm === "RSA" ? rsaShape(key) : curveShape(key);
  if (sent?.has(asked.algorithm === "RSA" ? "size" : "curveid") === true) needShape(asked, shape);
  return shape;
}

function rsaShape({ asymmetricKeyType: type, asymmetricKeyDetails: details }: KeyObject): Shape {
  if (type !== "rsa") throw failed("the material is not an RSA key");
  return { algorithm: "RSA", size: details?.modulusLength ?? 0 };
}

function curveShape({ asymmetricKeyType: type, asymmetricKeyDetails: details }: KeyObject): Shape {
  const curveId = type === "x25519" ? "curve25519" : details?.namedCurve;
  const size = curveSizeOf(curveId ?? "");
  if (size === undefined) throw failed("the material is not an elliptic curve key of a known curve");
  return { algorithm: "EC", size, curveId };
}

export function needShape({ algorithm, size, curveId }: Shape, of: Shape): void {
  if (of.size !== size || of.curveId !== curveId)
    throw failed(`the material does not fit a key of ${algorithm} ${curveId ?? size}`);
}
