import type { Bag, Definition, Scope } from "./definition";
import { uniqueSets } from "./diff";
import { markerOf } from "./obtain";
import { occupantsOf } from "./occupants";
import { named } from "./ownership";
import { idOf } from "./paths";
import type { Stack } from "./stack";
import { decodeAll } from "./wire";

/** How an object gets what must be unique from another one of the stack, which the service does not do in one call. `undefined` if no other one has it. */
export async function rivalAdvice(definition: Definition, scope: Scope, stack: Stack): Promise<string | undefined> {
  if (uniqueSets(definition).length === 0) return undefined;
  const marker = markerOf(definition, scope, stack);
  for (const one of await occupantsOf(definition, scope)) {
    const sibling = marker.siblingIn(one);
    const rival = stack.rivalOf(idOf(definition, one)) ?? (sibling && named({ ...definition, name: sibling }));
    if (rival !== undefined) return inTwoUpdates(definition, scope, rival, decodeAll(definition, one));
  }
  return undefined;
}

function inTwoUpdates(definition: Definition, { inputs }: Scope, rival: string, held: Bag): string {
  const key = uniqueSets(definition)[0]!.at(-1)!;
  const [theirs, wanted] = [held, inputs as Bag].map((of) => [of[key]].flat());
  const value = wanted!.find((one) => theirs!.includes(one));
  return (
    `${rival} of this stack has the ${key} ${JSON.stringify(value ?? theirs![0])}, and one update cannot move it. Do it in two updates: in the ` +
    `first, give ${rival} another ${key}, a temporary one if the two exchange theirs, and leave this one as it was; in the ` +
    `second, give each the ${key} that it should have.`
  );
}
