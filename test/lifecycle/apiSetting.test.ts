import type { Bag } from "../../provider/lifecycle/vocabulary/definition";
import { activateLicence } from "./fixtures/fixture";
import { make, startRig, type Rig } from "./rig";

/** Settings that always exist: their earlier values are restored, and other users' values are kept. */

const path = "/cckm/settings/aws_key_expiry_notification";

let rig: Rig;
beforeAll(async () => {
  rig = await startRig();
});
afterAll(() => rig.close());
beforeEach(async () => {
  await rig.renew();
  await activateLicence(rig);
});

const settings = () => rig.lifecycle("ApiSetting");
const held = () => rig.api.get(path);
const set = (values: Bag, more: Bag = {}) => make(rig, "ApiSetting", { path, values, ...more });

test("only the named fields are set, and another field may change without drift", async () => {
  await rig.api.patch(path, { days: 60, template: "short" });
  const { id, state, inputs } = await set({ days: 30 });
  expect(await held()).toEqual({ enabled: false, days: 30, template: "short" });
  expect(state).toMatchObject({ values: { days: 30 }, before: { days: 60 } });
  await rig.api.patch(path, { template: "long" });
  const seen = (await settings().read(id, state))!;
  expect(settings().diff(seen.state, inputs)).toMatchObject({ changes: false });
});

test("destroying restores the original values, however often they were changed since", async () => {
  await rig.api.patch(path, { days: 60 });
  const first = await set({ days: 30 });
  const inputs = { ...first.inputs, values: { days: 14, enabled: true } };
  const { state } = await settings().update(first.id, first.state, inputs);
  expect(state.before).toEqual({ days: 60, enabled: false });
  expect(await held()).toEqual({ days: 14, enabled: true });
  await settings().delete(first.id, state);
  expect(await held()).toEqual({ days: 60, enabled: false });
});

test("a removed field is restored once, at the time of its removal", async () => {
  await rig.api.patch(path, { days: 60 });
  const made = await set({ days: 30, enabled: true });
  const inputs = { ...made.inputs, values: { enabled: true } };
  expect(settings().diff(made.state, inputs)).toMatchObject({ changes: true, replaces: [] });
  const { state } = await settings().update(made.id, made.state, inputs);
  expect(await held()).toEqual({ days: 60, enabled: true });
  expect(state).toMatchObject({ values: { enabled: true }, before: { enabled: false } });
  await rig.api.patch(path, { days: 90 });
  await settings().delete(made.id, state);
  expect(await held()).toEqual({ days: 90, enabled: false });
});

test("retained settings are kept, and a field that did not exist before is kept too", async () => {
  const retained = await set({ days: 30 }, { onDestroy: "retain" });
  await settings().delete(retained.id, retained.state);
  expect(await held()).toEqual({ enabled: false, days: 30 });
  const made = await set({ hour: 6 });
  await settings().delete(made.id, made.state);
  expect(await held()).toEqual({ enabled: false, days: 30, hour: 6 });
});

test("a change that the service refuses keeps the original values in the state, and the next update continues", async () => {
  await rig.api.patch(path, { days: 60 });
  await rig.control("POST", "/faults", { method: "PATCH", path, times: 1, effect: { status: 400 } });
  const { inputs } = settings().check({}, { path, values: { days: 30 } });
  const failure = (await settings()
    .create(inputs)
    .catch((error: unknown) => error)) as { id: string; properties: Bag };
  expect(failure).toMatchObject({ id: path, properties: { before: { days: 60 } } });
  const { state } = await settings().update(failure.id, failure.properties, inputs);
  expect(state.before).toEqual({ days: 60 });
  expect(await held()).toMatchObject({ days: 30 });
});

test.each([
  [{ path: "cckm/settings/backups", values: { days: 1 } }, "path: must start with /"],
  [{ path, values: {} }, "values: needs at least one field"],
])("%j is rejected before a request is sent", (args, words) => {
  const { failures } = settings().check({}, args);
  expect(failures.map(({ property, reason }) => `${property}: ${reason}`)).toEqual([expect.stringContaining(words)]);
});

test("settings that the service does not have are an error that names them", async () => {
  const { inputs } = settings().check({}, { path: "/cckm/settings/none", values: { days: 1 } });
  await expect(settings().create(inputs)).rejects.toThrow('creating ApiSetting "/cckm/settings/none" failed');
});
