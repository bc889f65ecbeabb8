import type { Bag, Definition } from "../vocabulary/definition";
import { nameInputOf } from "../vocabulary/field";
import type { Wire } from "../../api/client";
import { onOneLine } from "../../api/shown";
import { idOf, looksLikeId } from "../vocabulary/record";
import { decodeAll } from "./wire";

/**
 * What messages call an object with these properties; `undefined` when nothing tells it apart but
 * its id.
 */
export function calledBy(definition: Definition, properties: Bag): string | undefined {
  const keys = [nameInputOf(definition), "name", "displayName", tellingInputOf(definition)];
  const values = [definition.label?.(properties), ...keys.map((key) => properties[key ?? ""])];
  return values.find((value): value is string => typeof value === "string" && value !== "");
}

/**
 * The input that tells one object from another: its name, or else what alone is unique; `undefined`
 * when there is none.
 */
export function tellingInputOf(definition: Pick<Definition, "inputs" | "outputs" | "unique">): string | undefined {
  return nameInputOf(definition) ?? definition.unique?.find(({ length }) => length === 1)?.[0];
}

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
