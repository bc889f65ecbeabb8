/**
 * Creates a connection, an account and a key in AWS; prints the file of each function that the
 * key's create entered, in order.
 */
const { join } = require("node:path");

const entered = [];
const functions = new Set();
let isHeard = false;
globalThis.entered = (file, place) => {
  const name = `${file} ${place}`;
  if (!isHeard || functions.has(name)) return;
  functions.add(name);
  entered.push(file);
};

async function main() {
  const { provider } = require(join(process.argv[2], "provider", "hosts", "dynamic.js"));
  const create = async (type, args) => {
    const declared = { ...args, __urn: `urn:pulumi:test::test::pulumi-nodejs:dynamic/ciphertrust:${type}::prod` };
    const { inputs, failures } = await provider(type).check({}, declared);
    if (failures.length > 0) throw new Error(JSON.stringify(failures));
    // Pulumi's host unwraps what was marked as a secret.
    return provider(type).create({ ...inputs, ...declared });
  };
  const connection = await create("AwsConnection", {
    name: "prod",
    accessKeyId: "AKIAIOSFODNN7EXAMPLE",
    secretAccessKey: "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY",
  });
  const account = { name: "prod", connection: connection.id, accountId: "123456789012", regions: ["eu-west-1"] };
  const kms = await create("AwsKms", account);
  isHeard = true;
  await create("AwsKey", { kms: kms.id, region: "eu-west-1", alias: ["orders"] });
  isHeard = false;
}

// The provider writes its progress to standard output.
const { write } = process.stdout;
process.stdout.write = () => true;
main().then(
  () => write.call(process.stdout, JSON.stringify(entered), () => process.exit(0)),
  (error) => {
    console.error(error);
    process.exit(1);
  },
);
