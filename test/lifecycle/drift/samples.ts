import { demoCertificates } from "../../../emulator/shared/demoCertificates";
import { isDeepStrictEqual } from "node:util";
import type * as z from "zod";
import { isPem } from "../../../provider/api/pem";
import { core, defaultOf, fieldsOf, partsOf, wordsOf } from "../../../provider/lifecycle/vocabulary/schema";
import type { Bag } from "../../../provider/lifecycle/vocabulary/definition";

/** Other values than the given one, generated from a schema: what another user may have set. */

const strings = [
  "elsewhere",
  "elsewhere.example.com",
  "https://elsewhere.example.com",
  "2039-01-01T00:00:00Z",
  "2040-02-02T00:00:00Z",
  "arn:aws:iam::123456789012:role/Elsewhere",
  "5 5 5 5 *",
  "45d",
  "999999999999",
  "ap-south-1",
  demoCertificates["cm-partner.example.net"]!,
];

/**
 * A value that the schema accepts and that differs from `current`; `undefined` if none can be
 * generated.
 */
export function another(schema: z.ZodType, current: unknown = defaultOf(schema)): unknown {
  return candidates(schema, current).find(
    (one) => one !== undefined && schema.safeParse(one).success && !isDeepStrictEqual(one, current),
  );
}

function candidates(schema: z.ZodType, current: unknown): unknown[] {
  const words = wordsOf(schema);
  if (words.length > 0) return words;
  const inner = core(schema);
  const parts = partsOf(inner);
  switch (parts.type) {
    case "number":
      return typeof current === "number" ? [current + 1, current - 1] : [2, 10, 100];
    case "string":
      // Text after a certificate is no other certificate.
      return [...(typeof current === "string" && !isPem(current) ? [`${current}-elsewhere`] : []), ...strings];
    case "record":
      return [{ ...(current as Bag | undefined), elsewhere: "yes" }, { elsewhere: true }];
    case "array": {
      const items = (current ?? []) as unknown[];
      return [[...items, another(parts.element!, items[0])], items.slice(1)];
    }
    case "object":
      return [changedField(fieldsOf(inner)!, (current ?? {}) as Bag)];
    case "union":
      return parts.options!.flatMap((option) => candidates(option, current));
    default:
      return strings;
  }
}

/** The object with one field changed: the first that can be. */
function changedField(fields: Record<string, z.ZodType>, current: Bag): Bag | undefined {
  for (const [name, field] of Object.entries(fields)) {
    const value = another(field, current[name]);
    if (value !== undefined) return { ...current, [name]: value };
  }
  return undefined;
}
