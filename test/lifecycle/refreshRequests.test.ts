import type { Bag } from "../../provider/lifecycle/vocabulary/definition";
import { nameInputOf } from "../../provider/lifecycle/vocabulary/field";
import { definitionOf } from "../../provider/resources/load";
import { systems } from "../../provider/resources/systems";
import { toReadAll } from "../limits";
import { fixtures } from "./fixtures";
import { make, startRig, type Rig } from "./rig";

/** The requests of a refresh of many keys of each type that rotates: few, whatever their number. */

/** One request for each key, because no list shows or filters by what is read. */
const each: Record<string, string> = { EkmEndpoint: "its policy" };

const many = 30;

let rig: Rig;
beforeAll(async () => {
  rig = await startRig();
});
afterAll(() => rig.close());
beforeEach(() => rig.renew());

/** What lets the service hold many of them. */
const besides: Record<string, Bag> = { SalesforceKey: { archiveActive: true } };

/** Arguments of that many keys: they differ by their names. */
function named(type: string, given: Bag): Bag[] {
  const name = nameInputOf(definitionOf(type));
  const args = { ...given, ...besides[type] };
  return Array.from({ length: many }, (_, at) => {
    if (name !== undefined) return { ...args, [name]: `key-${at}` };
    return "alias" in args ? { ...args, alias: [`key-${at}`] } : args;
  });
}

test.each(systems.flatMap(({ rotatable }) => Object.keys(rotatable ?? {})))("%s", async (type) => {
  const keys: { id: string; state: Bag }[] = [];
  for (const args of named(type, await fixtures[type]!.args(rig))) keys.push(await make(rig, type, args));
  expect(new Set(keys.map(({ id }) => id)).size).toBe(many);
  // What a first read learns of the object is in the state from then on.
  const states = await Promise.all(keys.map(async ({ id, state }) => (await rig.lifecycle(type).read(id, state))!));
  rig.shareReads();
  await rig.control("DELETE", "/requests");
  for (const { id, state } of states) expect((await rig.lifecycle(type).read(id, state))!.state).toEqual(state);
  const { routes } = (await rig.control("GET", "/requests")) as { routes: Record<string, number> };
  const requests = Object.values(routes).reduce((sum, count) => sum + count, 0);
  expect(requests).toBeLessThanOrEqual(toReadAll(many) + (type in each ? many : 0));
  if (type in each) expect(requests).toBeGreaterThanOrEqual(many);
});
