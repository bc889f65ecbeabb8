/**
 * How many stacks run at a time. When the service has too many requests for one of them, half as
 * many; one more again whenever as many as run at a time have succeeded.
 */
export class Pace {
  #limit: number;
  #successes = 0;

  constructor(private readonly most: number) {
    this.#limit = most;
  }

  get limit(): number {
    return this.#limit;
  }

  succeeded(): void {
    if (++this.#successes < this.#limit) return;
    this.#successes = 0;
    this.#limit = Math.min(this.most, this.#limit + 1);
  }

  wasRefused(): void {
    this.#successes = 0;
    this.#limit = Math.max(1, Math.floor(this.#limit / 2));
  }
}

/**
 * Does the work for each item, as many at a time as the pace allows. Work that resolves to "again"
 * is done again after the rest.
 */
export async function forEach<Item>(
  items: readonly Item[],
  pace: Pace,
  work: (item: Item) => Promise<"again" | void>,
  isStopped: () => boolean,
): Promise<void> {
  const queue = [...items];
  const running = new Set<Promise<void>>();
  const start = (item: Item): void => {
    const one: Promise<void> = work(item)
      .then((then) => void (then === "again" && queue.push(item)))
      .finally(() => running.delete(one));
    running.add(one);
  };
  for (;;) {
    while (!isStopped() && queue.length > 0 && running.size < pace.limit) start(queue.shift()!);
    if (running.size === 0) return;
    await Promise.race(running);
  }
}
