import type { Bag, Definition } from "../../provider/lifecycle/vocabulary/definition";
import { diff, type Difference } from "../../provider/lifecycle/values/diff";
import { unknownValue } from "../../provider/lifecycle/vocabulary/schema";
import { account, box, boxInputs, event, namelessBox, slowBox } from "./shapes";

interface Row {
  name: string;
  definition?: Definition;
  old?: Bag;
  new?: Bag;
  expect: Partial<Difference>;
}

const same: Partial<Difference> = { changes: false, changed: [], replaces: [], deleteBeforeReplace: false };
const changed = (...keys: string[]): Partial<Difference> => ({ changes: true, changed: keys, replaces: [] });
const replaced = (first: boolean, ...keys: string[]): Partial<Difference> => ({
  changes: true,
  replaces: keys,
  deleteBeforeReplace: first,
});

const plain: Row[] = [
  { name: "equal values do not change", expect: same },
  { name: "a changed value is updated in place", new: { sizeInLitres: 6 }, expect: changed("sizeInLitres") },
  {
    name: "every changed value is listed",
    new: { sizeInLitres: 6, enabled: false, labels: { a: "b" } },
    expect: changed("sizeInLitres", "enabled", "labels"),
  },
  { name: "an added value changes", new: { expiresAt: "soon" }, expect: changed("expiresAt") },
  { name: "a removed value is cleared", old: { expiresAt: "soon" }, expect: changed("expiresAt") },
  {
    name: "a removed value with a default goes back to the default",
    old: { sizeInLitres: 9 },
    expect: changed("sizeInLitres"),
  },
  { name: "a missing value and an empty string are the same", old: { expiresAt: "" }, expect: same },
  { name: "a missing value and an empty list are the same", old: { tags: undefined }, new: { tags: [] }, expect: same },
  {
    name: "false and a missing value are different",
    old: { enabled: undefined },
    new: { enabled: false },
    expect: changed("enabled"),
  },
  { name: "zero and a missing value are different", new: { quota: 0 }, expect: changed("quota") },
  { name: "outputs are not compared", old: { serialNumber: "7", version: 3, state: "rotated" }, expect: same },
  { name: "adopt has no effect once the resource exists", new: { adopt: "b-9" }, expect: same },
  {
    name: "settings of the provider are updated in place",
    new: { onDestroy: "destroy" },
    expect: changed("onDestroy"),
  },
  {
    name: "a new secret is updated in place",
    old: { secretKey: "a" },
    new: { secretKey: "b" },
    expect: changed("secretKey"),
  },
];

const replacing: Row[] = [
  { name: "a changed immutable value forces replacement", new: { kind: "large" }, expect: replaced(true, "kind") },
  { name: "with a new name the old object may be deleted last", new: { name: "two" }, expect: replaced(false, "name") },
  {
    name: "with a new name and another immutable value the old object may be deleted last",
    new: { name: "two", kind: "large" },
    expect: replaced(false, "name", "kind"),
  },
  {
    name: "only the immutable ones among the changed values are reasons",
    new: { kind: "large", enabled: false },
    expect: { changed: ["kind", "enabled"], ...replaced(true, "kind") },
  },
  {
    name: "without a unique value the old object is deleted last",
    definition: namelessBox,
    new: { kind: "large" },
    expect: replaced(false, "kind"),
  },
  {
    name: "of several unique values one that stays is enough to delete first",
    definition: { ...box, unique: [["name"], ["account"]] },
    new: { name: "two" },
    expect: replaced(true, "name"),
  },
  {
    name: "of a unique combination of two values both must stay",
    definition: { ...box, unique: [["account", "region"]] },
    old: { region: "r-1" },
    new: { region: "r-2" },
    expect: replaced(false, "region"),
  },
  {
    name: "a list conflicts as soon as one item stays",
    definition: { ...box, unique: [["account", "tags"]] },
    old: { tags: ["a", "b"] },
    new: { tags: ["b", "c"], kind: "large" },
    expect: replaced(true, "kind"),
  },
  {
    name: "an empty list does not conflict",
    definition: { ...box, unique: [["account", "tags"]] },
    new: { kind: "large" },
    expect: replaced(false, "kind"),
  },
  {
    name: "an event runs again when any input changes",
    definition: event,
    old: { what: "a" },
    new: { what: "b" },
    expect: replaced(false, "what"),
  },
  {
    name: "an event runs again when a trigger changes",
    definition: event,
    old: { what: "a", triggers: { day: 1 } },
    new: { what: "a", triggers: { day: 2 } },
    expect: replaced(false, "triggers"),
  },
];

