import * as z from "zod";
import { defineResource, type Bag, type Definition } from "../../provider/lifecycle/vocabulary/definition";
import { diff } from "../../provider/lifecycle/values/diff";
import { field, named, onDestroy, ref } from "../../provider/lifecycle/vocabulary/field";
import { withReplaceOnChanges, type Options } from "../../provider/lifecycle/values/options";
import { refuseReplacement, type Replacement } from "../../provider/lifecycle/guards/replacement";
import { FakeService, failure } from "./fakeService";
import { account, box } from "./shapes";
import { optionsKey } from "../../provider/lifecycle/vocabulary/hiddenKeys";

/**
 * Replacements that what uses the object, or what stays of it, would prevent; and what a refusal
 * says.
 */

const olds: Bag = { name: "one", account: "a-1", kind: "small" };

interface Plan extends Partial<Replacement> {
  service?: FakeService;
  options?: Options;
  types?: () => readonly Definition[];
}

/** The refusal of a plan; undefined if it is allowed. */
async function refusal(
  definition: Definition,
  before: Bag,
  changes: Bag,
  plan: Plan = {},
): Promise<string | undefined> {
  const { service: api = new FakeService(), options = {}, types, ...more } = plan;
  const news = { ...before, ...changes, [optionsKey]: options };
  const difference = withReplaceOnChanges(diff(definition, before, news), before, news);
  const replacement = { label: 'Box "one"', olds: before, news, difference, ...more };
  return refuseReplacement(definition, { api, ...(types && { types }) }, "b-1", replacement).then(
    () => undefined,
    (error: Error) => error.message,
  );
}

describe("an object that others use", () => {
  const rack: Definition = { ...box, type: "Rack", path: "/racks" };
  const common = { outputs: {}, filters: ["id"] };
  const tray = { type: "Tray", path: "/trays", ...common, inputs: { name: named(z.string()), rack: ref(rack) } };
  const bolt = { type: "Bolt", path: "/bolts", ...common, inputs: { rack: ref(rack, { change: "replace" }) } };
  const types = () => [defineResource(tray), defineResource(bolt)];

  const usedBy = (path: string) => {
    const service = new FakeService();
    service.put(path, { name: "top", rack: "b-1" });
    return service;
  };
  const plan = (service: FakeService, changes: Bag = { kind: "large" }, options: Options = {}) =>
    refusal(rack, olds, changes, { service, options, types });

  test("is not deleted for its replacement while something uses it that could use another one", async () => {
    expect(await plan(usedBy("/trays/t-1"))).toMatch(
      /cannot succeed: a change of kind forces replacement, and Tray "top" uses the old object.*replaceOnChanges: \["kind"\]\.$/s,
    );
  });

  test("may be replaced with what cannot use another one, which is replaced as well", async () => {
    expect(await plan(usedBy("/bolts/t-1"))).toBeUndefined();
  });

  test("may be replaced if the program says so, or if it is deleted last", async () => {
    expect(await plan(usedBy("/trays/t-1"), undefined, { replaces: ["kind"] })).toBeUndefined();
    expect(await plan(usedBy("/trays/t-1"), { kind: "large", name: "two" })).toBeUndefined();
    expect(await plan(usedBy("/trays/t-1"), { description: "new" })).toBeUndefined();
  });

  test("is left to the service to protect where that cannot be read", async () => {
    const service = usedBy("/trays/t-1");
    service.list = () => Promise.reject(failure("forbidden", "GET /trays"));
    expect(await plan(service)).toBeUndefined();
  });
});

describe("what stays of the old object and keeps its name in use", () => {
  const ended = (onDestroyed: Parameters<typeof onDestroy>[0]): Definition => ({
    ...box,
    inputs: { ...box.inputs, onDestroy: onDestroy(onDestroyed) },
  });
  const kept = { ...olds, onDestroy: "retain" };
  const plan = (definition: Definition, options: Options = {}, before: Bag = kept) =>
    refusal(definition, before, { kind: "large" }, { options });

  test("is freed by the words that delete it", async () => {
    const many = ended({ retain: [], archive: ["archive"], destroy: ["DELETE"], shred: "hook" });
    expect(await plan(many)).toMatch(
      /onDestroy: "retain" keeps the old object's name in use\. Give the new object another name, or, if .* set onDestroy: "destroy" or "shred" in a separate update first; or revert the change\.$/,
    );
  });

  test("is not freed where no word does", async () => {
    expect(await plan(ended({ retain: [], archive: ["archive"] }))).toMatch(
      /Give the new object another name; or revert the change\.$/,
    );
  });

  test("is freed by removing the option that retains it", async () => {
    const many = ended({ retain: [], destroy: ["DELETE"] });
    const destroyed = { ...olds, onDestroy: "destroy" };
    expect(await plan(many, { retains: true }, destroyed)).toMatch(
      /the option retainOnDelete keeps the old object's name in use\. .*remove the option in a separate update first; or revert/,
    );
    expect(await plan(many, {}, destroyed)).toBeUndefined();
  });
});

