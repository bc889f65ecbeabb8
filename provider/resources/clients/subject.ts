import * as z from "zod";
import type { Bag } from "../../lifecycle/vocabulary/definition";

/**
 * How the parts of a distinguished name are written: in words here, in the letters of X.500 in the
 * service.
 */

/** One set of name parts, beside the common name. */
export const nameParts = z.object({
  /** Country, two letters. */
  country: z.string().length(2, "must be two letters").optional(),
  /** State or province. */
  state: z.string().optional(),
  /** City or other locality (L). */
  locality: z.string().optional(),
  /** Organization. */
  organization: z.string().optional(),
  /** Unit of the organization. */
  organizationalUnit: z.string().optional(),
});

const letters = { country: "C", state: "ST", locality: "L", organization: "O", organizationalUnit: "OU" };

/** `{ organization: "Example" }` as `{ O: "Example" }`. */
export function inLetters(parts: z.output<typeof nameParts>): Record<string, string> {
  const entries = Object.entries(letters).map(([word, letter]) => [letter, (parts as Bag)[word]] as const);
  return Object.fromEntries(entries.filter((one): one is [string, string] => typeof one[1] === "string"));
}
