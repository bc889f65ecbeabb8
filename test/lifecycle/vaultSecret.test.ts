import { around, type Call } from "../../provider/api/around";
import type { Api, Wire } from "../../provider/api/client";
import { ApiError } from "../../provider/api/errors";
import type { Bag } from "../../provider/lifecycle/vocabulary/definition";
import { ResourceError } from "../../provider/lifecycle/vocabulary/failure";
import { change, declared, make, startRig, type Rig } from "./rig";

/** Secrets of the vault: their values, and the versions that have them. */

let rig: Rig;
beforeAll(async () => {
  rig = await startRig();
});
afterAll(() => rig.close());
beforeEach(() => rig.renew());

const secrets = "/vault/secrets";
const first = "first-canary-4711";
const second = "second-canary-4712";
const lifecycle = (ear?: (api: Api) => Api) => rig.lifecycle("VaultSecret", undefined, ear);
const making = (args: Bag = {}) =>
  make(rig, "VaultSecret", { name: "database", value: first, onDestroy: "destroy", ...args });
const exported = async (id: string) => (await rig.api.post(`${secrets}/${id}/export`)).material;
const versions = async () =>
  (await rig.api.list(secrets, { name: "database" })).map(({ version }) => Number(version)).sort();
const addVersion = async (id: string, material: string) =>
  String((await rig.api.post(`${secrets}/${id}/versions/`, { material })).id);

describe("the value", () => {
  test.each([
    ["password", "any text, of ü characters"],
    ["seed", "00ffA1"],
    ["blob", "_-8="],
  ])("of a %s arrives as it is", async (dataType, value) => {
    const made = await making({ dataType, value });
    expect(made.state).toMatchObject({ dataType, version: 0, currentId: made.id });
    expect(await exported(made.id)).toBe(value);
  });

  test.each([
    ["seed", "abc", "value of the type seed must be hex"],
    ["seed", "not hex", "value of the type seed must be hex"],
    ["blob", "+/+/", "value of the type blob must be base64url"],
  ])("of a %s like %j is refused without being repeated", (dataType, value, text) => {
    const { failures } = lifecycle().check({}, { name: "database", dataType, value });
    expect(failures).toEqual([
      expect.objectContaining({ property: "value", reason: expect.stringContaining(text.slice(6)) as string }),
    ]);
    expect(JSON.stringify(failures)).not.toContain(value);
  });

  test("that is required and empty, or left out, is refused", () => {
    for (const value of ["", undefined])
      expect(lifecycle().check({}, { name: "database", value }).failures).toEqual([
        expect.objectContaining({ property: "value" }),
      ]);
  });
});

test("a value that is part of the secret's name is refused", () => {
  const { failures } = lifecycle().check({}, { name: "database-password", value: "password" });
  expect(failures).toEqual([
    { property: "value", reason: "is part of name, which everybody sees: change one of them" },
  ]);
});

