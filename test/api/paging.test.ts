import { pageSize, segment, type Api, type Query } from "../../provider/api/client";
import type { ApiRequest } from "../../provider/api/transport";
import type { ListOptions } from "../../provider/api/verbs";
import { fakeNetwork, loggedIn } from "./support";

const numbered = (count: number) => Array.from({ length: count }, (_, index) => ({ id: `${index}` }));
const pageOf = (call: ApiRequest, items: object[], cap = pageSize) => {
  const skip = Number(call.query?.skip);
  return items.slice(skip, skip + Math.min(cap, Number(call.query?.limit)));
};

interface Row {
  name: string;
  /** The response to one page. */
  respond(call: ApiRequest, page: number): unknown;
  items: number;
  pages: number;
}

const rows: Row[] = [
  { name: "a single short page is the whole list", respond: (call) => all(call, 3), items: 3, pages: 1 },
  { name: "an empty list takes one call", respond: (call) => all(call, 0), items: 0, pages: 1 },
  {
    name: "a full page that reaches the total takes no second call",
    respond: (call) => all(call, 500),
    items: 500,
    pages: 1,
  },
  { name: "pages are read until the total is reached", respond: (call) => all(call, 1234), items: 1234, pages: 3 },
  {
    name: "smaller pages than requested are read until the total is reached",
    respond: (call) => ({ total: 25, resources: pageOf(call, numbered(25), 10) }),
    items: 25,
    pages: 3,
  },
  {
    name: "without a total, a short page is the last one",
    respond: (call) => ({ resources: pageOf(call, numbered(700)) }),
    items: 700,
    pages: 2,
  },
  {
    name: "without a total, a full page is followed by another",
    respond: (call) => ({ resources: pageOf(call, numbered(500)) }),
    items: 500,
    pages: 2,
  },
  {
    name: "an empty page ends the list even if the total is higher",
    respond: (call) => ({ total: 10, resources: pageOf(call, numbered(4)) }),
    items: 4,
    pages: 2,
  },
  { name: "null means no items", respond: () => ({ total: 0, resources: null }), items: 0, pages: 1 },
  { name: "an empty list has no items", respond: () => ({ total: 0, resources: null }), items: 0, pages: 1 },
  {
    name: "a list that shrinks while it is read ends",
    respond: (call, page) => (page === 0 ? all(call, 1000) : all(call, 600)),
    items: 600,
    pages: 2,
  },
  {
    name: "a list that is emptied while it is read ends",
    respond: (call, page) => (page === 0 ? all(call, 1000) : all(call, 0)),
    items: 0,
    pages: 3,
  },
];

function all(call: ApiRequest, count: number) {
  return { skip: call.query?.skip, limit: call.query?.limit, total: count, resources: pageOf(call, numbered(count)) };
}

/** Both ways to read a list keep the same promises. */
const ways: Record<string, (api: Api, query?: Query, options?: ListOptions) => Promise<unknown[]>> = {
  list: async (api, query, options) => (await api.list("/things", query, options)).map(({ id }) => id),
  gather: (api, query = {}, options) => api.gather("/things", query, ({ id }) => Promise.resolve(id), options),
};
const reading = Object.entries(ways).map(([way, read]) => ({ way, read }));

test.each(rows.flatMap((row) => reading.map((one) => ({ ...row, ...one }))))("$way: $name", async (row) => {
  const { respond, read, items, pages } = row;
  const { api, sent, names } = fakeNetwork(loggedIn((call, page) => ({ body: respond(call, page) })));
  expect(await read(api, { name: "prod" })).toEqual(numbered(items).map(({ id }) => id));
  expect(names()).toHaveLength(pages);
  for (const { query } of sent.slice(1)) expect(query).toMatchObject({ name: "prod", limit: pageSize });
});

describe.each(reading)("$way: a list whose items move up while it is read", ({ read }) => {
  /** `removed` runs between the first and the second page of each attempt that `during` names. */
  const moving = (during: number[], items: { id: string }[] = numbered(1200)) => {
    let [held, reading] = [items, 0];
    return fakeNetwork(
      loggedIn((call) => {
        if (call.query?.skip === 0) reading++;
        else if (during.includes(reading) && call.query?.skip === pageSize - 1) held = held.slice(1);
        return { body: { total: held.length, resources: pageOf(call, held) } };
      }),
    );
  };
  const idsOf = (ids: unknown[]) => ids.map(Number).sort((a, b) => a - b);
  const from = (first: number) => Array.from({ length: 1200 - first }, (_, index) => first + index);

  test("is read again, so that nothing is missing", async () => {
    const { api, names } = moving([1]);
    expect(idsOf(await read(api))).toEqual(from(1));
    expect(names()).toHaveLength(2 + 3);
  });

  test("is returned with everything that was seen if it changes on every attempt", async () => {
    const { api } = moving([1, 2, 3]);
    const found = idsOf(await read(api));
    expect(new Set(found).size).toBe(found.length);
    expect(from(3).filter((id) => !found.includes(id))).toEqual([]);
  });

  test("is detected even if as many items are appended, which the total alone would not show", async () => {
    let held = numbered(1200);
    const { api } = fakeNetwork(
      loggedIn((call, page) => {
        if (page === 1) held = [...held.slice(1), { id: "1200" }];
        return { body: { total: 1200, resources: pageOf(call, held) } };
      }),
    );
    expect(idsOf(await read(api))).toEqual([...from(1), 1200]);
  });
});

