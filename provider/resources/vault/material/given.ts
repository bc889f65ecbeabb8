import type { Bag, Failure } from "../../../lifecycle/vocabulary/definition";
import { Flaw } from "./flaw";
import { pair } from "./pair";
import { symmetric } from "./symmetric";
import { wrapped } from "./wrapped";
import { isPair, writtenIn, type Material, type Written } from "./written";

/** Reads what a program gave; throws a `Flaw` for what cannot be imported. */
export function materialOf(written: Written): Material {
  if (written.wrapKey !== undefined) return needSize(written, wrapped(written));
  return isPair(written) ? needSize(written, pair(written)) : symmetric(written);
}

/** For other algorithms the service chooses a size that is strong. */
function needSize({ algorithm }: Written, material: Material): Material {
  if (algorithm === "rsa" && material.sent.size === undefined)
    throw new Flaw("size", "is required for rsa, because only the service can read it from this material");
  return material;
}

/** What is wrong with the material and the arguments around it. Pure. */
export function materialFailures(inputs: Bag): Failure[] {
  const written = writtenIn(inputs);
  if (!written) return [];
  try {
    materialOf(written);
    return [];
  } catch (error) {
    if (!(error instanceof Flaw)) throw error;
    return [{ property: error.property, reason: error.reason }];
  }
}

/** Whether both arguments are of one key, however each of them is written. */
export function isSameMaterial(before: Bag, wanted: Material): boolean {
  const written = writtenIn(before);
  if (!written || materialFailures(before).length > 0) return false;
  const { key, sent } = materialOf(written);
  if (key && wanted.key) return key.equals(wanted.key);
  return sent.material === wanted.sent.material && sent.wrapKeyName === wanted.sent.wrapKeyName;
}
