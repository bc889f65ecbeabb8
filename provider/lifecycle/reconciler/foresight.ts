import { ApiError } from "../../api/errors";
import { takeoverTold } from "./adopted";
import type { Bag, Definition, Failure, Scope } from "../vocabulary/definition";
import { isUnready, uniqueSets } from "../values/diff";
import { ResourceError, withServiceVersion } from "../vocabulary/failure";
import { Attempts, leftByEarlierRun } from "../evidence/journal";
import { freeIn, markerOf } from "./obtain";
import { taken } from "./obstacles";
import { occupantsOf } from "../evidence/occupants";
import { refuseOwn } from "./predecessors";
import { hasUnknown } from "../vocabulary/schema";
import type { Stack } from "../evidence/stack";
import { decodeAll } from "../values/wire";

/**
 * What a preview tells of a create that the update would refuse, because of an object that is about
 * to be deleted.
 */

/**
 * Says what a new resource takes over; returns why the update would refuse it, if the service
 * `isThere`. Changes nothing; what cannot be read is not foreseen.
 */
export async function announced(
  definition: Definition,
  scope: Scope,
  stack: Stack,
  isThere: boolean,
): Promise<Failure[]> {
  const told = takeoverTold(scope.label, (scope.inputs as Bag).adopt);
  if (told !== undefined) scope.progress(told);
  if (!isThere) return [];
  try {
    await refuseEnding(definition, scope, stack);
    return [];
  } catch (error) {
    if (!(error instanceof ResourceError)) return [];
    return [{ property: "", reason: (await withServiceVersion(error, scope.api)).message }];
  }
}

async function refuseEnding(definition: Definition, scope: Scope, stack: Stack): Promise<void> {
  const { adopt } = scope.inputs as Bag;
  if (!stack.isNew || typeof adopt === "string") return;
  const marker = markerOf(definition, scope, stack);
  if (!adopt || (await standing(definition, scope)).length === 0) await refuseOwn(definition, scope, marker, stack);
  if (adopt === true || definition.role !== "key" || !definition.keepsPlace) return;
  const found = await standing(definition, scope);
  const other = found.find((one) => isUnready(definition, decodeAll(definition, one)));
  if (!other) return;
  const attempts = new Attempts(definition, marker.hidden, stack.journal);
  if (await leftByEarlierRun(definition, scope, { found, isFree: freeIn(stack), marker, attempts })) return;
  const { path } = definition;
  const error = new ApiError("it exists, and its deletion is scheduled", { kind: "conflict", call: `GET ${path}` });
  throw await taken(definition, scope, { other, error, stack, marker });
}

/** The objects that conflict with the described one; none while it is not known which would. */
async function standing(definition: Definition, scope: Scope) {
  const isOpen = uniqueSets(definition).some((set) => set.some((key) => hasUnknown((scope.inputs as Bag)[key])));
  return isOpen ? [] : occupantsOf(definition, scope);
}
