import * as fc from "fast-check";
import type { Api, Wire } from "../../provider/api/client";
import { ApiError, isKind } from "../../provider/api/errors";
import { SharedReads } from "../../provider/api/sharedReads";
import { pageSize } from "../../provider/api/verbs";
import { FakeClock } from "./support";

const path = "/keys";

/** A collection that counts what is asked of it. */
class Collection {
  readonly objects = new Map<string, Wire>();
  readonly asked: string[] = [];
  /** What the list shows of an object. */
  listed = (object: Wire): Wire => object;
  onPage = (): void => {};

  constructor(count: number) {
    for (let at = 0; at < count; at++) {
      this.objects.set(`id-${at}`, { id: `id-${at}`, name: `n-${at}`, updatedAt: new Date(at * 1000).toISOString() });
    }
  }

  readonly api = {
    get: async (at: string) => {
      this.asked.push(`GET ${at}`);
      await Promise.resolve();
      const found = this.objects.get(at.slice(path.length + 1));
      if (!found) throw new ApiError("not found", { kind: "notFound", call: `GET ${at}` });
      return found;
    },
    page: async (_path: string, { skip, limit }: { skip: number; limit: number }) => {
      this.asked.push(`page ${skip}`);
      await Promise.resolve();
      this.onPage();
      const all = [...this.objects.values()].map(this.listed);
      return { total: all.length, resources: all.slice(skip, skip + limit), length: 0 };
    },
    delete: () => Promise.resolve(),
  } as unknown as Api;

  get pages(): number {
    return this.asked.filter((one) => one.startsWith("page")).length;
  }
}

interface Bench {
  service: Collection;
  shared: SharedReads;
  clock: FakeClock;
  /** Reads one object, and says whether a list responded. */
  read(id: string): Promise<{ record: Wire | undefined; isShared: boolean }>;
}

function bench(count: number, patience?: number): Bench {
  const service = new Collection(count);
  const clock = new FakeClock();
  const shared = new SharedReads(service.api, clock, patience);
  const read = async (id: string) => {
    const view = shared.view(service.api, [{ path, items: `${path}/` }]);
    const record = await view.api.get(`${path}/${id}`).catch((error: unknown) => {
      if (isKind(error, "notFound")) return undefined;
      throw error;
    });
    return { record, isShared: view.isUsed() };
  };
  return { service, shared, clock, read };
}

/** Reads that many objects, so many at the same time, as an engine does. */
async function readAll({ read }: Bench, ids: readonly string[], parallel: number): Promise<(Wire | undefined)[]> {
  const records: (Wire | undefined)[] = [];
  let next = 0;
  const worker = async () => {
    for (let at = next++; at < ids.length; at = next++) records[at] = (await read(ids[at]!)).record;
  };
  await Promise.all(Array.from({ length: parallel }, worker));
  return records;
}

const firstIds = (count: number) => Array.from({ length: count }, (_, at) => `id-${at}`);

test("a thousand reads in a service that holds as many take some ten requests", async () => {
  const it = bench(1000);
  const records = await readAll(it, firstIds(1000), 16);
  expect(records.map((one) => one?.id)).toEqual(firstIds(1000));
  expect(it.service.pages).toBe(3);
  expect(it.service.asked.length).toBeLessThanOrEqual(20);
});

test("a few reads go to the objects themselves, whatever else the service holds", async () => {
  const it = bench(20_000);
  await readAll(it, firstIds(5), 5);
  expect(it.service.asked).toEqual(firstIds(5).map((id) => `GET ${path}/${id}`));
});

test("there are at most twice the requests of the best choice, each read is right, and lists are read to their end once", async () => {
  const cases = fc.record({
    held: fc.integer({ min: 1, max: 4_000 }),
    wanted: fc.integer({ min: 1, max: 300 }),
    parallel: fc.integer({ min: 1, max: 40 }),
  });
  await fc.assert(
    fc.asyncProperty(cases, async ({ held, wanted, parallel }) => {
      const it = bench(held);
      const ids = firstIds(Math.min(wanted, held)).reverse();
      const records = await readAll(it, ids, parallel);
      expect(records.map((one) => one?.id)).toEqual(ids);
      const list = Math.ceil(held / (pageSize - 1)) + 4;
      // Four more objects may have changed last once the rest of the list is read.
      expect(it.service.asked.length).toBeLessThanOrEqual(2 * Math.min(ids.length, list) + 4);
      expect(it.service.pages).toBeLessThanOrEqual(list - 4);
    }),
    { seed: 20260101, numRuns: 60 },
  );
});

test("what the list lacks is read by itself, and missing is only what its own path does not find", async () => {
  const it = bench(50, 0);
  expect((await it.read("id-7")).isShared).toBe(true);
  it.service.objects.set("made", { id: "made" });
  expect(await it.read("made")).toEqual({ record: { id: "made" }, isShared: false });
  expect(await it.read("never")).toEqual({ record: undefined, isShared: false });
  expect(it.service.asked.slice(-2)).toEqual([`GET ${path}/made`, `GET ${path}/never`]);
});