describe("a changed value", () => {
  test("makes a new version, which has the other arguments, too; the older one keeps its value", async () => {
    const made = await making({ labels: { team: "a" }, permissions: { ReadKey: ["operators"] } });
    const { state } = await change(rig, "VaultSecret", made, { value: second });
    expect(await versions()).toEqual([0, 1]);
    expect(state).toMatchObject({ version: 1, labels: { team: "a" }, permissions: { ReadKey: ["operators"] } });
    expect(await exported(made.id)).toBe(first);
    expect(await exported(String(state.currentId))).toBe(second);
    const seen = (await lifecycle().read(made.id, state))!;
    expect(lifecycle().diff(seen.state, { ...made.inputs, value: second })).toMatchObject({ changes: false });
    expect(rig.log.join("\n")).not.toMatch(/another version|does not show/);
  });

  test("never replaces the secret, and another data type does", async () => {
    const made = await making();
    const differs = (args: Bag) => lifecycle().diff(made.state, { ...made.inputs, ...args });
    expect(differs({ value: second })).toMatchObject({ changes: true, replaces: [], changed: ["value"] });
    expect(differs({ dataType: "seed", value: "00" }).replaces).toEqual(["dataType"]);
  });

  test("whose update was interrupted makes one version", async () => {
    const made = await making();
    await change(rig, "VaultSecret", made, { value: second });
    const { state } = await change(rig, "VaultSecret", made, { value: second });
    expect(await versions()).toEqual([0, 1]);
    expect(state).toMatchObject({ version: 1 });
    expect(rig.log.join("\n")).toMatch(/version 1 already has this value; no version is made/);
  });

  test("whose response is lost makes one version", async () => {
    const made = await making();
    let lost = 0;
    const losing = (api: Api): Api =>
      around(api, async <T>(call: Call, work: () => Promise<T>) => {
        const result = await work();
        if (call.path.endsWith("/versions/") && call.method === "POST" && lost++ === 0)
          throw new ApiError("the connection was lost", { kind: "unanswered", call: "POST" });
        return result;
      });
    const { inputs } = lifecycle().check(made.inputs, { ...made.inputs, value: second });
    const { state } = await lifecycle(losing).update(made.id, made.state, inputs);
    expect(lost).toBe(1);
    expect(await versions()).toEqual([0, 1]);
    expect(await exported(String(state.currentId))).toBe(second);
  });

  test("is not taken for made where the response is about another secret", async () => {
    const other = await rig.api.post(secrets, { name: "other", dataType: "password", material: "another-value" });
    const made = await making();
    const mixedUp = (api: Api): Api =>
      around(api, async <T>(call: Call, work: () => Promise<T>) => {
        const result = await work();
        return call.path.endsWith("/versions/") && call.method === "POST" ? (other as T) : result;
      });
    const { inputs } = lifecycle().check(made.inputs, { ...made.inputs, value: second });
    const { state } = await lifecycle(mixedUp).update(made.id, made.state, inputs);
    expect(state).toMatchObject({ name: "database", version: 1 });
    expect(await exported(String(state.currentId))).toBe(second);
    expect(await versions()).toEqual([0, 1]);
  });

  test("says that a repetition makes another version where the service shows no fingerprint", async () => {
    rig.onResponse = ({ sha256Fingerprint: _none, ...record }: Wire) => record;
    const made = await making();
    await change(rig, "VaultSecret", made, { value: second });
    expect(rig.log.join("\n")).toMatch(/a repeated update makes another version with it/);
    await change(rig, "VaultSecret", made, { value: second });
    expect(await versions()).toEqual([0, 1, 2]);
  });

  test("does not count as there where the newest version that had it was destroyed", async () => {
    const made = await making();
    const { state, inputs } = await change(rig, "VaultSecret", made, { value: second });
    await rig.api.post(`${secrets}/${String(state.currentId)}/destroy`);
    await lifecycle().update(made.id, made.state, inputs);
    expect(await versions()).toEqual([0, 1, 2]);
  });

  test("that the service refuses changes nothing", async () => {
    const made = await making();
    await rig.control("POST", "/faults", {
      method: "POST",
      path: `/api/v1${secrets}/${made.id}/versions/`,
      effect: { status: 400 },
    });
    const failed: unknown = await change(rig, "VaultSecret", made, { value: second }).catch((error: unknown) => error);
    await rig.control("DELETE", "/faults");
    // Without a state: the one before stays, so that the next update sends the value again.
    expect(failed).toBeInstanceOf(ResourceError);
    expect((failed as Error).message).toMatch(/updating VaultSecret "database" failed/);
    expect((failed as Error).message).not.toContain(second);
    expect(await versions()).toEqual([0]);
  });
});

