import type { Query, Wire } from "./transport";

/** Checks that a list was filtered: the service ignores a filter that it does not know. */

/**
 * Filters whose values are not those of the field: the newest version, a kind of vault, a mask of
 * bits.
 */
const notCompared = new Set(["version", "type", "usageMask"]);

const identifier = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const pattern = /[*?]/;
const date = /^\d{4}-\d\d-\d\dT/;

/** False if a field of the record shows that a filter was not obeyed. */
export function obeys(query: Query, record: Wire): boolean {
  return Object.entries(query).every(([name, wanted]) => {
    const values = [wanted ?? []].flat().map(String);
    const shown = Object.hasOwn(record, name) ? record[name] : undefined;
    if (values.length === 0 || notCompared.has(name) || !isComparable(shown)) return true;
    return values.some((value) => matches(value, String(shown)));
  });
}

const isComparable = (shown: unknown): boolean => ["string", "number", "boolean"].includes(typeof shown);

/** Ids are compared with ids only: a filter by id may find records that show a name, and vice versa. */
function matches(wanted: string, shown: string): boolean {
  if (wanted === "" || pattern.test(wanted) || date.test(wanted)) return true;
  if (identifier.test(wanted) !== identifier.test(shown)) return true;
  return wanted.toLowerCase() === shown.toLowerCase();
}
