import { segment, type Wire } from "../api/client";
import type { Definition } from "./definition";

/** The path of one object. */
export function itemPath(definition: Definition, id: string): string {
  return definition.item ? definition.item(id) : `${definition.path}/${segment(id)}`;
}

/** The id in an answer of the service. Throws when there is none, for nothing could be managed without it. */
export function idOf(definition: Definition, record: Wire): string {
  const id = record[definition.id ?? "id"];
  if (typeof id === "string" && id !== "") return id;
  throw new Error(`the service's answer for ${definition.type} carries no ${definition.id ?? "id"}`);
}
