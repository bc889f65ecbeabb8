/** Choices of a seed, the same every time (mulberry32). */
export class Random {
  constructor(private state: number) {
    this.state = Math.imul(state + 1, 0x9e3779b1) >>> 0;
  }

  /** An integer from 0, below `limit`. */
  below(limit: number): number {
    this.state = (this.state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(this.state ^ (this.state >>> 15), this.state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) % limit;
  }

  pick<T>(items: readonly T[]): T {
    return items[this.below(items.length)]!;
  }

  /** `count` of the items, in their order. */
  some<T>(items: readonly T[], count: number): T[] {
    const left = items.map((_, index) => index);
    const chosen = new Set<number>();
    while (chosen.size < Math.min(count, items.length)) chosen.add(left.splice(this.below(left.length), 1)[0]!);
    return items.filter((_, index) => chosen.has(index));
  }
}
