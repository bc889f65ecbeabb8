import type { Wire } from "../../api/client";
import { blocking } from "./adoption";
import type { Definition, Scope } from "../vocabulary/definition";
import { ResourceError } from "../vocabulary/failure";
import { foreignTo } from "../vocabulary/kind";
import type { Marker } from "../evidence/mark";
import { holdsKeys } from "../vocabulary/material";
import { equalIsThere } from "./obstacles";
import { searchable } from "../evidence/occupants";
import { idOf } from "../vocabulary/paths";
import { decodeAll } from "../values/wire";
import { aliasOf } from "../vocabulary/remedies";

/**
 * Keys without a name, which only their marks tell apart. A resource that is renamed without an
 * alias is a new one for Pulumi, and nothing would keep the service from creating a second key,
 * before Pulumi deletes the first.
 */

/** How long the program has to declare the resource of such a key: it may stand further down. */
const pauses = [250, 500, 1000, 2000, 3000, 3000];

interface Known {
  readonly marker: Marker;
  /** Whether the program has declared a resource that has the object with this id. */
  isDeclared(id: string): boolean;
}

/**
 * Throws if one of these fits, and was made for a resource of this name in a stack of this name in
 * another backend, or for another resource of the stack, which the program does not declare.
 */
export async function refuseSibling(
  definition: Definition,
  scope: Scope,
  found: readonly Wire[],
  { marker, isDeclared }: Known,
): Promise<void> {
  if (!holdsKeys(definition)) return;
  const alike = found.filter((one) => fits(definition, scope, one));
  const twin = alike.find((one) => marker.originOf(one) === "otherBackend");
  if (twin && !isDeclared(idOf(definition, twin))) throw equalIsThere(definition, scope, twin, marker);
  const fitting = alike.filter((one) => marker.siblingIn(one) !== undefined);
  const left = () => fitting.find((one) => !isDeclared(idOf(definition, one)));
  for (const milliseconds of pauses) {
    if (!left()) return;
    await scope.pause(milliseconds);
  }
  const sibling = left();
  if (sibling) throw refusal(definition, scope, idOf(definition, sibling), marker.siblingIn(sibling)!);
}

/** Whether nothing but the resource's name in the program tells that an object is another one. */
function fits(definition: Definition, { inputs }: Scope, record: Wire): boolean {
  const held = decodeAll(definition, record);
  const isNamed = searchable(definition, held).length > 0;
  return !isNamed && foreignTo(definition, record) === undefined && blocking(definition, held, inputs).length === 0;
}

function refusal({ type }: Definition, { label }: Scope, id: string, name: string): Error {
  return new ResourceError(
    `creating ${label} was refused: this stack made the key "${id}" for ${type} ${JSON.stringify(name)}, which the program does not ` +
      `declare (yet), and the two have no name that tells them apart. If that resource was renamed, give ${label} the option  ` +
      `${aliasOf(name)}  or the argument  adopt: "${id}" ; without either, Pulumi would delete its key. If ` +
      `${label} is another key, add the argument  adopt: false.`,
  );
}
