import type { Wire } from "../api/client";
import { isEmpty } from "../api/shown";
import { pick } from "../lifecycle/values/wire";

/**
 * False only if a record shows another value there: what a response omits decides nothing. For
 * records that no independent source shows, so that an object is never taken for missing, and a
 * second one made, because a field is called otherwise.
 */
export function mayHave(record: Wire, path: string, value: unknown): boolean {
  const shown = pick(record, path);
  return typeof shown !== "string" || shown === "" || shown.toLowerCase() === String(value).toLowerCase();
}

/**
 * What a record has at the first of these dotted paths that leads to something: versions of the
 * service differ.
 */
export function firstAt(record: Wire, paths: readonly string[]): unknown {
  return paths.map((path) => pick(record, path)).find((value) => !isEmpty(value));
}
