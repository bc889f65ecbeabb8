import type { Api, Query, Wire } from "../../provider/api/client";
import { ApiError } from "../../provider/api/errors";
import { SharedReads, type ListOf } from "../../provider/api/sharedReads";
import { FakeClock } from "./support";

/** A field that a list does not show of its items, although it can be filtered by it. */

const path = "/keys";
const items = `${path}/`;

/** A service whose keys show their states below them only. */
class Keys {
  readonly asked: string[] = [];
  readonly states = new Map<string, string>();
  isFiltering = true;
  /** Filters that it refuses. */
  refused: string[] = [];

  constructor(count: number) {
    for (let at = 0; at < count; at++) this.states.set(`id-${at}`, "ENABLED");
  }

  private record = (id: string): Wire => ({ id, name: `n-${id}`, updatedAt: "2026-01-01T00:00:00Z" });

  private matching({ state }: Query): Wire[] {
    const wanted = [...this.states].filter(([, own]) => !state || !this.isFiltering || own === state);
    return wanted.map(([id]) => this.record(id));
  }

  readonly api = {
    get: async (at: string) => {
      this.asked.push(at);
      const [, , id = "", below] = at.split("/");
      return below ? { state: this.states.get(id) } : this.record(id);
    },
    page: async (_path: string, { skip, limit, ...query }: Query & { skip: number; limit: number }) => {
      this.asked.push(`page of ${String(query.state ?? "all")}`);
      const all = this.matching(query);
      return { total: all.length, resources: all.slice(skip, skip + limit), length: 0 };
    },
    gather: async (_path: string, query: Query, keep: (item: Wire) => unknown) => {
      this.asked.push(`list of ${String(query.state)}`);
      if (this.refused.includes(String(query.state)))
        throw new ApiError("no such state", { kind: "badRequest", call: "GET /keys" });
      return this.matching(query).map(keep);
    },
  } as unknown as Api;
}

const complete = async (api: Api, record: Wire): Promise<Wire> => {
  if (record.state !== undefined) return record;
  return { ...record, ...(await api.get(`${items}${String(record.id)}/state`)) };
};
const list: ListOf = {
  path,
  items,
  unlisted: {
    field: "state",
    values: ["ENABLED", "DISABLED", "DESTROYED"],
    lacks: ({ state }) => state === undefined,
    complete,
  },
};

/** The states of all keys, as a refresh reads them. */
async function readAll(keys: Keys): Promise<unknown[]> {
  const shared = new SharedReads(keys.api, new FakeClock());
  const read = async (id: string) => {
    const { api } = shared.view(keys.api, [list]);
    return (await complete(api, await api.get(items + id))).state;
  };
  const states: unknown[] = [];
  for (const id of keys.states.keys()) states.push(await read(id));
  return states;
}

test("is taken from a list for each value, until all items have one and the second has shown that it is filtered", async () => {
  const keys = new Keys(400);
  expect(await readAll(keys)).toEqual([...keys.states.values()]);
  expect(keys.asked.filter((one) => one.includes(" of "))).toEqual([
    "page of all",
    "list of ENABLED",
    "list of DISABLED",
  ]);
  expect(keys.asked.length).toBeLessThan(25);
});

test("is each item's own", async () => {
  const keys = new Keys(400);
  keys.states.set("id-300", "DISABLED").set("id-301", "DESTROYED").set("id-302", "UNHEARD_OF");
  expect(await readAll(keys)).toEqual([...keys.states.values()]);
  expect(keys.asked.filter((one) => one.includes("list of"))).toHaveLength(3);
  const later = keys.asked.slice(keys.asked.lastIndexOf("list of DESTROYED"));
  expect(later.filter((one) => /id-30\d\/state$/.test(one))).toEqual([`${items}id-302/state`]);
});

test.each<[string, (keys: Keys) => void]>([
  ["ignores the filter", (keys) => (keys.isFiltering = false)],
  ["refuses a value", (keys) => (keys.refused = ["DISABLED"])],
])("is read for each object where the service %s", async (_what, change) => {
  const keys = new Keys(100);
  change(keys);
  keys.states.set("id-50", "DISABLED");
  expect(await readAll(keys)).toEqual([...keys.states.values()]);
  // The list is still good for all that it shows.
  expect(keys.asked.filter((one) => one.endsWith("/state"))).toHaveLength(100);
  expect(keys.asked.filter((one) => /id-\d+$/.test(one)).length).toBeLessThan(20);
});

test("is compared with those of some objects: a list that differs is not used", async () => {
  const keys = new Keys(100);
  const { gather } = keys.api;
  keys.api.gather = (async (at: string, query: Query, keep: (item: Wire) => unknown) =>
    query.state === "ENABLED" ? [] : gather.call(keys.api, at, { state: "ENABLED" }, keep as never)) as Api["gather"];
  expect(await readAll(keys)).toEqual([...keys.states.values()]);
});
