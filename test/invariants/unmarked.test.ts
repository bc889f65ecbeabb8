import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Definition } from "../../provider/lifecycle/vocabulary/definition";
import { stays } from "../../provider/lifecycle/values/diff";
import { withLocalDefaults } from "../../provider/lifecycle/service/state";
import { registry } from "../../provider/resources";

/** What docs/safety.md says of types that carry no mark, or one without names. */

const rows: readonly [row: string, is: (definition: Definition) => boolean][] = [
  ["they run once", ({ action, path }) => action === true || path === ""],
  ["the container itself", ({ role }) => role === "container"],
  ["destroying leaves the object", (definition) => stays(definition, withLocalDefaults(definition, {}))],
  ["Azure keeps deleted objects", ({ role }) => role === "key"],
  ["nothing", () => true],
];

const unmarked = registry.filter(({ mark }) => mark === undefined || mark === "labels");
const rowOf = (definition: Definition) => rows.find(([, is]) => is(definition))![0];

test.each(rows.map(([row]) => row))("docs/safety.md lists the types of the row: %s", (row) => {
  const page = readFileSync(join(__dirname, "../../docs/safety.md"), "utf8");
  const line = page.split("\n").find((one) => one.startsWith(`| ${row}`)) ?? "";
  const listed = [...line.slice(line.lastIndexOf(" | ")).matchAll(/`(\w+)`/g)].map(([, type]) => type);
  const expected = unmarked.filter((one) => rowOf(one) === row).map(({ type }) => type);
  expect(listed).toEqual(expected);
});
