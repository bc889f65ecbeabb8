import type { Api } from "../../provider/api/client";
import { Bystander, rowsOf } from "./bystander";
import { plan, singlesOf } from "./plan";
import { startSite, type Site } from "./site";
import { subjectNamed } from "./subjects";
import { sortOf } from "./kinds";
import { Trial } from "./trial";

/** What the matrix counts, on records and lives in which something is wrong. */

const record = (more: object) => ({ id: "a", domain: "root", ...more });
const records = (...all: ReturnType<typeof record>[]) => rowsOf(new Map([["keys", all]]));

describe("a bystander", () => {
  const changesOf = (before: object, after: ReturnType<typeof records>) =>
    new Bystander({} as Site, [], records(record(before))).changes(after);

  test.each([
    ["is as it was", { state: "on" }, records(record({ state: "on" })), []],
    ["was changed", { state: "on" }, records(record({ state: "off" })), ["keys has another state"]],
    ["got something", {}, records(record({ tags: { a: 1 } })), ["keys has another tags.a"]],
    ["was deleted", {}, records(), ["keys is gone"]],
    ["was read later", { at: "2026-01-01T00:00:00Z" }, records(record({ at: "2026-01-02T00:00:00Z" })), []],
    ["has a date now", {}, records(record({ until: "2026-01-02T00:00:00Z" })), ["keys has another until"]],
  ])("that %s", (_, before, after, changes) => {
    expect(changesOf(before, after)).toEqual(changes);
  });
});

test.each([
  ["POST", "/auth/tokens/", 200, {}, "login"],
  ["GET", "/vault/keys2", 200, { resources: [], total: 0 }, "list"],
  ["GET", "/vault/keys2/1", 200, { id: "1" }, "get"],
  ["POST", "/vault/keys2", 201, { id: "1" }, "create"],
  ["POST", "/vault/keys2/1/archive", 200, { id: "1" }, "change"],
  ["PATCH", "/vault/keys2/1", 200, { id: "1" }, "change"],
  ["DELETE", "/vault/keys2/1", 204, undefined, "delete"],
])("%s %s with %s: %p is a %s", (method, path, status, body, sort) => {
  expect(sortOf({ method, path }, { status, body })).toBe(sort);
});

describe("with the service", () => {
  let site: Site;
  beforeAll(async () => {
    site = await startSite();
  });
  afterAll(() => site.close());

  test("each kind strikes only the requests that it makes a difference to", async () => {
    const { sent } = await Trial.of(site, subjectNamed("VaultKey"));
    const struck = (kind: string) =>
      singlesOf(sent)
        .filter((one) => one.kind === kind)
        .map(({ phase, request }) => sent[phase][request]!.call.replace(/\/[0-9a-f]{64}$/, "/<id>"));
    expect(struck("exchanged")).toEqual(["POST /vault/keys2/"]);
    expect(new Set(struck("other-get"))).toEqual(new Set(["GET /vault/keys2/<id>"]));
    expect(struck("old-values")).not.toContain("POST /vault/keys2/");
    expect(struck("accepted").filter((call) => call.startsWith("GET "))).toEqual([]);
    const pairs = plan("VaultKey", sent, { runs: 20, seed: 1, pairs: true });
    expect(pairs.map((faults) => faults.length)).toEqual(Array.from({ length: 20 }, () => 2));
  });

  describe("a definition that acts on another object", () => {
    const { definition, ...subject } = subjectNamed("VaultKey");
    const hooks = definition.hooks!;
    const keys = "/vault/keys2/";
    const idOfOther = async (api: Api) => String((await api.list(keys, { name: "other" }))[0]!.id);
    const oneFault = [{ phase: "read", request: 0, kind: "429" }] as const;
    /** A life that is right without faults, and then goes on with these hooks. */
    const run = async (wrong: typeof hooks) => {
      const own = { ...definition, hooks: { ...hooks } };
      const trial = await Trial.of(site, { ...subject, definition: own });
      Object.assign(own.hooks, wrong);
      return trial.run(oneFault);
    };

    test("loses an object if it deletes that", async () => {
      const { lost } = await run({
        remove: async (scope, id, state) => {
          await hooks.remove!(scope, id, state);
          await scope.api.delete(`${keys}${await idOfOther(scope.api)}`);
        },
      });
      expect(lost).toContain("after delete: the bystander's vault-keys is gone");
    });

    test("loses an object if its id comes into the state", async () => {
      const { lost } = await run({
        read: async (api, id, state, wanted) => {
          const record = await hooks.read!(api, id, state, wanted);
          return record && { ...record, objectType: await idOfOther(api) };
        },
      });
      expect(lost).toContainEqual(expect.stringMatching(/^the state names another object: /));
    });
  });
});
