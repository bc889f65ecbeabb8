import { eachTest } from "./eachTest";
import { engineTimeout, items, succeeds, type Stack, type World } from "./harness";

/**
 * A policy template that keys use, to its end: AWS keeps the keys for days, and the service the
 * template for as long.
 */

jest.setTimeout(engineTimeout);

let world: World;
let stack: Stack;
eachTest((made) => ({ world, stack } = made));

const templates = async () => items(await world.api("GET", "/cckm/aws/templates"));

/** @param onDestroy what the program says about the template's end */
const program = (onDestroy = "") => `
const licence = new ciphertrust.TrialLicense("trial", { onDestroy: "retain" });
const prod = new ciphertrust.AwsConnection("prod", {
  accessKeyId: "AKIAIOSFODNN7EXAMPLE",
  secretAccessKey: "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY",
});
const args = { connection: prod.id, accountId: "123456789012", regions: ["eu-west-1"] };
const kms = new ciphertrust.AwsKms("account", args, { dependsOn: licence }).id;
const readers = new ciphertrust.AwsPolicyTemplate("readers", { kms, keyUsers: ["alice"], ${onDestroy} });
for (const alias of ["orders", "bills"])
  new ciphertrust.AwsKey(alias, {
    kms, region: "eu-west-1", alias: [alias], policyTemplate: readers.id, deletionWindowDays: 7,
  });
`;

test("a destroy is refused at the template, and says what works; repeated after the keys' windows and a refresh it ends", async () => {
  await succeeds(stack.program(program()).up());
  const account = stack.resource("account")!.id;
  const refused = await stack.destroy();
  expect(refused.code).not.toBe(0);
  expect(refused.text).toMatch(
    /deleting AwsPolicyTemplate "readers" failed: [^]* has refreshed what holds it: run the same command again then\. [^]*onDestroy: "retain"/,
  );
  expect(stack.stored().resources.some(({ type }) => type.endsWith(":AwsKey"))).toBe(false);

  await world.control("POST", "/clock", { advanceSeconds: 8 * 86_400 });
  await world.api("POST", "/cckm/aws/synchronization-jobs", { kms: [account] });
  await world.control("POST", "/clock", { advanceSeconds: 3600 });
  await succeeds(stack.destroy());
  expect(stack.stored().resources ?? []).toEqual([]);
  expect(await templates()).toEqual([]);
});

test("with onDestroy retain, set in an update before, one destroy ends the stack and leaves the template", async () => {
  await succeeds(stack.program(program()).up());
  await succeeds(stack.program(program('onDestroy: "retain"')).up());
  await succeeds(stack.destroy());
  expect(stack.stored().resources ?? []).toEqual([]);
  expect((await templates()).map(({ name }) => name)).toEqual(["readers"]);
});
