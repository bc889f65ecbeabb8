/**
 * Tests run in the context of their worker, not in one of their own, so that what is loaded and
 * compiled for one file serves the next (runtime.cjs). What a file could leave behind for the next
 * one is put back here.
 */
const { AsyncLocalStorage } = require("node:async_hooks");
const crypto = require("node:crypto");
const { existsSync, readFileSync } = require("node:fs");
const { join } = require("node:path");
const { LegacyFakeTimers, ModernFakeTimers } = require("@jest/fake-timers");
const { ModuleMocker } = require("jest-mock");
const { writeWhole } = require("../../tools/shared/wholeFile.cjs");

/** Jest's own clock and promises, which no test replaces. */
for (const [name, value] of Object.entries({ promise: Promise, now: Date.now.bind(Date) }))
  Object.defineProperty(globalThis, Symbol.for(`jest-native-${name}`), { value, configurable: true });

/**
 * RSA keys take longest to make: within a file they all differ, and the next file, of any worker,
 * gets the same.
 */
const make = crypto.generateKeyPairSync;
const made = new Map();
let taken = new Map();
crypto.generateKeyPairSync = (type, options) => {
  if (type !== "rsa") return make(type, options);
  const kind = Object.values(options).join("-");
  const at = taken.get(kind) ?? 0;
  taken.set(kind, at + 1);
  const name = `rsa-${kind}-${at}.pem`;
  const pair = made.get(name) ?? ofRun(name, () => make(type, options));
  made.set(name, pair);
  return pair;
};

/** The key of this name in the folder of the run, if it has one. */
function ofRun(name, makePair) {
  const { TESTS_RUN_FOLDER: folder } = process.env;
  const file = folder && join(folder, name);
  if (file && existsSync(file)) {
    const privateKey = crypto.createPrivateKey(readFileSync(file));
    return { privateKey, publicKey: crypto.createPublicKey(privateKey) };
  }
  const pair = makePair();
  if (file) writeWhole(file, pair.privateKey.export({ type: "pkcs8", format: "pem" }), { mode: 0o600 });
  return pair;
}

/**
 * Each storage in use makes every promise of the worker slower. Jest's own, which only tells which
 * test an error belongs to that nobody catches, is never in use: such an error fails the file
 * instead.
 */
const inUse = new Set();
const ofJest = new WeakSet();
const enable = AsyncLocalStorage.prototype._enable;
AsyncLocalStorage.prototype._enable = function () {
  if (ofJest.has(this)) return;
  if (!this.enabled && new Error().stack.includes("runInTestExecutionContext")) {
    ofJest.add(this);
    return;
  }
  inUse.add(this);
  enable.call(this);
};

/**
 * Where packages, which files share, keep what they make once: google-protobuf its messages, undici
 * (Node's, too) its connections.
 */
const ofPackages = ["proto", ...[1, 2].map((version) => Symbol.for(`undici.globalDispatcher.${version}`))];

module.exports = class {
  /** Not a context: tells jest that there is one. */
  context = {};
  global = globalThis;
  moduleMocker = new ModuleMocker(globalThis);

  constructor({ projectConfig: config }) {
    taken = new Map();
    this.storages = new Set(inUse);
    const timerConfig = { idToRef: (id) => ({ id, ref: () => {}, unref: () => {} }), refToId: (timer) => timer.id };
    this.fakeTimers = new LegacyFakeTimers({
      config,
      global: globalThis,
      moduleMocker: this.moduleMocker,
      timerConfig,
    });
    this.fakeTimersModern = new ModernFakeTimers({ config, global: globalThis });
    this.found = {
      environment: { ...process.env },
      exit: process.exit,
      names: new Set([...Reflect.ownKeys(globalThis), ...ofPackages]),
      listeners: new Map(process.eventNames().map((name) => [name, new Set(process.rawListeners(name))])),
    };
  }

  async setup() {}

  async teardown() {
    this.fakeTimers.dispose();
    this.fakeTimersModern.dispose();
    for (const storage of inUse) {
      if (this.storages.has(storage)) continue;
      storage.disable();
      inUse.delete(storage);
    }
    const { environment, exit, names, listeners } = this.found;
    for (const name of Object.keys(process.env)) if (!(name in environment)) delete process.env[name];
    Object.assign(process.env, environment);
    process.exit = exit;
    for (const name of Reflect.ownKeys(globalThis)) if (!names.has(name)) Reflect.deleteProperty(globalThis, name);
    for (const name of process.eventNames())
      for (const listener of process.rawListeners(name))
        if (!listeners.get(name)?.has(listener)) process.removeListener(name, listener);
  }

  exportConditions = () => ["node", "node-addons"];
  getVmContext = () => this.context;
};
