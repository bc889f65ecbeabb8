import { invalid } from "../../../core/errors";
import type { Fields } from "../../../core/fields";
import type { SourceKey, SourceShape } from "../../../core/sourceKey";

/** What a key is: algorithm, length in bytes, and curve where it has one. */
export interface Shape {
  readonly algorithm: "AES" | "RSA" | "ECDSA";
  readonly length: number;
  readonly curveId?: string;
}

const lengths = { AES: [16, 24, 32], RSA: [256, 384, 512], ECDSA: [32, 48, 66] } as const;
export const algorithms = ["AES", "RSA", "ECDSA"] as const;

const curves = [
  { curveId: "NIST_P256", length: 32, source: "prime256v1", names: ["PRIME256V1", "SECP256R1"] },
  { curveId: "NIST_P384", length: 48, source: "secp384r1", names: ["SECP384R1"] },
  { curveId: "NIST_P521", length: 66, source: "secp521r1", names: ["SECP521R1"] },
] as const;
export const curveIds = curves.map(({ curveId }) => curveId);

/** The shape that a request describes: everything must be there and fit. */
export function readShape(body: Fields): Shape {
  const algorithm = body.choice("algorithm", algorithms) ?? body.missing("algorithm");
  const length = body.integer("length") ?? body.missing("length");
  const allowed: readonly number[] = lengths[algorithm];
  if (!allowed.includes(length))
    throw invalid(`length must be one of ${allowed.join(", ")} bytes for ${algorithm}, not ${length}`);
  const curveId = body.choice("curve_id", curveIds);
  if (algorithm !== "ECDSA") {
    if (curveId !== undefined) throw invalid("curve_id is for ECDSA keys only");
    return { algorithm, length };
  }
  const curve = curves.find((one) => one.curveId === (curveId ?? body.missing("curve_id")));
  if (curve?.length !== length) throw invalid(`a key on the curve ${curveId} has a length of ${curve?.length} bytes`);
  return { algorithm, length, curveId };
}

/** The shape of a key that is made of that source's material. */
export function shapeOfSource({ name, algorithm, size, curve = "" }: SourceKey): Shape {
  const length = Math.ceil(size / 8);
  if (algorithm === "AES" && [16, 24, 32].includes(length)) return { algorithm, length };
  if (algorithm === "RSA" && [256, 384, 512].includes(length)) return { algorithm, length };
  const known = curves.find((one) => (one.names as readonly string[]).includes(curve.toUpperCase()));
  if (algorithm === "EC" && known !== undefined)
    return { algorithm: "ECDSA", length: known.length, curveId: known.curveId };
  throw invalid(`source key ${name} (${algorithm} ${size}) does not fit any OCI key`);
}

export const sameShape = (a: Shape, b: Shape): boolean =>
  a.algorithm === b.algorithm && a.length === b.length && a.curveId === b.curveId;

/** The shape of a source for material that fits. */
export function sourceShape({ algorithm, length, curveId }: Shape): SourceShape {
  if (algorithm !== "ECDSA") return { algorithm, size: length * 8 };
  const curve = curves.find((one) => one.curveId === curveId);
  return { algorithm: "EC", size: length === 66 ? 521 : length * 8, curve: curve?.source };
}
