const { Server } = require("@grpc/grpc-js");
require("require-from-string");
const state = require("@pulumi/pulumi/runtime/state");
const { bundle, forget, hostOfProviders, listeners, ofProviders } = require("./fresh.cjs");

const { bindAsync, _retrieveHandler } = Server.prototype;
const { error } = console;
const print = { stdout: process.stdout.write, stderr: process.stderr.write };

/** Runs Pulumi's host of dynamic providers, one for each instance of a provider that the engine starts. */
class Providers {
  /** The functions that print for those that run, the latest last. */
  printers = [];
  restoreListeners = () => {};

  /** It prints its port. Returns what ends it. */
  start(engine, tell) {
    if (this.printers.length === 0) this.restoreListeners = listeners();
    this.printers.push(tell);
    this.relay();
    const server = load(engine);
    return () => {
      server.forceShutdown();
      this.printers = this.printers.filter((one) => one !== tell);
      this.relay();
      if (this.printers.length === 0) this.restore();
    };
  }

  /** What is printed goes to the launcher of the latest; without any, where it always goes. */
  relay() {
    const tell = this.printers.at(-1);
    for (const [name, stream] of [
      ["stdout", 1],
      ["stderr", 2],
    ]) {
      process[name].write = tell ? (text) => (tell(stream, String(text)), true) : print[name];
    }
  }

  /** The package listens to the calls that arrive, to the process and to its console. */
  restore() {
    Server.prototype._retrieveHandler = _retrieveHandler;
    console.error = error;
    this.restoreListeners();
  }
}

const loader = require.cache[require.resolve("require-from-string")];
const loadText = loader.exports;

/** For one instance: what it loads by the text in a resource's state requires its own copy of the package. */
function ownLoader() {
  let own;
  return (text) => ({
    handler() {
      delete require.cache[bundle];
      if (own) require.cache[bundle] = own;
      const handler = loadText(text).handler();
      own = require.cache[bundle];
      return handler;
    },
  });
}

/** Loads it; returns its server. */
function load(engine) {
  forget(ofProviders);
  // It reads the project from the environment.
  const { resourcePackages, resourceModules } = state.getGlobalStore();
  globalThis.globalStore = Object.assign(new state.LocalStore(), { resourcePackages, resourceModules });
  const { argv } = process;
  const servers = [];
  Server.prototype.bindAsync = function (...args) {
    servers.push(this);
    return bindAsync.apply(this, args);
  };
  try {
    process.argv = [argv[0], hostOfProviders, engine];
    loader.exports = ownLoader();
    require(hostOfProviders);
  } finally {
    loader.exports = loadText;
    process.argv = argv;
    Server.prototype.bindAsync = bindAsync;
  }
  return servers[0];
}

module.exports = { Providers };
