import { counted } from "./counted";
import { ApiError } from "./errors";
import type { Query, Wire } from "./transport";

/** Reads lists page by page. */

/** One page of a list. */
export interface Page {
  total?: number;
  resources?: Wire[] | null;
  /** Length of its body in characters. */
  length: number;
}

/** Sends the request for one page. */
type Fetch = (page: Query) => Promise<Page>;

/**
 * Large enough to keep the calls few, well below the 2000 at which the service is known to cap a
 * page.
 */
export const pageSize = 500;

/** How often a list that changes while it is read is read again from the start. */
const readings = 3;

/** More characters than any list that fits into memory: the limit for a list that never ends. */
const longestKept = 256 * 2 ** 20;
/** The same for a list of which little is kept. */
const longestRead = 16 * longestKept;
/** Far more objects than the service holds of any kind. */
const mostItems = 1_000_000;

/** How a list is read. */
interface Listing {
  readonly path: string;
  readonly fetch: Fetch;
  /** Refuses a list that shows fewer items than it claims. */
  readonly whole: boolean;
  readonly longest: number;
}

/** What one page adds to a list. */
interface Part {
  /** Items that this reading has not shown before. */
  readonly items: readonly Wire[];
  /** From 1; a higher one than before starts from the beginning of the list. */
  readonly reading: number;
  /** True once items are known to have moved during this reading. */
  readonly moved: boolean;
}

/** Every item of a list. */
export function everyItem(path: string, fetch: Fetch, whole: boolean): Promise<Wire[]> {
  return collected(partsOf({ path, fetch, whole, longest: longestKept }), (item) => item);
}

/**
 * What `keep` makes of every item of a list, where that is not `undefined`. Only one page of items
 * is in memory at a time.
 */
export async function keptOf<R>(path: string, fetch: Fetch, whole: boolean, keep: Keep<R>): Promise<R[]> {
  const all = await collected(partsOf({ path, fetch, whole, longest: longestRead }), keep);
  return all.filter((one) => one !== undefined);
}

/** Decides what is kept of an item. May be called again for an item of a list that is read again. */
export type Keep<R> = (item: Wire) => R | undefined | Promise<R | undefined>;

/** The last reading; if items moved even then, all that was seen. */
async function collected<K>(parts: AsyncIterable<Part>, keep: (item: Wire) => K | Promise<K>): Promise<Awaited<K>[]> {
  let earlier: [string, Awaited<K>][] = [];
  let kept: [string, Awaited<K>][] = [];
  let [current, hasMoved] = [1, false];
  for await (const { items, reading, moved } of parts) {
    if (reading > current) [earlier, kept] = [earlier.concat(kept), []];
    [current, hasMoved] = [reading, moved];
    const results = await Promise.all(items.map(keep));
    for (const [at, one] of results.entries()) kept.push([identityOf(items[at]!), one]);
  }
  if (hasMoved) kept = [...new Map([...earlier, ...kept])];
  return kept.map(([, one]) => one);
}

/**
 * The service's default limit is 10: a list that is not paged to its end loses data silently. So
 * does one that shrinks meanwhile, because its items move up past the next page. Then it is read
 * again; a list that keeps changing is returned as all that was seen of it.
 */
async function* partsOf(listing: Listing): AsyncGenerator<Part> {
  const seen = new Set<string>();
  for (let reading = 1; ; reading++) {
    const last = reading === readings;
    const course = new Course(listing, last);
    for await (const items of course.pages()) {
      for (const one of items) seen.add(identityOf(one));
      yield { items, reading, moved: course.moved };
    }
    const shown = course.moved ? seen.size : course.shown;
    const isWithheld = course.claimed > shown && (listing.whole || shown === 0);
    if (isWithheld && last) throw withholding(listing.path, course.claimed, shown);
    if (last || (!course.moved && !isWithheld)) return;
  }
}

/**
 * One reading. Each page starts with the last item of the previous one: if that differs, items have
 * moved.
 */
class Course {
  moved = false;
  /** How many items the service says that there are. */
  claimed = 0;
  /** How many items it has shown. */
  shown = 0;
  private readonly known = new Set<string>();
  private length = 0;

  constructor(
    private readonly listing: Listing,
    private readonly toTheEnd: boolean,
  ) {}

  /** The items of each page that no earlier page has shown. */
  async *pages(): AsyncGenerator<Wire[]> {
    let [next, before]: [number, string | undefined] = [0, undefined];
    for (;;) {
      const { resources, total, length } = await this.listing.fetch({ skip: next, limit: pageSize });
      const shown = resources ?? [];
      this.moved ||= before !== undefined && (shown[0] === undefined || identityOf(shown[0]) !== before);
      const fresh = shown.filter((one) => !this.known.has(identityOf(one)));
      for (const one of fresh) this.known.add(identityOf(one));
      this.shown += fresh.length;
      this.claimed = total ?? 0;
      this.refuseEndless(length);
      yield fresh;
      const end = next + shown.length;
      const ended = total === undefined ? shown.length < pageSize : end >= total;
      // A page without new items means that the list never ends.
      if (ended || fresh.length === 0 || (this.moved && !this.toTheEnd)) return;
      [next, before] = [end - 1, identityOf(fresh.at(-1)!)];
    }
  }

  private refuseEndless(length: number): void {
    this.length += length;
    if (this.length > this.listing.longest || this.shown > mostItems) throw endless(this.listing.path, this.shown);
  }
}

function endless(path: string, read: number): ApiError {
  const advice =
    "Narrow the list down with a filter, or check which server responds at ciphertrust:address (CIPHERTRUST_ADDRESS).";
  return new ApiError(`the list does not end after ${read} items`, {
    kind: "failed",
    call: `GET ${path}`,
    advice,
  });
}

/**
 * The error for a list that shows fewer items than it claims. Whoever took such a list as complete
 * could create duplicates, or delete the container of the other items.
 */
function withholding(path: string, claimed: number, shown: number): ApiError {
  return new ApiError(
    `the list says that it has ${counted(claimed, "item")}, and shows ${shown === 0 ? "none" : shown}`,
    {
      kind: "failed",
      call: `GET ${path}`,
      advice: "Check that the user may read all of them, and that no proxy shortens responses.",
    },
  );
}

function identityOf(item: Wire): string {
  return typeof item.id === "string" ? item.id : JSON.stringify(item);
}