const meaning: Row[] = [
  {
    name: "order is ignored if the definition says so",
    old: { tags: ["a", "b"] },
    new: { tags: ["b", "a"] },
    expect: same,
  },
  {
    name: "duplicates in a list are ignored, too",
    old: { tags: ["a", "b"] },
    new: { tags: ["a", "b", "a"] },
    expect: same,
  },
  {
    name: "line breaks in a certificate are ignored",
    old: { expiresAt: "-----BEGIN CERTIFICATE-----\nAAAA\nBBBB\n-----END CERTIFICATE-----\n" },
    new: { expiresAt: "-----BEGIN CERTIFICATE-----\r\nAAAABBBB\r\n-----END CERTIFICATE-----" },
    expect: same,
  },
  { name: "order matters elsewhere", old: { steps: ["a", "b"] }, new: { steps: ["b", "a"] }, expect: changed("steps") },
  {
    name: "the order of a map's keys is ignored",
    old: { labels: { a: "1", b: "2" } },
    new: { labels: { b: "2", a: "1" } },
    expect: same,
  },
  {
    name: "maps are compared as a whole",
    old: { labels: { a: "1", b: "2" } },
    new: { labels: { a: "1" } },
    expect: changed("labels"),
  },
  {
    name: "a document as string and as object is the same",
    old: { policy: '{ "b": [1],\n "a": "x" }' },
    new: { policy: { a: "x", b: [1] } },
    expect: same,
  },
  {
    name: "the formatting of a document is ignored",
    old: { policy: { a: "x", b: [1] } },
    new: { policy: '{"b":[1],"a":"x"}' },
    expect: same,
  },
  { name: "its content is not", old: { policy: '{"a":1}' }, new: { policy: '{"a":2}' }, expect: changed("policy") },
  {
    name: "a document that is not JSON is compared as a string",
    old: { policy: "{a" },
    new: { policy: "{b" },
    expect: changed("policy"),
  },
  {
    name: "the same time in another time zone is equal",
    old: { expiresAt: "2027-01-31T00:00:00Z" },
    new: { expiresAt: "2027-01-31T02:00:00+02:00" },
    expect: same,
  },
  {
    name: "the same time with other fractions is equal",
    old: { expiresAt: "2027-01-31T00:00:00Z" },
    new: { expiresAt: "2027-01-31T00:00:00.000Z" },
    expect: same,
  },
  {
    name: "another time is different",
    old: { expiresAt: "2027-01-31T00:00:00Z" },
    new: { expiresAt: "2027-01-31T00:00:01Z" },
    expect: changed("expiresAt"),
  },
  { name: "a time that is not set counts as missing", old: { expiresAt: "0001-01-01T00:00:00Z" }, expect: same },
];

const leftOut: Row[] = [
  { name: "a value set by the service is kept while left out", old: { policy: { a: 1 }, region: "r" }, expect: same },
  {
    name: "a value set by the service is compared once written",
    old: { policy: { a: 1 } },
    new: { policy: { a: 2 } },
    expect: changed("policy"),
  },
  {
    name: "a value set by the service may be written as empty",
    old: { policy: { a: 1 } },
    new: { policy: {} },
    expect: changed("policy"),
  },
  {
    name: "an immutable value set by the service forces replacement once written differently",
    old: { region: "r-1" },
    new: { region: "r-2" },
    expect: replaced(true, "region"),
  },
  {
    name: "a value that the service cannot clear is kept while left out",
    old: { description: "x", meta: { a: 1 } },
    expect: same,
  },
  {
    name: "a value that the service cannot clear is compared once written",
    old: { description: "x" },
    new: { description: "y" },
    expect: changed("description"),
  },
];

const unknown: Row[] = [
  {
    name: "an unknown value may change",
    old: { description: "x" },
    new: { description: unknownValue },
    expect: changed("description"),
  },
  {
    name: "an unknown item of a list may change it",
    old: { tags: ["a"] },
    new: { tags: [unknownValue] },
    expect: changed("tags"),
  },
  {
    name: "an unknown value of an immutable argument does not force replacement: it may stay the same",
    old: { region: "r-1" },
    new: { region: unknownValue },
    expect: changed("region"),
  },
  { name: "an unknown name does not force replacement", new: { name: unknownValue }, expect: changed("name") },
  {
    name: "an unknown reference does: the other object will be a new one",
    new: { account: unknownValue },
    expect: replaced(true, "account"),
  },
  {
    name: "in a replacement an unknown name may be a new one: the old object may be deleted last",
    new: { name: unknownValue, kind: "large" },
    expect: replaced(false, "kind"),
  },
  {
    name: "an event runs again when a trigger is unknown",
    definition: event,
    old: { what: "a", triggers: { day: 1 } },
    new: { what: "a", triggers: { day: unknownValue } },
    expect: replaced(false, "triggers"),
  },
];

const ready = { name: "one", state: "ready" };
const unready: Row[] = [
  { name: "a ready object needs no update", definition: account, old: ready, new: { name: "one" }, expect: same },
  ...["failed", "untested"].map((state) => ({
    name: `an object that is ${state} is updated although no value differs`,
    definition: account,
    old: { name: "one", state },
    new: { name: "one" },
    expect: { ...changed(), replaces: [] },
  })),
  {
    name: "a temporary state needs no update",
    definition: slowBox,
    old: { ...boxInputs, state: "making" },
    new: boxInputs,
    expect: same,
  },
  {
    name: "an object of unknown state needs no update",
    definition: account,
    old: { name: "one" },
    new: { name: "one" },
    expect: same,
  },
];

const bare = new Set([event, account]);

test.each([...plain, ...replacing, ...meaning, ...leftOut, ...unknown, ...unready])(
  "$name",
  ({ definition = box, old = {}, new: news = {}, expect: expected }) => {
    const base = bare.has(definition) ? {} : boxInputs;
    expect(diff(definition, { ...base, ...old }, { ...base, ...news })).toMatchObject(expected);
  },
);
