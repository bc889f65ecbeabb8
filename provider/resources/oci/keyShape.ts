import type { Failure } from "../../lifecycle/vocabulary/definition";

/** What a key of each algorithm may look like. */

const lengths: Readonly<Record<string, readonly number[]>> = {
  AES: [16, 24, 32],
  RSA: [256, 384, 512],
  ECDSA: [32, 48, 66],
};

const curves: Readonly<Record<string, number>> = { NIST_P256: 32, NIST_P384: 48, NIST_P521: 66 };

const usual: Readonly<Record<string, number>> = { AES: 32, RSA: 256, ECDSA: 32 };

interface ShapeInputs {
  algorithm?: string | undefined;
  length?: number | undefined;
  curveId?: string | undefined;
  sourceKeyIdentifier?: string | undefined;
  sourceKeyTier?: string | undefined;
}

/** What a native key's request says about its shape: the service requires all of it. */
export function defaultLength({ algorithm = "AES", length, curveId }: ShapeInputs) {
  // Of an algorithm or a curve that is not known, nothing is added.
  const isOtherCurve = curveId !== undefined && !(curveId in curves);
  const bytes = length ?? curves[curveId ?? ""] ?? (isOtherCurve ? undefined : usual[algorithm]);
  if (!(algorithm in lengths)) return { algorithm, length, curve_id: curveId };
  if (algorithm !== "ECDSA") return { algorithm, length: bytes };
  const curve_id = curveId ?? Object.keys(curves).find((curve) => curves[curve] === bytes);
  return { algorithm, length: bytes, curve_id };
}

export function shapeProblems(inputs: ShapeInputs): Failure[] {
  const { algorithm = "AES", length, curveId, sourceKeyIdentifier, sourceKeyTier } = inputs;
  if (sourceKeyIdentifier !== undefined) {
    const given = (["algorithm", "length", "curveId"] as const).filter((property) => inputs[property] !== undefined);
    return given.map((property) => ({
      property,
      reason: "is determined by the source key: leave it out with sourceKeyIdentifier",
    }));
  }
  const failures: Failure[] = [];
  if (sourceKeyTier !== undefined && sourceKeyTier !== "local") {
    failures.push({ property: "sourceKeyTier", reason: "is only valid together with sourceKeyIdentifier" });
  }
  const fitting = lengths[algorithm];
  if (length !== undefined && fitting?.includes(length) === false) {
    failures.push({ property: "length", reason: `must be ${fitting.join(", ")} bytes for ${algorithm}` });
  }
  if (curveId === undefined) return failures;
  const isOther = fitting !== undefined && algorithm !== "ECDSA";
  if (isOther) failures.push({ property: "curveId", reason: "is only valid for ECDSA keys" });
  else if (length !== undefined && curveId in curves && length !== curves[curveId]) {
    failures.push({ property: "length", reason: `must be ${curves[curveId]} bytes for ${curveId}, or left out` });
  }
  return failures;
}
