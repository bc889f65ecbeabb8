import type { Api, Wire } from "../../../provider/api/client";
import type { Definition } from "../../../provider/lifecycle/vocabulary/definition";
import { field } from "../../../provider/lifecycle/vocabulary/field";
import { describe as described } from "../../../cli/adopt/describe";
import { Setting } from "../../../cli/adopt/declaration";
import { survey } from "../../../cli/adopt/survey";
import { definitionOf } from "../../../provider/resources/load";
import { FakeService } from "../../rules/fakeService";
import { account, box, event } from "../../rules/shapes";

/** Reading a service and describing its objects. */

const plain: Definition = { ...box, fixed: undefined };
const existing = { name: "one", account: "a-1", kind: "large", description: "theirs", box_param: { Size: 9 } };
const look = (service: FakeService, ...definitions: Definition[]) => survey(service, definitions, { log: () => {} });
const ids = ({ found }: Awaited<ReturnType<typeof survey>>) =>
  found.map(({ definition, id }) => `${definition.type} ${id}`);

function filled(): FakeService {
  const service = new FakeService();
  service.put("/accounts/a-1", { name: "acme", state: "ready" });
  service.put("/boxes/b-1", existing);
  return service;
}

test("every object is found with reads only, and events are not read", async () => {
  const service = filled();
  expect(ids(await look(service, event, account, plain))).toEqual(["Account a-1", "Box b-1"]);
  expect(service.changes).toEqual([]);
  expect(service.calls.join()).not.toContain("/events");
});

test("of types that share a collection, those that recognize their own objects come first", async () => {
  const service = filled();
  service.put("/boxes/b-2", { ...existing, name: "two", special: true });
  const special: Definition = { ...plain, type: "Special", isOne: (record) => record.special === true };
  expect(ids(await look(service, plain, special))).toEqual(["Box b-1", "Special b-2"]);
});

test.each<[string, object, Partial<Definition>, RegExp]>([
  [
    "not ready",
    { state: "failed" },
    { ready: { output: "state", is: ["ready"], pending: [], timeoutSeconds: 1 } },
    /is failed/,
  ],
  ["somebody else's", {}, { existing: { owner: () => "the cloud" } }, /^belongs to the cloud$/],
  ["gone", {}, { hooks: { read: () => Promise.resolve(undefined) } }, /no longer exists/],
  ["of a type that is not supported", {}, { existing: { list: "is part of another" } }, /^is part of another$/],
])("an object that is %s is skipped with its reason", async (_name, more, change, reason) => {
  const service = filled();
  service.put("/boxes/b-1", { ...existing, ...more });
  const { found, leftOut } = await look(service, { ...plain, ...change });
  expect(found).toEqual([]);
  expect(leftOut).toMatchObject([{ type: "Box", reason: expect.stringMatching(reason) }]);
});

test("an earlier version is skipped in favor of the newest", async () => {
  const service = filled();
  service.put("/boxes/b-2", existing);
  const newest = () => service.get("/boxes/b-2");
  const seen = await look(service, { ...plain, hooks: { read: newest } });
  expect(ids(seen)).toEqual(["Box b-2"]);
  expect(seen.leftOut).toMatchObject([{ id: "b-1", reason: expect.stringContaining("earlier version") }]);
});

test("a list that is refused is reported and the rest continues; an unreachable service is an error", async () => {
  const service = filled();
  service.fail({ call: "GET /boxes", kind: "forbidden" });
  const { found, leftOut } = await look(service, account, plain);
  expect(found).toHaveLength(1);
  expect(leftOut).toMatchObject([{ type: "Box", reason: expect.stringMatching(/cannot be listed: .*403/) }]);
  service.fail({ call: "GET /boxes", kind: "unreachable" });
  await expect(look(service, plain)).rejects.toThrow(/unreachable/);
});

