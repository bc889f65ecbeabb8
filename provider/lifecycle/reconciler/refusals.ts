import { ApiError, isKind } from "../../api/errors";
import type { Bag, Definition, Scope } from "../vocabulary/definition";
import { explain, ResourceError, aliasOf } from "../vocabulary/failure";
import { marksOf, nameInputOf, needsOf } from "../vocabulary/field";
import { foreignTo } from "../vocabulary/record";
import { decodeAll } from "../values/wire";
import { isAsDestroyed } from "./removal";
import type { Candidate, Creation } from "../evidence/gather";

/** Why a create is refused because of an existing object, and what to do about it. */

/** For an object beside which the service would make another one. */
export function duplicateExists({ scope: { label }, marker }: Creation, { id, record }: Candidate): Error {
  return new ResourceError(
    `creating ${label} was refused: a matching object already exists, with the id "${id}"` +
      `${marker.makerOf(record)}, and the service would create another one. If it is yours to manage, take it ` +
      `over by adding the argument  adopt: "${id}"  to ${label}; to create a second one, add  adopt: false.`,
  );
}

/** For an object of a resource that the program does not declare, or not yet. */
export function siblingExists(
  { definition: { type }, scope: { label }, marker }: Creation,
  { id, record }: Candidate,
): Error {
  const name = marker.siblingIn(record)!;
  return new ResourceError(
    `creating ${label} was refused: this stack made the key "${id}" for ${type} ${JSON.stringify(name)}, which the program does not ` +
      `declare (yet), and the two have no name that tells them apart. If that resource was renamed, give ${label} the option  ` +
      `${aliasOf(name)}  or the argument  adopt: "${id}" ; without either, Pulumi would delete its key. If ` +
      `${label} is another key, add the argument  adopt: false.`,
  );
}

/** For what an earlier run made otherwise, or what was returned only once. */
export function leftoverDiffers(
  { scope: { label } }: Creation,
  { id, obstacles, unshown }: Pick<Candidate, "id" | "obstacles" | "unshown">,
): Error {
  const differences = [...obstacles, ...(unshown === undefined ? [] : [unshown])];
  return new ResourceError(
    `creating ${label} was refused: it was made before, by a run that was interrupted or before it left the program, and has ` +
      `the id "${id}", but it differs from what the program describes now: ${differences.join("; ")}. To keep it, describe it as it ` +
      `is${unshown === undefined ? "" : `, or take it over as it is with  adopt: "${id}"`}; if nothing needs it, remove it in the service. ` +
      `Then run \`pulumi up\` again.`,
  );
}

/** For an object that conflicts with the new one. */
export async function objectExists(
  { definition, scope, witness, marker }: Creation,
  { id, record }: Candidate,
  error: unknown,
): Promise<Error> {
  const held = decodeAll(definition, record);
  const foreign = foreignTo(definition, record);
  // The most specific advice wins: that of the resource that has it, then that of the refusal.
  witness.blockedBy(id);
  const better = witness.ownerOf(id, held) ?? (isKind(error, "conflict") ? error.facts.advice : undefined);
  if (better) return explain(`creating ${scope.label}`, error, better);
  const isEnded = await isAsDestroyed(definition, scope, id, held).catch(() => false);
  const next = foreign
    ? `The object with the id "${id}" conflicts with it, and ${foreign}. Choose another name.`
    : `The service already has this object, with the id "${id}"${marker.makerOf(record)}${isEnded ? asDestroyed : ""}. If it belongs to a resource of ` +
      `this stack that you renamed, give this one the option  ${aliasOf(marker.siblingIn(record))}; to one that you remove, do so in an ` +
      `update before this one. If it belongs to ` +
      `none and is yours to manage, take it over by adding the argument  adopt: "${id}"  to ${scope.label}.${orRename(definition)}`;
  return explain(`creating ${scope.label}`, error, next);
}

/** After an interrupted destroy, an update meets what that has ended already. */
const asDestroyed = ", as destroying leaves it. To continue a `pulumi destroy`, run that again, without `pulumi up`";

/** The way out for types that have a name. */
const orRename = (definition: Definition): string =>
  nameInputOf(definition) === undefined ? "" : " Otherwise choose another name.";

/**
 * A conflict with an object that was not found; `looked`: whether all possible conflicts were
 * looked up.
 */
export async function conflictNotFound(
  definition: Definition,
  scope: Scope,
  error: unknown,
  looked: boolean,
): Promise<unknown> {
  if (definition.action) return error;
  const takeOver = (id: string) => `take it over by adding the argument  adopt: ${id}  to ${scope.label}`;
  const isInside = needsOf(definition).some(([, needed]) => needed.role === "container");
  const elsewhere = isInside
    ? "or one that the service has no record of: refresh its container with a Refresh resource, then " +
      `${takeOver("true")}.${orRename(definition)}`
    : `or one in a container that has not been refreshed since. Find it.${orRename(definition)} If something was only busy, run \`pulumi up\` again.`;
  const next = looked
    ? ((await namesake(definition, scope).catch(() => undefined)) ??
      `The service shows no conflicting ${definition.type}: if the object exists nevertheless, it is an object of ` +
        `another kind, ${elsewhere}`)
    : `If the service has this object already, and it is yours to manage, ${takeOver('"<its id>"')}; if only its name is ` +
      `taken, choose another name.`;
  return explain(`creating ${scope.label}`, error, next);
}

/** Names the object of another kind that has the name, where kinds share a namespace. */
async function namesake(definition: Definition, scope: Scope): Promise<string | undefined> {
  const input = nameInputOf(definition) ?? "";
  const { uniqueAmong } = marksOf(definition, input);
  const name = (scope.inputs as Bag)[input];
  if (!uniqueAmong || typeof name !== "string") return undefined;
  const { path, kind } = uniqueAmong;
  const other = (await scope.api.list(path, { name })).find((one) => one.name === name);
  if (!other) return undefined;
  const about = `its ${kind} is ${JSON.stringify(other[kind])}, its id ${JSON.stringify(other.id)}`;
  return `${path} has an object of this name: ${about}. Choose another name.`;
}

/** The collection of the object; for some, only the call knows it. */
function placeOf({ path }: Definition, error: unknown): string {
  const [, called] = error instanceof ApiError ? error.facts.call.split(" ") : [];
  return path === "/" && called?.startsWith("/") ? called : path;
}

export function outcomeUnknown(definition: Definition, scope: Scope, error: unknown): Error {
  const next =
    `Whether the service made it is not known. Look for it there (${placeOf(definition, error)}); if it exists, add the ` +
    `argument  adopt: "<its id>"  to ${scope.label}, so that no second one is created.`;
  return explain(`creating ${scope.label}`, error, next);
}
