import { obeys } from "./filters";
import { everyItem, keptOf, type Keep, type Page } from "./paging";
import type { ApiRequest, Query, Send, Wire } from "./transport";

export { pageSize } from "./paging";

export interface ListOptions {
  /** Refuses a list that shows fewer items than it claims. */
  whole?: boolean;
}

type PostOptions = Pick<ApiRequest, "repeatable" | "query" | "anonymous" | "expect">;

/** Requests to the service. Every method rejects with an `ApiError`. */
export interface Verbs {
  get(path: string, query?: Query): Promise<Wire>;
  /** The few downloads that are not JSON. */
  text(path: string, query?: Query): Promise<string>;
  /**
   * `repeatable: true` only where a second identical POST has no further effect; `anonymous: true`
   * where no token may be sent.
   */
  post(path: string, body?: unknown, options?: PostOptions): Promise<Wire>;
  patch(path: string, body: unknown): Promise<Wire>;
  /** PUT. */
  replace(path: string, body: unknown): Promise<Wire>;
  delete(path: string, options?: Pick<ApiRequest, "body" | "query">): Promise<void>;
  /**
   * Every item of a list, paged to its total where that is plausible. A list that claims items and
   * shows none is refused; with `whole`, so is one that shows fewer than it claims.
   */
  list(path: string, query?: Query, options?: ListOptions): Promise<Wire[]>;
  /**
   * The same for lists of many thousand items, of which only what `keep` returns stays in memory;
   * `undefined` leaves an item out.
   */
  gather<R>(path: string, query: Query, keep: Keep<R>, options?: ListOptions): Promise<R[]>;
  /** One page of a list, by `skip` and `limit` in the query. */
  page(path: string, query: Query): Promise<Page>;
  /** How many items a list has, without fetching them. */
  count(path: string, query?: Query): Promise<number>;
}

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
      const records = await everyItem(path, (at) => page(path, { ...query, ...at }), whole);
      return records.filter((record) => obeys(query, record));
    },
    gather(path, query, keep, { whole = false } = {}) {
      const kept = (record: Wire) => (obeys(query, record) ? keep(record) : undefined);
      return keptOf(path, (at) => page(path, { ...query, ...at }), whole, kept);
    },
    count: async (path, query) => (await page(path, { ...query, limit: 1 })).total ?? 0,
  };
}
