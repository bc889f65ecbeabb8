import type { Bag, Definition } from "../vocabulary/definition";
import { ResourceError } from "../vocabulary/failure";
import { isUnreadable } from "../vocabulary/field";
import { mayEndKeys } from "../vocabulary/material";

const unreadable =
  "its state has a value of `onDestroy` that this version does not know, or cannot read. Nothing was changed. Use the version " +
  "that wrote the state, or set `onDestroy` in the program and run `pulumi up` first.";

/**
 * Throws if a delete would end key material, and the run must not: `keepsKeys` says why. So it does
 * if nothing tells how to end an object.
 */
export function refuseLoss(
  definition: Definition,
  { state, tried }: { state: Bag; tried: string },
  keepsKeys?: () => string | undefined,
): void {
  if (isUnreadable(definition, state)) throw new ResourceError(`${tried} was refused: ${unreadable}`);
  const why = mayEndKeys(definition, state) ? keepsKeys?.() : undefined;
  if (why !== undefined) throw new ResourceError(`${tried} was refused: ${why}`);
}
