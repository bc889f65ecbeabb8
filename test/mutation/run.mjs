/**
 * Changes the sources of a room, one place at a time, and lists the changes that no test of the
 * room notices: `npm run mutate -- <room> [<part>/<parts>]`, or `npm run mutate -- <room>
 * <file>...`.
 */
import { mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import { getPriority, setPriority, tmpdir } from "node:os";
import { join } from "node:path";
import { Stryker } from "@stryker-mutator/core";
import rooms from "./rooms.cjs";

const [name = "", ...narrowed] = process.argv.slice(2);
if (!Object.hasOwn(rooms, name)) fail(`Use one of: ${Object.keys(rooms).join(", ")}.`);
const room = rooms[name];
const mutate = chosen(room.sources.flatMap(filesOf));
if (mutate.length === 0) fail("No source of this room is chosen.");

// Where jest of other runs does not look.
const folder = mkdtempSync(join(tmpdir(), "mutation-"));
// It takes long, and has time.
setPriority(Math.max(getPriority(), 10));
process.env.MUTATION_TESTS = room.tests.join(" ");
try {
  await new Stryker({
    mutate,
    testRunner: "jest",
    plugins: ["@stryker-mutator/jest-runner"],
    jest: { configFile: "test/mutation/jest.config.cjs", enableFindRelatedTests: false },
    coverageAnalysis: "perTest",
    // What runs when a module is loaded needs every test once more.
    ignoreStatic: true,
    concurrency: 1,
    // The words of messages; what a string decides, the compiler knows.
    mutator: { excludedMutations: ["StringLiteral"] },
    // A machine may be busy: what takes long has not failed.
    timeoutMS: 30_000,
    reporters: ["clear-text", "progress-append-only", "json"],
    clearTextReporter: { allowColor: false, logTests: false, reportTests: false },
    jsonReporter: { fileName: join("coverage", "mutation", `${name.replace("/", "-")}.json`) },
    ignorePatterns: ["dist", "coverage"],
    tempDirName: folder,
    allowConsoleColors: false,
  }).runMutationTest();
} finally {
  rmSync(folder, { recursive: true, force: true });
}

function filesOf(source) {
  if (!statSync(source).isDirectory()) return [source];
  const names = readdirSync(source, { recursive: true }).filter((name) => name.endsWith(".ts"));
  return names.map((name) => join(source, name)).sort();
}

/** The named files, or one part of all. */
function chosen(files) {
  const [, part, parts] = /^(\d+)\/(\d+)$/.exec(narrowed[0] ?? "") ?? [];
  if (part) return files.filter((_file, index) => index % Number(parts) === Number(part) - 1);
  return narrowed.length === 0 ? files : files.filter((file) => narrowed.includes(file));
}

function fail(message) {
  console.error(message);
  process.exit(2);
}
