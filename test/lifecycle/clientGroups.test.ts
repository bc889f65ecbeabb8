import type { Bag } from "../../provider/lifecycle/vocabulary/definition";
import { InitializationError } from "../../provider/lifecycle/vocabulary/failure";
import { clientRig, clients } from "./clientRig";
import { makeRequest, makeToken } from "./fixtures/clients";
import { make } from "./rig";

/** The groups of a registered client follow the program. */

const rig = clientRig();
const groupsOf = async (id: string) => {
  const shown = await rig.api.list("/usermgmt/groups/", { clients: id });
  return shown.map(({ name }) => String(name)).filter((name) => name !== "All Clients");
};
const member = (group: string, id: string) => `/client-management/groups/${encodeURIComponent(group)}/clients/${id}`;

test("follow the program, also where they are taken away; those of its profile and of others stay", async () => {
  const { token: registrationToken } = await makeToken(rig, { groups: ["Key Users"] });
  const { csr } = await makeRequest(rig);
  const args = { name: "pipeline", registrationToken, csr, groups: ["CCKM Users", "Key Users"] };
  const made = await make(rig, "RegisteredClient", args);
  expect(made.state.groups).toEqual(["CCKM Users", "Key Users"]);
  await rig.api.post(member("Key Admins", made.id));
  const lifecycle = rig.lifecycle("RegisteredClient");
  const seen = await lifecycle.read(made.id, made.state);
  expect(lifecycle.diff(seen!.state, made.inputs)).toMatchObject({ changes: false });

  const inputs = rig.checked("RegisteredClient", { ...args, groups: undefined }, made.inputs);
  expect(lifecycle.diff(seen!.state, inputs)).toMatchObject({ changed: ["groups"], replaces: [] });
  const { state } = await lifecycle.update(made.id, seen!.state, inputs);
  expect(state.groups).toEqual([]);
  expect(await groupsOf(made.id)).toEqual(["Key Admins"]);
  expect((await lifecycle.read(made.id, state))!.state.groups).toEqual([]);
});

test("one that is taken away elsewhere is drift, which the next update repairs", async () => {
  const { token: registrationToken } = await makeToken(rig);
  const { csr } = await makeRequest(rig);
  const made = await make(rig, "RegisteredClient", { name: "a", registrationToken, csr, groups: ["Key Users"] });
  await rig.api.delete(member("Key Users", made.id));
  const lifecycle = rig.lifecycle("RegisteredClient");
  const seen = await lifecycle.read(made.id, made.state);
  expect(lifecycle.diff(seen!.state, made.inputs)).toMatchObject({ changed: ["groups"] });
  await lifecycle.update(made.id, seen!.state, made.inputs);
  expect(await groupsOf(made.id)).toEqual(["Key Users"]);
});

test("a group that does not exist is named; the client is kept, and the next update lets it join", async () => {
  const { token: registrationToken } = await makeToken(rig);
  const { csr } = await makeRequest(rig);
  const args = { name: "late", registrationToken, csr, groups: ["Key User"] };
  await expect(make(rig, "RegisteredClient", args)).rejects.toThrow('groups: the service has no group "Key User".');
  const [client] = await rig.api.list(clients, { name: "late" });
  expect(client).toBeDefined();
  const again = await make(rig, "RegisteredClient", { ...args, groups: ["Key Users"] });
  expect(again.id).toBe(client!.id);
  expect(await groupsOf(again.id)).toEqual(["Key Users"]);
});

/** The properties of what a failed call leaves in the stack. */
async function leftBy(work: Promise<unknown>): Promise<{ id: string; properties: Bag }> {
  const failure = (await work.catch((error: unknown) => error)) as InitializationError;
  expect(failure).toBeInstanceOf(InitializationError);
  return failure;
}

