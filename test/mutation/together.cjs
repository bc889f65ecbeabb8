/**
 * All tests of the room as one file: the sources are loaded once for a change, and not once for
 * each file of tests.
 */
const { readdirSync } = require("node:fs");
const { join } = require("node:path");

/**
 * StrykerJS chooses tests by a pattern of their names; `undefined` for all. Files without any of
 * them need not be loaded.
 */
const { chosenTests, describe } = globalThis;
const isChosen = (file) => chosenTests === undefined || chosenTests.includes(file.replaceAll(".", "\\."));

for (const folder of process.env.MUTATION_TESTS.split(" ")) {
  const files = readdirSync(join(__dirname, "../..", folder)).filter((name) => name.endsWith(".test.ts"));
  for (const file of files.filter(isChosen)) describe(file, () => void require(join("../..", folder, file)));
}
