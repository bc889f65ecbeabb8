import * as z from "zod";
import { refuseUnfamiliar } from "../../provider/lifecycle/guards/unfamiliar";
import { check } from "../../provider/lifecycle/values/check";
import { diff } from "../../provider/lifecycle/values/diff";
import { decodeAll } from "../../provider/lifecycle/values/wire";
import { newlyUnfamiliar, unfamiliarIn } from "../../provider/lifecycle/values/unfamiliar";
import { defineResource, type Bag, type Definition } from "../../provider/lifecycle/vocabulary/definition";
import { field, named, open } from "../../provider/lifecycle/vocabulary/field";
import { unknownValue } from "../../provider/lifecycle/vocabulary/schema";

/** Enumerations of the service: a value that is not known is for a new object only. */

const vessel = defineResource({
  type: "Vessel",
  path: "/vessels",
  role: "key",
  inputs: {
    name: named(z.string().min(1)),
    shape: field(open(["round", "square"]).default("round"), { change: "replace" }),
    size: z.number().optional(),
    corner: z.string().optional(),
    uses: field(z.array(open(["pour", "store"])).optional(), { as: "set", absent: "theirs" }),
    lid: z.object({ form: open(["flat", "dome"]).optional() }).optional(),
  },
  outputs: {},
  rules: [
    { values: "size", by: "shape", allowed: { round: [1, 2] } },
    { values: "shape", by: "corner", allowed: { soft: ["round"] } },
    { unless: { shape: "square" }, excludes: ["corner"] },
    { when: { shape: "square" }, requires: ["corner"] },
  ],
}) as Definition;

const failures = (news: Bag) => check(vessel, {}, { name: "v", ...news }).failures.map(({ property }) => property);
const strange = (inputs: Bag) => unfamiliarIn(vessel, inputs).map(({ property, value }) => [property, value]);

test("a value that is not known passes the check, and so do the rules about it; another type does not", () => {
  expect(failures({ shape: "oval" })).toEqual([]);
  expect(failures({ shape: "oval", size: 9, corner: "any" })).toEqual([]);
  expect(failures({ shape: "oval", corner: "soft" })).toEqual([]);
  expect(failures({ shape: "round", size: 9 })).toEqual(["size"]);
  expect(failures({ shape: "round", corner: "any" })).toEqual(["corner"]);
  expect(failures({ shape: "square" })).toEqual(["corner"]);
  expect(failures({ shape: "" })).toEqual(["shape"]);
  expect(failures({ shape: 1 })).toEqual(["shape"]);
  expect(failures({ shape: unknownValue })).toEqual([]);
});

test("a known value in another case is refused at every depth, with its spelling", () => {
  const refused = (news: Bag) => check(vessel, {}, { name: "v", ...news }).failures;
  expect(refused({ shape: "Square" })).toEqual([
    { property: "shape", reason: 'must be spelled "square", not "Square"' },
  ]);
  expect(refused({ uses: ["pour", "STORE"], lid: { form: "Dome" } })).toEqual([
    { property: "uses", reason: 'must be spelled "store", not "STORE"' },
    { property: "lid.form", reason: 'must be spelled "dome", not "Dome"' },
  ]);
});

test("values that are not known are found at every depth; one that comes later is not among them", () => {
  expect(strange({ shape: "round", uses: ["pour"], lid: { form: "flat" } })).toEqual([]);
  expect(strange({ shape: unknownValue, uses: unknownValue, lid: { form: unknownValue } })).toEqual([]);
  expect(strange({ shape: "oval", uses: ["pour", "drink"], lid: { form: "cone" } })).toEqual([
    ["shape", "oval"],
    ["uses", "drink"],
    ["lid.form", "cone"],
  ]);
});

test("what the object has in the same place is not new", () => {
  const held = { shape: "oval", uses: ["drink"] };
  expect(newlyUnfamiliar(vessel, held, { shape: "oval", uses: ["pour", "drink"] })).toEqual([]);
  expect(newlyUnfamiliar(vessel, held, { shape: "drink" })).toMatchObject([{ property: "shape" }]);
});

function refusal(olds: Bag, news: Bag): string | undefined {
  try {
    refuseUnfamiliar(vessel, { label: 'Vessel "v"', olds, news, difference: diff(vessel, olds, news) });
    return undefined;
  } catch (error) {
    return (error as Error).message;
  }
}

const state = { name: "v", shape: "round" };

test("an existing object is neither replaced with such a value, nor changed to it", () => {
  expect(refusal(state, { ...state, shape: "roun" })).toBe(
    'replacing Vessel "v" was refused: this version of the provider does not know the value "roun" of shape; did you mean "round"? Nothing was changed. ' +
      "The service may refuse such a value, so only a new resource can have it. Revert the change; or declare a second Vessel with " +
      "the value, and remove this one in a later update.",
  );
  expect(refusal(state, { ...state, uses: ["quench"] })).toMatch(
    /^changing Vessel "v" was refused: this version of the provider does not know the value of uses; it knows pour, store\. Nothing/,
  );
  expect(refusal(state, { ...state, lid: { form: "cone" } })).toMatch(/value of lid\.form/);
});

test("what goes on with the value that it has is changed in everything else, and is not replaced", () => {
  const oval = { name: "v", shape: "oval", uses: ["drink"] };
  expect(refusal(oval, { ...oval, size: 2 })).toBeUndefined();
  expect(refusal(oval, { ...oval, uses: ["drink", "pour"] })).toBeUndefined();
  expect(refusal(oval, { ...oval, uses: ["drink", "sip"] })).toMatch(/value of uses/);
  const named = { ...vessel, inputs: { ...vessel.inputs, name: field(z.string(), { change: "replace" }) } };
  const olds = { ...oval };
  const news = { ...oval, name: "w" };
  expect(() => refuseUnfamiliar(named, { label: "Vessel", olds, news, difference: diff(named, olds, news) })).toThrow(
    /^replacing Vessel was refused: this version of the provider does not know the value of shape/,
  );
});

test("a message contains no value that resembles no known one: it may be secret", () => {
  expect(refusal(state, { ...state, shape: "hunter2hunter2" })).not.toContain("hunter2");
});

test("a response may spell a known value in another case, and show another word for one that cannot change", () => {
  expect(decodeAll(vessel, { shape: "ROUND", uses: ["POUR"] })).toMatchObject({ shape: "round", uses: ["pour"] });
  expect(decodeAll(vessel, { lid: { form: "FLAT" } })).toMatchObject({ lid: { form: "flat" } });
  expect(decodeAll(vessel, { shape: "ball" }, { shape: "round" })).toMatchObject({ shape: "round" });
  expect(decodeAll(vessel, { shape: "oval" })).toMatchObject({ shape: "oval" });
});
