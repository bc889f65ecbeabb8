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
 * Sets the program: JavaScript with `pulumi` and `resource`, which declares a resource of any type;
 * `outputs` names those that the program uses beside its arguments.
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

/** Adds the account of the demo world, as somebody outside Pulumi would; returns its id. */
export async function makeAccount(world: World): Promise<string> {
  const keys = { access_key_id: aws.accessKeyId, secret_access_key: aws.secretAccessKey };
  const made = { name: "prod", products: ["cckm"], ...keys };
  const { id: connection } = await world.api("POST", "/connectionmgmt/services/aws/connections", made);
  await world.api("POST", `/connectionmgmt/services/aws/connections/${String(connection)}/test`);
  const account = { name: "prod", connection, account_id: aws.accountId, regions: ["eu-west-1"] };
  return String((await world.api("POST", "/cckm/aws/kms", account)).id);
}
