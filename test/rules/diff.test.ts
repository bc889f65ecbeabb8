import type { Bag, Definition } from "../../provider/lifecycle/definition";
import { diff, type Difference } from "../../provider/lifecycle/diff";
import { unknownValue } from "../../provider/lifecycle/schema";
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
  { name: "what is equal does not change", expect: same },
  { name: "a changed value changes in place", new: { sizeInLitres: 6 }, expect: changed("sizeInLitres") },
  {
    name: "every changed value is named",
    new: { sizeInLitres: 6, enabled: false, labels: { a: "b" } },
    expect: changed("sizeInLitres", "enabled", "labels"),
  },
  { name: "a value that is given anew changes", new: { expiresAt: "soon" }, expect: changed("expiresAt") },
  { name: "a value that is removed goes back to nothing", old: { expiresAt: "soon" }, expect: changed("expiresAt") },
  {
    name: "a removed value whose default was filled in goes back to that",
    old: { sizeInLitres: 9 },
    expect: changed("sizeInLitres"),
  },
  { name: "nothing and an empty text are the same", old: { expiresAt: "" }, expect: same },
  { name: "nothing and an empty list are the same", old: { tags: undefined }, new: { tags: [] }, expect: same },
  {
    name: "no and nothing are not the same",
    old: { enabled: undefined },
    new: { enabled: false },
    expect: changed("enabled"),
  },
  { name: "zero and nothing are not the same", new: { quota: 0 }, expect: changed("quota") },
  { name: "outputs are nobody's wish", old: { serialNumber: "7", version: 3, state: "rotated" }, expect: same },
  { name: "adopt has no effect once the resource exists", new: { adopt: "b-9" }, expect: same },
  { name: "what steers the provider changes in place", new: { onDestroy: "destroy" }, expect: changed("onDestroy") },
  {
    name: "a new secret changes in place",
    old: { secretKey: "a" },
    new: { secretKey: "b" },
    expect: changed("secretKey"),
  },
];

