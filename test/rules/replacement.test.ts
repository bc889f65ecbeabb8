import * as z from "zod";
import type { Bag, Definition } from "../../provider/lifecycle/vocabulary/definition";
import { diff, remarks } from "../../provider/lifecycle/values/diff";
import { endsOf, field, isImmutable, marksOf, onDestroy } from "../../provider/lifecycle/vocabulary/field";
import { withReplaceOnChanges, type Options } from "../../provider/lifecycle/values/options";
import { refuseImported, refuseMistaken } from "../../provider/lifecycle/guards/replacement";
import { unknownValue } from "../../provider/lifecycle/vocabulary/schema";
import { registry } from "../../provider/resources";
import { definitionOf } from "../../provider/resources/load";
import { box, boxInputs, remarked } from "./shapes";
import { importedKey, optionsKey } from "../../provider/lifecycle/vocabulary/hiddenKeys";

/** Which planned replacements are refused. */

/** The refusal of a plan; undefined if it is allowed. */
function refusal(
  definition: Definition,
  olds: Bag,
  changes: Bag,
  replaces?: string[],
  wasRetained?: boolean,
): string | undefined {
  const news = { ...olds, ...changes, ...(replaces ? { [optionsKey]: { replaces } } : {}) };
  const difference = withReplaceOnChanges(diff(definition, olds, news), olds, news);
  try {
    refuseMistaken(definition, { label: definition.type, olds, news, difference, wasRetained });
    return undefined;
  } catch (error) {
    return (error as Error).message;
  }
}

const keyBox: Definition = { ...box, role: "key", unique: [] };
const olds = { account: "a-1", kind: "small" };

test.each([
  ["that is not known yet", unknownValue],
  ["of another object", "a-2"],
])("a key is not replaced for a reference %s alone", (_, account) => {
  expect(refusal(keyBox, olds, { account })).toMatch(
    /account refers to another object.*aliases: .*replaceOnChanges: \["account"\]/s,
  );
});

test("a refusal says what else it may be where the new value is not known: the engine then tries out a destroy", () => {
  const said = "If this is `pulumi destroy --target`, first destroy what depends on the target";
  for (const definition of [keyBox, { ...keyBox, role: "container" } as Definition]) {
    expect(refusal(definition, olds, { account: unknownValue })).toContain(said);
    expect(refusal(definition, olds, { account: "a-2" })).not.toContain(said);
  }
});

test.each([
  [
    "its name where it is known",
    () => "acme",
    /another object than before \(Account "acme"\), and .* aliases: \[\{ name: "acme" \}\];/,
  ],
  [
    "its id",
    () => undefined,
    /another object than before \(Account with the id "a-1"\), and .* aliases: \[\{ name: "<its name before>" \}\];/,
  ],
])("the refusal says what the argument referred to, by %s", (_, holderOf, said) => {
  const news = { ...olds, account: "a-2" };
  const plan = () =>
    refuseMistaken(keyBox, { label: "Box", olds, news, difference: diff(keyBox, olds, news), holderOf });
  expect(plan).toThrow(said);
});

test("replaceOnChanges allows it by the argument's name, which * is not", () => {
  expect(refusal(keyBox, olds, { account: "a-2" }, ["account"])).toBeUndefined();
  expect(refusal(keyBox, olds, { account: "a-2" }, ["*"])).toMatch(/replaceOnChanges: \["account"\]/);
});

describe("what the service does not delete", () => {
  const guarded = remarked(keyBox, { enabled: { forbidsDelete: true } });
  const ends = { ...olds, onDestroy: "destroy" };

  test("is not replaced until an update has allowed it", () => {
    expect(refusal(guarded, { ...ends, enabled: true }, { kind: "large", enabled: false })).toMatch(
      /^replacing Box was refused: .* while enabled is true\. First run an update that only sets enabled to false/,
    );
    expect(refusal(guarded, { ...ends, enabled: false }, { kind: "large" })).toBeUndefined();
  });

  test("is replaced where it stays", () => {
    expect(refusal(guarded, { ...olds, enabled: true }, { kind: "large" }, undefined, true)).toBeUndefined();
  });
});

test.each([
  ["labels.team", { team: "a", env: "x" }, ["labels"]],
  ["labels.team", { team: "b", env: "y" }, []],
  ['labels["team"]', { team: "a" }, ["labels"]],
  ["labels.*", { team: "b", env: "y" }, ["labels"]],
  ["labels.env", { team: "b" }, ["labels"]],
  ["labels.team.deeper", { team: "b", env: "y" }, []],
  ["tags[0]", { team: "a" }, []],
  ["*", { team: "a" }, ["labels"]],
])("replaceOnChanges: %s with %j replaces for %j", (path, labels, replaces) => {
  const before = { ...olds, labels: { team: "b", env: "x" } };
  const news = { ...before, labels, [optionsKey]: { replaces: [path] } };
  expect(withReplaceOnChanges(diff(keyBox, before, news), before, news).replaces).toEqual(replaces);
});

