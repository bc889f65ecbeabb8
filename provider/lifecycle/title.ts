import type { Wire } from "../api/client";
import type { Definition } from "./definition";
import { calledBy } from "./field";
import { idOf } from "./paths";
import { decodeAll } from "./wire";

/** What people know an object by: what it is called, and its id only if it has no name. */
export function titleOf(definition: Definition, record: Wire): string {
  const state = decodeAll(definition, record);
  return calledBy(definition, { ...state, name: state.name ?? record.name }) ?? idOf(definition, record);
}
