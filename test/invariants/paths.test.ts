import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** Ids chosen by the service must not lead a call to another path. */

const resources = join(__dirname, "../../provider/resources");
const sources = readdirSync(resources, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".ts"));

/** The paths of calls, as far as they are in the call itself. */
const paths = sources.flatMap((file) => {
  const calls = readFileSync(join(resources, file), "utf8").matchAll(
    /api\s*\.(?:get|post|patch|put|delete|list)\(\s*`([^`]*)`/g,
  );
  return [...calls].map(([, path]) => `${file}: ${path}`);
});

test("an id from a response is encoded if it is part of a path", () => {
  expect(paths.length).toBeGreaterThan(50);
  expect(paths.filter((path) => /\$\{(String\(|idIn\(|\w+\.id\})/.test(path))).toEqual([]);
});
