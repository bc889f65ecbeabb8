import { copyFileSync } from "node:fs";
import { join } from "node:path";
import { marked } from "../crash/marked";
import { asFirst, programOf, systems, type Slots } from "../crash/programs";
import { tag } from "../../cli/pipeline/note";
import { engineTimeout, Stack, startWorld, succeeds, type World } from "./harness";

/**
 * A run without checkpoints that was killed at its very end: the state is as before, and the
 * service has everything that it made.
 */

jest.setTimeout(2 * engineTimeout);

let world: World;
beforeAll(async () => {
  world = await startWorld({ world: { licensing: { licenses: [{ feature: "CCKM" }] } } });
});
afterAll(() => world.close());
beforeEach(() => world.control("POST", "/reset"));

/** Those that hold the same objects before such a run are in different programs. */
const { cloudHsm, subsidiaryKeys, ...others } = marked;
/** A key pair is in no service; a token is returned only once, and its client registers with it. */
const { pair, token, builder, ...unmarked } = Object.assign({}, ...Object.values(systems)) as Slots;
const programs: [string, Slots][] = [
  ["what is only noted on this machine", unmarked],
  ["what is held in a store or a domain", { ...cloudHsm, ...subsidiaryKeys }],
  ["all other types", Object.assign({}, ...Object.values(others)) as Slots],
];

const stateOf = (stack: Stack): string => join(stack.folder, "state", ".pulumi", "stacks", "test", "test.json");

test.each([...programs, ["what carries no mark", Object.assign({}, ...Object.values(systems)) as Slots] as const])(
  "%s is destroyed again, though nothing of it is found",
  async (_name, slots) => {
    const stack = await Stack.create(world.environment);
    const destroy = () =>
      stack.command("pipeline", "destroy", "--stack", "test", "--allow-key-deletion", "--skip-checkpoints");
    try {
      await succeeds(stack.program(programOf(slots, asFirst, new Map())).up());
      copyFileSync(stateOf(stack), `${stateOf(stack)}.kept`);
      await succeeds(destroy());
      copyFileSync(`${stateOf(stack)}.kept`, stateOf(stack));
      await succeeds(stack.pulumi("stack", "tag", "set", tag, `destroy ${new Date().toISOString()} none all`));

      await succeeds(destroy());
      expect(stack.stored().resources).toEqual([]);
    } finally {
      stack.remove();
    }
  },
);

test.each(programs)("%s is found again, once and with the same ids", async (_name, slots) => {
  const stack = await Stack.create(world.environment);
  try {
    const before = Object.entries(slots).filter(([, { isBefore }]) => isBefore);
    const deploy = async (some: Slots) => {
      const { code, text } = await stack.program(programOf(some, asFirst, new Map())).up();
      expect(code === 0 ? "" : text).toBe("");
    };
    await deploy(Object.fromEntries(before));
    const state = stateOf(stack);
    copyFileSync(state, `${state}.kept`);

    await deploy(slots);
    const ids = () => Object.keys(slots).map((name) => `${name} ${stack.resource(name)?.id}`);
    const made = ids();
    copyFileSync(`${state}.kept`, state);
    await deploy(slots);
    expect(ids()).toEqual(made);
    expect(await stack.drift()).toMatchObject({ code: 0 });
  } finally {
    stack.remove();
  }
});
