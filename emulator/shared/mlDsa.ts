import { randomBytes } from "node:crypto";
import { own } from "../core/fields";

/**
 * Key pairs of ML-DSA in the form of RFC 9881, of random bytes: the library has no ML-DSA, so
 * nothing can sign with them.
 */

/** The last number of the object identifier, and the length of a public key, of each parameter set. */
const sets: Readonly<Record<string, readonly [arc: number, publicBytes: number]>> = {
  "ML-DSA-44": [17, 1312],
  "ML-DSA-65": [18, 1952],
  "ML-DSA-87": [19, 2592],
};
export const parameterSets = Object.keys(sets);
export const usualSet = "ML-DSA-65";

export function mlDsaPair(set: string): { publicKey: string; privateKey: string } {
  const [arc, publicBytes] = own(sets, set) ?? [18, 1952];
  // 2.16.840.1.101.3.4.3.<arc>
  const identifier = der(0x30, der(0x06, Buffer.from([0x60, 0x86, 0x48, 0x01, 0x65, 0x03, 0x04, 0x03, arc])));
  const seed = der(0x80, randomBytes(32));
  return {
    publicKey: pem("PUBLIC KEY", der(0x30, identifier, der(0x03, Buffer.alloc(1), randomBytes(publicBytes)))),
    privateKey: pem("PRIVATE KEY", der(0x30, der(0x02, Buffer.alloc(1)), identifier, der(0x04, seed))),
  };
}

function der(tag: number, ...parts: Buffer[]): Buffer {
  const contents = Buffer.concat(parts);
  const { length } = contents;
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255];
  return Buffer.concat([Buffer.from([tag, ...size]), contents]);
}

function pem(label: string, bytes: Buffer): string {
  const lines = bytes.toString("base64").match(/.{1,64}/g) ?? [];
  return `-----BEGIN ${label}-----\n${lines.join("\n")}\n-----END ${label}-----\n`;
}
