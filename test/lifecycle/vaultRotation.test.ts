import { createApi, type Api } from "../../provider/api/client";
import { readSettings } from "../../provider/api/settings";
import type { Bag } from "../../provider/lifecycle/vocabulary/definition";
import { make, startRig, type Rig } from "./rig";

/** Schedules that rotate keys of the service's own vault, and the frequency of a key. */

const day = 86_400;
const daily = { name: "daily", runAt: "0 3 * * *" };
const configs = "/scheduler/job-configs";

let rig: Rig;
beforeAll(async () => {
  rig = await startRig();
});
afterAll(() => rig.close());
beforeEach(() => rig.control("POST", "/reset"));

const newest = (name: string): Promise<Bag> => rig.api.get(`/vault/keys2/${name}`, { type: "name" });
const problems = (type: string, args: Bag) =>
  rig
    .lifecycle(type)
    .check({}, args)
    .failures.map(({ property, reason }) => `${property}: ${reason}`);

describe("a schedule", () => {
  test.each([
    [{}, "query: must select keys: without a condition, the service rotates every key"],
    [{ rotationDateReached: false }, "query: must select keys: without a condition, the service rotates every key"],
    [{ names: ["a"], rotationDateReached: false }, "query: must not have rotationDateReached: false"],
    [{ labels: {} }, "query: must select keys: without a condition, the service rotates every key"],
    [{ names: [] }, "query.names: needs at least one name"],
    [{ names: ["a", "prod-*"] }, "query.names.1: must be the whole name of a key: * and ? would select others, too"],
    [{ names: ["prod-?"] }, "query.names.0: must be the whole name of a key: * and ? would select others, too"],
  ])("with the query %j is rejected", (query, words) => {
    expect(problems("VaultRotationSchedule", { ...daily, query })).toContainEqual(expect.stringContaining(words));
  });

  test("rotates the keys that it names when they are due, and no others", async () => {
    for (const name of ["named", "beside"]) await make(rig, "VaultKey", { name, rotationFrequencyDays: 2 });
    await make(rig, "VaultRotationSchedule", { ...daily, query: { names: ["named"], rotationDateReached: true } });
    for (let days = 0; days < 7; days++) await rig.advance(day);
    expect([(await newest("named")).version, (await newest("beside")).version]).toEqual([3, 0]);
  });

  test("starts once the service has shown its query, and pauses while that changes", async () => {
    const bodies: unknown[] = [];
    const { id, state } = await make(rig, "VaultRotationSchedule", { ...daily, query: { names: ["a"] } });
    expect(await rig.api.get(`${configs}/${id}`)).toMatchObject({
      disabled: false,
      job_config_params: { key_query: { names: ["a"] } },
    });
    const api = { ...rig.api };
    api.patch = (path, body) => (bodies.push(body), rig.api.patch(path, body));
    const schedules = rig.lifecycle("VaultRotationSchedule", undefined, () => api);
    await schedules.update(id, state, { ...state, query: { names: ["b"] } });
    expect(bodies).toEqual([
      expect.objectContaining({ disabled: true, key_rotation_params: { key_query: { names: ["b"] } } }),
      { disabled: false },
    ]);
  });
});

describe.each([["ignored"], ["otherName"]])("a service whose query is %s", (rotationQuery) => {
  let other: Rig;
  beforeAll(async () => {
    other = await startRig({ world: { vault: { rotationQuery } } as never });
  });
  afterAll(() => other.close());

  test("gets no schedule, and rotates nothing", async () => {
    const key = await make(other, "VaultKey", { name: "beside" });
    const made = make(other, "VaultRotationSchedule", { ...daily, query: { names: ["named"] } });
    await expect(made).rejects.toThrow(/was removed again: the service does not return the query/);
    expect(await other.api.list(configs)).toEqual([]);
    await other.advance(3 * day);
    expect((await other.api.get(`/vault/keys2/${key.id}`)).version).toBe(0);
  });
});

