import fc from "fast-check";
import { InitializationError } from "../../../provider/lifecycle/vocabulary/failure";
import { fixtures } from "../fixtures";
import { startRig, type Rig } from "../rig";
import { references, resolved, Stack, type Declared, type Plan } from "./engine";
import { outside, program, type Outside } from "./programs";
import seeds from "./seeds.json";

/**
 * An update does exactly what its preview announces, and leaves nothing to do: over random
 * programs, random changes of them, and random changes outside Pulumi. Seeds that once found a bug
 * are kept.
 */

const runs = 200;

let rig: Rig;
beforeAll(async () => {
  rig = await startRig({ world: { licensing: { licenses: [{ feature: "CCKM" }] } } });
});
afterAll(() => rig.close());

/** Another user changes or removes objects of the stack; what the service refuses is skipped. */
async function happen(stack: Stack, before: readonly Declared[], events: readonly Outside[]): Promise<void> {
  for (const { name, args, removed } of events) {
    const one = stack.resources.get(name);
    if (!one) continue;
    const ids = new Map([...stack.resources].map(([other, { id }]) => [other, id]));
    const isUsed = before.some((other) => references(other.args).includes(name));
    const { vanish } = fixtures[one.type]!;
    const lifecycle = rig.lifecycle(one.type);
    const seen = await lifecycle.read(one.id, one.state);
    if (!seen) continue;
    if (removed && !isUsed && typeof vanish === "function") {
      await vanish(rig, one.id);
      continue;
    }
    const { inputs } = lifecycle.check({}, resolved(args, ids) as Record<string, unknown>);
    if (lifecycle.diff(seen.state, inputs).replaces.length > 0) continue;
    await lifecycle.update(one.id, seen.state, inputs).catch((error: unknown) => {
      if (!(error instanceof InitializationError)) throw error;
    });
  }
}

const onlySame = (plan: Plan) => Object.entries(plan).filter(([, operation]) => operation !== "same");

const truth = fc.asyncProperty(program, program, outside, async (before, after, events) => {
  await rig.control("POST", "/reset");
  const stack = new Stack(rig);
  expect(await stack.up(before)).toEqual(Object.fromEntries(before.map(({ name }) => [name, "create"])));
  expect(onlySame(await stack.preview(before))).toEqual([]);
  await happen(stack, before, events);
  const announced = await stack.preview(after);
  expect(await stack.up(after)).toEqual(announced);
  expect(onlySame(await stack.preview(after))).toEqual([]);
});

test(`${runs} random programs`, async () => {
  await fc.assert(truth, { seed: 20270101, numRuns: runs, endOnFailure: true });
}, 900_000);

test.each(seeds)("the program of seed $seed, path $path", async (kept) => {
  await fc.assert(truth, { ...kept, numRuns: 1, endOnFailure: true });
});