const replacing: Row[] = [
  {
    name: "an immutable value that changes means a new object",
    new: { kind: "large" },
    expect: replaced(true, "kind"),
  },
  { name: "with a new name the old object may go last", new: { name: "two" }, expect: replaced(false, "name") },
  {
    name: "a new name and another immutable value: the old object may go last",
    new: { name: "two", kind: "large" },
    expect: replaced(false, "name", "kind"),
  },
  {
    name: "only the immutable among the changed values are the reason",
    new: { kind: "large", enabled: false },
    expect: { changed: ["kind", "enabled"], ...replaced(true, "kind") },
  },
  {
    name: "what takes no place of its own is replaced with the old one going last",
    definition: namelessBox,
    new: { kind: "large" },
    expect: replaced(false, "kind"),
  },
  {
    name: "of several places one that is shared is enough",
    definition: { ...box, unique: [["name"], ["account"]] },
    new: { name: "two" },
    expect: replaced(true, "name"),
  },
  {
    name: "of a place that is made of two values both must stay",
    definition: { ...box, unique: [["account", "region"]] },
    old: { region: "r-1" },
    new: { region: "r-2" },
    expect: replaced(false, "region"),
  },
  {
    name: "a list shares its place as soon as one item stays",
    definition: { ...box, unique: [["account", "tags"]] },
    old: { tags: ["a", "b"] },
    new: { tags: ["b", "c"], kind: "large" },
    expect: replaced(true, "kind"),
  },
  {
    name: "an empty list takes no place",
    definition: { ...box, unique: [["account", "tags"]] },
    new: { kind: "large" },
    expect: replaced(false, "kind"),
  },
  {
    name: "an event runs again when anything changes",
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
    name: "order has no meaning where the definition says so",
    old: { tags: ["a", "b"] },
    new: { tags: ["b", "a"] },
    expect: same,
  },
  {
    name: "nor has how often a list holds the same",
    old: { tags: ["a", "b"] },
    new: { tags: ["a", "b", "a"] },
    expect: same,
  },
  {
    name: "where the lines of a certificate break has no meaning",
    old: { expiresAt: "-----BEGIN CERTIFICATE-----\nAAAA\nBBBB\n-----END CERTIFICATE-----\n" },
    new: { expiresAt: "-----BEGIN CERTIFICATE-----\r\nAAAABBBB\r\n-----END CERTIFICATE-----" },
    expect: same,
  },
  {
    name: "order has a meaning elsewhere",
    old: { steps: ["a", "b"] },
    new: { steps: ["b", "a"] },
    expect: changed("steps"),
  },
  {
    name: "the order of a map's keys has none",
    old: { labels: { a: "1", b: "2" } },
    new: { labels: { b: "2", a: "1" } },
    expect: same,
  },
  {
    name: "maps are compared whole",
    old: { labels: { a: "1", b: "2" } },
    new: { labels: { a: "1" } },
    expect: changed("labels"),
  },
  {
    name: "a document as text and as an object is the same",
    old: { policy: '{ "b": [1],\n "a": "x" }' },
    new: { policy: { a: "x", b: [1] } },
    expect: same,
  },
  {
    name: "the formatting of a document has no meaning",
    old: { policy: { a: "x", b: [1] } },
    new: { policy: '{"b":[1],"a":"x"}' },
    expect: same,
  },
  { name: "its content has", old: { policy: '{"a":1}' }, new: { policy: '{"a":2}' }, expect: changed("policy") },
  {
    name: "a document that is no JSON is compared as text",
    old: { policy: "{a" },
    new: { policy: "{b" },
    expect: changed("policy"),
  },
  {
    name: "one instant in another time zone is the same",
    old: { expiresAt: "2027-01-31T00:00:00Z" },
    new: { expiresAt: "2027-01-31T02:00:00+02:00" },
    expect: same,
  },
  {
    name: "one instant with other fractions is the same",
    old: { expiresAt: "2027-01-31T00:00:00Z" },
    new: { expiresAt: "2027-01-31T00:00:00.000Z" },
    expect: same,
  },
  {
    name: "another instant is not",
    old: { expiresAt: "2027-01-31T00:00:00Z" },
    new: { expiresAt: "2027-01-31T00:00:01Z" },
    expect: changed("expiresAt"),
  },
  { name: "a time that is not set is nothing", old: { expiresAt: "0001-01-01T00:00:00Z" }, expect: same },
];

const leftOut: Row[] = [
  {
    name: "what the service fills in is left alone while left out",
    old: { policy: { a: 1 }, region: "r" },
    expect: same,
  },
  {
    name: "what the service fills in is compared once written",
    old: { policy: { a: 1 } },
    new: { policy: { a: 2 } },
    expect: changed("policy"),
  },
  {
    name: "what the service fills in may be written as nothing",
    old: { policy: { a: 1 } },
    new: { policy: {} },
    expect: changed("policy"),
  },
  {
    name: "what the service fills in and cannot change means a new object once written differently",
    old: { region: "r-1" },
    new: { region: "r-2" },
    expect: replaced(true, "region"),
  },
  {
    name: "what the service cannot empty is left alone while left out",
    old: { description: "x", meta: { a: 1 } },
    expect: same,
  },
  {
    name: "what the service cannot empty is compared once written",
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
    name: "an unknown value of an immutable argument is no replacement: it may well stay",
    old: { region: "r-1" },
    new: { region: unknownValue },
    expect: changed("region"),
  },
  { name: "an unknown name is no replacement", new: { name: unknownValue }, expect: changed("name") },
  {
    name: "an unknown reference is: the other object will be a new one",
    new: { account: unknownValue },
    expect: replaced(true, "account"),
  },
  {
    name: "beside a replacement an unknown name may be another one: the old object may go last",
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
  { name: "a ready object needs nothing", definition: account, old: ready, new: { name: "one" }, expect: same },
  ...["failed", "untested"].map((state) => ({
    name: `an object that is ${state} is brought about although no value differs`,
    definition: account,
    old: { name: "one", state },
    new: { name: "one" },
    expect: { ...changed(), replaces: [] },
  })),
  {
    name: "a state that passes by itself needs nothing",
    definition: slowBox,
    old: { ...boxInputs, state: "making" },
    new: boxInputs,
    expect: same,
  },
  {
    name: "an object of unknown state needs nothing",
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
