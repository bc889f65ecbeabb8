import type { Wire } from "../../../provider/api/client";
import type { Bag, Definition } from "../../../provider/lifecycle/vocabulary/definition";
import { fieldsWhere, isDocument, marksOf } from "../../../provider/lifecycle/vocabulary/field";
import { spell } from "../../../provider/lifecycle/values/wire";

/** Responses with equal values in another form: a newer version, another order, another layout. */

/** Maps of the user's own: their keys are not fields of the service. */
const ownMaps = /^(labels?|.*_?tags|.*meta(data)?|permissions|policy|body|acls|principal|statement|condition)$/i;

export function newer(definition: Definition): (response: Wire) => Wire {
  const ordered = new Set(
    Object.keys(definition.inputs)
      .filter((key) => marksOf(definition, key).as !== "set")
      .map((key) => placeOf(definition, key)),
  );
  const documents = new Set(fieldsWhere(definition, isDocument).map((key) => placeOf(definition, key)));
  const said = (value: unknown, path: string): unknown => {
    if (documents.has(path)) return relaid(value);
    const name = path.slice(path.lastIndexOf(".") + 1);
    if (Array.isArray(value)) return ordered.has(path) ? value : value.map((one) => said(one, path)).reverse();
    if (typeof value !== "object" || value === null || ownMaps.test(name)) return value;
    const fields = Object.entries(value).map(([key, one]) => [key, said(one, path === "" ? key : `${path}.${key}`)]);
    return { ...(Object.fromEntries(fields.reverse()) as Bag), fieldOfTomorrow: { of: ["a", 1] }, another_one: "new" };
  };
  return (response) => said(response, "") as Wire;
}

function placeOf(definition: Definition, key: string): string {
  const place = marksOf(definition, key).wire;
  if (typeof place === "string") return place;
  const from = place?.from ?? place?.to;
  return typeof from === "string" ? from : spell(definition, key);
}

/** The same document with its keys in another order and, as a string, with other whitespace. */
function relaid(value: unknown): unknown {
  if (typeof value === "string")
    return value.startsWith("{") ? JSON.stringify(relaid(JSON.parse(value)), null, 3) : value;
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).reverse());
}