test("a schedule whose query somebody removed stays paused until the service has it again", async () => {
  const { id, state } = await make(rig, "VaultRotationSchedule", { ...daily, query: { names: ["a"] } });
  await rig.api.patch(`${configs}/${id}`, { key_rotation_params: {} });
  const schedules = rig.lifecycle("VaultRotationSchedule");
  const seen = await schedules.read(id, state);
  expect(schedules.diff(seen!.state, state)).toMatchObject({ changes: true });
  rig.onResponse = ({ job_config_params: _hidden, ...shown }) => shown;
  try {
    await expect(schedules.update(id, seen!.state, state)).rejects.toThrow(/stays paused: the service does not return/);
  } finally {
    rig.onResponse = (response) => response;
  }
  expect((await rig.api.get(`${configs}/${id}`)).disabled).toBe(true);
  await schedules.update(id, (await schedules.read(id, state))!.state, state);
  expect(await rig.api.get(`${configs}/${id}`)).toMatchObject({
    disabled: false,
    job_config_params: { key_query: { names: ["a"] } },
  });
});

test.each([
  ["further names", { names: ["a"], name: "*" }, true],
  ["other names", { names: ["b"] }, true],
  ["what selects nothing", { names: ["a"], limit: 10, labels: {} }, false],
])("a service that returns the query with %s", async (_what, key_query, isRefused) => {
  rig.onResponse = (response) =>
    response.job_config_params ? { ...response, job_config_params: { key_query } } : response;
  const made = make(rig, "VaultRotationSchedule", { ...daily, query: { names: ["a"] } });
  try {
    if (isRefused) await expect(made).rejects.toThrow(/was removed again/);
    else await made;
  } finally {
    rig.onResponse = (response) => response;
  }
  expect(await rig.api.list(configs)).toHaveLength(isRefused ? 0 : 1);
});

test("a service that keeps a deactivation which the program has removed is paused", async () => {
  const query = { names: ["a"] };
  const { id, state } = await make(rig, "VaultRotationSchedule", { ...daily, query, deactivateReplacedAfter: 60 });
  const schedules = rig.lifecycle("VaultRotationSchedule");
  const { deactivateReplacedAfter: _removed, ...without } = state;
  const keeping = { key_query: query, deactivate_replaced_key: 60 };
  rig.onResponse = (response) => (response.job_config_params ? { ...response, job_config_params: keeping } : response);
  try {
    await expect(schedules.update(id, state, without)).rejects.toThrow(
      /stays paused: .* deactivates replaced versions/,
    );
  } finally {
    rig.onResponse = (response) => response;
  }
  expect((await rig.api.get(`${configs}/${id}`)).disabled).toBe(true);
});

test("the response of another schedule ends nothing", async () => {
  const other = await make(rig, "VaultRotationSchedule", { ...daily, name: "other", query: { names: ["x"] } });
  const path = `${configs}/${other.id}`;
  const record = await rig.api.get(path);
  const answered: Api = { ...rig.api, post: (to, body) => rig.api.post(to, body).then(() => record) };
  const schedules = rig.lifecycle("VaultRotationSchedule", undefined, () => answered);
  const { inputs } = schedules.check({}, { ...daily, query: { names: ["a"] } });
  await schedules.create(inputs).catch(() => undefined);
  expect(await rig.api.get(path)).toEqual(record);
});

test("a refusal says who may schedule rotations", async () => {
  const login = { username: "operator", password: "Operator-1-Password" };
  await make(rig, "User", { ...login, email: "operator@example.com" });
  const { address, caCertificate } = rig.emulator;
  const settings = readSettings((name) => ({ address, caCertificate, ...login })[name as string], {});
  const api = createApi(settings);
  const schedules = rig.lifecycle("VaultRotationSchedule", undefined, () => api);
  const { inputs } = schedules.check({}, { ...daily, query: { names: ["a"] } });
  await expect(schedules.create(inputs)).rejects.toThrow(/login to the root domain, as a member of Key Admins/);
  await api.close();
});