describe("versions", () => {
  test("that somebody else made are followed, and destroyed with the secret", async () => {
    const made = await making();
    const newest = await addVersion(made.id, second);
    const seen = (await lifecycle().read(made.id, made.state))!;
    expect(seen.state).toMatchObject({ version: 1, currentId: newest, value: first });
    expect(lifecycle().diff(seen.state, made.inputs)).toMatchObject({ changes: false });
    await lifecycle().delete(made.id, seen.state);
    expect(await versions()).toEqual([]);
  });

  test("of another secret of that name, made later, are neither shown nor deleted", async () => {
    const made = await making();
    await rig.api.delete(`${secrets}/${made.id}`);
    await rig.api.post(secrets, { name: "database", dataType: "password", material: second });
    expect(await lifecycle().read(made.id, made.state)).toBeUndefined();
    await lifecycle().delete(made.id, made.state);
    expect(await versions()).toEqual([0]);
  });

  test("of which the first was deleted go on as the secret", async () => {
    const made = await making();
    const { state } = await change(rig, "VaultSecret", made, { value: second });
    await rig.api.delete(`${secrets}/${made.id}`);
    const seen = await lifecycle().read(made.id, state);
    expect(seen?.state).toMatchObject({ currentId: state.currentId, version: 1 });
  });

  test("are all protected, and none is deleted while one of them is undeletable", async () => {
    const made = await making();
    const changed = await change(rig, "VaultSecret", made, { value: second });
    const old = { ...made, ...changed };
    const { state } = await change(rig, "VaultSecret", old, { undeletable: true, unexportable: true });
    for (const id of [made.id, String(state.currentId)])
      expect(await rig.api.get(`${secrets}/${id}`)).toMatchObject({ undeletable: true, unexportable: true });
    await rig.api.patch(`${secrets}/${String(state.currentId)}`, { undeletable: false });
    const seen = (await lifecycle().read(made.id, state))!;
    await expect(lifecycle().delete(made.id, seen.state)).rejects.toThrow(/version 0 .* is undeletable/);
    expect(await versions()).toEqual([0, 1]);
  });

  test("that a destroy left over are deleted by the next one", async () => {
    const made = await making();
    await addVersion(await addVersion(made.id, second), first);
    await rig.control("POST", "/faults", {
      method: "DELETE",
      path: `/api/v1${secrets}/${made.id}`,
      effect: { status: 500 },
    });
    await expect(lifecycle().delete(made.id, made.state)).rejects.toThrow(/deleting VaultSecret "database" failed/);
    expect(await versions()).toEqual([0]);
    await rig.control("DELETE", "/faults");
    await lifecycle().delete(made.id, made.state);
    expect(await versions()).toEqual([]);
  });
});

test("a destroyed secret is shown as such and left alone, and gets a version again by another value", async () => {
  const made = await making();
  await rig.api.post(`${secrets}/${made.id}/destroy`);
  const seen = (await lifecycle().read(made.id, made.state))!;
  expect(seen.state).toMatchObject({ state: "Destroyed" });
  expect(lifecycle().diff(seen.state, made.inputs)).toMatchObject({ replaces: [], changed: [] });
  const { state } = await change(rig, "VaultSecret", { ...made, state: seen.state }, { value: second });
  expect(state).toMatchObject({ state: "Active", version: 1 });
  expect(await exported(String(state.currentId))).toBe(second);
});

test("a secret is kept by default", async () => {
  const made = await making({ onDestroy: undefined });
  await lifecycle().delete(made.id, made.state);
  expect(await exported(made.id)).toBe(first);
});

test("one that exists is adopted with its value, which is not sent", async () => {
  const made = await making();
  await expect(lifecycle().create({ ...made.inputs, value: second })).rejects.toThrow(`adopt: "${made.id}"`);
  const adopted = await lifecycle().create({ ...made.inputs, value: second, adopt: true });
  expect(adopted.id).toBe(made.id);
  expect(await exported(made.id)).toBe(first);
  expect(await versions()).toEqual([0]);
  expect(rig.log.join("\n")).toMatch(/value was not sent/);
});

test("a create that was killed goes on with the secret that it made", async () => {
  let die: () => void = () => undefined;
  const death = new Promise<void>((resolve) => (die = resolve));
  const dying = (api: Api): Api =>
    around(api, async (call, work) => {
      const result = await work();
      if (call.method !== "POST" || call.path !== secrets) return result;
      die();
      return new Promise(() => undefined);
    });
  const { inputs } = lifecycle().check({}, { name: "database", value: first });
  const company = () => declared("VaultSecret", "one");
  void rig.lifecycle("VaultSecret", undefined, dying, company()).create(inputs);
  await death;
  const { id } = await rig.lifecycle("VaultSecret", undefined, undefined, company()).create(inputs);
  expect(await versions()).toEqual([0]);
  expect(await exported(id)).toBe(first);
});

test("its values are in no line of the log, no property but its own, and no request that the emulator recorded", async () => {
  const made = await making();
  const { state } = await change(rig, "VaultSecret", made, { value: second });
  const seen = (await lifecycle().read(made.id, state))!;
  await lifecycle().delete(made.id, seen.state);
  const { value, ...plain } = seen.state;
  expect(value).toBe(second);
  const recorded = await rig.control("GET", "/requests");
  expect((recorded.items as unknown[]).length).toBeGreaterThan(4);
  const all = JSON.stringify([plain, rig.log, recorded]);
  expect(all).not.toMatch(/canary/);
});
