const { setImmediate } = require("node:timers/promises");
const grpc = require("@grpc/grpc-js");
const { LanguageRuntimeService } = require("@pulumi/pulumi/proto/language_grpc_pb");
const language = require("@pulumi/pulumi/proto/language_pb");
const plugin = require("@pulumi/pulumi/proto/plugin_pb");
const settings = require("@pulumi/pulumi/runtime/settings");
const state = require("@pulumi/pulumi/runtime/state");
const { forget, listeners, ofPrograms } = require("./fresh.cjs");

// Its start is what is replaced here.
const start = require.resolve("@pulumi/pulumi/cmd/run");
require.cache[start] = { id: start, filename: start, loaded: true, children: [], exports: {} };
const { run } = require("@pulumi/pulumi/cmd/run/run");

/** Runs programs as Pulumi's `cmd/run` does, except that the process stays. */
class LanguageHost {
  /** Address of the engine that is being served. */
  engine = "";
  port = 0;

  async listen() {
    const server = new grpc.Server();
    server.addService(LanguageRuntimeService, {
      getPluginInfo: (_call, callback) => callback(null, new plugin.PluginInfo().setVersion("1.0.0")),
      getRequiredPlugins: (_call, callback) => callback(null, new language.GetRequiredPluginsResponse()),
      run: ({ request }, callback) => void this.run(request).then((response) => callback(null, response), callback),
    });
    const local = grpc.ServerCredentials.createInsecure();
    this.port = await new Promise((done, failed) =>
      server.bindAsync("127.0.0.1:0", local, (error, port) => (error ? failed(error) : done(port))),
    );
  }

  async run(request) {
    const info = request.getInfo();
    forget(ofPrograms(request.getPwd()));
    Object.assign(process.env, environmentOf(request, this.engine, info.getRootDirectory()));
    const restoreListeners = listeners();
    const { argv } = process;
    const uncaught = new Set();
    const logged = new Set();
    for (const event of ["uncaughtException", "unhandledRejection"]) process.on(event, (error) => uncaught.add(error));
    try {
      await state.withLocalStorage(async () => {
        const args = { pwd: request.getPwd(), _: [info.getEntryPoint(), ...request.getArgsList()] };
        await run(
          args,
          () => {},
          (error) => logged.add(error),
          (error) => logged.has(error),
        ).catch((error) => process.emit("unhandledRejection", error));
        // What nobody has handled is reported in a later turn.
        await settings.waitForRPCs().catch((error) => process.emit("unhandledRejection", error));
        await setImmediate();
        if (uncaught.size === 0) await settings.signalAndWaitForShutdown();
        await settings.disconnect(false);
      });
    } finally {
      restoreListeners();
      process.argv = argv;
    }
    const response = new language.RunResponse();
    if (uncaught.size === 0) return response;
    if ([...uncaught].every((error) => logged.has(error))) return response.setBail(true);
    return response.setError("Program exited with non-zero exit code: 1");
  }
}

/** What Pulumi's language host and `cmd/run` set for a program. */
function environmentOf(request, engine, rootDirectory) {
  return {
    PULUMI_NODEJS_ORGANIZATION: request.getOrganization(),
    PULUMI_NODEJS_PROJECT: request.getProject(),
    PULUMI_NODEJS_ROOT_DIRECTORY: rootDirectory,
    PULUMI_NODEJS_STACK: request.getStack(),
    PULUMI_NODEJS_DRY_RUN: String(request.getDryrun()),
    PULUMI_NODEJS_PARALLEL: String(request.getParallel()),
    PULUMI_NODEJS_MONITOR: request.getMonitorAddress(),
    PULUMI_NODEJS_ENGINE: engine,
    PULUMI_CONFIG: JSON.stringify(Object.fromEntries(request.getConfigMap().entries())),
    PULUMI_CONFIG_SECRET_KEYS: JSON.stringify(request.getConfigsecretkeysList()),
  };
}

module.exports = { LanguageHost };