describe("the frequency of a key", () => {
  const rotations = () => rig.lifecycle("VaultKeyRotation");
  const bind = async (frequencyDays: number) => {
    const key = await make(rig, "VaultKey", { name: "k" });
    return { key, rotation: await make(rig, "VaultKeyRotation", { key: key.id, frequencyDays }) };
  };
  const looked = async ({ id, state }: { id: string; state: Bag }) => {
    const seen = (await rotations().read(id, state))!;
    return { frequencyDays: seen.state.frequencyDays, ...rotations().diff(seen.state, { ...state }) };
  };

  test("of a new key is the whole one, which the next version inherits: no drift", async () => {
    const { key, rotation } = await bind(89);
    expect(await newest("k")).toMatchObject({ rotationFrequencyDays: "89" });
    expect(await looked(rotation)).toMatchObject({ frequencyDays: 89, changes: false });
    await rig.api.post(`/vault/keys2/${key.id}/versions/`, {});
    expect(await looked(rotation)).toMatchObject({ frequencyDays: 89, changes: false });
  });

  test("counts the age of the key; the shorter days of the next version are drift, which an update repairs", async () => {
    const key = await make(rig, "VaultKey", { name: "k" });
    await rig.advance(50.5 * day);
    const rotation = await make(rig, "VaultKeyRotation", { key: key.id, frequencyDays: 89 });
    expect(await newest("k")).toMatchObject({ rotationFrequencyDays: "38" });
    expect(await looked(rotation)).toMatchObject({ frequencyDays: 89, changes: false });
    await rig.api.post(`/vault/keys2/${key.id}/versions/`, {});
    expect(await looked(rotation)).toMatchObject({ frequencyDays: 38, changes: true });
    const { id, state } = rotation;
    const seen = (await rotations().read(id, state))!;
    const updated = await rotations().update(id, seen.state, { key: key.id, frequencyDays: 89 });
    expect(await newest("k")).toMatchObject({ version: 1, rotationFrequencyDays: "89" });
    expect(await looked({ id, state: updated.state })).toMatchObject({ frequencyDays: 89, changes: false });
  });

  test("gives a key that is too old already a new version, with all its days", async () => {
    await make(rig, "VaultKey", { name: "k" });
    await rig.advance(200 * day);
    const key = await newest("k");
    const rotation = await make(rig, "VaultKeyRotation", { key: key.id, frequencyDays: 89 });
    expect(await newest("k")).toMatchObject({ version: 1, rotationFrequencyDays: "89" });
    expect(await looked(rotation)).toMatchObject({ frequencyDays: 89, changes: false });
  });

  test("that a new version has lost is drift, and is set again", async () => {
    const { rotation } = await bind(89);
    await rig.api.patch(`/vault/keys2/${rotation.id}`, { rotationFrequencyDays: "0" });
    expect(await looked(rotation)).toMatchObject({ frequencyDays: 0, changes: true });
    const seen = (await rotations().read(rotation.id, rotation.state))!;
    await rotations().update(rotation.id, seen.state, { key: rotation.id, frequencyDays: 89 });
    expect(await newest("k")).toMatchObject({ rotationFrequencyDays: "89" });
  });

  test("ends with the resource, unless somebody changed it meanwhile", async () => {
    const { rotation } = await bind(89);
    await rig.api.patch(`/vault/keys2/${rotation.id}`, { rotationFrequencyDays: "7" });
    await rotations().delete(rotation.id, rotation.state);
    expect(await newest("k")).toMatchObject({ rotationFrequencyDays: "7" });
    await rig.api.patch(`/vault/keys2/${rotation.id}`, { rotationFrequencyDays: "89" });
    await rotations().delete(rotation.id, rotation.state);
    expect(await newest("k")).not.toHaveProperty("rotationFrequencyDays");
  });

  test.each([30, 89])("of %d days of somebody else is a conflict that says how to take it over", async (days) => {
    const key = await make(rig, "VaultKey", { name: "k", rotationFrequencyDays: days });
    const args = { key: key.id, frequencyDays: 89 };
    const refused = make(rig, "VaultKeyRotation", args);
    await expect(refused).rejects.toThrow(`already has a rotation frequency of ${days} days`);
    await make(rig, "VaultKeyRotation", { ...args, adopt: key.id });
    expect(await newest("k")).toMatchObject({ rotationFrequencyDays: "89" });
  });
});
