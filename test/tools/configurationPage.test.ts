import { readFileSync } from "node:fs";
import { join } from "node:path";
import { environmentNames } from "../../provider/api/settings";

/** docs/configuration.md lists every setting with its variable, and no other. */

test("the table of settings is complete", () => {
  const page = readFileSync(join(__dirname, "../../docs/configuration.md"), "utf8");
  const [, rows = ""] = /^\| `ciphertrust:….*\n\|[- |]+\n((?:\|.*\n)+)/m.exec(page) ?? [];
  const named = (cell: string) => [...cell.matchAll(/`(\w+)`/g)].map(([, name]) => name!);
  const listed = rows
    .trimEnd()
    .split("\n")
    .flatMap((row) => {
      const [, settings = "", variables = ""] = row.split("|");
      const names = named(variables);
      return named(settings).map((setting, index) => [setting, `CIPHERTRUST_${names[index]}`] as const);
    });
  expect(Object.fromEntries(listed)).toEqual(environmentNames);
  expect(listed).toHaveLength(Object.keys(environmentNames).length);
});
