import { around } from "./around";
import { ByValues } from "./byValues";
import { segment, type Api, type Query, type Wire } from "./client";
import type { Clock } from "./clock";
import { ifFound } from "./errors";
import { Packed } from "./packed";
import { isEmpty, isSame, lackOf } from "./shown";
import { pageSize } from "./verbs";

/** A list of the service. */
export interface ListOf {
  readonly path: string;
  readonly query?: Query;
  /** What the paths of its items start with, before their ids. */
  readonly items: string;
  /** The field that identifies an item. Default `id`. */
  readonly id?: string;
  readonly unlisted?: Unlisted;
}

/** A field that the list does not show of its items, although it can be filtered by it. */
export interface Unlisted {
  readonly field: string;
  /** Its values, the most frequent first. */
  readonly values: readonly string[];
  /** True for a record that does not show it. */
  lacks(record: Wire): boolean;
  /** A record with the field, read from where the service shows it. */
  complete(api: Api, record: Wire): Promise<Wire>;
}

/** The same API for one read, which may be answered from a list. */
export interface View {
  readonly api: Api;
  /** True once a response came from a list. */
  isUsed(): boolean;
  /** The API that reads each object itself. */
  readonly direct: Api;
}

/**
 * This many objects are read beside the list, to see that the list shows as much of an object as
 * the object itself.
 */
const vetted = 4;
/** Nothing from a list is used for longer. */
const longestMilliseconds = 60_000;
/** A longer list would take more memory than it saves time. */
const mostItems = 100_000;

/**
 * Reads of one collection that come close together are answered from its list, once reading one by
 * one has cost as many requests as the list would. The list is used only if it shows the objects
 * that were changed last as completely as reads of them do. Why that is safe, and cheap, is in
 * docs/architecture.md.
 */
export class SharedReads {
  private readonly collections = new Map<string, Collection>();

  /**
   * @param patience how many reads of a collection go to the objects themselves before its list is
   *   considered
   */
  constructor(
    private readonly api: Api,
    private readonly clock: Pick<Clock, "now">,
    private readonly patience = 1 + vetted,
  ) {}

  /** The same API; what lists showed is forgotten whenever something may change. */
  watching(api: Api): Api {
    return around(api, async (call, work) => {
      if (call.method === "GET") return work();
      this.forget();
      return work().finally(() => this.forget());
    });
  }

  private forget(): void {
    for (const collection of this.collections.values()) collection.end();
    this.collections.clear();
  }

  /** For one read that needs objects of these lists; `api` sends what no list answers. */
  view(api: Api, lists: readonly ListOf[]): View {
    let used = false;
    const placeOf = (path: string, query?: Query) => {
      for (const list of query ? [] : lists) {
        const id = idAt(list.items, path);
        if (id !== undefined) return { collection: this.collectionOf(list), id };
      }
      return undefined;
    };
    const direct = async (path: string, query?: Query) => {
      const record = await api.get(path, query);
      const place = placeOf(path, query);
      place?.collection.compare(place.id, record);
      return record;
    };
    const shared = async (path: string, query?: Query) => {
      const place = placeOf(path, query);
      const entry = await place?.collection.entry(place.id);
      used ||= entry !== undefined;
      return entry ?? direct(path, query);
    };
    const filtered: Api["list"] = async (path, query, options) => {
      const list = query && lists.find((one) => one.path === path && !one.query);
      const entries = list && (await this.collectionOf(list).where(query));
      used ||= entries !== undefined;
      return entries ?? api.list(path, query, options);
    };
    const over = (calls: Partial<Api>) => Object.assign(Object.create(api) as Api, calls);
    return { api: over({ get: shared, list: filtered }), direct: over({ get: direct }), isUsed: () => used };
  }

  private collectionOf(list: ListOf): Collection {
    const key = JSON.stringify(list);
    const known = this.collections.get(key);
    if (known && this.clock.now() - known.since <= longestMilliseconds) return known;
    known?.end();
    const fresh = new Collection(this.api, list, this.patience, this.clock.now());
    this.collections.set(key, fresh);
    return fresh;
  }
}

/** The id in the path of an item; `undefined` for any other path. */
function idAt(items: string, path: string): string | undefined {
  if (!path.startsWith(items)) return undefined;
  const rest = path.slice(items.length);
  return rest === "" || rest.includes("/") ? undefined : decodeURIComponent(rest);
}

/** One collection during one refresh. */
class Collection {
  private readonly entries = new Packed();
  /** Ids of the objects that were changed last, as far as the list was read. */
  private newest: { id: string; at: number }[] = [];
  private readonly compared = new Set<string>();
  /** The field that the list only filters by, of each item. */
  private unlisted: ReadonlyMap<string, string> = new Map();
  /** How many items do not show that field. */
  private lacking = 0;
  private readonly byValues = new ByValues(() => this.entries.all());
  private singles = 0;
  private next = 0;
  private total: number | undefined;
  private isUsable = true;
  private work: Promise<void> | undefined;

  constructor(
    private readonly api: Api,
    private readonly list: ListOf,
    private readonly patience: number,
    readonly since: number,
  ) {}

  end(): void {
    this.isUsable = false;
  }

