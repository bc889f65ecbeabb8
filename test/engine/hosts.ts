import type { Stack } from "./harness";
import { aws, program } from "./plugin/support";

/**
 * The hosts of the provider. What each needs before programs that declare resources by
 * `make("aws:AwsKey", name, args, options)`.
 */
export const hosts = {
  "the TypeScript package": 'const make = (type, ...given) => new ciphertrust[type.split(":")[1]](...given);',
  "the plugin": "const make = resource;",
};

/** Sets the program of a stack that `pluginStack` made. */
export const declare = (stack: Stack, make: string, body: string): Stack =>
  program(stack, `const ciphertrust = require("pulumi-ciphertrust");\n${make}\n${body}`);

/**
 * An account in AWS that outlives the stack, so that the keys in it can be read; `kms` is the
 * container of its keys.
 */
export const lastingAccount = `
  const stays = { retainOnDelete: true };
  const { accountId, ...credentials } = ${JSON.stringify(aws)};
  const connection = make("aws:AwsConnection", "prod", credentials, stays);
  const place = { connection: connection.id, accountId, regions: ["eu-west-1"] };
  const kms = make("aws:AwsKms", "prod", place, stays).id;`;
