import { segment, type Wire } from "../api/client";
import { idIn } from "../api/responses";
import { isEmpty } from "../api/shown";
import type { Definition } from "./definition";

/** The path of one object. */
export function itemPath(definition: Definition, id: string): string {
  return definition.item ? definition.item(id) : `${definition.path}/${segment(id)}`;
}

/** The id in a response. Throws if there is none: nothing could be managed without it. */
export function idOf(definition: Definition, record: Wire): string {
  return idIn(record, definition.id);
}

/** Only a record with an id is the object; any other response to a change contains nothing about it. */
export function hasId(definition: Definition, record: Wire): boolean {
  return !isEmpty(record[definition.id ?? "id"]);
}
