import { appendFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { exampleWorld } from "../../../tools/examples";
import { root, Stack, startWorld, type World } from "../harness";

/** Stacks whose resources are those of the native plugin, as an engine starts it from its folder. */

export const startLicensedWorld = (): Promise<World> => startWorld({ world: exampleWorld });

/** A stack that finds the plugin in the folder of the build. */
export async function pluginStack(world: World): Promise<Stack> {
  const stack = await Stack.create({ ...world.environment });
  const lines = [
    "plugins:",
    "  providers:",
    "    - name: ciphertrust",
    `      path: ${join(root, "dist", "plugin")}`,
    "",
  ];
  appendFileSync(join(stack.folder, "Pulumi.yaml"), lines.join("\n"));
  return stack;
}

/**
 * Sets the program: JavaScript with `pulumi` and `resource`, which declares a resource of any type; `outputs` names those that
 * the program uses beside its arguments.
 */
export function program(stack: Stack, body: string): Stack {
  const helpers = `const pulumi = require("@pulumi/pulumi");
const resource = (type, name, args, { outputs = [], ...opts } = {}) => {
  const unset = Object.fromEntries(outputs.map((key) => [key, undefined]));
  return new pulumi.CustomResource("ciphertrust:" + type, name, { ...unset, ...args }, opts);
};
`;
  writeFileSync(join(stack.folder, "index.js"), helpers + body);
  return stack;
}

/** Credentials of the demo world. */
export const aws = {
  accountId: "123456789012",
  accessKeyId: "AKIAIOSFODNN7EXAMPLE",
  secretAccessKey: "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY",
};

const connectionArgs = `{ accessKeyId: "${aws.accessKeyId}", secretAccessKey: "${aws.secretAccessKey}" }`;

/** A connection, its container and a key in that; `key` are further arguments of the key. */
export const account = (key = "", options = ""): string => `
  const connection = resource("aws:AwsConnection", "prod", ${connectionArgs}, { outputs: ["state"] });
  const kms = resource("aws:AwsKms", "prod", {
    connection: connection.id, accountId: "${aws.accountId}", regions: ["eu-central-1", "eu-west-1"],
  });
  const orders = resource("aws:AwsKey", "orders", {
    kms: kms.id, region: "eu-west-1", alias: ["orders"], deletionWindowDays: 7, ${key}
  }, { outputs: ["arn", "keyState"], ${options} });
  exports.arn = orders.arn;
  exports.alias = orders.alias;
  exports.state = connection.state;
`;