test("a container is only replaced if the option names every argument that forces it", () => {
  const container: Definition = { ...box, role: "container", unique: [] };
  const before = { ...olds, labels: { a: "1" } };
  const plan = (replaces: string[]) => refusal(container, before, { kind: "large", labels: { a: "2" } }, replaces);
  expect(plan(["labels"])).toMatch(/a change of kind forces replacement.*replaceOnChanges: \["kind"\]/s);
  expect(plan(["labels.a"])).toMatch(/a change of kind, labels forces/);
  expect(plan(["kind"])).toBeUndefined();
});

test("the option has to name every such reference", () => {
  expect(refusal(keyBox, olds, { account: "a-2" }, ["kind"])).toMatch(/replaceOnChanges: \["account"\]/);
});

test("another change that forces replacement is meant, whatever else changes with it", () => {
  expect(refusal(keyBox, olds, { account: "a-2", kind: "large" })).toBeUndefined();
});

test("a definition may refuse a replacement, and only that", () => {
  const refusing: Definition = { ...box, unique: [], hooks: { refuses: () => "it is the only one." } };
  expect(refusal(refusing, olds, { kind: "large" })).toBe("replacing Box was refused: it is the only one.");
  expect(refusal(refusing, olds, { description: "new" })).toBeUndefined();
});

test("a resource that is not a key follows its references", () => {
  expect(refusal({ ...box, unique: [] }, olds, { account: unknownValue })).toBeUndefined();
});

const references = registry.flatMap((definition) =>
  Object.keys(definition.inputs)
    .filter((key) => isImmutable(definition, key) && marksOf(definition, key).ref !== undefined)
    .map((key): [string, string, Definition] => [definition.type, key, definition]),
);
const ofKeys = references.filter(([, , { role }]) => role === "key");

test("keys refer to their containers and sources", () => {
  expect(ofKeys.map(([type, key]) => `${type}.${key}`)).toEqual(
    expect.arrayContaining([
      "AwsXksKey.sourceKeyId",
      "AwsUploadedKey.sourceKeyIdentifier",
      "EkmEndpoint.existingKeyId",
    ]),
  );
});

test.each(ofKeys)("%s is not replaced because %s is of a renamed resource", (_, key, definition) => {
  expect(refusal(definition, { [key]: "a" }, { [key]: unknownValue })).toMatch(/was refused/);
});

/** It would end what the new key protects. */
const revocation = "VaultKeyRevocation";

test(`${revocation} never follows its key to another one`, () => {
  const definition = definitionOf(revocation);
  for (const onDestroy of Object.keys(endsOf(definition)))
    expect(refusal(definition, { key: "a", onDestroy }, { key: unknownValue })).toMatch(
      /was refused: it is about version/,
    );
});

/** What is replaced with what it refers to, unless its `onDestroy` destroys something. */
test.each(
  references.filter(
    ([type, , one]) => type !== revocation && [undefined, "material", "any"].includes(one.role) && !one.action,
  ),
)("%s: a change of %s is refused only where it would destroy something", (_, key, definition) => {
  const endings = endsOf(definition);
  for (const [onDestroy, { calls }] of Object.entries(endings)) {
    const refused = refusal({ ...definition, unique: [] }, { [key]: "a", onDestroy }, { [key]: unknownValue });
    expect([onDestroy, refused !== undefined]).toEqual([onDestroy, calls.length > 0]);
  }
  if (Object.keys(endings).length === 0)
    expect(refusal({ ...definition, unique: [] }, { [key]: "a" }, { [key]: unknownValue })).toBeUndefined();
});

