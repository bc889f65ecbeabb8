import type { Wire } from "../../api/client";
import type { Bag, Definition, Scope } from "../vocabulary/definition";
import { collides, uniqueSets } from "../values/diff";
import { isLost } from "../service/look";
import { markerOf } from "../reconciler/obtain";
import { occupantsOf } from "../evidence/candidates";
import { resourceLabel } from "../claims/ownership";
import { handoverOf } from "../vocabulary/field";
import { idOf } from "../vocabulary/paths";
import type { Witness } from "../evidence/witness";
import { decodeAll, spell } from "../values/wire";

/**
 * How an object gets what must be unique from another one of the stack, which the service does not
 * do in one call. `undefined` if no other one has it.
 */
export async function conflictAdvice(
  definition: Definition,
  scope: Scope,
  witness: Witness,
): Promise<string | undefined> {
  const handsOver = handoverOf(definition);
  const sets = uniqueSets(definition).filter((set) => !handsOver || set.includes(handsOver.input));
  if (sets.length === 0) return undefined;
  const marker = markerOf(definition, scope, witness);
  for (const one of await possibleHolders(definition, scope)) {
    const held = decodeAll(definition, one);
    const set = isLost(definition, one) ? undefined : sets.find((of) => collides(definition, of, held, scope.inputs));
    const sibling = marker.siblingIn(one);
    const rival =
      witness.claimOn(idOf(definition, one)).label ?? (sibling && resourceLabel({ ...definition, name: sibling }));
    if (set && rival !== undefined) return inTurn(handsOver?.input ?? set.at(-1)!, scope.inputs, rival, held);
  }
  return undefined;
}

/** The objects that may have what the described one gets. */
function possibleHolders(definition: Definition, scope: Scope): Promise<Wire[]> {
  const { path } = definition;
  const handsOver = handoverOf(definition);
  if (!handsOver) return occupantsOf(definition, scope);
  const values = (scope.inputs as Bag)[handsOver.input] as string[];
  return scope.api.list(path, { [spell(definition, handsOver.input)]: values });
}

/**
 * An update changes both at once, and in any order: the object that has it must have given it up
 * before.
 */
function inTurn(key: string, inputs: Bag, rival: string, held: Bag): string {
  const [theirs, wanted] = [held, inputs].map((of) => [of[key]].flat());
  const value = JSON.stringify(wanted!.find((one) => theirs!.includes(one)) ?? theirs![0]);
  return (
    `${rival} of this stack has the ${key} ${value}, and one update cannot move it. Do it in several updates: first give ${rival} ` +
    `another ${key}, a temporary one if the two exchange theirs, and leave this one as it was; then give this one ${value}; ` +
    `last, replace the temporary one.`
  );
}
