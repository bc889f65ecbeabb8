import { otherForm } from "../../fileText";
import { checkValuesOf } from "./checkValue";
import { Flaw, needSame } from "./flaw";
import type { Format, Material, Written } from "./written";

/** Material of a symmetric key: its bytes in hex or base64. */

/** Sizes in bits, of algorithms with few of them. */
const sizes: Readonly<Record<string, readonly number[]>> = {
  aes: [128, 192, 256],
  tdes: [128, 192],
  seed: [128],
  aria: [128, 192, 256],
};

/** How each format is read; none of a pair. */
const readers: Readonly<Record<Format, ((text: string) => Buffer) | undefined>> = {
  hex: fromHex,
  base64: fromBase64,
  pem: undefined,
  pkcs12: undefined,
};

export function symmetric(written: Written): Material {
  const { algorithm, materialFormat: format = "hex", size: said } = written;
  const read = readers[format];
  if (read === undefined)
    throw new Flaw("materialFormat", `must be hex or base64 for an ${algorithm} key, which is not a pair`);
  const key = read(written.material);
  const size = key.length * 8;
  const fitting = sizes[algorithm];
  if (fitting && !fitting.includes(size))
    throw new Flaw("material", `has ${size} bits; ${algorithm} keys have ${fitting.join(", ")}`);
  needSame("size", size, said, " bits");
  const checkValues = checkValuesOf(algorithm, key);
  return { sent: { material: key.toString("hex"), size }, size, key, checkValue: checkValues[0], checkValues };
}

/** Ceremonies print hex in groups, and files end with a line break. */
function fromHex(text: string): Buffer {
  const digits = text.replace(/\s/g, "");
  if (/^([0-9a-fA-F]{2})+$/.test(digits)) return Buffer.from(digits, "hex");
  throw new Flaw("material", `must be hex, two digits a byte; ${formAdvice(text)}`);
}

export function fromBase64(text: string): Buffer {
  const digits = text.replace(/\s/g, "");
  const bytes = Buffer.from(digits, "base64");
  if (bytes.length > 0 && bytes.toString("base64") === digits) return bytes;
  throw new Flaw("material", 'must be base64; for a file of bytes, give readFileSync("<path>", "base64")');
}

const formAdvice = (text: string): string =>
  otherForm(text) ?? 'for a file of bytes, give readFileSync("<path>", "hex"); for base64, set materialFormat';
