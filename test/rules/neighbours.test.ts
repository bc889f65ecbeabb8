import type { Bag, Definition } from "../../provider/lifecycle/vocabulary/definition";
import { diff } from "../../provider/lifecycle/values/diff";
import { unknownValue } from "../../provider/lifecycle/vocabulary/schema";
import { box, boxInputs, remarked } from "./shapes";

/** What other users do to an object, and to the objects that it refers to. */

const referring: Definition = remarked(box, { region: { ref: "any" } });

test.each([
  {
    name: "a map that the program leaves to the service is left alone",
    old: { meta: { theirs: 1 } },
    new: {},
    expect: { changes: false, changed: [] },
  },
  {
    name: "keys that others add to a map of the program are drift",
    old: { meta: { owner: "me", theirs: 1 } },
    new: { meta: { owner: "me" } },
    expect: { changed: ["meta"], replaces: [] },
  },
  {
    name: "keys that others add to a map with a default are drift",
    old: { labels: { theirs: "1" } },
    new: {},
    expect: { changed: ["labels"], replaces: [] },
  },
  {
    name: "an unknown id of an object of any type forces replacement",
    definition: referring,
    old: { region: "r-1" },
    new: { region: unknownValue },
    expect: { replaces: ["region"] },
  },
])(
  "$name",
  ({
    definition = box,
    old,
    new: news,
    expect: expected,
  }: {
    definition?: Definition;
    old: Bag;
    new: Bag;
    expect: object;
  }) => {
    expect(diff(definition, { ...boxInputs, ...old }, { ...boxInputs, ...news })).toMatchObject(expected);
  },
);