describe("of a list of many objects", () => {
  const count = 40;
  const many = () => {
    const service = filled();
    for (let at = 2; at <= count; at++) service.put(`/boxes/b-${at}`, { ...existing, name: `box ${at}` });
    return service;
  };
  const reads = ({ calls }: FakeService) => calls.filter((call) => call.startsWith("GET /boxes/")).length;

  test("some are read by themselves, and the others as the list shows them", async () => {
    const service = many();
    const { found } = await look(service, plain);
    expect(found).toHaveLength(count);
    expect(reads(service)).toBe(32);
    expect(service.calls.filter((call) => call === "GET /boxes?")).toHaveLength(1);
    const each = many();
    expect(await survey(each, [plain], { log: () => {}, individualReads: true })).toEqual({ found, leftOut: [] });
    expect(reads(each)).toBe(count);
    const trusted = many();
    expect(await survey(trusted, [plain], { log: () => {}, trustLists: true })).toEqual({ found, leftOut: [] });
    expect(reads(trusted)).toBe(0);
  });

  test("all are read if the list lacks a field of a single one of the others' shape, or shows another value", async () => {
    for (const [hidden, lack] of [
      ["b-1", "box_param.Size"],
      ["b-40", "description"],
    ] as const) {
      const service = many();
      const list = service.list.bind(service);
      service.list = async (path, query) =>
        (await list(path, query)).map((one) => {
          if (one.id !== hidden) return one;
          return lack === "description" ? { ...one, description: "earlier" } : { ...one, box_param: {} };
        });
      const told: string[] = [];
      const { found } = await survey(service, [plain], { log: (text) => told.push(text) });
      expect(told).toContain(`Box: ${count} in the service, each to be read by itself: the list does not show ${lack}`);
      expect(found.map(({ record }) => record.description)).toEqual(Array(count).fill("theirs"));
    }
  });

  test("what the service fills in later is no difference, and an object that is gone by then is none either", async () => {
    const service = many();
    const list = service.list.bind(service);
    service.list = async (path, query) => {
      const all = await list(path, query);
      for (const { id } of all) service.put(`/boxes/${String(id)}`, { ...existing, updated: "2026-01-02T00:00:00Z" });
      service.objects.delete("/boxes/b-40");
      return all.map((one) => ({ ...one, updated: "2026-01-01T00:00:00Z", name: existing.name }));
    };
    expect((await look(service, plain)).found).toHaveLength(count);
    expect(reads(service)).toBe(32);
  });

  test("lists with filters are answered from the whole one where all objects show these fields", async () => {
    const service = many();
    const enrich = async (api: Api, record: Wire) => {
      const named = await api.list("/boxes", { name: String(record.name) });
      const large = await api.list("/boxes", { account: "a-1", kind: "large" });
      const other = record.id === "b-7" ? await api.list("/boxes", { account: "acme" }) : [];
      return { ...record, description: `${named.length} of ${large.length}${other.length}` };
    };
    const { found } = await look(service, { ...plain, hooks: { enrich } });
    expect(found.map(({ record }) => record.description)).toEqual(Array(count).fill(`1 of ${count}0`));
    // The whole list, and the one that nothing in it matches: a filter may mean a name where the objects show an id.
    expect(service.calls.filter((call) => call === "GET /boxes?")).toHaveLength(2);
  });
});

describe("an object is described", () => {
  const describeAs = (definition: Definition, record: object = existing) =>
    described(new FakeService(), { definition, id: "b-1", record: { id: "b-1", ...record } }, []);

  test("by its values, without defaults and without write-only values", async () => {
    const args = { name: "one", account: "a-1", kind: "large", description: "theirs", sizeInLitres: 9 };
    expect(await describeAs(plain)).toEqual({ args });
  });

  test("with placeholders for required values that only the user knows", async () => {
    const hooks: Definition["hooks"] = {
      check: ({ secretKey }) => (secretKey === undefined ? [{ property: "secretKey", reason: "is required" }] : []),
    };
    const { args } = (await describeAs({ ...plain, hooks })) as { args: Record<string, unknown> };
    expect(args.secretKey).toEqual(new Setting(["secretKey"], true, "string"));
  });

  test("without values that the service sets and the resource would reject", async () => {
    const hooks: Definition["hooks"] = {
      check: ({ region, policy }) => (region && policy ? [{ property: "kind", reason: "excludes one of them" }] : []),
    };
    const record = { ...existing, region: "eu", policy: '{"a":1}' };
    expect(await describeAs({ ...plain, hooks }, record)).toMatchObject({ args: { region: "eu" } });
    expect(await describeAs(plain, record)).toMatchObject({ args: { region: "eu", policy: { a: 1 } } });
  });

  test("or skipped, with the property and its value, but never a secret", async () => {
    expect(await describeAs(plain, { ...existing, kind: "tiny" })).toEqual({
      reason: expect.stringMatching(/^kind .*\(it is "tiny"\)$/),
    });
    const shown: Definition = {
      ...plain,
      inputs: { ...plain.inputs, description: field(plain.inputs.description!, { secret: true }) },
      hooks: { check: () => [{ property: "description", reason: "no" }] },
    };
    expect(JSON.stringify(await describeAs(shown))).not.toContain("theirs");
  });
});

test.each([
  ["userCredentials", { user_credentials: { user: "ops", tenant: "acme" } }],
  ["technicalUserCredentials", { technical_user_credentials: { api_key: "k-1" } }],
  [
    "technicalUserCredentials",
    { user_credentials: { user: "", tenant: "" }, technical_user_credentials: { api_key: "k-1" } },
  ],
])(
  "of logins that exclude each other, the one that the service shows a part of is requested: %s",
  async (key, shown) => {
    const service = new FakeService();
    const definition = definitionOf("SapConnection");
    const there = { name: "sap", service: "sap-dc", products: ["cckm"], last_connection_ok: true };
    service.put(`${definition.path}/c-1`, { ...there, api_endpoint: "https://sap.example.com/kms/v2", ...shown });
    const { found } = await look(service, definition);
    const { args } = (await described(service, found[0]!, found)) as { args: Record<string, unknown> };
    expect(Object.keys(args).filter((name) => name.endsWith("Credentials"))).toEqual([key]);
  },
);
