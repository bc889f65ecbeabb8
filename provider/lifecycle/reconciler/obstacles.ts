import type { Wire } from "../../api/client";
import { ApiError, isKind } from "../../api/errors";
import type { Bag, Definition, Scope } from "../vocabulary/definition";
import { explain, ResourceError } from "../vocabulary/failure";
import { nameInputOf, needsOf } from "../vocabulary/field";
import { foreignTo } from "../vocabulary/kind";
import type { Marker } from "../evidence/mark";
import { idOf } from "../vocabulary/paths";
import { isAsDestroyed } from "./removal";
import type { Stack } from "../evidence/stack";
import { decodeAll } from "../values/wire";
import { aliasOf } from "../vocabulary/remedies";

/** What stands in the way of a create, and what to do about it. */

export function equalIsThere(definition: Definition, { label }: Scope, other: Wire, marker: Marker): Error {
  const id = idOf(definition, other);
  return new ResourceError(
    `creating ${label} was refused: a matching object already exists, with the id "${id}"` +
      `${marker.makerOf(other)}, and the service would create another one. If it is yours to manage, take it ` +
      `over by adding the argument  adopt: "${id}"  to ${label}; to create a second one, add  adopt: false.`,
  );
}

interface Taken {
  /** The object that is there. */
  other: Wire;
  error: unknown;
  stack: Stack;
  marker: Marker;
}

export async function taken(
  definition: Definition,
  scope: Scope,
  { other, error, stack, marker }: Taken,
): Promise<Error> {
  const id = idOf(definition, other);
  stack.stop(id);
  const foreign = foreignTo(definition, other);
  // The most specific advice wins: that of the resource that has it, then that of the refusal.
  const owner = stack.ownerOf(id) ?? stack.claimantOf(id, decodeAll(definition, other));
  const better = owner ?? (isKind(error, "conflict") ? error.facts.advice : undefined);
  if (better) return explain(`creating ${scope.label}`, error, better);
  const isEnded = await isAsDestroyed(definition, scope, id, decodeAll(definition, other)).catch(() => false);
  const next = foreign
    ? `The object with the id "${id}" conflicts with it, and ${foreign}. Choose another name.`
    : `The service already has this object, with the id "${id}"${marker.makerOf(other)}${isEnded ? asDestroyed : ""}. If it belongs to a resource of ` +
      `this stack that you renamed, give this one the option  ${aliasOf(marker.siblingIn(other))}; to one that you remove, do so in an ` +
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
export async function unseen(definition: Definition, scope: Scope, error: unknown, looked: boolean): Promise<unknown> {
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
  const { namesWithin } = definition;
  const name = (scope.inputs as Bag)[nameInputOf(definition) ?? ""];
  if (!namesWithin || typeof name !== "string") return undefined;
  const { path, kind } = namesWithin;
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

export function lost(definition: Definition, scope: Scope, error: unknown): Error {
  const next =
    `Whether the service made it is not known. Look for it there (${placeOf(definition, error)}); if it exists, add the ` +
    `argument  adopt: "<its id>"  to ${scope.label}, so that no second one is created.`;
  return explain(`creating ${scope.label}`, error, next);
}
