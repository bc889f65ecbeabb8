import { isIdentifier } from "../../api/proof";
import { segment, type Wire } from "../../api/client";
import { idIn } from "../../api/responses";
import { isEmpty } from "../../api/shown";
import type { Bag, Definition } from "./definition";

/** The path of one object. */
export function itemPath(definition: Definition, id: string): string {
  return definition.item ? definition.item(id) : `${definition.path}/${segment(id)}`;
}

/**
 * The path of what an object's record is about: a rotation may have led to another one than that of
 * its own id.
 */
export function currentPath(definition: Definition, { id, record }: { id: string; record: Wire }): string {
  return itemPath(definition, hasId(definition, record) ? idOf(definition, record) : id);
}

/** The collection of an object; only the inputs of some types say which it is. */
export function collectionOf({ type, path, partOf }: Definition, known: Bag): string {
  // A part of an object has its id, and a life of its own.
  if (partOf) return type;
  return (path === "/" && typeof known.path === "string" ? known.path : path).replace(/\/+$/, "");
}

/** The id in a response. Throws if there is none: nothing could be managed without it. */
export function idOf(definition: Definition, record: Wire): string {
  return idIn(record, definition.id);
}

/** Only a record with an id is the object; any other response to a change contains nothing about it. */
export function hasId(definition: Definition, record: Wire): boolean {
  return !isEmpty(record[definition.id ?? "id"]);
}

/** The service's ids are UUIDs or hashes, some with a prefix; ids of versions consist of two. */
export function looksLikeId(text: string): boolean {
  return text.split("/").every(isIdentifier);
}
