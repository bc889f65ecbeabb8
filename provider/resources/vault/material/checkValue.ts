import { createCipheriv, getCipherInfo } from "node:crypto";

/** Key check values: the first three bytes of what a key makes of a known block. */

type Encrypt = (block: Buffer) => Buffer;

/** Of an AES or 3DES key, by each way that is in use; the first one encrypts zeros. */
export function checkValuesOf(algorithm: string, key: Buffer): readonly string[] {
  const cipher = ciphers[algorithm]?.(key);
  // A library under FIPS may lack 3DES.
  if (!cipher || !getCipherInfo(cipher.name)) return [];
  const encrypt: Encrypt = (block) => createCipheriv(cipher.name, cipher.key, null).update(block);
  const zeros = Buffer.alloc(cipher.block);
  const all = [encrypt(zeros), encrypt(doubled(encrypt(zeros))), encrypt(Buffer.alloc(cipher.block, 1))];
  return all.map((bytes) => bytes.subarray(0, 3).toString("hex").toUpperCase());
}

/** A 3DES key of two parts uses the first one twice. */
const ciphers: Readonly<Record<string, (key: Buffer) => { name: string; key: Buffer; block: number }>> = {
  aes: (key) => ({ name: `aes-${key.length * 8}-ecb`, key, block: 16 }),
  tdes: (key) => ({ name: "des-ede3-ecb", key: Buffer.concat([key, key.subarray(0, 24 - key.length)]), block: 8 }),
};

/** The first subkey of CMAC (RFC 4493): of a block of zeros, the code is what it encrypts to. */
function doubled(block: Buffer): Buffer {
  const bits = BigInt(`0x${block.toString("hex")}`) << 1n;
  const length = BigInt(block.length * 8);
  const overflow = bits >> length;
  const polynomial = block.length === 16 ? 0x87n : 0x1bn;
  const value = (bits & ((1n << length) - 1n)) ^ (overflow * polynomial);
  return Buffer.from(value.toString(16).padStart(block.length * 2, "0"), "hex");
}
