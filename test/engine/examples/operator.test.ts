import { needsRandomPlugin } from "../extras";
import { engineTimeout, Stack, startWorld, type World } from "../harness";

/** The example of an operator whose password Pulumi's random provider makes. */

jest.setTimeout(engineTimeout);
needsRandomPlugin();

let world: World;
let stack: Stack;
beforeAll(async () => {
  world = await startWorld();
  stack = await Stack.ofExample({ ...world.environment }, "operator");
});
afterAll(async () => {
  stack?.remove();
  await world?.close();
});

/** The password, once the service accepts it. */
async function loggedIn(): Promise<string> {
  const { text } = await stack.pulumi("stack", "output", "--json", "--show-secrets");
  const { password } = JSON.parse(text) as { password: string };
  await world.token("operator", password);
  return password;
}

test("the operator logs in with a password that stands nowhere in plain text, and gets another one on demand", async () => {
  expect(await stack.up()).toMatchObject({ code: 0 });
  const first = await loggedIn();
  expect(stack.stored().text).not.toContain(first);
  expect(await stack.drift()).toMatchObject({ code: 0 });
  await stack.config("passwordVersion", "2");
  expect(await stack.up()).toMatchObject({ code: 0 });
  expect(await loggedIn()).not.toBe(first);
  await expect(world.token("operator", first)).rejects.toThrow("401");
});
