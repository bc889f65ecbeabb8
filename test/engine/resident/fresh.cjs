const { join, sep } = require("node:path");

const root = join(__dirname, "../../..");
const dist = join(root, "dist") + sep;
const bundle = join(root, "dist", "dynamic.js");

/** Forgets modules, so that whoever requires them next has them loaded anew. */
function forget(isMeant) {
  for (const file of Object.keys(require.cache)) if (isMeant(file)) delete require.cache[file];
  for (const { children } of Object.values(require.cache)) {
    const left = children.filter(({ filename }) => !isMeant(filename));
    children.splice(0, Infinity, ...left);
  }
}

/** What a program loads: the package and its own files. */
const ofPrograms = (folder) => (file) =>
  (file.startsWith(dist) && file !== bundle) ||
  (file.startsWith(folder + sep) && !file.includes(`${sep}node_modules${sep}`));

/** What the process of a provider loads. */
const hostOfProviders = require.resolve("@pulumi/pulumi/cmd/dynamic-provider");
const ofProviders = (file) => file === bundle || file === hostOfProviders;

const events = ["uncaughtException", "unhandledRejection", "exit", "beforeExit", "SIGINT", "SIGTERM"];

/** Notes who listens to the process, and returns what removes everybody else. */
function listeners() {
  const before = events.map((event) => process.listeners(event));
  return () =>
    events.forEach((event, index) => {
      for (const one of process.listeners(event)) if (!before[index].includes(one)) process.off(event, one);
    });
}

module.exports = { bundle, forget, hostOfProviders, listeners, ofPrograms, ofProviders };
