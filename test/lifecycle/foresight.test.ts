import { systemClock } from "../../provider/api/clock";
import type { Bag } from "../../provider/lifecycle/vocabulary/definition";
import { unknownValue } from "../../provider/lifecycle/vocabulary/schema";
import { fixtures } from "./fixtures";
import { declared, startRig, type Rig } from "./rig";

/**
 * A preview tells that a key would not be created, because one that is about to be deleted can be
 * recovered, or has its name.
 */

let rig: Rig;
beforeAll(async () => {
  rig = await startRig();
});
afterAll(() => rig.close());
beforeEach(() => rig.renew());

/** One run of a program in which the key has this name. */
const run = (type: string, name = "key") => rig.lifecycle(type, systemClock, undefined, declared(type, name));

const endings: Record<string, Bag> = {
  AwsKey: {},
  AwsUploadedKey: {},
  AwsCloudHsmKey: {},
  OciKey: {},
  AzureKey: { onDestroy: "softDelete" },
  AzureSecret: { onDestroy: "softDelete" },
  AzureCertificate: { onDestroy: "softDelete" },
};

async function destroyed(type: string, more: Bag = {}) {
  const { inputs, failures } = run(type).check({}, { ...(await fixtures[type]!.args(rig)), ...more });
  expect(failures).toEqual([]);
  expect(await run(type).announce(inputs, true)).toEqual([]);
  const { id, state } = await run(type).create(inputs);
  await run(type).delete(id, state);
  return { id, inputs };
}

describe.each(Object.entries(endings))("%s", (type, more) => {
  test("that was destroyed, and is declared again, is refused as by the update", async () => {
    const { id, inputs } = await destroyed(type, more);
    const [failure, ...others] = await run(type).announce(inputs, true);
    expect(others).toEqual([]);
    expect(failure!.reason).toMatch(/^creating .* deletion is scheduled/);
    expect(failure!.reason).toContain(`adopt: "${id}"`);
    await expect(run(type).create(inputs)).rejects.toThrow(`adopt: "${id}"`);
  });

  test("that is adopted, or in a place that is not known yet, or without a service, is not", async () => {
    const { id, inputs } = await destroyed(type, more);
    const unknown = Object.fromEntries(Object.keys(inputs).map((key) => [key, unknownValue]));
    expect(await run(type).announce({ ...inputs, adopt: id }, true)).toEqual([]);
    expect(await run(type).announce(unknown, true)).toEqual([]);
    expect(await run(type).announce(inputs, false)).toEqual([]);
  });
});

test.each(["AwsReplicaKey", "AwsXksKey"])("%s: what the update goes on with by itself is not refused", async (type) => {
  const { id, inputs } = await destroyed(type);
  expect(await run(type).announce(inputs, true)).toEqual([]);
  expect((await run(type).create(inputs)).id).toBe(id);
});
