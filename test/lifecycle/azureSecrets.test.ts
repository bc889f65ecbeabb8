import { definitionOf } from "../../provider/resources/load";
import { stage } from "../rules/fakeService";
import { makeVault } from "./fixtures/azure";
import { make, startRig, type Rig } from "./rig";

let rig: Rig;
beforeAll(async () => {
  rig = await startRig({ world: { licensing: { licenses: [{ feature: "CCKM" }] } } });
});
afterAll(() => rig.close());
beforeEach(() => rig.renew());

test("a secret that gets another value keeps its other arguments", async () => {
  const keyVault = await makeVault(rig);
  const args = { secretName: "token", keyVault, value: "one", contentType: "text/plain", tags: { a: "1" } };
  const made = await make(rig, "AzureSecret", args);
  const life = rig.lifecycle("AzureSecret");
  const wanted = life.check(made.inputs, { ...args, value: "two" }).inputs;
  const updated = await life.update(made.id, made.state, wanted);
  expect(updated.state).toMatchObject({ contentType: "text/plain", tags: { a: "1" } });
  expect(updated.state.version).not.toBe(made.state.version);
  const seen = await life.read(made.id, updated.state);
  expect(life.diff(seen!.state, wanted)).toMatchObject({ changes: false, changed: [] });
});

test("a disabled certificate that gets another policy stays disabled", async () => {
  const policy = { x509Props: { subject: "CN=shop.example.com" } };
  const args = { certName: "shop", keyVault: await makeVault(rig), policy, tags: { a: "1" }, enabled: false };
  const made = await make(rig, "AzureCertificate", args);
  const life = rig.lifecycle("AzureCertificate");
  const renewed = { ...args, policy: { x509Props: { subject: "CN=shop.example.org" } } };
  const wanted = life.check(made.inputs, renewed).inputs;
  const updated = await life.update(made.id, made.state, wanted);
  expect(updated.state).toMatchObject({ enabled: false, tags: { a: "1" } });
  expect(updated.state.version).not.toBe(made.state.version);
  const seen = await life.read(made.id, updated.state);
  expect(life.diff(seen!.state, wanted)).toMatchObject({ changes: false, changed: [] });
});

test("a secret is adopted by name and by id; its value cannot be read, and is trusted", async () => {
  const args = { secretName: "token", keyVault: await makeVault(rig), value: "one", tags: { a: "1" } };
  const made = await make(rig, "AzureSecret", args);
  const life = rig.lifecycle("AzureSecret");
  await expect(life.create(made.inputs)).rejects.toThrow(`adopt: "${made.id}"`);
  const byName = await life.create({ ...made.inputs, adopt: true });
  const byId = await life.create({ ...made.inputs, adopt: made.id });
  expect([byName.id, byId.id]).toEqual([made.id, made.id]);
  expect(byId.state).toMatchObject({ tags: { a: "1" }, value: "one" });
  expect(await rig.api.list("/cckm/azure/secrets", { secret_name: "token" })).toHaveLength(1);
});

test("of versions created within a second, the one with the later fraction is the newest, however many digits it has", async () => {
  const { service, life } = stage();
  const made = { key_vault_id: "v-1", secret_name: "token", status: "AVAILABLE" };
  service.put("/cckm/azure/secrets/s-2", { ...made, version: "2", createdAt: "2026-01-01T00:00:00.163001Z" });
  service.put("/cckm/azure/secrets/s-1", { ...made, version: "1", createdAt: "2026-01-01T00:00:00.163Z" });
  const seen = await life(definitionOf("AzureSecret")).read("s-1", { secretName: "token", keyVault: "v-1" });
  expect(seen?.state).toMatchObject({ version: "2" });
});
