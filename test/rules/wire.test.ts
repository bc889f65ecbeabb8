import type { Bag, Definition } from "../../provider/lifecycle/vocabulary/definition";
import { decodeAll, emptyOf, encodeAll, encodeSome, spell, markKey } from "../../provider/lifecycle/values/wire";
import type { Wire } from "../../provider/api/client";
import { box, boxInputs } from "./shapes";

const camelBox: Definition = { ...box, spelling: "camel" };

describe("names", () => {
  test.each([
    ["assumeRoleArn", "assume_role_arn"],
    ["name", "name"],
    ["hsmKekLabel", "hsm_kek_label"],
    ["keyURI", "key_uri"],
    ["keyURIHostname", "key_uri_hostname"],
  ])("%s is spelt %s", (name, expected) => {
    expect(spell(box, name)).toBe(expected);
    expect(spell(camelBox, name)).toBe(name);
  });
});

interface Row {
  name: string;
  definition?: Definition;
  inputs: Bag;
  /** The parts of the create body that are the same in all rows. */
  body: Wire;
}

const owner = { fullName: "Me", contacts: [{ eMail: "a@b" }] };

const encoding: Row[] = [
  { name: "names change case", inputs: { secretKey: "s" }, body: { secret_key: "s" } },
  {
    name: "names inside objects and lists change case",
    inputs: { owner },
    body: { owner: { full_name: "Me", contacts: [{ e_mail: "a@b" }] } },
  },
  {
    name: "names are kept where this part of the API spells them so",
    definition: camelBox,
    inputs: { owner },
    body: { owner },
  },
  {
    name: "keys of a user's map are kept",
    inputs: { labels: { camelCase: "1", snake_case: "2" }, meta: { innerMap: { deepKey: 1 } } },
    body: { labels: { camelCase: "1", snake_case: "2" }, meta: { innerMap: { deepKey: 1 } } },
  },
  { name: "a dotted path leads into objects", inputs: { account: "a-1" }, body: { account_ref: { id: "a-1" } } },
  {
    name: "a dotted path into a constant object keeps the rest",
    inputs: { sizeInLitres: 7 },
    body: { operation: "boxing", box_param: { Shape: "cube", Size: 7 } },
  },
  { name: "a value is translated", inputs: { tags: ["a", "b"] }, body: { tags: [{ tag: "a" }, { tag: "b" }] } },
  { name: "provider settings are never sent", inputs: { onDestroy: "destroy" }, body: {} },
  { name: "a value with a call of its own is not sent", inputs: { quota: 4 }, body: {} },
  { name: "a missing value is not sent", inputs: { description: undefined }, body: {} },
  {
    name: "false, zero and empty values are sent",
    inputs: { enabled: false, labels: {} },
    body: { enabled: false, labels: {} },
  },
  { name: "adopt and outputs are not sent", inputs: { adopt: true, serialNumber: "1" }, body: {} },
];

test.each(encoding)("$name", ({ definition = box, inputs, body }) => {
  const fixed = { operation: "boxing", box_param: { Shape: "cube" } };
  expect(encodeAll(definition, inputs)).toEqual({ ...fixed, ...body });
});

test("constants are not modified by a body built from them", () => {
  encodeAll(box, { sizeInLitres: 9 });
  expect(box.fixed).toEqual({ operation: "boxing", box_param: { Shape: "cube" } });
});

test("an update contains only the changed inputs, and no constants", () => {
  expect(encodeSome(box, { ...boxInputs, description: "" }, ["description", "sizeInLitres", "onDestroy"])).toEqual({
    description: "",
    box_param: { Size: 5 },
  });
});

test.each([
  ["description", ""],
  ["tags", []],
  ["labels", {}],
  ["meta", {}],
  ["owner", {}],
  ["quota", null],
  ["enabled", null],
  ["kind", null],
])("the value that clears %s is %j", (key, empty) => expect(emptyOf(box.inputs[key]!)).toEqual(empty));