describe("how the old object is to end, said in the same update, comes too late", () => {
  const ending = onDestroy({ retain: [], archive: ["archive"], destroy: ["DELETE"] });
  const ended: Definition = { ...box, unique: [], inputs: { ...box.inputs, onDestroy: ending } };
  const plan = (before: string, after: unknown, options: Options = {}, wasRetained?: boolean) => {
    const changes = { kind: "large", onDestroy: after, [optionsKey]: options };
    return refusal(ended, { ...olds, onDestroy: before }, changes, undefined, wasRetained);
  };

  test.each([
    ["destroy", "retain", /update recorded it \(onDestroy: "destroy"\): onDestroy: "retain" would come too late/],
    ["destroy", "archive", /onDestroy: "archive" would come too late/],
    ["archive", "retain", /First run an update with that change alone/],
  ])("%s, then %s: refused", (before, after, said) => {
    expect(plan(before, after)).toMatch(said);
  });

  test.each([
    ["retain", "destroy"],
    ["destroy", "destroy"],
    ["destroy", unknownValue],
  ])("%s, then %s: allowed", (before, after) => {
    expect(plan(before, after)).toBeUndefined();
  });

  test("without a replacement, nothing comes too late", () => {
    expect(refusal(ended, { ...olds, onDestroy: "destroy" }, { onDestroy: "retain" })).toBeUndefined();
  });

  test("a new option retainOnDelete does, too; one that the stack has recorded keeps the object", () => {
    const retains = { retains: true };
    expect(plan("destroy", "destroy", retains, false)).toMatch(/: the option retainOnDelete would come too late/);
    expect(plan("destroy", "retain", retains, false)).toMatch(/"retain" and the option retainOnDelete would come/);
    expect(plan("destroy", "retain", retains, true)).toBeUndefined();
    expect(plan("destroy", "destroy", retains)).toBeUndefined();
    const plain = { ...box, unique: [] };
    expect(refusal(plain, olds, { kind: "large", [optionsKey]: retains }, undefined, false)).toMatch(/too late for it/);
  });
});

test.each([
  ["retain", /which would leave everything in the old object behind, including keys/],
  ["destroy", /which would delete everything in the old object, including keys/],
])("a Domain is not replaced by a change of its arguments, with onDestroy: %s", (onDestroy, said) => {
  const domain = registry.find(({ type }) => type === "Domain")!;
  const before = { name: "d", admins: ["a"], allowUserManagement: false, onDestroy };
  expect(refusal(domain, before, { allowUserManagement: true })).toMatch(said);
  expect(refusal({ ...domain, unique: [] }, before, { name: "e" }, ["name"])).toBeUndefined();
});

test("an account of a cloud is not replaced by a change of its name: its keys stay, and leave the service", () => {
  const kms = registry.find(({ type }) => type === "AwsKms")!;
  const before = { name: "prod", connection: "c-1", accountId: "123456789012", regions: ["eu-west-1"] };
  expect(refusal(kms, before, { name: "production" })).toMatch(
    /which would remove everything in the old object from the service, including keys\..*To remove it with its contents/,
  );
});

test("an import is refused if it would replace the object or take something away from it", () => {
  const imported = { ...boxInputs, [importedKey]: true };
  const plan =
    (changes: Bag, before: Bag = imported, holds: string[] = []) =>
    () => {
      const news = { ...boxInputs, ...changes };
      refuseImported({ label: "Box", olds: before, news, difference: diff(box, before, news) }, holds);
    };
  expect(plan({})).not.toThrow();
  expect(plan({}, imported, ['tags also holds "a"'])).toThrow(/tags also holds "a", which the program would take away/);
  expect(plan({ kind: "large" })).toThrow(/differs in kind, which cannot be changed.*replaceOnChanges: \["kind"\]/s);
  expect(plan({ kind: "large", [optionsKey]: { replaces: ["kind"] } })).not.toThrow();
  // An update has been made since.
  expect(plan({ kind: "large" }, boxInputs)).not.toThrow();
});

test("a value that is not known yet is named where it might force replacement", () => {
  const said = (news: Bag) => {
    const wanted = { ...boxInputs, ...news };
    return remarks(box, diff(box, boxInputs, wanted), boxInputs, wanted);
  };
  expect(said({ kind: unknownValue })).toEqual([expect.stringMatching(/new value of kind is not known yet/)]);
  // Of these one changes in place, one is replaced anyway, and one does not change.
  expect(said({ description: unknownValue })).toEqual([]);
  expect(said({ account: unknownValue })).toEqual([]);
  expect(said({})).toEqual([]);
});

test("what a change does not reach is told", () => {
  const groups = field(z.array(z.string()).default([]), { as: "set", spares: "members keep theirs" });
  const grouped = { ...box, inputs: { ...box.inputs, groups } };
  const held = { ...boxInputs, groups: ["a", "b"] };
  const said = (news: Bag) => remarks(grouped, diff(grouped, held, news), held, news);
  expect(said({ ...boxInputs, groups: ["a"] })).toEqual(["members keep theirs"]);
  expect(said({ ...boxInputs, groups: ["b", "a"] })).toEqual([]);
});
