import * as z from "zod";
import type { Bag, Definition } from "../../provider/lifecycle/definition";
import { diff, remarks } from "../../provider/lifecycle/diff";
import { field, isImmutable, marksOf } from "../../provider/lifecycle/field";
import { optionsKey, withReplaceOnChanges } from "../../provider/lifecycle/options";
import { refuseReplacement } from "../../provider/lifecycle/replacement";
import { unknownValue } from "../../provider/lifecycle/schema";
import { registry } from "../../provider/resources";
import { box, boxInputs } from "./shapes";

/** Which planned replacements are refused. */

/** The refusal of a plan; undefined if it is allowed. */
function refusal(definition: Definition, olds: Bag, changes: Bag, replaces?: string[]): string | undefined {
  const news = { ...olds, ...changes, ...(replaces ? { [optionsKey]: { replaces } } : {}) };
  const difference = withReplaceOnChanges(diff(definition, olds, news), olds, news);
  try {
    refuseReplacement(definition, { label: definition.type, olds, news, difference });
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

test.each([
  ["its name where it is known", () => "acme", /another object than before \(Account "acme"\), and/],
  ["its id", () => undefined, /another object than before \(Account with the id "a-1"\), and/],
])("the refusal says what the argument referred to, by %s", (_, holderOf, said) => {
  const news = { ...olds, account: "a-2" };
  const plan = () =>
    refuseReplacement(keyBox, { label: "Box", olds, news, difference: diff(keyBox, olds, news), holderOf });
  expect(plan).toThrow(said);
});

test.each([["account"], ["*"]])("replaceOnChanges: %s allows it", (path) => {
  expect(refusal(keyBox, olds, { account: "a-2" }, [path])).toBeUndefined();
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

/** What is replaced with what it refers to, unless its `onDestroy` destroys something. */
test.each(references.filter(([, , { role, action }]) => role === undefined && !action))(
  "%s: a change of %s is refused only where it would destroy something",
  (_, key, definition) => {
    const { endings = {} } = marksOf(definition, "onDestroy");
    for (const [onDestroy, calls] of Object.entries(endings)) {
      const refused = refusal({ ...definition, unique: [] }, { [key]: "a", onDestroy }, { [key]: unknownValue });
      expect([onDestroy, refused !== undefined]).toEqual([onDestroy, calls.length > 0]);
    }
    if (Object.keys(endings).length === 0)
      expect(refusal({ ...definition, unique: [] }, { [key]: "a" }, { [key]: unknownValue })).toBeUndefined();
  },
);

test("a value that is not known yet is named where it might force replacement", () => {
  const said = (news: Bag) => {
    const wanted = { ...boxInputs, ...news };
    return remarks(box, diff(box, boxInputs, wanted), wanted);
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
  const said = (news: Bag) => remarks(grouped, diff(grouped, { ...boxInputs, groups: ["a", "b"] }, news), news);
  expect(said({ ...boxInputs, groups: ["a"] })).toEqual(["members keep theirs"]);
  expect(said({ ...boxInputs, groups: ["b", "a"] })).toEqual([]);
});