test("a list that only grows at its end is not read again", async () => {
  const { api, names } = fakeNetwork(loggedIn((call, page) => ({ body: all(call, page === 0 ? 600 : 700) })));
  expect(await api.list("/things")).toHaveLength(700);
  expect(names()).toHaveLength(2);
});

describe.each(reading)("$way: a list that claims more items than it shows", ({ read }) => {
  const claiming = (total: number, shown: number) =>
    fakeNetwork(loggedIn((call) => ({ body: { total, resources: pageOf(call, numbered(shown)) } })));

  test("is refused if it shows none: it is not empty", async () => {
    const { api, names } = claiming(2, 0);
    await expect(read(api)).rejects.toMatchObject({
      kind: "failed",
      message: "the list says that it has 2 items, and shows none",
    });
    expect(names()).toHaveLength(3);
  });

  test("is refused where the whole list is needed", async () => {
    const { api } = claiming(10, 4);
    await expect(read(api, {}, { whole: true })).rejects.toThrow("has 10 items, and shows 4");
    await expect(read(claiming(4, 4).api, {}, { whole: true })).resolves.toHaveLength(4);
  });

  test("is read again, because items may have been deleted meanwhile", async () => {
    const { api } = fakeNetwork(loggedIn((_, page) => ({ body: { total: page === 0 ? 1 : 0, resources: [] } })));
    expect(await read(api)).toEqual([]);
  });
});

describe("of a list of which little is kept", () => {
  test("the next page is requested only when the last one is done with", async () => {
    const steps: string[] = [];
    const { api } = fakeNetwork(
      loggedIn((call) => {
        steps.push(`page ${call.query?.skip as number}`);
        return { body: all(call, 1200) };
      }),
    );
    const kept = await api.gather("/things", {}, async ({ id }) => {
      await Promise.resolve();
      if (Number(id) % 400 !== 0) return undefined;
      steps.push(`item ${id as string}`);
      return Number(id);
    });
    expect(kept).toEqual([0, 400, 800]);
    expect(steps).toEqual(["page 0", "item 0", "item 400", "page 499", "item 800", "page 998"]);
  });

  test("items that a filter should have left out are not even looked at", async () => {
    const resources = [
      { id: "1", region: "eu-west-1" },
      { id: "2", region: "us-east-1" },
    ];
    const { api } = fakeNetwork(loggedIn(() => ({ body: { total: 2, resources } })));
    const seen: unknown[] = [];
    await api.gather("/things", { region: "us-east-1" }, ({ id }) => seen.push(id));
    expect(seen).toEqual(["2"]);
  });

  test("a failure of what is done with an item ends the reading", async () => {
    const { api, names } = fakeNetwork(loggedIn((call) => ({ body: all(call, 1200) })));
    const failing = api.gather("/things", {}, () => Promise.reject(new Error("no more room")));
    await expect(failing).rejects.toThrow("no more room");
    expect(names()).toHaveLength(1);
  });
});

test.each([
  { name: "a count requests one item and uses the total", body: { total: 777, resources: [{}] }, count: 777 },
  { name: "the count of a list without a total is 0", body: { resources: [] }, count: 0 },
])("$name", async ({ body, count }) => {
  const { api, sent } = fakeNetwork(loggedIn(() => ({ body })));
  expect(await api.count("/things", { gone: true })).toBe(count);
  expect(sent.at(-1)?.query).toEqual({ gone: true, limit: 1 });
});

test.each([
  ["a bar", "local|42", "local%7C42"],
  ["a slash", "team/prod", "team%2Fprod"],
  ["a question mark", "what?", "what%3F"],
  ["dots that would change the path", "../users", "..%2Fusers"],
])("%s in a value stays within its path segment", (_what, value, expected) => {
  expect(segment(value)).toBe(expected);
});