test("what a failed update let it join is on record, and the next one takes it back", async () => {
  const { token: registrationToken } = await makeToken(rig);
  const { csr } = await makeRequest(rig);
  const args = { name: "a", registrationToken, csr, groups: ["Key Users"] };
  const made = await make(rig, "RegisteredClient", args);
  const lifecycle = rig.lifecycle("RegisteredClient");
  const wrong = rig.checked("RegisteredClient", { ...args, groups: ["Key Admins", "Key Users", "Zzz"] }, made.inputs);
  const { properties } = await leftBy(lifecycle.update(made.id, made.state, wrong));
  expect(properties.groups).toEqual(["Key Users", "Key Admins", "Zzz"]);
  expect(await groupsOf(made.id)).toEqual(["Key Admins", "Key Users"]);
  expect(lifecycle.diff(properties, made.inputs)).toMatchObject({ changed: ["groups"] });
  await lifecycle.update(made.id, properties, made.inputs);
  expect(await groupsOf(made.id)).toEqual(["Key Users"]);
});

test("so is what a failed creation let it join", async () => {
  const { token: registrationToken } = await makeToken(rig);
  const { csr } = await makeRequest(rig);
  const args = { name: "a", registrationToken, csr, groups: ["admin", "Zzz"] };
  const { id, properties } = await leftBy(make(rig, "RegisteredClient", args));
  const inputs = rig.checked("RegisteredClient", { ...args, groups: [] });
  await rig.lifecycle("RegisteredClient").update(id, properties, inputs);
  expect(await groupsOf(id)).toEqual([]);
});

test("a group that a failed update did not let it leave is left by the next one", async () => {
  const { token: registrationToken } = await makeToken(rig);
  const { csr } = await makeRequest(rig);
  const args = { name: "a", registrationToken, csr, groups: ["Key Users"] };
  const made = await make(rig, "RegisteredClient", args);
  await rig.fault({ method: "DELETE", path: "groups/.*/clients/", times: 1, effect: { status: 500 } });
  const lifecycle = rig.lifecycle("RegisteredClient");
  const other = rig.checked("RegisteredClient", { ...args, groups: ["CCKM Users"] }, made.inputs);
  const { properties } = await leftBy(lifecycle.update(made.id, made.state, other));
  await lifecycle.update(made.id, properties, made.inputs);
  expect(await groupsOf(made.id)).toEqual(["Key Users"]);
});

test("clients that a failed update added to a group are taken back, too", async () => {
  const { token: registrationToken } = await makeToken(rig);
  const clientOf = async (name: string) => {
    const { csr } = await makeRequest(rig);
    return (await make(rig, "RegisteredClient", { name, registrationToken, csr })).id;
  };
  const [a, b] = [await clientOf("a"), await clientOf("b")];
  const made = await make(rig, "Group", { name: "ops", clients: [a] });
  const lifecycle = rig.lifecycle("Group");
  const wrong = rig.checked("Group", { name: "ops", clients: [a, b, "nobody"] }, made.inputs);
  const { properties } = await leftBy(lifecycle.update("ops", made.state, wrong));
  expect(await groupsOf(b)).toEqual(["ops"]);
  await lifecycle.update("ops", properties, made.inputs);
  expect([await groupsOf(a), await groupsOf(b)]).toEqual([["ops"], []]);
});

test("a group of the service's own stays when its resource goes; the clients that it had leave it", async () => {
  const { token: registrationToken } = await makeToken(rig);
  const { csr } = await makeRequest(rig);
  const { id: client } = await make(rig, "RegisteredClient", { name: "a", registrationToken, csr });
  const made = await make(rig, "Group", { name: "Key Admins", adopt: true, clients: [client] });
  expect(await groupsOf(client)).toEqual(["Key Admins"]);
  rig.log.length = 0;
  await rig.lifecycle("Group").delete(made.id, made.state);
  expect(await groupsOf(client)).toEqual([]);
  expect(rig.log).toEqual([expect.stringMatching(/^Group "Key Admins" stays in the service/)]);
  expect(await rig.api.get("/usermgmt/groups/Key%20Admins")).toMatchObject({ name: "Key Admins" });
});
