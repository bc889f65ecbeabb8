import type * as z from "zod";
import { isPem } from "../../api/pem";
import { marksIn, type Marks } from "../vocabulary/field";
import { core, fieldsOf, partsOf } from "../vocabulary/schema";

/** What a value says, however it is written: equal for equal values. Marks count at every depth. */
export function meaningOf(schema: z.ZodType | undefined, value: unknown): unknown {
  const as = asOf(schema);
  if (typeof as === "object") return documentMeaning(as.document, value);
  if (typeof value === "string") return typeof as === "function" ? as(value) : textMeaning(value);
  if (typeof value !== "object" || value === null) return value;
  const { element, valueType } = schema ? partsOf(core(schema)) : {};
  if (Array.isArray(value)) {
    const items = value.map((one) => meaningOf(element, one));
    return as === "set" ? [...new Set(items.map((one) => JSON.stringify(one)))].sort() : items;
  }
  const fields = schema && fieldsOf(schema);
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(entries.map(([name, one]) => [name, meaningOf(fields?.[name] ?? valueType, one)]));
}

/** The mark of the field itself, or of what it wraps. */
function asOf(schema: z.ZodType | undefined): Marks["as"] {
  return schema && (marksIn(schema).as ?? asOf(partsOf(schema).innerType));
}

function documentMeaning(meaning: (document: object) => unknown, value: unknown): unknown {
  const document = parsedDocument(value);
  const isDocument = typeof document === "object" && document !== null;
  return meaningOf(undefined, isDocument ? meaning(document) : document);
}

/** PEM without its line breaks (RFC 7468), UUIDs in lower case (RFC 9562). */
function textMeaning(text: string): string {
  if (isPem(text)) return text.replace(/\s/g, "");
  return uuid.test(text) ? text.toLowerCase() : text;
}

export const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** The document; text that is no JSON as it is. Editors on Windows put a byte order mark before it. */
export function parsedDocument(given: unknown): unknown {
  if (typeof given !== "string") return given;
  try {
    return JSON.parse(given.replace(/^\uFEFF/, ""));
  } catch {
    return given;
  }
}
