import * as z from "zod";
import { defineResource } from "../../provider/lifecycle/define";
import { field, type Marks } from "../../provider/lifecycle/field";
import { diff } from "../../provider/lifecycle/diff";

/** What states of older versions mean to this one. */

test.each<[string, Marks, { action?: boolean }]>([
  ["steers the provider", { seen: "local" }, {}],
  ["is never returned", { seen: "never" }, {}],
  ["belongs to an event", {}, { action: true }],
])("an input that %s, and that the state of an older version lacks, stands for its default", (_name, marks, words) => {
  const inputs = { name: z.string(), mode: field(z.enum(["mild", "strict"]).default("mild"), marks) };
  const definition = defineResource({ type: "Upgraded", path: "/upgraded", inputs, outputs: {}, ...words });
  expect(diff(definition, { name: "one" }, { name: "one", mode: "mild" })).toMatchObject({ changes: false });
  expect(diff(definition, { name: "one" }, { name: "one", mode: "strict" })).toMatchObject({ changed: ["mode"] });
});
