import * as z from "zod";
import { defineResource } from "../../provider/engine/definition";
import { diff } from "../../provider/engine/diff";

/** What states of older versions mean to this one. */

test.each([
  ["steers the provider", { local: ["mode"] as const }],
  ["is never returned", { writeOnly: ["mode"] as const }],
  ["belongs to an event", { action: true }],
])("an input that %s, and that the state of an older version lacks, stands for its default", (_name, words) => {
  const inputs = { name: z.string(), mode: z.enum(["mild", "strict"]).default("mild") };
  const definition = defineResource({ type: "Upgraded", path: "/upgraded", inputs, outputs: {}, ...words });
  expect(diff(definition, { name: "one" }, { name: "one", mode: "mild" })).toMatchObject({ changes: false });
  expect(diff(definition, { name: "one" }, { name: "one", mode: "strict" })).toMatchObject({ changed: ["mode"] });
});
