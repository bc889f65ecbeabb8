/**
 * Preloaded into the Node.js processes of Pulumi: modules that the SDK requires at its start and
 * hardly ever uses are loaded when something in them is used. A command of Pulumi starts several
 * such processes; this saves half of their time.
 */
// Text on the command line loads nothing.
if (process.argv[1] !== undefined) require("./codeCache.cjs");
const Module = require("node:module");
const { lazily, rarelyUsed } = require("../lazily.cjs");

// The language host ignores the project's option `typescript` and has every program load the compiler.
const { PULUMI_TEST_TYPESCRIPT: typescript } = process.env;
if (typescript !== undefined) process.env.PULUMI_NODEJS_TYPESCRIPT = typescript;

/** The launcher of policy packs asks nobody. */
const ofPacks = /[\\/]run-policy-pack[\\/]run\.js$/;
const noCompiler = "no compiler";
const instead = new Map([
  [
    "../../tsutils",
    {
      typeScriptRequireStrings: () => ({ tsnodeRequire: noCompiler, typescriptRequire: noCompiler }),
      loadTypeScriptCompilerOptions: () => ({}),
    },
  ],
  [noCompiler, { version: "", register() {} }],
]);

const lazy = new Set(rarelyUsed);
const ofPulumi = /@pulumi[\\/]pulumi[\\/]/;
const load = Module._load;

Module._load = function (request, parent, isMain) {
  if (!ofPulumi.test(parent?.filename ?? "")) return load.apply(this, arguments);
  // This package extends it at its start, which would load it. No program that Pulumi's command runs here uses it.
  if (request === "./automation") return {};
  // Positions in the SDK's own TypeScript, in stack traces that no test looks at.
  if (request === "source-map-support/register") return {};
  // It would open a debugger's session, which closures that are to be serialized open when they need it.
  if (request === "../../runtime/closure/v8Hooks") return { isInitializedAsync: () => Promise.resolve() };
  if (typescript === "false" && instead.has(request) && ofPacks.test(parent.filename)) return instead.get(request);
  if (!lazy.has(request)) return load.apply(this, arguments);
  return lazily(request, (name) => (name === request ? load.call(Module, name, parent, isMain) : parent.require(name)));
};
