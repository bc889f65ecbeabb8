import { dkeRoles } from "../../provider/lookups/dke";
import { azureTenant } from "./fixtures/azure";
import { makeTenant } from "./fixtures/dke";
import { make, startRig, type Rig } from "./rig";

/** What DKE resources do beyond the rows that every resource passes. */

let rig: Rig;
beforeAll(async () => {
  rig = await startRig({ world: { licensing: { licenses: [{ feature: "CCKM" }] } } });
});
afterAll(() => rig.close());
beforeEach(() => rig.renew());

test("roles are looked up through an Azure connection, and a tenant uses them", async () => {
  const connection = await make(rig, "AzureConnection", { name: "directory", ...azureTenant });
  const roles = await dkeRoles(rig.api, { connection: connection.id });
  expect(roles.map(({ name }) => name)).toContain("Global Reader");
  const args = { name: "readers", tenantId: azureTenant.tenantId, authorizationType: "role" };
  const authorized = { authorizedRoles: [roles[0]!.name], connection: connection.id };
  expect((await make(rig, "DkeTenant", { ...args, ...authorized })).state).toMatchObject(authorized);
  const { failures } = rig.lifecycle("DkeTenant").check({}, args);
  expect(failures.map(({ property }) => property)).toEqual(["authorizedRoles", "connection"]);
});

test("an endpoint is rotated when its triggers change, but neither by the first ones nor while it is archived", async () => {
  const lifecycle = rig.lifecycle("DkeEndpoint");
  const args = { name: "board", keyUriHostname: "keys.example.com", authTenants: [await makeTenant(rig)] };
  const made = await make(rig, "DkeEndpoint", args);
  let { state } = made;
  const to = async (change: object) => {
    const { inputs, failures } = lifecycle.check(state, { ...args, ...change });
    expect(failures).toEqual([]);
    ({ state } = await lifecycle.update(made.id, state, inputs));
    expect(lifecycle.diff(state, inputs)).toMatchObject({ changes: false });
    return state.kekName;
  };
  expect(await to({ rotationTriggers: { quarter: 1 } })).toBe(made.state.kekName);
  const rotated = await to({ rotationTriggers: { quarter: 2 } });
  expect(rotated).not.toBe(made.state.kekName);
  expect(state.keyUri).toContain(rotated);
  expect(await to({ rotationTriggers: { quarter: 2 }, archived: true })).toBe(rotated);
  expect(await to({ rotationTriggers: { quarter: 3 }, archived: true })).toBe(rotated);
});

test("a rotation whose response is lost may have happened, and the error says so", async () => {
  const lifecycle = rig.lifecycle("DkeEndpoint");
  const args = { name: "board", keyUriHostname: "keys.example.com", authTenants: [await makeTenant(rig)] };
  const made = await make(rig, "DkeEndpoint", { ...args, rotationTriggers: { quarter: 1 } });
  await rig.control("POST", "/faults", { method: "POST", path: "rotate", effect: { drop: "after" } });
  const { inputs } = lifecycle.check(made.state, { ...args, rotationTriggers: { quarter: 2 } });
  const failed =
    /The service may have done it all the same, .* see by `pulumi refresh` what it has, then run `pulumi up`\./;
  await expect(lifecycle.update(made.id, made.state, inputs)).rejects.toThrow(failed);
  expect((await lifecycle.read(made.id, made.state))!.state.kekName).not.toBe(made.state.kekName);
});

test("an archived endpoint is recovered as the program describes it, and destroying archives by default", async () => {
  const lifecycle = rig.lifecycle("DkeEndpoint");
  const args = { name: "board", keyUriHostname: "keys.example.com", authTenants: [await makeTenant(rig)] };
  const made = await make(rig, "DkeEndpoint", { ...args, archived: true });
  expect(made.state).toMatchObject({ archived: true, status: "Archived" });
  const { inputs } = lifecycle.check(made.inputs, { ...args, enabled: false, description: "back" });
  const back = await lifecycle.update(made.id, made.state, inputs);
  expect(back.state).toMatchObject({ archived: false, enabled: false, status: "Disabled", description: "back" });
  await lifecycle.delete(made.id, back.state);
  expect((await lifecycle.read(made.id, back.state))?.state.archived).toBe(true);
  expect((await lifecycle.create({ ...inputs, adopt: true })).id).toBe(made.id);
});
