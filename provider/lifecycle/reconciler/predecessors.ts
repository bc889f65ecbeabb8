import type { Wire } from "../../api/client";
import { blocking } from "./adoption";
import { sameValue } from "../values/diff";
import type { Bag, Definition, Scope } from "../vocabulary/definition";
import { ResourceError } from "../vocabulary/failure";
import { nameInputOf } from "../vocabulary/field";
import { isLost } from "../service/look";
import type { Marker } from "../evidence/mark";
import { idOf } from "../vocabulary/paths";
import { hasUnknown } from "../vocabulary/schema";
import { decodeAll } from "../values/wire";
import type { Past } from "../evidence/stack";

/**
 * What a new resource had before it left the stack: its object may be scheduled for deletion, and
 * still be recovered. Another object cannot decrypt what that one has encrypted.
 */

/**
 * Refuses to create another object beside one that this very resource had and can have again. One
 * that somebody else may have had is only told, such as one that was made for a resource that got
 * another name since.
 */
export async function refusePredecessor(
  definition: Definition,
  scope: Scope,
  marker: Marker,
  past: Past,
): Promise<void> {
  const found = await refuseOwn(definition, scope, marker, past);
  const left = found.filter((one) => isLeft(definition, scope, one, { marker, past }));
  const first = left.filter((one) => past.mention(idOf(definition, one)));
  for (const one of first) scope.progress(namedOtherwise(definition, scope, one, marker.siblingIn(one)!));
}

/**
 * The same without what depends on the resources that the program may still declare. Returns all
 * whose deletion is scheduled.
 */
export async function refuseOwn(definition: Definition, scope: Scope, marker: Marker, past: Past): Promise<Wire[]> {
  if (!past.isNew || !marker.isOwned || (scope.inputs as Bag).adopt === false) return [];
  const found = await scheduledIn(definition, scope);
  const own = found.filter((one) => marker.originOf(one) === "earlierRun");
  const fitting = own.filter((one) => fits(definition, scope, marker, one));
  if (fitting.length > 0) throw refusal(definition, scope, fitting);
  const others = found.filter((one) => marker.originOf(one) === "otherBackend");
  const first = [...own, ...others].filter((one) => past.mention(idOf(definition, one)));
  for (const one of first) scope.progress(warning(definition, scope, marker, one));
  return found;
}

/**
 * True for one that was made for another resource, which the program does not declare, where no
 * name tells that it is another one.
 */
function isLeft(
  definition: Definition,
  scope: Scope,
  record: Wire,
  { marker, past }: { marker: Marker; past: Past },
): boolean {
  const sibling = marker.siblingIn(record);
  if (sibling === undefined || past.isDeclaredAs(sibling) || !fits(definition, scope, marker, record)) return false;
  const name = nameInputOf(definition);
  const has = name && decodeAll(definition, record)[name];
  return name === undefined || has === undefined || sameValue(definition, name, has, (scope.inputs as Bag)[name]);
}

/** The objects of the place of the new one whose deletion is scheduled. */
async function scheduledIn(definition: Definition, { inputs, listed }: Scope): Promise<Wire[]> {
  const { path, scheduled } = definition;
  const query = scheduled?.among?.(inputs);
  if (!query || hasUnknown(query)) return [];
  const isOne = (one: Wire) => !isLost(definition, one) && (definition.isOne?.(one) ?? true);
  return (await listed(path, query)).filter((one) => isOne(one) && scheduled!.endsAt(one) !== undefined);
}

/** Whether the program still describes it, as far as that cannot be changed. */
function fits(definition: Definition, { inputs }: Scope, marker: Marker, record: Wire): boolean {
  const differs = blocking(definition, decodeAll(definition, record), inputs).length > 0;
  return !differs && marker.otherwiseIn(record) === undefined;
}

/** `the key "…", which can be recovered until …`. */
function described(definition: Definition, record: Wire): string {
  const at = definition.scheduled!.endsAt(record);
  const until = at ? `until ${at}` : "as long as its deletion is pending";
  return `"${idOf(definition, record)}", whose deletion is scheduled, and which can be recovered ${until}`;
}

function refusal(definition: Definition, { label }: Scope, found: readonly Wire[]): Error {
  const all = found.map((one) => described(definition, one)).join("; or ");
  const ids = found.map((one) => `adopt: "${idOf(definition, one)}"`).join(" or ");
  return new ResourceError(
    `creating ${label} was refused: it had the key ${all}. A new key cannot decrypt what that one has encrypted. To have the old ` +
      `one again, add the argument  ${ids}  to ${label}; to create a new one all the same, add  adopt: false. ` +
      `Then run \`pulumi up\` again.`,
  );
}

function warning(definition: Definition, { label }: Scope, marker: Marker, record: Wire): string {
  return (
    `warning: ${label} is created, although there is the key ${described(definition, record)}${marker.makerOf(record)}. A new key ` +
    `cannot decrypt what that one has encrypted. To have the old one, declare it as it was, with  adopt: "${idOf(definition, record)}".`
  );
}

function namedOtherwise(definition: Definition, { label }: Scope, record: Wire, name: string): string {
  const { type } = definition;
  const sibling = `${type} ${JSON.stringify(name)}`;
  return (
    `warning: ${label} is created, although this stack made the key ${described(definition, record)}, for ${sibling}, which the program ` +
    `does not declare. If ${label} had that key under its former name: a new key cannot decrypt what that one has encrypted. To have the ` +
    `old one, declare ${sibling} with  adopt: "${idOf(definition, record)}"  and run \`pulumi up\`.`
  );
}
