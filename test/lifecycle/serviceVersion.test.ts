import type { Bag } from "../../provider/lifecycle/vocabulary/definition";
import { make, startRig, type Rig } from "./rig";

/**
 * The version that errors name costs nothing while nothing fails, and one request when something
 * does.
 */

let rig: Rig;
beforeEach(async () => {
  rig = await startRig();
});
afterEach(() => rig.close());

const asked = async (): Promise<unknown> =>
  ((await rig.control("GET", "/requests")).routes as Bag)["GET /api/v1/system/info"];
const group = () => make(rig, "Group", { name: "operators" });

test("a run that succeeds does not ask for it", async () => {
  const { id, state } = await group();
  const lifecycle = rig.lifecycle("Group");
  await lifecycle.update(id, state, { ...state, description: "night shift" });
  await lifecycle.read(id, state);
  await lifecycle.delete(id, state);
  expect(await lifecycle.read(id, {})).toBeUndefined();
  expect(await asked()).toBeUndefined();
});

test("however many calls are refused, it is asked for once", async () => {
  await group();
  const refusals = await Promise.all([1, 2, 3].map(() => group().catch((error: Error) => error.message)));
  for (const message of refusals) {
    expect(message).toMatch(/^creating Group "operators" failed: CipherTrust Manager 2\.\d+\.\d+ responded with 409 /);
  }
  expect(await asked()).toBe(1);
});

test("a service that hides it is quoted without it", async () => {
  await group();
  await rig.control("POST", "/faults", { path: "/api/v1/system/info", effect: { status: 403 } });
  await expect(group()).rejects.toThrow(/^creating Group "operators" failed: the service responded with 409 /);
});

test("it is not asked for when there was no response", async () => {
  await rig.control("POST", "/faults", { path: "/api/v1/usermgmt", effect: { drop: "before" } });
  await expect(group()).rejects.toThrow("broke before a response arrived");
  expect(await asked()).toBeUndefined();
});
