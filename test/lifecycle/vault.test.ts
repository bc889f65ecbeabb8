import { around, type Call } from "../../provider/api/around";
import type { Api } from "../../provider/api/client";
import type { Bag } from "../../provider/lifecycle/vocabulary/definition";
import { make, startRig, type Rig } from "./rig";

/** What vault keys do beyond the rows that every resource passes. */

let rig: Rig;
beforeAll(async () => {
  rig = await startRig();
});
afterAll(() => rig.close());
beforeEach(() => rig.renew());

const keys = "/vault/keys2/";
const lifecycle = () => rig.lifecycle("VaultKey");
const rotate = async (id: string) => String((await rig.api.post(`${keys}${id}/versions/`, {})).id);
const namesLeft = async () =>
  (await rig.api.list(keys)).map(({ name, version }) => `${String(name)} ${String(version)}`);

test("a rotated key is followed to its newest version, and destroyed with all of them", async () => {
  const made = await make(rig, "VaultKey", { name: "backups", onDestroy: "destroy" });
  const newest = await rotate(await rotate(made.id));
  const seen = await lifecycle().read(made.id, made.state);
  expect(seen?.state).toMatchObject({ version: 2, currentId: newest });
  expect(lifecycle().diff(seen!.state, made.inputs)).toMatchObject({ changes: false });
  await lifecycle().delete(made.id, seen!.state);
  expect(await namesLeft()).toEqual([]);
});

test("a key of the same name that was created later is another one: neither shown nor destroyed", async () => {
  const made = await make(rig, "VaultKey", { name: "backups", onDestroy: "destroy" });
  await rig.api.delete(`${keys}${made.id}`);
  await rig.api.post(keys, { name: "backups", algorithm: "aes" });
  expect(await lifecycle().read(made.id, made.state)).toBeUndefined();
  await lifecycle().delete(made.id, made.state);
  expect(await namesLeft()).toEqual(["backups 0"]);
});

test("a destroy that was interrupted is repeated to its end", async () => {
  const made = await make(rig, "VaultKey", { name: "backups", onDestroy: "destroy" });
  await rotate(await rotate(made.id));
  await rig.control("POST", "/faults", { method: "DELETE", path: `/api/v1${keys}${made.id}`, effect: { status: 500 } });
  await expect(lifecycle().delete(made.id, made.state)).rejects.toThrow(/deleting VaultKey "backups" failed/);
  expect(await namesLeft()).toEqual(["backups 0"]);
  await rig.control("DELETE", "/faults");
  await lifecycle().delete(made.id, made.state);
  expect(await namesLeft()).toEqual([]);
});

test.each<[Bag, "newest" | "all"]>([
  [{ description: "two" }, "newest"],
  [{ labels: { a: "1" } }, "newest"],
  [{ usageMask: 4 }, "newest"],
  [{ deactivationDate: "2040-01-01T00:00:00Z" }, "newest"],
  [{ undeletable: true }, "all"],
  [{ unexportable: true }, "all"],
])("of a rotated key, %j is changed in its versions: %s", async (change, which) => {
  const args = { name: "backups", algorithm: "aes", size: 256 };
  const made = await make(rig, "VaultKey", args);
  const newest = await rotate(made.id);
  const seen = (await lifecycle().read(made.id, made.state))!;
  const wanted = lifecycle().check(seen.inputs, { ...args, ...change }).inputs;
  await lifecycle().update(made.id, seen.state, wanted);
  const all = await rig.api.list(keys, { name: "backups" });
  const [[name, value]] = Object.entries(change) as [[string, unknown]];
  const isChanged = ({ [name]: now }: Bag) => JSON.stringify(now) === JSON.stringify(value);
  const expected = which === "all" ? [made.id, newest] : [newest];
  expect(
    all
      .filter(isChanged)
      .map(({ id }) => id)
      .sort(),
  ).toEqual(expected.sort());
});

