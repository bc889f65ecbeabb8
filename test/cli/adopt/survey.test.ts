import type { Definition } from "../../../provider/lifecycle/definition";
import { field } from "../../../provider/lifecycle/field";
import { describe as described } from "../../../cli/adopt/describe";
import { Setting } from "../../../cli/adopt/declaration";
import { survey } from "../../../cli/adopt/survey";
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
