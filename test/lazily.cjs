/**
 * Modules that Pulumi's SDK requires at its start and hardly ever uses, loaded when something in
 * them is used.
 */

const rarelyUsed = [
  "@npmcli/arborist",
  "@opentelemetry/exporter-zipkin",
  "@opentelemetry/instrumentation",
  "@opentelemetry/instrumentation-grpc",
  "@opentelemetry/resources",
  "@opentelemetry/sdk-trace-base",
  "@opentelemetry/sdk-trace-node",
  "normalize-package-data",
  "typescript",
];

/** What stands for a module until something in it is used; `load` gets it, by its name. */
function lazily(name, load) {
  let loaded;
  const module = () => (loaded ??= load(name));
  const byDefault = () => (module().__esModule ? module().default : module());
  return new Proxy(Object.create(null), {
    get(_target, key) {
      // Compiled code asks this of a module that it imports, and then takes the module, or its default, as it is.
      if (key === "__esModule") return true;
      if (key === "default") return byDefault();
      // The SDK logs it.
      if (name === "typescript" && key === "version") return load(`${name}/package.json`).version;
      return module()[key];
    },
    has: (_target, key) => key in module(),
    ownKeys: () => [...new Set([...Reflect.ownKeys(module()), "default"])],
    getOwnPropertyDescriptor: (_target, key) => {
      if (key === "default") return { value: byDefault(), enumerable: true, configurable: true };
      const descriptor = Object.getOwnPropertyDescriptor(module(), key);
      return descriptor && { ...descriptor, configurable: true };
    },
  });
}

module.exports = { lazily, rarelyUsed };
