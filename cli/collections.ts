import type { Wire } from "../provider/api/client";
import type { Definition } from "../provider/lifecycle/vocabulary/definition";
import { isOfType } from "../provider/lifecycle/vocabulary/record";

/** Which objects of the service belong to which type. */

/**
 * Types that select their own objects come first, then those that only exclude others', then those
 * that take the rest; parts of other objects come last.
 */
export function inOrder(definitions: readonly Definition[]): Definition[] {
  const rank = (one: Definition): number => {
    if (one.existing?.list) return 3;
    if (one.listing?.usual || one.fixed) return 0;
    return one.isOne ? 1 : 2;
  };
  return [...definitions].sort((a, b) => rank(a) - rank(b));
}

/**
 * Collections are listed once, however many types share them; each object belongs to the first type
 * that claims it.
 */
export class Collections {
  private readonly held = new Map<string, Promise<Wire[]>>();
  private readonly claimed = new Set<Wire>();

  constructor(private readonly list: (path: string) => Promise<Wire[]>) {}

  /** Whatever a path lists, of all types. */
  all(path: string): Promise<Wire[]> {
    const known = this.held.get(path) ?? this.list(path);
    this.held.set(path, known);
    return known;
  }

  async of(definition: Definition): Promise<Wire[]> {
    const known = await this.all(definition.path);
    const own = known.filter((record) => !this.claimed.has(record) && isOfType(definition, record));
    for (const record of own) this.claimed.add(record);
    return own;
  }
}
