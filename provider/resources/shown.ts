import type { Wire } from "../api/client";
import { pick } from "../lifecycle/wire";

/**
 * False only if a record shows another value there: what a response omits decides nothing. For records that no independent
 * source shows, so that an object is never taken for missing, and a second one made, because a field is called otherwise.
 */
export function mayHave(record: Wire, path: string, value: unknown): boolean {
  const shown = pick(record, path);
  return typeof shown !== "string" || shown === "" || shown.toLowerCase() === String(value).toLowerCase();
}
