/**
 * Keeps what V8 has compiled of the packages and of the compiled sources, so that the next process of the same kind does
 * not compile it again. A script that has changed since then, or another V8, is compiled as usual.
 */
const { mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } = require("node:fs");
const Module = require("node:module");
const { basename, dirname, join } = require("node:path");
const { deserialize, serialize, setFlagsFromString } = require("node:v8");
const { constants, Script } = require("node:vm");

const root = join(__dirname, "..", "..");
const folder = join(root, "node_modules", ".cache", "engine-tests");
const kept = [join(root, "node_modules"), join(root, "dist")];

// Pulumi's SDK sets it later, and V8 keeps nothing from before a change of its flags.
setFlagsFromString("--allow-natives-syntax");

/** The kind of process: what it runs decides what it loads. */
const file = join(folder, `${basename(process.argv[1] ?? "none")}-${process.version}.bin`);

/** By file names. */
let cache = new Map();
try {
  cache = deserialize(readFileSync(file));
} catch {
  // None yet, or one that was cut off.
}

/** A script out of the cache has lost what its dynamic imports need. */
const importsLater = /\bimport\(/;

let isComplete = true;
const compile = Module.prototype._compile;

Module.prototype._compile = function (content, filename) {
  if (!kept.some((place) => filename.startsWith(place)) || content.startsWith("#!") || importsLater.test(content)) {
    return compile.apply(this, arguments);
  }
  const stamp = statSync(filename).mtimeMs;
  const known = cache.get(filename);
  const script = new Script(Module.wrap(content), {
    filename,
    cachedData: known?.stamp === stamp ? known.data : undefined,
    importModuleDynamically: constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
  });
  if (script.cachedDataRejected !== false) {
    isComplete = false;
    cache.set(filename, { stamp, data: script.createCachedData() });
  }
  const require = Module.createRequire(filename);
  return script.runInThisContext().call(this.exports, this.exports, require, this, filename, dirname(filename));
};

process.on("exit", () => {
  if (isComplete) return;
  const part = `${file}.${process.pid}`;
  try {
    mkdirSync(folder, { recursive: true });
    writeFileSync(part, serialize(cache));
    renameSync(part, file);
  } catch {
    rmSync(part, { force: true });
  }
});
