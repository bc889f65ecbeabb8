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

/**
 * Several types may share a collection; their constants, or the definition itself, distinguish
 * them.
 */
const constantsOf = ({ fixed = {} }: Definition) =>
  Object.entries(fixed).filter((entry): entry is [string, string] => typeof entry[1] === "string");

/**
 * Why an object of the collection is not of this type; `undefined` if it may be. What a response
 * omits decides nothing.
 */
export function foreignTo(definition: Definition, record: Wire): string | undefined {
  const other = constantsOf(definition)
    .filter(([key, value]) => record[key] !== undefined && record[key] !== value)
    .map(([key]) => `its ${key} is ${JSON.stringify(record[key])}`);
  if (other.length === 0 && definition.isOne?.(record) !== false) return undefined;
  return [`it is not ${withArticle(definition.type)}`, ...other].join(": ");
}

/** True if an item of the collection's list, which shows every constant, is of this type. */
export function isOfType(definition: Definition, record: Wire): boolean {
  const isShown = constantsOf(definition).every(([key]) => record[key] !== undefined);
  return isShown && foreignTo(definition, record) === undefined;
}

/** The name of a type in a sentence. */
export function withArticle(type: string): string {
  return `${/^[AEIO]/.test(type) ? "an" : "a"} ${type}`;
}
