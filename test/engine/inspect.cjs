/**
 * Preloaded into the processes that Pulumi starts (NODE_OPTIONS="--require …/inspect.cjs"): the one
 * that runs the provider waits for a debugger, at chrome://inspect or in an editor.
 */
if (/pulumi-resource-pulumi-nodejs|dynamic-provider/.test(process.argv[1])) {
  require("node:inspector").open(9229, "127.0.0.1", true);
}