test("the aliases that a rotation leaves with the older version are the key's, and are changed there", async () => {
  const args = { name: "backups", aliases: ["kept", "old"] };
  const made = await make(rig, "VaultKey", args);
  const newest = await rotate(made.id);
  const seen = (await lifecycle().read(made.id, made.state))!;
  expect(lifecycle().diff(seen.state, made.inputs)).toMatchObject({ changes: false });
  const wanted = lifecycle().check(seen.inputs, { ...args, aliases: ["kept", "new"] }).inputs;
  const updated = await lifecycle().update(made.id, seen.state, wanted);
  const aliases = async (id: string) => (await rig.api.get(`${keys}${id}`)).aliases;
  expect(await aliases(made.id)).toMatchObject([{ alias: "kept" }]);
  expect(await aliases(newest)).toMatchObject([{ alias: "new" }]);
  const again = (await lifecycle().read(made.id, updated.state))!;
  expect(lifecycle().diff(again.state, wanted)).toMatchObject({ changes: false });
});

test("an alias that somebody took from the older version is missing", async () => {
  const made = await make(rig, "VaultKey", { name: "backups", aliases: ["a"] });
  await rotate(made.id);
  await rig.api.patch(`${keys}${made.id}`, { aliases: [{ index: 0 }] });
  const seen = (await lifecycle().read(made.id, made.state))!;
  expect(lifecycle().diff(seen.state, made.inputs)).toMatchObject({ changes: true });
});

test("deleting a key that is undeletable says which argument forbids it", async () => {
  const { id, state } = await make(rig, "VaultKey", { name: "locked", undeletable: true, onDestroy: "destroy" });
  await expect(lifecycle().delete(id, state)).rejects.toThrow(
    /403.*Set `undeletable: false` and run `pulumi up`; then/s,
  );
  expect(await namesLeft()).toEqual(["locked 0"]);
});

test("of a rotated key no version is deleted while one of them is undeletable", async () => {
  const made = await make(rig, "VaultKey", { name: "locked", undeletable: true, onDestroy: "destroy" });
  await rig.api.patch(`${keys}${await rotate(made.id)}`, { undeletable: false });
  const seen = (await lifecycle().read(made.id, made.state))!;
  await expect(lifecycle().delete(made.id, seen.state)).rejects.toThrow(/version 0 .* is undeletable, and no version/);
  expect(await namesLeft()).toEqual(["locked 0", "locked 1"]);
});

test("the version that the state names is deleted also where a list lacks it", async () => {
  const made = await make(rig, "VaultKey", { name: "backups", onDestroy: "destroy" });
  const newest = await rotate(made.id);
  const { state } = (await lifecycle().read(made.id, made.state))!;
  const lacking = (api: Api): Api =>
    around(api, async <T>(call: Call, work: () => Promise<T>) => {
      const found = await work();
      const isList = call.path.endsWith("/versions/") && Array.isArray(found);
      return isList ? (found.filter((one: Bag) => one.id !== newest) as T) : found;
    });
  await rig.lifecycle("VaultKey", undefined, lacking).delete(made.id, state);
  expect(await namesLeft()).toEqual([]);
});

test("a key whose first version alone was deleted is still there", async () => {
  const made = await make(rig, "VaultKey", { name: "backups", onDestroy: "destroy" });
  const newest = await rotate(made.id);
  const { state } = (await lifecycle().read(made.id, made.state))!;
  await rig.api.delete(`${keys}${made.id}`);
  expect((await lifecycle().read(made.id, state))!.state).toMatchObject({ currentId: newest });
  await expect(lifecycle().delete(made.id, state)).rejects.toThrow(/still exists, so it stays in the state/);
});

test("a rotated key that was undeletable is deleted once the program says that it may be", async () => {
  const args = { name: "locked", undeletable: true, onDestroy: "destroy" };
  const made = await make(rig, "VaultKey", args);
  await rotate(made.id);
  const seen = (await lifecycle().read(made.id, made.state))!;
  const wanted = lifecycle().check(seen.inputs, { ...args, undeletable: false }).inputs;
  const { state } = await lifecycle().update(made.id, seen.state, wanted);
  await lifecycle().delete(made.id, state);
  expect(await namesLeft()).toEqual([]);
});
