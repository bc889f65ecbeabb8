import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { handleUnaryCall, UntypedServiceImplementation } from "@grpc/grpc-js";
import { PluginInfo, type PluginAttach } from "@pulumi/pulumi/proto/plugin_pb";
import {
  ConfigureResponse,
  GetSchemaResponse,
  ProviderHandshakeResponse,
  type CheckRequest,
  type ConfigureRequest,
  type InvokeRequest,
  type ProviderHandshakeRequest,
} from "@pulumi/pulumi/proto/provider_pb";
import { Empty } from "google-protobuf/google/protobuf/empty_pb";
import type { Host } from "../host";
import { checkConfiguration, compareConfigurations, type Configuration } from "./configuration";
import type { EngineLog } from "./engineLog";
import { failureOf } from "./failure";
import { invoke, type FunctionSchema } from "./functions";
import { Resources, Types } from "./resources";

/** The version of the package; the bundle has it in place of this name. */
declare const PLUGIN_VERSION: string;

export interface Parts {
  host: Host;
  configuration: Configuration;
  log: EngineLog;
}

const schemaText = () => readFileSync(join(__dirname, "schema.json"), "utf8");

/** The calls of Pulumi's engine. The server responds to any other with "unimplemented". */
export function serviceOf(parts: Parts): UntypedServiceImplementation {
  const { check, diff, create, read, update, delete: remove } = new Resources(new Types(parts.host), parts.log);
  const calls = { ...aboutProvider(parts), check, diff, create, read, update, delete: remove };
  const handled = Object.entries(calls).map(([name, work]) => [name, handler(work as Work, parts)]);
  return Object.fromEntries(handled) as UntypedServiceImplementation;
}

function aboutProvider({ host, configuration, log }: Parts) {
  let parsed: FunctionSchema | undefined;
  const schema = () => (parsed ??= JSON.parse(schemaText()) as FunctionSchema);
  return {
    handshake: (request: ProviderHandshakeRequest) => {
      log.connect(request.getEngineAddress());
      const response = new ProviderHandshakeResponse();
      response.setAcceptSecrets(true);
      return response;
    },
    attach: (request: PluginAttach) => {
      log.connect(request.getAddress());
      return new Empty();
    },
    getPluginInfo: () => {
      const response = new PluginInfo();
      response.setVersion(PLUGIN_VERSION);
      return response;
    },
    getSchema: () => {
      const response = new GetSchemaResponse();
      response.setSchema(schemaText());
      return response;
    },
    invoke: (request: InvokeRequest) => invoke(request, () => host.api, schema),
    checkConfig: (request: CheckRequest) => checkConfiguration(request, (text, urn) => log.write(text, urn)),
    diffConfig: compareConfigurations,
    configure: (request: ConfigureRequest) => {
      configuration.configure(request);
      const response = new ConfigureResponse();
      response.setAcceptsecrets(true);
      response.setSupportspreview(true);
      return response;
    },
    cancel: () => {
      host.ending.cancel();
      return new Empty();
    },
  };
}

type Work = (request: unknown) => unknown;

/** The process ends only after the response to a call in progress. */
function handler(work: Work, { host: { ending }, log }: Parts): handleUnaryCall<unknown, unknown> {
  return ({ request }, respond) => {
    const done = ending.attend(async () => {
      try {
        return await work(request);
      } finally {
        await log.written();
      }
    });
    done.then(
      (response) => respond(null, response),
      (error: unknown) => respond(failureOf(error)),
    );
  };
}
