import { ApiError } from "./errors";
import { obeys } from "./filters";
import type { ApiRequest, Query, Send, Wire } from "./transport";

/** One page of a list. */
export interface Page {
  total?: number;
  resources?: Wire[] | null;
  /** Length of its body in characters. */
  length: number;
}

export type PostOptions = Pick<ApiRequest, "repeatable" | "query" | "anonymous" | "expect">;

/** Requests to the service. Every method rejects with an `ApiError`. */
export interface Verbs {
  get(path: string, query?: Query): Promise<Wire>;
  /** The few downloads that are not JSON. */
  text(path: string, query?: Query): Promise<string>;
  /** `repeatable: true` only where a second identical POST has no further effect; `anonymous: true` where no token may be sent. */
  post(path: string, body?: unknown, options?: PostOptions): Promise<Wire>;
  patch(path: string, body: unknown): Promise<Wire>;
  /** PUT. */
  replace(path: string, body: unknown): Promise<Wire>;
  delete(path: string, options?: Pick<ApiRequest, "body" | "query">): Promise<void>;
  /**
   * Every item of a list, paged to its total where that is plausible. A list that claims items and shows none is refused;
   * with `whole`, so is one that shows fewer than it claims.
   */
  list(path: string, query?: Query, options?: { whole?: boolean }): Promise<Wire[]>;
  /** One page of a list, by `skip` and `limit` in the query. */
  page(path: string, query: Query): Promise<Page>;
  /** How many items a list has, without fetching them. */
  count(path: string, query?: Query): Promise<number>;
}

/** Large enough to keep the calls few, well below the 2000 at which the service is known to cap a page. */
export const pageSize = 500;

/** The requests that one function sends. */
export function verbsOver(call: Send): Verbs {
  const json = async (request: ApiRequest): Promise<Wire> => ((await call(request)).body ?? {}) as Wire;
  const page = async (path: string, query: Query): Promise<Page> => {
    const { body, length = 0 } = await call({ method: "GET", path, query, expect: "page" });
    return { ...(body as Omit<Page, "length">), length };
  };
  return {
    get: (path, query) => json({ method: "GET", path, query }),
    text: async (path, query) => ((await call({ method: "GET", path, query, expect: "text" })).body ?? "") as string,
    post: (path, body, more) => json({ method: "POST", path, body, ...more }),
    patch: (path, body) => json({ method: "PATCH", path, body }),
    replace: (path, body) => json({ method: "PUT", path, body }),
    delete: async (path, more) => void (await call({ method: "DELETE", path, ...more })),
    page,
    async list(path, query = {}, { whole = false } = {}) {
      const records = await everyPage(path, (at) => page(path, { ...query, ...at }), whole);
      return records.filter((record) => obeys(query, record));
    },
    count: async (path, query) => (await page(path, { ...query, limit: 1 })).total ?? 0,
  };
}

/** How often a list that changes while it is read is read again from the start. */
const readings = 3;

/** More characters than any list that fits into memory: the limit for a list that never ends. */
const longestList = 256 * 2 ** 20;

/**
 * The service's default limit is 10: a list that is not paged to its end loses data silently. So does one that shrinks
 * meanwhile, because its items move up past the next page. Then it is read again; a list that keeps changing is returned as
 * all that was seen of it.
 */
async function everyPage(path: string, fetch: (page: Query) => Promise<Page>, whole: boolean): Promise<Wire[]> {
  const seen = new Map<string, Wire>();
  for (let reading = 1; ; reading++) {
    const last = reading === readings;
    const { items, moved, claimed = 0 } = await onceThrough(path, fetch, last);
    for (const item of items) seen.set(identityOf(item), item);
    const all = moved ? [...seen.values()] : items;
    const isWithheld = claimed > all.length && (whole || all.length === 0);
    if (isWithheld && last) throw withholding(path, claimed, all.length);
    if (last || (!moved && !isWithheld)) return all;
  }
}

/** Each page starts with the last item of the previous one: if that differs, items have moved. */
async function onceThrough(path: string, fetch: (page: Query) => Promise<Page>, toTheEnd: boolean) {
  const items: Wire[] = [];
  const known = new Set<string>();
  let [next, moved, length] = [0, false, 0];
  for (;;) {
    const before = items.at(-1);
    const { resources, total, ...page } = await fetch({ skip: next, limit: pageSize });
    const shown = resources ?? [];
    const fresh = shown.filter((one) => !known.has(identityOf(one)));
    const follows = before !== undefined && shown[0] !== undefined && identityOf(shown[0]) === identityOf(before);
    moved ||= before !== undefined && !follows;
    items.push(...fresh);
    for (const one of fresh) known.add(identityOf(one));
    length += page.length;
    if (length > longestList) throw endless(path, items.length);
    const end = next + shown.length;
    const ended = total === undefined ? shown.length < pageSize : end >= total;
    // A page without new items means that the list never ends.
    if (ended || fresh.length === 0 || (moved && !toTheEnd)) return { items, moved, claimed: total };
    next = end - 1;
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

/** Not empty, and not shown either: who takes it as empty makes duplicates, or deletes what holds the rest. */
function withholding(path: string, claimed: number, shown: number): ApiError {
  return new ApiError(`the list says that it has ${claimed} items, and shows ${shown === 0 ? "none" : shown}`, {
    kind: "failed",
    call: `GET ${path}`,
    advice: "Check that the user may read all of them, and that no proxy shortens responses.",
  });
}

function identityOf(item: Wire): string {
  return typeof item.id === "string" ? item.id : JSON.stringify(item);
}
