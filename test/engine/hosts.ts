import type { Proxy } from "../crash/proxy";
import type { Stack, World } from "./harness";
import { pluginStack, program } from "./plugin/support";

/**
 * The hosts of the provider. What each needs before programs that declare resources by
 * `make("aws:AwsKey", name, args, options)`.
 */
export const hosts = {
  "the TypeScript package": 'const make = (type, ...given) => new ciphertrust[type.split(":")[1]](...given);',
  "the plugin": "const make = resource;",
};

/** Sets the program of a stack that {@link pluginStack} made. */
export const declare = (stack: Stack, make: string, body: string): Stack =>
  program(stack, `const ciphertrust = require("pulumi-ciphertrust");\n${make}\n${body}`);

/** A stack that reaches the service through a proxy. */
export async function stackBehind(world: World, { address, certificate }: Proxy): Promise<Stack> {
  const stack = await pluginStack(world);
  Object.assign(stack.environment, { CIPHERTRUST_ADDRESS: address, CIPHERTRUST_CA_CERT: certificate });
  return stack;
}

/**
 * An account in AWS that outlives the stack, so that the keys in it can be read; `kms` is the
 * container of its keys.
 */
export const lastingAccount = `
  const stays = { retainOnDelete: true };
  const secretAccessKey = "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY";
  const connection = make("aws:AwsConnection", "prod", { accessKeyId: "AKIAIOSFODNN7EXAMPLE", secretAccessKey }, stays);
  const place = { connection: connection.id, accountId: "123456789012", regions: ["eu-west-1"] };
  const kms = make("aws:AwsKms", "prod", place, stays).id;`;