test.each<[string, (object: Wire) => Wire]>([
  ["lacks a field", ({ name: _name, ...rest }) => rest],
  ["shows an empty one", (object) => ({ ...object, name: "" })],
  ["shows the same of each, whatever the object has", (object) => ({ ...object, name: false })],
])("a list that %s is not used", async (_what, listed) => {
  const it = bench(2_000, 0);
  it.service.listed = listed;
  for (const id of firstIds(20)) expect((await it.read(id)).isShared).toBe(false);
  expect(it.service.pages).toBe(1);
});

test("the objects that were changed last show that the list lacks a field which only they have", async () => {
  const it = bench(400, 0);
  it.service.listed = ({ note: _note, ...rest }) => rest;
  const changed = it.service.objects.get("id-200")!;
  it.service.objects.set("id-200", { ...changed, note: "theirs", updatedAt: "2026-01-01T00:00:00Z" });
  expect(await it.read("id-200")).toMatchObject({ record: { note: "theirs" }, isShared: false });
  expect((await it.read("id-1")).isShared).toBe(false);
});

test("what was changed since the list was read says nothing about the list", async () => {
  const it = bench(40, 0);
  it.service.listed = (object) => ({ ...object, name: "earlier", updatedAt: "1970-01-01T00:00:00.001Z" });
  expect((await it.read("id-1")).isShared).toBe(true);
});

test("a nested field counts as well", async () => {
  const it = bench(10, 0);
  for (const [id, object] of it.service.objects)
    it.service.objects.set(id, { ...object, aws: { policy: "p", arn: "a" } });
  it.service.listed = (object) => ({ ...object, aws: { arn: "a" } });
  expect((await it.read("id-1")).isShared).toBe(false);
});

test("a list that cannot be read costs one request, and reads go on", async () => {
  const it = bench(1000, 0);
  it.service.onPage = () => {
    throw new ApiError("forbidden", { kind: "forbidden", call: "GET /keys" });
  };
  await readAll(it, firstIds(30), 4);
  expect(it.service.pages).toBe(1);
  expect(it.service.asked).toHaveLength(31);
});

test("a list that shrinks while it is read loses nothing", async () => {
  const it = bench(1_200, 0);
  let gone = 0;
  it.service.onPage = () => void it.service.objects.delete(`id-${gone++}`);
  const ids = firstIds(1_200).slice(600);
  expect((await readAll(it, ids, 8)).map((one) => one?.id)).toEqual(ids);
});

test("after a change nothing comes from an earlier list", async () => {
  const it = bench(50, 0);
  await it.read("id-1");
  await it.shared.watching(it.service.api).delete(`${path}/id-2`);
  it.service.objects.delete("id-2");
  expect((await it.read("id-2")).record).toBeUndefined();
  expect(it.service.pages).toBe(2);
});

test("what was fetched before a change that is still under way is not used either", async () => {
  const it = bench(50, 0);
  let done = () => {};
  const deleting = it.shared
    .watching({ ...it.service.api, delete: () => new Promise<void>((resolve) => (done = resolve)) })
    .delete(`${path}/id-2`);
  await it.read("id-1");
  it.service.objects.set("id-1", { id: "id-1", name: "later" });
  done();
  await deleting;
  expect((await it.read("id-1")).record).toMatchObject({ name: "later" });
});

test("a minute later the list is fetched anew", async () => {
  const it = bench(50, 0);
  await it.read("id-1");
  it.service.objects.set("id-1", { id: "id-1", name: "later", updatedAt: "2026-01-01T00:00:00Z" });
  expect((await it.read("id-1")).record).not.toMatchObject({ name: "later" });
  it.clock.advance(61);
  expect((await it.read("id-1")).record).toMatchObject({ name: "later" });
});

describe("a list by the values of fields", () => {
  const named = async (it: Bench, query: Record<string, string>) => {
    const view = it.shared.view(it.service.api, [{ path, items: `${path}/` }]);
    return { found: await view.api.list(path, query), isShared: view.isUsed() };
  };
  const filtering = () => {
    const it = bench(400, 0);
    const list = (_path: string, query = {}) => Promise.resolve([{ id: "asked", ...query }]);
    Object.assign(it.service.api, { list });
    return it;
  };

  test("is answered from the whole list", async () => {
    const it = filtering();
    expect(await named(it, { name: "N-200" })).toMatchObject({ found: [{ id: "id-200" }], isShared: true });
    expect(it.service.pages).toBe(1);
  });

  test.each<[string, Record<string, string>, (object: Wire) => Wire]>([
    ["has no such entry", { name: "other" }, (object) => object],
    ["does not show the field", { region: "eu" }, (object) => object],
    [
      "shows it of some only",
      { name: "n-200" },
      (object) => (object.id === "id-9" ? { ...object, name: null } : object),
    ],
  ])("is asked of the service where the list %s", async (_what, query, shown) => {
    const it = filtering();
    for (const [id, object] of it.service.objects) it.service.objects.set(id, shown(object));
    expect(await named(it, query)).toEqual({ found: [{ id: "asked", ...query }], isShared: false });
  });
});

test("other paths, and paths below an object, are left alone", async () => {
  const it = bench(5, 0);
  const view = it.shared.view(it.service.api, [{ path, items: `${path}/` }]);
  await expect(view.api.get(`${path}/id-1/versions`)).rejects.toThrow("not found");
  await expect(view.api.get("/other/id-1")).rejects.toThrow("not found");
  expect(it.service.pages).toBe(0);
});
