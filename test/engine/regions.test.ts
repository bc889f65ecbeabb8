import { account } from "./account";
import { eachTest } from "./eachTest";
import { engineTimeout, items, type Stack, succeeds, type World } from "./harness";

/** A region that an account no longer has takes no key of the stack along. */

jest.setTimeout(engineTimeout);

let world: World;
let stack: Stack;
eachTest((made) => ({ world, stack } = made));

const program = (regions: readonly string[], keys: string) => `
  ${account(...regions)}
  ${keys}`;
const both = ["eu-west-1", "us-east-1"];
const key = (more = "") =>
  `new ciphertrust.AwsKey("orders", { kms: kms.id, region: "eu-west-1", alias: ["orders"], ${more} });`;

const stateOfKeys = async () =>
  items(await world.api("GET", "/cckm/aws/keys?alias=orders")).map(
    ({ aws_param: at }) => (at as Record<string, unknown>).KeyState,
  );

test("preview and update refuse it while the program has a key there, or had it until now", async () => {
  await succeeds(stack.program(program(both, key())).up());
  for (const keys of [key(), ""])
    for (const more of [[], ["--refresh"]])
      for (const command of ["preview", "up"] as const) {
        const { code, text } = await stack.program(program(["us-east-1"], keys))[command](...more);
        expect([command, code === 0]).toEqual([command, false]);
        expect(text).toMatch(/changing AwsKms "prod" was refused: without eu-west-1 in its `regions`/);
      }
  expect(await stateOfKeys()).toEqual(["Enabled"]);
  await succeeds(stack.program(program(both, "")).up());
  const last = await succeeds(stack.program(program(["us-east-1"], "")).up());
  expect(last).toContain("the service lists 1 object there, not known to be of this stack");
});

test("a key that was adopted is refused where the program declares it", async () => {
  await succeeds(stack.program(program(both, "")).up());
  const [kms] = items(await world.api("GET", "/cckm/aws/kms"));
  await world.api("POST", "/cckm/aws/keys", { kms: kms!.id, region: "eu-west-1", aws_param: { Alias: "orders" } });
  await succeeds(stack.program(program(both, key("adopt: true"))).up());
  stack.program(program(["us-east-1"], key("adopt: true")));
  const { code, text } = await stack.preview();
  expect(code).not.toBe(0);
  expect(text).toMatch(/AwsKey "orders" cannot stay as it is: AwsKms "prod" is without eu-west-1/);
  expect((await stack.up("--refresh")).text).toMatch(/what this stack has there: AwsKey "orders"/);
  expect(await stateOfKeys()).toEqual(["Enabled"]);
});
