import { account } from "./account";
import { eachTest } from "./eachTest";
import { engineTimeout, items, type Stack, succeeds, type World } from "./harness";

/** A component that is renamed without an alias would take its keys along. */

jest.setTimeout(engineTimeout);

let world: World;
let stack: Stack;
eachTest((made) => ({ world, stack } = made));

const program = (name: string, options = "{}") => `
  ${account("eu-west-1")}
  class Keys extends pulumi.ComponentResource {
    constructor(name, options) {
      super("shop:index:Keys", name, {}, options);
      for (let n = 1; n <= 12; n++)
        new ciphertrust.AwsKey(name + "-" + n, {
          kms: kms.id, region: "eu-west-1", alias: ["orders-" + n],
        }, { parent: this });
    }
  }
  new Keys("${name}", ${options});`;

test("pipeline counts its twelve keys, and changes nothing; with an alias they stay", async () => {
  await succeeds(stack.program(program("team")).up());
  const keys = async () =>
    items(await world.api("GET", "/cckm/aws/keys?limit=100")).map(({ id, aws_param: at }) => [
      id,
      (at as Record<string, unknown>).KeyState,
    ]);
  const before = await keys();
  expect(before).toHaveLength(12);
  stack.program(program("crew"));
  for (const kind of ["preview", "up"]) {
    const { code, text } = await stack.command("pipeline", kind, "--stack", "test");
    expect([kind, code]).toEqual([kind, 9]);
    expect(text).toContain('this update schedules the deletion of 12 keys (AwsKey "team-');
  }
  expect(await keys()).toEqual(before);
  stack.program(program("crew", '{ aliases: [{ name: "team" }] }'));
  const renamed = await stack.command("pipeline", "up", "--stack", "test");
  expect(renamed.text).toMatch(/pipeline up: .*\(exit code 0\)\s*$/);
  expect(await keys()).toEqual(before);
});
