import type { Query, Wire } from "./transport";

/** Finds among records what a list with a filter would show. */
export class ByValues<T> {
  private readonly indexes = new Map<string, Map<string, T[]> | undefined>();

  /** @param all each record, with what is found for it */
  constructor(private readonly all: () => Iterable<readonly [Wire, T]>) {}

  /**
   * What a filter lets through, in any case of letters. `undefined` where only the service can
   * tell: not all records show its fields, or none has these values, because a filter by an id also
   * finds what shows a name.
   */
  matching(query: Query): T[] | undefined {
    const entries = Object.entries(query).filter(([, value]) => value !== undefined);
    if (entries.length === 0 || !entries.every(([, value]) => isPlain(value))) return undefined;
    const names = entries.map(([name]) => name);
    const of = names.join();
    if (!this.indexes.has(of)) this.indexes.set(of, this.indexBy(names));
    return this.indexes.get(of)?.get(keyOf(entries.map(([, value]) => value)));
  }

  private indexBy(names: readonly string[]): Map<string, T[]> | undefined {
    const index = new Map<string, T[]>();
    for (const [record, found] of this.all()) {
      const values = names.map((name) => (Object.hasOwn(record, name) ? record[name] : undefined));
      if (!values.every(isPlain)) return undefined;
      const key = keyOf(values);
      const same = index.get(key);
      if (same) same.push(found);
      else index.set(key, [found]);
    }
    return index;
  }
}

function keyOf(values: readonly unknown[]): string {
  return JSON.stringify(values.map((value) => String(value).toLowerCase()));
}

/** A value that is compared as it is: patterns are not. */
const isPlain = (value: unknown): boolean =>
  typeof value === "number" || typeof value === "boolean" || (typeof value === "string" && !/[*?]|^$/.test(value));
