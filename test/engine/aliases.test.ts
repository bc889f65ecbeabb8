import { account } from "./account";
import { eachTest } from "./eachTest";
import { engineTimeout, items, type Stack, succeeds, type World } from "./harness";

/** Keys of one stack that exchange their aliases. */

jest.setTimeout(engineTimeout);

let world: World;
let stack: Stack;
eachTest((made) => ({ world, stack } = made));

const program = (aliases: Record<string, string>) => `
  ${account("eu-west-1")}
  for (const [name, alias] of Object.entries(${JSON.stringify(aliases)}))
    new ciphertrust.AwsKey(name, { kms: kms.id, region: "eu-west-1", alias: [alias] });`;

const keys = async () => {
  const found = items(await world.api("GET", "/cckm/aws/keys"));
  const shown = found.map(({ id, aws_param: at }) => [String(id), (at as { Alias: string[] }).Alias.join()] as const);
  return Object.fromEntries(shown);
};

test("one update changes nothing, and says in which updates it is done", async () => {
  await succeeds(stack.program(program({ one: "a", two: "b" })).up());
  const before = await keys();
  const { code, text } = await stack.program(program({ one: "b", two: "a" })).up();
  expect(code).not.toBe(0);
  expect(text).toMatch(/AwsKey "(one|two|a|b)" of this stack has the alias "[ab]", and one update cannot move it/);
  expect(await keys()).toEqual(before);
  await succeeds(stack.program(program({ one: "a", two: "temporary" })).up());
  await succeeds(stack.program(program({ one: "b", two: "temporary" })).up());
  await succeeds(stack.program(program({ one: "b", two: "a" })).up());
  const swapped = Object.entries(before).map(([id, alias]) => [id, alias === "alias/a" ? "alias/b" : "alias/a"]);
  expect(await keys()).toEqual(Object.fromEntries(swapped));
});