  /** The list's entry; `undefined` if the object is to be read by itself. */
  async entry(id: string): Promise<Wire | undefined> {
    for (let work; (work = this.fetching(this.isServing && this.entries.has(id)));) await work;
    const entry = this.isServing ? this.shown(id) : undefined;
    if (!entry) this.singles++;
    return entry;
  }

  /** The list's entries with these values; `undefined` if the service is to be asked for them. */
  async where(query: Query): Promise<Wire[] | undefined> {
    for (let work; (work = this.fetching(this.isComplete));) await work;
    const found = this.isUsable && this.isComplete ? this.byValues.matching(query) : undefined;
    if (found === undefined) this.singles++;
    return found?.map((id) => this.shown(id)!);
  }

  /** What an item does not show is only known once the whole list is. */
  private get isServing(): boolean {
    return this.isUsable && (!this.list.unlisted || this.isComplete);
  }

  private shown(id: string): Wire | undefined {
    const entry = this.entries.get(id);
    const value = this.unlisted.get(id);
    return entry && value !== undefined ? { ...entry, [this.list.unlisted!.field]: value } : entry;
  }

  /** The pages that are on their way, or are due unless what is wanted `isThere`. */
  private fetching(isThere: boolean): Promise<void> | undefined {
    if (!this.work && this.isUsable && !isThere && this.isDue) this.work = this.read();
    return this.work;
  }

  /**
   * The list lacks what the object itself shows, or shows something else of an object that has not
   * changed since, such as `false` for whatever it does not know: nothing of it can be relied on.
   */
  compare(id: string, record: Wire): void {
    const entry = this.isUsable ? this.shown(id) : undefined;
    if (!entry) return;
    this.compared.add(id);
    const isUnchanged = changedAt(entry) === changedAt(record);
    const isEnough = (listed: unknown, value: unknown) => (isUnchanged ? isSame(listed, value) : !isEmpty(listed));
    if (lackOf(entry, record, isEnough) !== undefined) this.end();
  }

  private get isComplete(): boolean {
    return this.total !== undefined && this.next >= this.total;
  }

  /** True when reading on costs no more than what was spent on single reads. */
  private get isDue(): boolean {
    if (this.total === undefined) return this.singles >= this.patience;
    if (this.isComplete || this.total > mostItems) return false;
    return this.singles >= Math.ceil(this.total / (pageSize - 1)) + vetted;
  }

  /** The first page tells how many there are; the second time, the others. */
  private async read(): Promise<void> {
    try {
      const isFirst = this.total === undefined;
      do await this.readPage();
      while (!isFirst && this.isUsable && !this.isComplete);
      // Without these lists, each object is read for what they would show.
      if (this.isComplete && this.lacking > 0) await this.readUnlisted().catch(() => undefined);
      await Promise.all(this.newest.map(({ id }) => this.vet(id)));
    } catch {
      // Reading the object itself reports what is wrong.
      this.end();
    } finally {
      this.work = undefined;
    }
  }

  /** Each page starts with the last item of the previous one: what moved up meanwhile is not missed. */
  private async readPage(): Promise<void> {
    const { path, query, id = "id" } = this.list;
    const { resources, total } = await this.api.page(path, { ...query, skip: this.next, limit: pageSize });
    const shown = resources ?? [];
    this.total = total ?? shown.length;
    // A page without new items means that the list never ends.
    const before = this.entries.size;
    const records = new Map(shown.flatMap((one) => (isId(one[id]) ? [[String(one[id]), one] as const] : [])));
    const fresh = [...records].filter(([key]) => !this.entries.has(key));
    this.lacking += fresh.filter(([, one]) => this.list.unlisted?.lacks(one)).length;
    this.entries.add(records);
    for (const [key, record] of records) this.noteChange(key, record);
    const end = this.next + shown.length;
    const isLast = end >= this.total || this.entries.size === before;
    this.next = isLast ? this.total : end - 1;
  }

  /**
   * One list for each value. If they share an item the service ignores the filter, and nothing is
   * taken from them.
   */
  private async readUnlisted(): Promise<void> {
    const { path, query, id = "id", unlisted } = this.list;
    const { field, values } = unlisted!;
    const found = new Map<string, string>();
    for (const [at, value] of values.entries()) {
      // The second list shows whether the first one was filtered.
      if (at > 1 && found.size >= this.lacking) break;
      const ids = await this.api.gather(path, { ...query, [field]: value }, (one) => one[id]);
      if (ids.some((one) => found.has(String(one)))) return;
      for (const one of ids) found.set(String(one), value);
    }
    this.unlisted = found;
    // Compared so far without that field.
    this.compared.clear();
  }

  private noteChange(id: string, record: Wire): void {
    const at = Date.parse(changedAt(record)) || 0;
    const others = this.newest.filter((one) => one.id !== id);
    this.newest = [...others, { id, at }].sort((a, b) => b.at - a.at).slice(0, vetted);
  }

  private async vet(id: string): Promise<void> {
    if (this.compared.has(id)) return;
    const record = await ifFound(this.api.get(this.list.items + segment(id)));
    if (!record) return;
    const isFilled = this.unlisted.has(id);
    this.compare(id, isFilled ? await this.list.unlisted!.complete(this.api, record) : record);
  }
}

const changedAt = (record: Wire): string => String(record.updatedAt ?? record.updated_at);

const isId = (value: unknown): boolean => (typeof value === "string" && value !== "") || typeof value === "number";
