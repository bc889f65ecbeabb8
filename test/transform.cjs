/** Translates TypeScript for jest, without checking types: `npm run check` does that. */
const { createHash } = require("node:crypto");
const { mkdirSync, readFileSync } = require("node:fs");
const { join } = require("node:path");
const { writeWhole } = require("../tools/shared/wholeFile.cjs");
// Otherwise the main thread waits for one of esbuild's, and was seen to wait forever: no limit of a test ends that.
process.env.ESBUILD_WORKER_THREADS = "0";
const { transform, transformSync, version } = require("esbuild");
delete process.env.ESBUILD_WORKER_THREADS;

const folder = join(__dirname, "..", "node_modules", ".cache", "translations");
const own = createHash("sha256").update(version).update(readFileSync(module.filename)).digest("hex");

const options = {
  loader: "ts",
  format: "cjs",
  target: "node20",
  sourcemap: "external",
  sourcesContent: false,
  supported: { "dynamic-import": false },
  tsconfigRaw: { compilerOptions: { target: "ES2022" } },
};

const keyOf = (source, file) => createHash("sha256").update(own).update(file).update("\n").update(source).digest("hex");

function kept(key) {
  try {
    return JSON.parse(readFileSync(join(folder, key), "utf8"));
  } catch {
    return undefined;
  }
}

function keep(key, { code, map }) {
  mkdirSync(folder, { recursive: true });
  writeWhole(join(folder, key), JSON.stringify({ code, map }));
}

/** In a process of its own, unless it was translated before. */
function translated(source, file) {
  // Imports come first: a test would run, and perhaps clean up, with what it means to replace.
  if (/^\s*jest\.mock\(/m.test(source))
    throw new Error(`${file}: nothing moves jest.mock above the imports; use jest.doMock and jest.requireActual`);
  const key = keyOf(source, file);
  const known = kept(key);
  if (known) return known;
  const made = transformSync(source, { ...options, sourcefile: file });
  keep(key, made);
  return made;
}

/** Many at once, in one process. */
async function translateAll(files) {
  const all = files.map((file) => ({ file, source: readFileSync(file, "utf8") }));
  const missing = all.filter(({ source, file }) => kept(keyOf(source, file)) === undefined);
  await Promise.all(
    missing.map(async ({ source, file }) =>
      keep(keyOf(source, file), await transform(source, { ...options, sourcefile: file })),
    ),
  );
}

/** @type {import("@jest/transform").SyncTransformer} */
module.exports = { getCacheKey: keyOf, process: translated, translateAll };
