import { configure } from "../example";
import { exampleWorld } from "../../../tools/examples";
import { needsRandomPlugin } from "../extras";
import { engineTimeout, Stack, startWorld, succeeds, type World } from "../harness";
import { ownPack } from "../pack";

/**
 * Examples whose own tests do without the policy pack: it lets them pass in every run, and they
 * end.
 */

jest.setTimeout(engineTimeout);
needsRandomPlugin();

/** The only key of the examples that nothing rotates. */
const builds = { name: "builds", reason: "The example ends with its stack, before a rotation is due." };
const pack = ownPack({ "key-rotation": { enforcementLevel: "mandatory", except: [builds] } });
afterAll(() => pack.remove());

describe.each(["operator", "registered-client", "tour", "many-accounts-shared"])("%s", (folder) => {
  let world: World;
  let stack: Stack;
  beforeAll(async () => {
    world = await startWorld({ world: exampleWorld });
    stack = await Stack.ofExample(world.environment, folder);
    await configure(stack, folder);
  });
  afterAll(async () => {
    stack?.remove();
    await world?.close();
  });

  test.each([
    ["up", () => stack.up(...pack.args)],
    ["up with a refresh", () => stack.up("--refresh", "--expect-no-changes", ...pack.args)],
    ["preview", () => stack.preview("--expect-no-changes", ...pack.args)],
    ["destroy", () => stack.destroy()],
  ])("%s", async (_name, run) => {
    await succeeds(run());
  });

  test("nothing of it is left", () => {
    expect(stack.stored().resources ?? []).toEqual([]);
  });
});
