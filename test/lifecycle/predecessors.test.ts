import type { Bag } from "../../provider/lifecycle/vocabulary/definition";
import { Lifecycle } from "../boundLifecycle";
import { Ledger } from "../../provider/lifecycle/claims/ledger";
import { registry } from "../../provider/resources";
import { definitionOf } from "../../provider/resources/load";
import { stage } from "../rules/fakeService";
import { fixtures } from "./fixtures";
import { declared, startRig, type Rig } from "./rig";

/** Keys of which the service makes another one beside one that is about to be deleted. */

let rig: Rig;
beforeAll(async () => {
  rig = await startRig();
});
beforeEach(() => {
  log.length = 0;
  return rig.renew();
});
afterAll(() => rig.close());

const types = registry.filter(({ scheduled }) => scheduled?.among).map(({ type }) => type);

test("these are they: names of others stay in use until they end", () => {
  expect(types).toEqual(["AwsKey", "AwsUploadedKey", "AwsCloudHsmKey", "OciKey"]);
});

const log: string[] = [];

/** One run of a program in which the key has this name. */
function run(type: string, name = "key", stack = "dev"): Lifecycle {
  const { clock, stop } = stage();
  const surroundings = () => ({ api: rig.api, clock, stop: stop.signal, log: (text: string) => void log.push(text) });
  const backend = "0123456789ab";
  const named = { organization: "acme", project: "shop", stack };
  const former = [{ former: "shop/dev", present: "shop/renamed" }];
  return new Lifecycle(definitionOf(type), surroundings, {
    ...declared(type, name, new Ledger(), stack),
    home: () => ({ stack: named, backend, isFile: false, former }),
  });
}

test.each(types)("%s: one that was destroyed is not made again beside it, but by another resource", async (type) => {
  const args: Bag = await fixtures[type]!.args(rig);
  const { inputs, failures } = run(type).check({}, args);
  expect(failures).toEqual([]);
  const { id, state } = await run(type).create(inputs);
  await run(type).delete(id, state);
  await expect(run(type).create(inputs)).rejects.toThrow(
    new RegExp(`it had the key "${id}", .*recovered until 2\\d{3}-.* adopt: "${id}" .* adopt: false`),
  );
  const other = await run(type, "other").create(inputs);
  expect(other.id).not.toBe(id);
  expect(log.filter((line) => line.includes(" is created, although "))).toEqual([
    expect.stringMatching(
      new RegExp(`is created, although this stack made the key "${id}", .*, for ${type} "key", which`),
    ),
  ]);
  await run(type, "other").delete(other.id, other.state);
  const renamed = run(type, "key", "renamed").create(inputs);
  await expect(renamed).rejects.toThrow(`it had the key "${id}"`);
  const copied = await run(type, "key", "copy").create(inputs);
  await run(type, "key", "copy").delete(copied.id, copied.state);
  expect((await run(type).create({ ...inputs, adopt: id })).id).toBe(id);
});
