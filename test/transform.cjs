/** Translates TypeScript for jest, without checking types: `npm run check` does that. */
const { createHash } = require("node:crypto");
const { readFileSync } = require("node:fs");
// Otherwise the main thread waits for one of esbuild's, and was seen to wait forever: no limit of a test ends that.
process.env.ESBUILD_WORKER_THREADS = "0";
const { transformSync, version } = require("esbuild");
delete process.env.ESBUILD_WORKER_THREADS;

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

function translated(source, file) {
  // Imports come first: a test would run, and perhaps clean up, with what it means to replace.
  if (/^\s*jest\.mock\(/m.test(source))
    throw new Error(`${file}: nothing moves jest.mock above the imports; use jest.doMock and jest.requireActual`);
  return transformSync(source, { ...options, sourcefile: file });
}

/** @type {import("@jest/transform").SyncTransformer} */
module.exports = {
  // The same for all projects of jest: what one has translated serves the others.
  getCacheKey: (source, file) =>
    createHash("sha256").update(own).update(file).update("\n").update(source).digest("hex"),
  process: translated,
};
