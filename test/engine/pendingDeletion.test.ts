import { account } from "./account";
import { eachTest } from "./eachTest";
import { engineTimeout, items, type Stack, succeeds, type World } from "./harness";

/**
 * A key that was destroyed can be recovered for some days: nothing is planned beside it, or in its
 * place.
 */

jest.setTimeout(engineTimeout);

let world: World;
let stack: Stack;
eachTest((made) => ({ world, stack } = made));

const program = (key: string) => `
  ${account("eu-west-1")}
  ${key}`;
const key = (more = "", options = "{}") =>
  program(
    `new ciphertrust.AwsKey("orders", { kms: kms.id, region: "eu-west-1", alias: ["orders"], ${more} }, ${options});`,
  );

test("the preview refuses it in the words of the update, and shows the ways to go on", async () => {
  await succeeds(stack.program(key()).up());
  const [{ id } = { id: "" }] = items(await world.api("GET", "/cckm/aws/keys"));
  await succeeds(stack.program(program("")).up());
  stack.program(key());
  const refusal = `creating AwsKey "orders" was refused: it had the key "${String(id)}", whose deletion is scheduled`;
  for (const command of ["preview", "up"] as const) {
    const { code, text } = await stack[command]();
    expect([command, code === 0]).toEqual([command, false]);
    expect(text).toContain(refusal);
    expect(text).toMatch(/adopt: "[^"]+" {2}to AwsKey "orders".*adopt: false/);
  }
  expect((await stack.up("--skip-preview")).text).toContain(refusal);
  expect(items(await world.api("GET", "/cckm/aws/keys"))).toHaveLength(1);
  stack.program(key(`adopt: "${String(id)}"`));
  await succeeds(stack.preview());
  await succeeds(stack.up());
  const [back] = items(await world.api("GET", "/cckm/aws/keys"));
  expect(back).toMatchObject({ id, aws_param: { KeyState: "Enabled" } });
});

test("adopt: false previews and creates another one", async () => {
  await succeeds(stack.program(key()).up());
  await succeeds(stack.program(program("")).up());
  stack.program(key("adopt: false"));
  await succeeds(stack.preview());
  await succeeds(stack.up());
  expect(items(await world.api("GET", "/cckm/aws/keys"))).toHaveLength(2);
});

test("what a replacement has deleted, whose create failed, hinders neither the next preview nor the next update", async () => {
  const options = '{ deleteBeforeReplace: true, replaceOnChanges: ["description"] }';
  await succeeds(stack.program(key('description: "one"', options)).up());
  await world.control("POST", "/faults", { method: "POST", path: "aws/keys$", effect: { status: 403 } });
  stack.program(key('description: "two"', options));
  expect((await stack.up()).code).not.toBe(0);
  await world.control("DELETE", "/faults");
  expect(await succeeds(stack.preview())).not.toMatch(/refused|is created, although/);
  expect(await succeeds(stack.up())).not.toMatch(/refused|is created, although/);
  const keys = items(await world.api("GET", "/cckm/aws/keys"));
  expect(keys.map(({ aws_param: at }) => (at as Record<string, unknown>).KeyState).sort()).toEqual([
    "Enabled",
    "PendingDeletion",
  ]);
});
