import * as pulumi from "@pulumi/pulumi";
import { MockMonitor } from "@pulumi/pulumi/runtime/mocks";

/** The requests to Pulumi's engine, as they are sent. */
export interface Registered {
  type: string;
  name: string;
  /** Input properties; secret ones are listed in {@link secretsOf}. */
  inputs: Record<string, unknown>;
  /** Names of the inputs that are marked secret. */
  secrets: string[];
  additionalSecretOutputs: string[];
  /** The id to read, for a resource that is only looked up. */
  id?: string;
}

interface Request {
  getType(): string;
  getName(): string;
  getObject?(): { toJavaScript(): Record<string, unknown> };
  getProperties?(): { toJavaScript(): Record<string, unknown> };
  getAdditionalsecretoutputsList(): string[];
  getId?(): string;
}

/** The marker of a secret in requests to the engine. */
const secretKey = "4dabf18193072939515e22adb298388d";
const isSecret = (value: unknown): value is { value: unknown } =>
  typeof value === "object" && value !== null && secretKey in value;

let registered: Registered[] = [];

function note(request: Request, given: Record<string, unknown>): void {
  const plain = Object.entries(given).map(([key, value]) => [key, isSecret(value) ? value.value : value] as const);
  registered.push({
    type: request.getType(),
    name: request.getName(),
    inputs: Object.fromEntries(plain),
    secrets: Object.keys(given).filter((key) => isSecret(given[key])),
    additionalSecretOutputs: request.getAdditionalsecretoutputsList(),
    id: request.getId?.(),
  });
}

// Mocks see inputs without their marks: the requests themselves are recorded, in this file's own copy of the module.
const monitor = MockMonitor.prototype;
const { registerResource, readResource } = monitor;
monitor.registerResource = function (request: Request, callback) {
  note(request, request.getObject!().toJavaScript());
  return registerResource.call(this, request, callback);
};
monitor.readResource = function (request: Request, callback) {
  note(request, request.getProperties!().toJavaScript());
  return readResource.call(this, request, callback);
};

/** Runs a program against a stack that creates nothing, and returns its requests. */
export async function run(
  program: () => unknown,
  config: Record<string, string> = {},
  secrets: string[] = [],
): Promise<Registered[]> {
  registered = [];
  await pulumi.runtime.setMocks({
    newResource: ({ inputs, name, id }) => ({ id: id || `${name}-id`, state: inputs as object }),
    call: () => ({}),
  });
  pulumi.runtime.setAllConfig(config, secrets);
  const made = [program()].flat().filter((one) => one instanceof pulumi.Resource);
  await Promise.all(made.map((one) => valueOf(one.urn)));
  // What goes on after its test would meet the next one, or the end of the file.
  await pulumi.runtime.disconnect();
  return registered;
}

export function valueOf<T>(output: pulumi.Output<T>): Promise<T> {
  return new Promise((resolve) => void output.apply((value) => resolve(value)));
}
