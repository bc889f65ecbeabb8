import { pageSize, type Api } from "../../api/client";
import type { ListOf } from "../../api/sharedReads";

type Ids = ReadonlySet<unknown>;

/**
 * Objects that are deleted at the same time are looked for in one page of their list, instead of
 * each by itself.
 */
export class Waves {
  private readonly lists = new Map<string, () => Promise<Ids | undefined>>();

  constructor(private readonly api: Pick<Api, "page">) {}

  /** True if the whole list, read from now on, lacks the object; false where that is not certain. */
  async lacks(list: ListOf, id: string): Promise<boolean> {
    const known = this.lists.get(list.path);
    const look = known ?? inTurn(() => this.read(list));
    if (!known) this.lists.set(list.path, look);
    const ids = await look();
    return ids !== undefined && !ids.has(id);
  }

  /** The ids in a list of one page; a longer one is not read again. */
  private async read({ path, query, id = "id" }: ListOf): Promise<Ids | undefined> {
    const page = await this.api.page(path, { ...query, skip: 0, limit: pageSize }).catch(() => undefined);
    if (page?.total === undefined) return undefined;
    const shown = page.resources ?? [];
    if (shown.length < page.total) this.lists.set(path, () => Promise.resolve(undefined));
    return shown.length < page.total ? undefined : new Set(shown.map((one) => String(one[id])));
  }
}

/** Works once for all who ask before it begins; for who asks later, once more after that. */
function inTurn<T>(work: () => Promise<T>): () => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  let next: Promise<T> | undefined;
  return () => {
    next ??= last.then(() => {
      next = undefined;
      return work();
    });
    last = next;
    return next;
  };
}
