import type { Wire } from "../../api/client";
import { kindOf } from "../../limits/kind";
import { strengthOf, type Strength } from "../../limits/strength";
import { curveIn, parameterSetIn, vaultKind } from "./keyFields";

/** The strength of a key of the vault, by its record. */
export function keyStrength(key: Wire): Strength | undefined {
  const { algorithm, size } = key;
  return strengthOf(kindOf(vaultKind, { algorithm, size, curveId: curveIn(key), parameterSet: parameterSetIn(key) }));
}
