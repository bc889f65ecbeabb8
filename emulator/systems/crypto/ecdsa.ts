import { createECDH, type KeyObject } from "node:crypto";
import { own } from "../../core/fields";

/** ECDSA of a digest as it is, which the library only does for data that it hashes itself. */

/** The order of each curve's group. */
const orders: Readonly<Record<string, bigint>> = {
  prime256v1: 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n,
  secp384r1: BigInt(`0x${"f".repeat(48)}c7634d81f4372ddf581a0db248b0a77aecec196accc52973`),
  secp521r1: BigInt(`0x1${"f".repeat(65)}a51868783bf2f966b7fcc0148f709a5d03bb5c9b8899c47aebb6fb71e91386409`),
};
export const digestCurves = Object.keys(orders);

const numberOf = (bytes: Buffer): bigint => BigInt(`0x${bytes.toString("hex") || "0"}`);

function power(base: bigint, exponent: bigint, modulus: bigint): bigint {
  if (exponent === 0n) return 1n;
  const half = power((base * base) % modulus, exponent / 2n, modulus);
  return exponent % 2n === 0n ? half : (half * base) % modulus;
}

/** The leftmost bits of the digest, as many as the order has. */
function truncated(digest: Buffer, order: bigint): bigint {
  const excess = digest.length * 8 - order.toString(2).length;
  return excess > 0 ? numberOf(digest) >> BigInt(excess) : numberOf(digest);
}

/** The signature as DER; undefined for a curve that is not among `digestCurves`. */
export function signDigest(key: KeyObject, curve: string, digest: Buffer): Buffer | undefined {
  const order = own(orders, curve);
  if (order === undefined) return undefined;
  const once = createECDH(curve);
  const point = once.generateKeys();
  const r = numberOf(point.subarray(1, (point.length + 1) / 2)) % order;
  const secret = numberOf(Buffer.from(key.export({ format: "jwk" }).d ?? "", "base64url"));
  const inverse = power(numberOf(once.getPrivateKey()), order - 2n, order);
  const s = (inverse * (truncated(digest, order) + r * secret)) % order;
  return der(0x30, Buffer.concat([integer(r), integer(s)]));
}

function der(tag: number, contents: Buffer): Buffer {
  const { length } = contents;
  return Buffer.concat([Buffer.from(length < 128 ? [tag, length] : [tag, 0x81, length]), contents]);
}

function integer(value: bigint): Buffer {
  const hex = value.toString(16);
  const bytes = Buffer.from(hex.length % 2 === 0 ? hex : `0${hex}`, "hex");
  return der(2, (bytes[0] ?? 0) > 127 ? Buffer.concat([Buffer.alloc(1), bytes]) : bytes);
}
