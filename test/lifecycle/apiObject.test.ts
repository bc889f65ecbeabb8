import { InitializationError } from "../../provider/lifecycle/vocabulary/failure";
import type { Bag } from "../../provider/lifecycle/vocabulary/definition";
import { make, startRig, type Rig } from "./rig";

/**
 * What `ApiObject` does beyond the rows that every resource passes; its collection here also has a
 * class of its own.
 */

const path = "/vault/keys2";

let rig: Rig;
beforeAll(async () => {
  rig = await startRig();
});
afterAll(() => rig.close());
beforeEach(() => rig.renew());

const keysCalled = (name: string) => rig.api.list(path, { name });

test("an object that never reaches the expected state is recorded, and the next update continues", async () => {
  const lifecycle = rig.lifecycle("ApiObject");
  const args = { path, body: { name: "slow", algorithm: "AES", size: 256 }, outputs: ["state"] };
  const waitFor = { field: "state", values: ["Destroyed"], failures: ["Active"] };
  const { inputs } = lifecycle.check({}, { ...args, waitFor });
  const failure = (await lifecycle.create(inputs).catch((error: unknown) => error)) as InitializationError;
  expect(failure).toBeInstanceOf(InitializationError);
  expect(failure.message).toContain("state is Active");
  const [key] = await keysCalled("slow");
  expect(failure).toMatchObject({ id: key!.id, properties: { ...inputs, answer: { state: "Active" } } });

  const fixed = lifecycle.check(failure.properties, args).inputs;
  const { id, state } = await lifecycle.update(failure.id, failure.properties, fixed);
  expect(id).toBe(key!.id);
  expect(lifecycle.diff(state, fixed)).toMatchObject({ changes: false });
  expect(await keysCalled("slow")).toHaveLength(1);
  await lifecycle.delete(id, state);
  expect(await keysCalled("slow")).toEqual([]);
});

test("secret fields are sent and kept, not compared; only the compared fields of the body can drift", async () => {
  const body = { name: "watched", algorithm: "AES", size: 256, meta: { team: "shop", note: "ours" } };
  const made = await make(rig, "ApiObject", { path, body, secretBody: { aliases: [] }, compare: ["meta.team"] });
  const drifted = async (meta: Bag) => {
    await rig.api.patch(`${path}/${made.id}`, { meta });
    const { state } = (await rig.lifecycle("ApiObject").read(made.id, made.state))!;
    expect(state.secretBody).toEqual({ aliases: [] });
    return rig.lifecycle("ApiObject").diff(state, made.inputs).changes;
  };
  expect(await drifted({ team: "shop", note: "theirs" })).toBe(false);
  expect(await drifted({ team: "bank", note: "theirs" })).toBe(true);
});

test("a lost response creates no second object, and the error says how to adopt the first one", async () => {
  await rig.control("POST", "/faults", { method: "POST", path, times: 1, effect: { drop: "after" } });
  const { inputs } = rig.lifecycle("ApiObject").check({}, { path, body: { name: "once", algorithm: "AES" } });
  await expect(rig.lifecycle("ApiObject").create(inputs)).rejects.toThrow('adopt: "<its id>"');
  const [key, ...more] = await keysCalled("once");
  expect(more).toEqual([]);
  const { id } = await rig.lifecycle("ApiObject").create({ ...inputs, adopt: key!.id });
  expect(id).toBe(key!.id);
});

describe("a response without the id field", () => {
  const users = "/usermgmt/users";
  const secretBody = { password: "Quick-Start-1" };
  const failing = async (args: Bag) => {
    const { inputs } = rig.lifecycle("ApiObject").check({}, args);
    const failure = (await rig
      .lifecycle("ApiObject")
      .create(inputs)
      .catch((error: unknown) => error)) as Error;
    return failure.message;
  };

  test("is an error that says that the object exists, with the line that adopts it, which works", async () => {
    const args = { path: users, body: { username: "bob" }, secretBody };
    const message = await failing(args);
    const [bob] = await rig.api.list(users, { username: "bob" });
    const id = bob!.user_id as string;
    expect(message).toContain('creating ApiObject "/usermgmt/users" failed: the object was created, but ');
    expect(message).toContain(`user_id is "${id}"`);
    expect(message).toContain(`  idField: "user_id", adopt: "${id}"  `);
    expect(message).not.toContain("Quick-Start-1");

    const adopted = await make(rig, "ApiObject", { ...args, idField: "user_id", adopt: id });
    expect(adopted.id).toBe(id);
    expect(rig.lifecycle("ApiObject").diff(adopted.state, adopted.inputs)).toMatchObject({ changes: false });
    await rig.lifecycle("ApiObject").delete(id, adopted.state);
    expect(await rig.api.list(users, { username: "bob" })).toEqual([]);
  });

  test("a collection path that ends in a slash, as some do, has items below it", async () => {
    const args = { path: `${users}/`, idField: "user_id", body: { username: "eve", name: "Eve" }, secretBody };
    const made = await make(rig, "ApiObject", args);
    const life = rig.lifecycle("ApiObject");
    const changed = { ...made.inputs, body: { username: "eve", name: "E." } };
    const { state } = await life.update(made.id, made.state, changed);
    expect(await rig.api.list(users, { username: "eve" })).toMatchObject([{ name: "E." }]);
    expect((await life.read(made.id, state))?.id).toBe(made.id);
    await life.delete(made.id, state);
    expect(await rig.api.list(users, { username: "eve" })).toEqual([]);
  });

  test.each([
    ["a name", { name: "n-1", size: 1 }, /name is "n-1".* {2}idField: "name", adopt: "n-1" {2}to/],
    ["a number", { thingId: 7 }, /thingId is 7.* {2}idField: "thingId", adopt: "7" {2}to/],
    [
      "a field of the response rather than one that was sent",
      { ownerId: "o-1", uuid: "u-1" },
      /idField: "uuid", adopt: "u-1"/,
    ],
    [
      "no field that could be an id",
      { size: 1, valid: true },
      /only size, valid\..*Look for it there.*adopt: "<its id>"/,
    ],
    ["only secret fields", { hiddenId: "S3cret", tokenId: "S3cret", shownId: "S3cret" }, /adopt: "<its id>"/],
    ["no fields", {}, /has no fields/],
  ])("offers %s", async (_name, response: Bag, expected) => {
    jest.spyOn(rig.api, "post").mockResolvedValueOnce(response);
    const body = { ownerId: "o-1" };
    const secrets = { secretBody: { hiddenId: "S3cret" }, secretOutputs: ["shownId"] };
    const message = await failing({ path: "/things", body, ...secrets });
    expect(message).toMatch(expected);
    expect(message).not.toContain("S3cret");
  });
});
