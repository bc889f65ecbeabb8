import type { Wire } from "../../../api/client";
import type { Bag } from "../../../lifecycle/vocabulary/definition";

export const formats = ["hex", "base64", "pem", "pkcs12"] as const;
export type Format = (typeof formats)[number];

export const wrappings = [
  "aesKeyWrap",
  "aesKeyWrapPadding",
  "rsaPkcs1",
  "rsaOaep",
  "rsaOaep256",
  "rsaOaep384",
  "rsaOaep512",
  "rsaAesKeyWrap",
] as const;
export type Wrapping = (typeof wrappings)[number];

/** The arguments around `material`, as a program writes them. */
export interface Written {
  readonly material: string;
  readonly materialFormat?: Format;
  readonly materialPassword?: string;
  readonly wrapKey?: string;
  readonly wrapping?: Wrapping;
  readonly algorithm: string;
  readonly size?: number;
  readonly curveId?: string;
}

export const materialInputs = ["material", "materialFormat", "materialPassword", "wrapKey", "wrapping"] as const;

/** The arguments, or those that a state was made with; `undefined` if there is no material. */
export function writtenIn(inputs: Bag): Written | undefined {
  return typeof inputs.material === "string" && typeof inputs.algorithm === "string"
    ? (inputs as Bag & Written)
    : undefined;
}

/** RSA and EC keys have a public half. */
export const isPair = ({ algorithm }: Pick<Written, "algorithm">): boolean => ["rsa", "ec"].includes(algorithm);

/** Key material that is ready to be imported. */
export interface Material {
  /** What the import sends about it. */
  readonly sent: Wire;
  /** Bits, where that can be told. */
  readonly size?: number;
  /** Of symmetric keys, as the definition's output says. */
  readonly checkValue?: string;
  /** The same, and by the other ways to compute one. */
  readonly checkValues?: readonly string[];
  /** Of pairs, as the definition's output says. */
  readonly publicKeyFingerprint?: string;
  /** Equal for equal keys; absent where only the service can open the material. */
  readonly key?: Buffer;
}
