/**
 * Jest's runtime, with less work for each file: a worker loads packages once, and translates and
 * compiles sources once. Every file still executes the sources anew, so that nothing that they
 * remember reaches the next one.
 */
const { statSync } = require("node:fs");
const { isBuiltin } = require("node:module");
const { compileFunction, constants } = require("node:vm");
const { default: Runtime } = require("jest-runtime");
const { lazily, rarelyUsed } = require("../lazily.cjs");

const ofPulumi = /\/node_modules\/@pulumi\//;
const rare = new Set(rarelyUsed);

/** Packages remember nothing that tests change, but for Pulumi's, which remember what runs. */
const isShared = (file) => file.includes("/node_modules/") && !ofPulumi.test(file);

/** What the worker knows, by file names. */
const resolved = new Map();
const translated = new Map();
const compiled = new Map();

module.exports = class extends Runtime {
  constructor(...args) {
    super(...args);
    this.executor.compile = (source, file) => this.compile(source, file);
    const { transformCache } = this;
    const translate = transformCache.transform.bind(transformCache);
    transformCache.transform = (file, options) => this.translate(translate, file, options);
  }

  requireModuleOrMock(from, name) {
    if (isBuiltin(name) || name === "@jest/globals" || this.mockState.shouldMockCjs(from, name).shouldMock)
      return super.requireModuleOrMock(from, name);
    // Pulumi's SDK, if a file loads it, starts three times as fast without what it hardly ever uses.
    if (rare.has(name) && ofPulumi.test(from)) return lazily(name, (one) => this.load(from, one));
    return this.load(from, name);
  }

  load(from, name) {
    const file = this.resolve(from, name);
    if (isShared(file)) return require(file);
    const loaded = this.registries.getActiveCjsRegistry().get(file);
    return loaded ? loaded.exports : super.requireModuleOrMock(from, file);
  }

  resolve(from, name) {
    const key = `${from}\0${name}`;
    let file = resolved.get(key);
    if (file === undefined) resolved.set(key, (file = this._resolution.resolveCjs(from, name)));
    return file;
  }

  translate(work, file, options) {
    if (options?.isInternalModule) return work(file, options);
    const { mtimeMs: stamp } = statSync(file);
    let known = translated.get(file);
    if (known?.stamp !== stamp) {
      const code = work(file, options);
      translated.set(file, (known = { stamp, code, map: this.transformCache.sourceMaps.get(file) }));
    }
    if (known.map) this.transformCache.sourceMaps.set(file, known.map);
    return known.code;
  }

  compile(source, file) {
    const known = compiled.get(file);
    if (known?.source === source) return known.run;
    const run = compileFunction(source, this.executor.injectedModuleParameters, {
      filename: file,
      importModuleDynamically: constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
    });
    compiled.set(file, { source, run });
    return run;
  }
};