interface Shown {
  name: string;
  definition?: Definition;
  response: Wire;
  prior?: Bag;
  /** Properties that the state then has; `undefined`: it must not have them. */
  state: Bag;
}

const decoding: Shown[] = [
  { name: "names change case back", response: { expires_at: "soon" }, state: { expiresAt: "soon" } },
  {
    name: "names inside objects and lists change back",
    response: { owner: { full_name: "Me", contacts: [{ e_mail: "a@b" }] } },
    state: { owner },
  },
  {
    name: "undeclared fields are not kept",
    response: { colour: "red", owner: { full_name: "Me", age: 7 } },
    state: { colour: undefined, owner: { fullName: "Me" } },
  },
  {
    name: "keys of a user's map are kept",
    response: { labels: { camelCase: "1", snake_case: "2" } },
    state: { labels: { camelCase: "1", snake_case: "2" } },
  },
  { name: "a dotted path is followed", response: { box_param: { Size: 7 } }, state: { sizeInLitres: 7 } },
  {
    name: "a separate path in responses is used",
    response: { account: "a-2", account_ref: { id: "a-1" }, serial: "9" },
    state: { account: "a-2", serialNumber: "9" },
  },
  { name: "a function of the response is used", response: { limits: { quota: 4 } }, state: { quota: 4 } },
  { name: "a value is translated back", response: { tags: [{ tag: "a" }] }, state: { tags: ["a"] } },
  {
    name: "a missing value is its default",
    response: {},
    state: { sizeInLitres: 5, kind: "small", labels: {}, tags: [], enabled: true, version: 0 },
  },
  {
    name: "a missing value without a default stays missing",
    response: {},
    state: { description: undefined, expiresAt: undefined, state: undefined },
  },
  {
    name: "null counts as missing",
    response: { box_param: null, description: null, labels: null },
    state: { sizeInLitres: 5, description: undefined, labels: {} },
  },
  { name: "an empty string counts as missing", response: { description: "" }, state: { description: undefined } },
  { name: "an empty object counts as missing", response: { owner: {} }, state: { owner: undefined } },
  {
    name: "a time that is not set counts as missing",
    response: { expires_at: "0001-01-01T00:00:00Z" },
    state: { expiresAt: undefined },
  },
  {
    name: "false and zero are values",
    response: { enabled: false, version: 0, box_param: { Size: 0 } },
    state: { enabled: false, version: 0, sizeInLitres: 0 },
  },
  {
    name: "our own mark is not an input",
    response: { meta: { [markKey]: "m-1", team: "a" } },
    state: { meta: { team: "a" } },
  },
  {
    name: "a map that only contains our mark is empty",
    response: { meta: { [markKey]: "m-1" } },
    state: { meta: undefined },
  },
  {
    name: "a write-only value is not read, even if the service returns it",
    response: { secret_key: "****" },
    prior: { secretKey: "s" },
    state: { secretKey: undefined },
  },
  { name: "provider settings are not read", response: { on_destroy: "destroy" }, state: { onDestroy: undefined } },
  {
    name: "an immutable value is kept if a response omits it",
    response: {},
    prior: { kind: "large", region: "r-1" },
    state: { kind: "large", region: "r-1" },
  },
  {
    name: "an immutable value is read if a response contains it",
    response: { kind: "small" },
    prior: { kind: "large" },
    state: { kind: "small" },
  },
  {
    name: "a mutable value goes back to its default if a response omits it",
    response: {},
    prior: { sizeInLitres: 9, description: "x" },
    state: { sizeInLitres: 5, description: undefined },
  },
  {
    name: "a value set by the service is missing if a response omits it",
    response: {},
    prior: { policy: "{}" },
    state: { policy: undefined },
  },
];

test.each(decoding)("$name", ({ definition = box, response, prior, state }) => {
  const shown = decodeAll(definition, response, prior);
  const of = Object.fromEntries(Object.keys(state).map((key) => [key, shown[key]]));
  expect(of).toEqual(state);
});