describe("a key that ends before its replacement is made", () => {
  const ending = onDestroy({ destroy: "hook", retain: [] });
  const key: Definition = { ...box, role: "key", inputs: { ...box.inputs, onDestroy: ending } };
  const mortal = { ...olds, onDestroy: "destroy" };
  const refused = /destroys the old key before the new one is made/;

  test("is not lost where the stack keeps it, or its own rule", async () => {
    expect(await refusal(key, mortal, { kind: "large" })).toMatch(refused);
    expect(await refusal(key, mortal, { kind: "large" }, { wasRetained: true })).toBeUndefined();
    const other = { kind: "large", name: "two" };
    const options = { deletesFirst: true };
    expect(await refusal(key, mortal, other, { options })).toMatch(refused);
    expect(await refusal(key, { ...mortal, onDestroy: "retain" }, other, { options })).toBeUndefined();
  });

  test("is replaced for an argument that forces it only because the program asks for that", async () => {
    const news = { labels: { team: "a" } };
    const options = { replaces: ["labels.team", "tags"] };
    expect(await refusal(key, mortal, news, { options })).toBeUndefined();
    const strict: Definition = { ...key, hooks: { ...box.hooks, replaces: () => ["labels"] } };
    for (const replaces of [undefined, ["tags"]])
      expect(await refusal(strict, mortal, news, { options: { ...(replaces && { replaces }) } })).toMatch(refused);
  });
});

describe("the refusal of a changed reference", () => {
  const source = field(z.string().optional(), { ref: "any", change: "replace" });
  const other = ref(account, { change: "replace" });
  const key: Definition = { ...box, role: "key", unique: [], inputs: { ...box.inputs, source, other } };
  const before = { ...olds, other: "a-2" };

  test("names the alias of the only object", async () => {
    const names: Replacement["holderOf"] = (_type, id) => (id === "a-1" ? "acme" : "beta");
    const one = await refusal(key, before, { account: "a-9" }, { holderOf: names });
    expect(one).toMatch(/than before \(Account "acme"\).* aliases: \[\{ name: "acme" \}\]/);
    const two = await refusal(key, before, { account: "a-9", other: "a-8" }, { holderOf: names });
    expect(two).toMatch(
      /than before \(Account "acme", Account "beta"\).* aliases: \[\{ name: "<its name before>" \}\]/,
    );
  });

  test.each([
    ["whose type is not known", { source: "k-1" }, { source: "k-2" }],
    ["that it did not have", { other: undefined }, { other: "a-3" }],
  ])("says nothing of an object %s", async (_which, had, has) => {
    expect(await refusal(key, { ...before, ...had }, has)).toMatch(/another object than before, and only for that/);
  });

  test("says what else the program must do for it", async () => {
    const optionHint = (keys: readonly string[]) => ` on the component of ${keys.join()}`;
    expect(await refusal(key, before, { account: "a-9" }, { optionHint })).toMatch(
      /replaceOnChanges: \["account"\] on the component of account\.$/,
    );
    expect(await refusal(key, before, { account: "a-9" })).toMatch(/replaceOnChanges: \["account"\]\.$/);
  });
});

test("what is adopted and not replaced may have the option deleteBeforeReplace", async () => {
  const options = { deletesFirst: true };
  expect(await refusal(box, olds, { adopt: "b-1", description: "new" }, { options })).toBeUndefined();
});

describe("how the old object is to end, of which its state says nothing", () => {
  const ending = onDestroy({ retain: [], destroy: ["DELETE"] });
  const free: Definition = { ...box, unique: [], inputs: { ...box.inputs, onDestroy: ending } };

  test("may be said in the same update", async () => {
    const stray = { ...olds, onDestroy: undefined };
    const plain: Definition = { ...free, inputs: { ...free.inputs, onDestroy: onDestroy({ destroy: ["DELETE"] }) } };
    expect(await refusal(plain, stray, { kind: "large", onDestroy: "destroy" })).toBeUndefined();
  });

  test("is not repeated in the refusal of an option that comes too late", async () => {
    const plain: Definition = { ...box, unique: [] };
    const late = await refusal(plain, olds, { kind: "large" }, { options: { retains: true }, wasRetained: false });
    expect(late).toMatch(/as the last update recorded it: the option retainOnDelete would come too late/);
  });
});
