import { createCipheriv, createDecipheriv, randomBytes, type CipherGCMTypes, type DecipherGCM } from "node:crypto";
import { invalid } from "../../core/errors";
import { own } from "../../core/fields";
import type { VaultKey } from "../vault/record";
import { secretOf } from "./keys";

/** How data is, or is to be, encrypted. */
export interface Way {
  readonly mode?: string;
  readonly pad?: string;
  readonly iv?: Buffer;
  readonly aad?: Buffer;
}

/** Encrypted data with all that opens it again, except the key. */
export interface Sealed extends Way {
  readonly tag?: Buffer;
  readonly ciphertext: Buffer;
}

/** Modes by algorithm, the default one first; bytes of a block. */
const families: Readonly<Record<string, { readonly modes: readonly string[]; readonly block: number }>> = {
  AES: { modes: ["gcm", "cbc", "ecb"], block: 16 },
  TDES: { modes: ["cbc"], block: 8 },
};
const tagLength = 16;
const nonceLength = 12;
const pads = ["pkcs7", "pkcs5", "none"];

interface Plan {
  readonly mode: string;
  /** What the library calls it. */
  readonly cipher: string;
  /** Bytes of the initialization vector. */
  readonly ivLength: number;
  readonly pad?: string;
}

function planOf({ algorithm, name }: VaultKey, secret: Buffer, { mode, pad }: Way): Plan {
  const family = own(families, algorithm);
  if (family === undefined) throw invalid(`key ${name} (${algorithm}) encrypts nothing`);
  const chosen = mode ?? family.modes[0] ?? "";
  if (!family.modes.includes(chosen)) throw invalid(`mode of ${algorithm} must be one of ${family.modes.join(", ")}`);
  const cipher = algorithm === "AES" ? `aes-${secret.length * 8}` : secret.length === 24 ? "des-ede3" : "des-ede";
  const plan = { mode: chosen, cipher: `${cipher}-${chosen}` };
  if (chosen === "gcm") return { ...plan, ivLength: nonceLength };
  const padding = pad ?? "pkcs7";
  if (!pads.includes(padding)) throw invalid(`pad of ${algorithm} ${chosen} must be one of ${pads.join(", ")}`);
  return { ...plan, pad: padding, ivLength: chosen === "ecb" ? 0 : family.block };
}

function ivFor({ ivLength, mode }: Plan, iv: Buffer): Buffer {
  const fits = mode === "gcm" ? iv.length > 0 : iv.length === ivLength;
  if (!fits) throw invalid(`iv of ${mode} must have ${ivLength} bytes, not ${iv.length}`);
  return iv;
}

export function encrypt(key: VaultKey, plain: Buffer, way: Way): Sealed {
  const secret = secretOf(key);
  const plan = planOf(key, secret, way);
  const iv = ivFor(plan, way.iv ?? randomBytes(plan.ivLength));
  const { mode, pad } = plan;
  if (mode === "gcm") {
    const cipher = createCipheriv(plan.cipher as CipherGCMTypes, secret, iv, { authTagLength: tagLength });
    if (way.aad !== undefined) cipher.setAAD(way.aad);
    const ciphertext = Buffer.concat([cipher.update(plain), cipher.final()]);
    return { mode, iv, aad: way.aad, tag: cipher.getAuthTag(), ciphertext };
  }
  const cipher = createCipheriv(plan.cipher, secret, iv).setAutoPadding(pad !== "none");
  const ciphertext = Buffer.concat([cipher.update(plain), cipher.final()]);
  return { mode, pad, ...(iv.length > 0 && { iv }), ciphertext };
}

export function decrypt(key: VaultKey, { ciphertext, tag, aad, ...way }: Sealed): Buffer {
  const secret = secretOf(key);
  const plan = planOf(key, secret, way);
  if (way.iv === undefined && plan.ivLength > 0) throw invalid(`iv is required for ${plan.mode}`);
  const iv = ivFor(plan, way.iv ?? Buffer.alloc(0));
  if (plan.mode === "gcm") {
    if (tag?.length !== tagLength) throw invalid(`tag of gcm must have ${tagLength} bytes`);
    const cipher = createDecipheriv(plan.cipher as CipherGCMTypes, secret, iv, { authTagLength: tagLength });
    const decipher: DecipherGCM = cipher.setAuthTag(tag);
    if (aad !== undefined) decipher.setAAD(aad);
    return Buffer.concat([decipher.update(ciphertext), decipher.final()]);
  }
  const decipher = createDecipheriv(plan.cipher, secret, iv).setAutoPadding(plan.pad !== "none");
  return Buffer.concat([decipher.update(ciphertext), decipher.final()]);
}
