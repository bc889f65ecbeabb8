import type { Wire } from "../../api/client";
import { onOneLine } from "../../api/shown";
import type { Bag, Definition } from "../vocabulary/definition";
import { calledBy } from "../vocabulary/field";
import { idOf, looksLikeId } from "../vocabulary/paths";
import { decodeAll } from "./wire";

/** What people know an object by: what it is called, and its id only if it has no name. */
export function titleOf(definition: Definition, record: Wire): string {
  const state = decodeAll(definition, record);
  return calledBy(definition, { ...state, name: state.name ?? record.name }) ?? idOf(definition, record);
}

/**
 * What messages call an object: its own name, or else the one that its resource has in the program,
 * or its id.
 */
export function labelOf(
  definition: Definition,
  inputs: Bag,
  nameInProgram: () => string | undefined,
  id?: string,
): string {
  const called = calledBy(definition, inputs);
  // What has no name of its own is called by another object's id, which says nothing to a user.
  const isNamed = called !== undefined && !looksLikeId(called);
  const name = isNamed ? called : (nameInProgram() ?? (called || id));
  return name === undefined ? definition.type : `${definition.type} "${onOneLine(name)}"`;
}
