/**
 * Preloaded into the Node.js processes of Pulumi: modules that the SDK requires at its start and hardly ever uses are
 * loaded when something in them is used. A command of Pulumi starts two such processes; this saves a third of their time.
 */
const Module = require("node:module");

const rarelyUsed = new Set(["@npmcli/arborist", "./automation", "typescript"]);
const load = Module._load;

Module._load = function (request, parent, isMain) {
  if (!rarelyUsed.has(request) || !/@pulumi[\\/]pulumi[\\/]/.test(parent?.filename ?? ""))
    return load.apply(this, arguments);
  let loaded;
  const module = () => (loaded ??= load.call(this, request, parent, isMain));
  return new Proxy(Object.create(null), {
    get(_target, name) {
      // Compiled code asks this of a module that it imports as a whole, and then takes the module as it is.
      if (name === "__esModule") return true;
      // The SDK logs it.
      if (request === "typescript" && name === "version") return parent.require(`${request}/package.json`).version;
      return module()[name];
    },
    has: (_target, name) => name in module(),
    ownKeys: () => Reflect.ownKeys(module()),
    getOwnPropertyDescriptor: (_target, name) => {
      const descriptor = Object.getOwnPropertyDescriptor(module(), name);
      return descriptor && { ...descriptor, configurable: true };
    },
  });
};
