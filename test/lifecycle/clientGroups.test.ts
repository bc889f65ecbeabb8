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
