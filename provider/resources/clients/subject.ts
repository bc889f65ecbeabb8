import * as z from "zod";
import type { Bag } from "../../engine/definition";

/** How the parts of a distinguished name are written: in words here, in the letters of X.500 in the service. */

/** One set of name parts, beside the common name. */
export const nameParts = z.strictObject({
  /** Country, two letters. A change replaces the resource. */
  country: z.string().length(2, "must be two letters").optional(),
  /** State or province. A change replaces the resource. */
  state: z.string().optional(),
  /** City. A change replaces the resource. */
  locality: z.string().optional(),
  /** Organization. A change replaces the resource. */
  organization: z.string().optional(),
  /** Unit of the organization. A change replaces the resource. */
  organizationalUnit: z.string().optional(),
});

const letters = { country: "C", state: "ST", locality: "L", organization: "O", organizationalUnit: "OU" };

/** `{ organization: "Example" }` as `{ O: "Example" }`. */
export function inLetters(parts: z.output<typeof nameParts>): Record<string, string> {
  const entries = Object.entries(letters).map(([word, letter]) => [letter, (parts as Bag)[word]] as const);
  return Object.fromEntries(entries.filter((one): one is [string, string] => typeof one[1] === "string"));
}
