/**
 * Keeps what V8 has compiled of the packages and of the compiled sources, and where these found
 * each other, so that the next process of the same kind does neither again. A script that has
 * changed since then, or another V8, is compiled as usual; another installation or build begins
 * anew.
 */
const { mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } = require("node:fs");
const Module = require("node:module");
const { basename, dirname, join, relative, sep } = require("node:path");
const { setImmediate } = require("node:timers");
const { deserialize, serialize, setFlagsFromString } = require("node:v8");
const { constants, Script } = require("node:vm");

const root = join(__dirname, "..", "..");
const caches = join(root, "node_modules", ".cache");
const folder = join(caches, "engine-tests");
const kept = [join(root, "node_modules"), join(root, "dist")];
const isKept = (file) => kept.some((place) => file.startsWith(place)) && !file.startsWith(caches);

// Pulumi's SDK sets it later, and V8 keeps nothing from before a change of its flags.
setFlagsFromString("--allow-natives-syntax");

/** The kind of process: what it runs decides what it loads. */
const [, main = "none"] = process.argv;
const kind = isKept(main) ? relative(root, main).replaceAll(sep, "-") : basename(main);
const file = join(folder, `${kind}-${process.version}.bin`);

const modified = (name) => statSync(name, { throwIfNoEntry: false })?.mtimeMs;
const stamp = [join("node_modules", ".package-lock.json"), join("dist", ".compiled")]
  .map((name) => modified(join(root, name)))
  .join(" ");

/** Compiled scripts by file names, and file names by the folder and the words that led to them. */
let cache = { stamp, scripts: new Map(), places: new Map() };
try {
  const earlier = deserialize(readFileSync(file));
  if (earlier.stamp === stamp) cache = earlier;
} catch {
  // None yet, or one that was cut off.
}
const { scripts, places } = cache;

/** A script out of the cache has lost what its dynamic imports need. These only mention one. */
const importsLater = /\bimport\(/;
const mentions = ["typescript/lib/typescript.js", "runtime/closure/createClosure.js"];
const isLeftOut = (content, filename) =>
  content.startsWith("#!") || (importsLater.test(content) && !mentions.some((name) => filename.endsWith(name)));

/** With what they have run since then, they are kept at the end. */
const made = new Map();
let isComplete = true;
const compile = Module.prototype._compile;
const load = Module._extensions[".js"];
const resolve = Module._resolveFilename;

Module._resolveFilename = function (request, parent, isMain, options) {
  if (options !== undefined || !isKept(parent?.filename ?? ""))
    return resolve.call(this, request, parent, isMain, options);
  const words = `${dirname(parent.filename)}\0${request}`;
  const known = places.get(words);
  if (known !== undefined) return known;
  const found = resolve.call(this, request, parent, isMain);
  if (isKept(found)) {
    isComplete = false;
    places.set(words, found);
  }
  return found;
};

Module._extensions[".js"] = function (module, filename) {
  // One that was compiled before is no module of the other kind.
  if (scripts.has(filename)) module._compile(readFileSync(filename, "utf8"), filename);
  else load(module, filename);
};

Module.prototype._compile = function (content, filename) {
  if (!isKept(filename) || isLeftOut(content, filename)) return compile.apply(this, arguments);
  const stamp = modified(filename);
  const known = scripts.get(filename);
  const script = new Script(Module.wrap(content), {
    filename,
    cachedData: known?.stamp === stamp ? known.data : undefined,
    importModuleDynamically: constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
  });
  if (script.cachedDataRejected !== false) {
    isComplete = false;
    made.set(filename, { stamp, script });
  }
  const require = Module.createRequire(filename);
  return script.runInThisContext().call(this.exports, this.exports, require, this, filename, dirname(filename));
};

function keep() {
  if (isComplete) return;
  isComplete = true;
  for (const [filename, { stamp, script }] of made) scripts.set(filename, { stamp, data: script.createCachedData() });
  const part = `${file}.${process.pid}`;
  try {
    mkdirSync(folder, { recursive: true });
    writeFileSync(part, serialize(cache));
    renameSync(part, file);
  } catch {
    rmSync(part, { force: true });
  }
}
process.on("exit", keep);

// Pulumi kills policy packs. They print their port when everything is loaded.
if (kind.startsWith("pulumi-analyzer")) {
  const { stdout } = process;
  const { write } = stdout;
  stdout.write = (...args) => {
    stdout.write = write;
    setImmediate(keep);
    return stdout.write(...args);
  };
}
