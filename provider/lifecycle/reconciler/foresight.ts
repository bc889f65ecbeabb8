import { ApiError } from "../../api/errors";
import { takeoverNotice } from "./adopted";
import { creationOf, assess } from "../evidence/gather";
import { decisive } from "../evidence/verdict";
import { refuseOwnScheduled } from "./scheduled";
import { objectExists } from "./refusals";
import { occupantsOf } from "../evidence/candidates";
import type { Witness } from "../evidence/witness";
import { uniqueSets } from "../values/diff";
import type { Bag, Definition, Failure, Scope } from "../vocabulary/definition";
import { ResourceError, withServiceVersion } from "../vocabulary/failure";
import { endsOf } from "../vocabulary/field";
import { hasUnknown } from "../vocabulary/schema";

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
  witness: Witness,
  isThere: boolean,
): Promise<Failure[]> {
  const notice = takeoverNotice(scope.label, (scope.inputs as Bag).adopt);
  if (notice !== undefined) scope.progress(notice);
  if (!isThere) return [];
  try {
    await refuseEnding(definition, scope, witness);
    return [];
  } catch (error) {
    if (!(error instanceof ResourceError)) return [];
    return [{ property: "", reason: (await withServiceVersion(error, scope.api)).message }];
  }
}

async function refuseEnding(definition: Definition, scope: Scope, witness: Witness): Promise<void> {
  const { adopt } = scope.inputs as Bag;
  if (!witness.isNew || typeof adopt === "string") return;
  const creation = creationOf(definition, scope, witness);
  if (!adopt || (await conflicting(definition, scope)).length === 0) await refuseOwnScheduled(creation, "preview");
  const keepsPlace = Object.values(endsOf(definition)).some(({ keeps }) => keeps);
  if (adopt === true || definition.role !== "key" || !keepsPlace) return;
  const found = await conflicting(definition, scope);
  const decided = decisive(await assess(creation, { question: "preview" }, found));
  if (decided?.verdict !== "taken" && decided?.verdict !== "somebodys") return;
  const { path } = definition;
  const error = new ApiError("it exists, and its deletion is scheduled", { kind: "conflict", call: `GET ${path}` });
  throw await objectExists(creation, decided, error);
}

/** The objects that conflict with the described one; none while it is not known which would. */
async function conflicting(definition: Definition, scope: Scope) {
  const isOpen = uniqueSets(definition).some((set) => set.some((key) => hasUnknown((scope.inputs as Bag)[key])));
  return isOpen ? [] : occupantsOf(definition, scope);
}
