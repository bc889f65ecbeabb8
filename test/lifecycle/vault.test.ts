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

test("deleting a key that is undeletable says which argument forbids it", async () => {
  const { id, state } = await make(rig, "VaultKey", { name: "locked", undeletable: true, onDestroy: "destroy" });
  await expect(lifecycle().delete(id, state)).rejects.toThrow(
    /403.*Set `undeletable: false` and run `pulumi up`; then/s,
  );
  expect(await namesLeft()).toEqual(["locked 0"]);
});
