/**
 * Preloaded into the Node.js processes of Pulumi: modules that the SDK requires at its start and hardly ever uses are
 * loaded when something in them is used. A command of Pulumi starts several such processes; this saves half of their time.
 */
const Module = require("node:module");

// The language host ignores the project's option `typescript` and has every program load the compiler.
const { PULUMI_TEST_TYPESCRIPT: typescript } = process.env;
if (typescript !== undefined) process.env.PULUMI_NODEJS_TYPESCRIPT = typescript;

const rarelyUsed = new Set([
  "@npmcli/arborist",
  "@opentelemetry/exporter-zipkin",
  "@opentelemetry/instrumentation",
  "@opentelemetry/instrumentation-grpc",
  "@opentelemetry/resources",
  "@opentelemetry/sdk-trace-base",
  "@opentelemetry/sdk-trace-node",
  "normalize-package-data",
  "typescript",
]);
const ofPulumi = /@pulumi[\\/]pulumi[\\/]/;
const load = Module._load;

Module._load = function (request, parent, isMain) {
  if (!ofPulumi.test(parent?.filename ?? "")) return load.apply(this, arguments);
  // This package extends it at its start, which would load it. No program that Pulumi's command runs here uses it.
  if (request === "./automation") return {};
  // Positions in the SDK's own TypeScript, in stack traces that no test looks at.
  if (request === "source-map-support/register") return {};
  return rarelyUsed.has(request) ? lazily(request, parent, isMain) : load.apply(this, arguments);
};

function lazily(request, parent, isMain) {
  let loaded;
  const module = () => (loaded ??= load.call(Module, request, parent, isMain));
  return new Proxy(Object.create(null), {
    get(_target, name) {
      // Compiled code asks this of a module that it imports, and then takes the module, or its default, as it is.
      if (name === "__esModule") return true;
      if (name === "default") return module().__esModule ? module().default : module();
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
}
