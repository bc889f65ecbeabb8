import { Server, ServerCredentials } from "@grpc/grpc-js";
import { ResourceProviderService } from "@pulumi/pulumi/proto/provider_grpc_pb";
import { Host } from "./host";
import { currentBackend, isPulumiCloud } from "./owner";
import { Configuration } from "./plugin/configuration";
import { EngineLog } from "./plugin/engineLog";
import { repeated } from "./plugin/options";
import { serviceOf } from "./plugin/service";

/**
 * The native plugin: what Pulumi's engine starts as `pulumi-resource-ciphertrust`, for programs in
 * any language. It serves Pulumi's provider protocol on a port that it prints.
 */

const configuration = new Configuration();
const log = new EngineLog();
const host = new Host({
  setting: (name) => configuration.read(name),
  log: (text) => log.write(text),
  isStarted: true,
  // Stacks of one name in two organizations of a Pulumi Cloud cannot be told apart without it.
  needsOrganization: () => isPulumiCloud(currentBackend()),
  byId: "get or import",
  optionHint: repeated,
  retention: "its argument resourceOptions says retainOnDelete (give it the option of that name, too)",
});
host.ending.endWithEngine();

const engineAddress = process.argv.at(-1);
if (process.argv.length > 2 && engineAddress) log.connect(engineAddress);

// States and schemas are larger than the default of 4 MB; the engine's own limit is this one.
const limits = { "grpc.max_receive_message_length": 400 << 20, "grpc.max_send_message_length": 400 << 20 };
const server = new Server(limits);
server.addService(ResourceProviderService, serviceOf({ host, configuration, log }));
server.bindAsync("127.0.0.1:0", ServerCredentials.createInsecure(), (error, port) => {
  if (error) throw error;
  process.stdout.write(`${port}\n`);
});
