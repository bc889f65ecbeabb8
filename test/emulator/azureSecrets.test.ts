import { azureVault, changeWorld, synchronize } from "./azurePlace";
import { subscription_id } from "./systems/rows/azure";
import { idOf, withEmulator } from "./client";

const shared = withEmulator();
const root = "/cckm/azure";
const keyVault = `contoso-prod::${subscription_id}`;

beforeEach(() => azureVault(shared.client));

describe.each([
  ["secrets", "secret_name", { value: "hidden-value", contentType: "text/plain" }],
  ["certificates", "cert_name", { policy: { x509_props: { subject: "CN=x" } } }],
])("%s", (what, field, azure_param) => {
  const make = (more: object = {}) =>
    shared.client.post(`${root}/${what}`, { [field]: "one", key_vault: keyVault, azure_param, ...more });

  test("are created, changed, deleted, recovered, purged, and removed from the service", async () => {
    const { client } = shared;
    await changeWorld(client, "vaults", { name: "contoso-prod", deleteSeconds: 0 });
    const made = await make();
    expect(made).toMatchObject({ status: 201, body: { [field]: "one", status: "AVAILABLE" } });
    expect(JSON.stringify(made.body)).not.toContain("hidden-value");
    const at = `${root}/${what}/${idOf(made.body)}`;
    const changed = await client.ok("PATCH", at, { attributes: { enabled: false }, tags: { a: "1" } });
    expect(changed.azure_param).toMatchObject({ attributes: { enabled: false }, tags: { a: "1" } });
    expect(await client.ok("POST", `${at}/soft-delete`)).toMatchObject({ status: "SOFT-DELETED" });
    expect(await client.ok("POST", `${at}/recover`)).toMatchObject({ status: "AVAILABLE" });
    await client.ok("POST", `${at}/soft-delete`);
    expect(await client.ok("POST", `${at}/hard-delete`)).toMatchObject({ status: "DELETED" });
    const restored = await client.ok("POST", `${at}/restore`, { key_vault: keyVault });
    expect(restored).toMatchObject({ status: "AVAILABLE" });
    expect((await client.delete(`${root}/${what}/${idOf(restored)}`)).status).toBe(204);
    await synchronize(client, { synchronize_all: true }, `/${what}`);
    expect((await client.ok("GET", `${root}/${what}?${field}=one`)).total).toBe(1);
  });

  test("require their essential fields", async () => {
    expect((await make({ azure_param: {} })).status).toBe(400);
  });
});

test("a content type longer than Azure allows is refused, also in a change", async () => {
  const { client } = shared;
  const [longest, longer] = ["a".repeat(255), "a".repeat(256)];
  const make = (contentType: string) =>
    client.post(`${root}/secrets`, {
      secret_name: "one",
      key_vault: keyVault,
      azure_param: { value: "v", contentType },
    });
  expect(await make(longer)).toMatchObject({ status: 400 });
  const made = await make(longest);
  expect(made).toMatchObject({ status: 201 });
  const at = `${root}/secrets/${idOf(made.body)}`;
  expect(await client.patch(at, { contentType: longer })).toMatchObject({ status: 400 });
  expect(await client.ok("PATCH", at, { contentType: "text/plain" })).toMatchObject({
    azure_param: { contentType: "text/plain" },
  });
});

test("a certificate is imported as a string, or from a local CA with its key", async () => {
  const path = `${root}/certificates/import`;
  const body = { cert_name: "shop", key_vault: keyVault };
  expect((await shared.client.post(path, body)).status).toBe(400);
  expect((await shared.client.post(path, { ...body, caid: "ca", source_cert_identifier: "c" })).status).toBe(400);
  expect((await shared.client.post(path, { ...body, certificate: "pem" })).status).toBe(201);
});
