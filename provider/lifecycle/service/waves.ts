import { pageSize, type Api } from "../../api/client";
import type { ListOf } from "../../api/sharedReads";

/**
 * Objects that are deleted at the same time are looked for in one page of their list, instead of
 * each by itself.
 */
export class Waves {
  private readonly lists = new Map<string, Wave>();

  constructor(private readonly api: Pick<Api, "page">) {}

  /** Deletes an object of the list. */
  deleting<T>(list: ListOf, work: () => Promise<T>): Promise<T> {
    return this.waveOf(list).running(work);
  }

  /**
   * True if the whole list lacks the object, as it is after all deletes that run now; false where
   * that is not certain.
   */
  async lacks(list: ListOf, id: string): Promise<boolean> {
    const ids = await this.waveOf(list).look();
    return ids !== undefined && !ids.has(id);
  }

  private waveOf(list: ListOf): Wave {
    const known = this.lists.get(list.path) ?? new Wave(this.api, list);
    this.lists.set(list.path, known);
    return known;
  }
}

type Ids = ReadonlySet<unknown>;

/** The deletes of one list. */
class Wave {
  private readonly deletes = new Set<Promise<unknown>>();
  private next: Promise<Ids | undefined> | undefined;
  private isLong = false;

  constructor(
    private readonly api: Pick<Api, "page">,
    private readonly list: ListOf,
  ) {}

  async running<T>(work: () => Promise<T>): Promise<T> {
    const running = work();
    this.deletes.add(running);
    try {
      return await running;
    } finally {
      this.deletes.delete(running);
    }
  }

  /** One page for all who ask before it is sent. */
  look(): Promise<Ids | undefined> {
    this.next ??= this.read();
    return this.next;
  }

  private async read(): Promise<Ids | undefined> {
    await Promise.allSettled(this.deletes);
    // The last of them asks a moment later.
    await new Promise(setImmediate);
    this.next = undefined;
    if (this.isLong) return undefined;
    const { path, query, id = "id" } = this.list;
    const page = await this.api.page(path, { ...query, skip: 0, limit: pageSize }).catch(() => undefined);
    if (page?.total === undefined) return undefined;
    const shown = page.resources ?? [];
    this.isLong = shown.length < page.total;
    return this.isLong ? undefined : new Set(shown.map((one) => String(one[id])));
  }
}
