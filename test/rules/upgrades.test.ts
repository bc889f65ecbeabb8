import * as z from "zod";
import { defineResource } from "../../provider/lifecycle/vocabulary/definition";
import { field, type Marks } from "../../provider/lifecycle/vocabulary/field";
import { diff } from "../../provider/lifecycle/values/diff";

/** How states of older versions are read. */

test.each<[string, Marks, { action?: boolean }]>([
  ["is a setting of the provider", { seen: "local" }, {}],
  ["is write-only", { seen: "never" }, {}],
  ["belongs to an event", {}, { action: true }],
])(
  "an input that %s, and that is missing in the state of an older version, counts as its default",
  (_name, marks, words) => {
    const inputs = { name: z.string(), mode: field(z.enum(["mild", "strict"]).default("mild"), marks) };
    const definition = defineResource({ type: "Upgraded", path: "/upgraded", inputs, outputs: {}, ...words });
    expect(diff(definition, { name: "one" }, { name: "one", mode: "mild" })).toMatchObject({ changes: false });
    expect(diff(definition, { name: "one" }, { name: "one", mode: "strict" })).toMatchObject({ changed: ["mode"] });
  },
);
