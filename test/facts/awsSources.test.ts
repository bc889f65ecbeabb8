import { awsContainer, idOf, withEmulator, type Client, type Loose, type Reply } from "../emulator/client";
import { container, key } from "../emulator/lunaHsm";

/**
 * Facts about the keys behind external key stores of AWS, from other clients of the service and
 * their tests.
 */

const shared = withEmulator();
const { stringMatching } = expect as unknown as { stringMatching(pattern: RegExp): unknown };

const fit = { algorithm: "AES", size: 256, usageMask: 60, unexportable: true, undeletable: true };

function store(client: Client, hosted: object): Promise<Loose> {
  const local_hosted_params = { max_credentials: 2, ...hosted };
  return client.ok("POST", "/cckm/aws/custom-key-stores", {
    ...{ name: "held", kms: "prod", region: "eu-west-1", local_hosted_params },
  });
}

const xksKey = (client: Client, store: Loose, source_key_id: string, source_key_tier: string): Promise<Reply> =>
  client.post("/cckm/aws/create-hyok-key", {
    local_hosted_params: { custom_key_store_id: idOf(store), source_key_id, source_key_tier },
  });

beforeEach(() => awsContainer(shared.client, ["eu-west-1"]));

describe("a key of the vault that serves AWS", () => {
  const vaultKey = async (more: object) =>
    idOf(await shared.client.ok("POST", "/vault/keys2/", { name: "source", ...fit, ...more }));
  const held = async (more: object) => {
    const source = await vaultKey(more);
    return xksKey(
      shared.client,
      await store(shared.client, { source_key_tier: "local", health_check_key_id: source }),
      source,
      "local",
    );
  };

  test("is unexportable and undeletable, and may encrypt, decrypt, wrap and unwrap", async () => {
    expect((await held({})).status).toBe(201);
  });

  test.each([
    ["that can be exported", { unexportable: false }],
    ["that can be deleted", { undeletable: false }],
    ["that may not wrap", { usageMask: 44 }],
  ])("is not one %s", async (_what, more) => {
    expect((await held(more)).status).toBe(400);
  });

  test("is not one of another size", async () => {
    const health = await vaultKey({ name: "health" });
    const at = await store(shared.client, { source_key_tier: "local", health_check_key_id: health });
    expect((await xksKey(shared.client, at, await vaultKey({ size: 128 }), "local")).status).toBe(400);
  });
});

describe("a key in a Luna partition that serves AWS", () => {
  const path = "/cckm/virtual/keys";
  const attributes = ["CKA_ENCRYPT", "CKA_DECRYPT", "CKA_WRAP", "CKA_UNWRAP"];
  const lunaKey = async (more: object = {}) => {
    const partition = await container(shared.client);
    return key(shared.client, partition, { attributes, hyok_key: true, ...more });
  };

  test("stands behind a virtual key, of which there is one", async () => {
    const { client } = shared;
    const source = await lunaKey();
    const made = await client.ok("POST", path, { source_key_id: idOf(source) });
    expect(made).toMatchObject({
      ...{ source_key_id: idOf(source), source_key_tier: "hsm-luna", partition_id: source.partition_id },
      created_at: stringMatching(/^\d{4}-/),
    });
    expect((await client.post(path, { source_key_id: idOf(source) })).status).toBe(409);
    expect((await client.get(`${path}?source_key_id=${idOf(source)}`)).body).toMatchObject({ total: 1 });
  });

  test("is deleted only after it was made deletable", async () => {
    const { client } = shared;
    const made = await client.ok("POST", path, { source_key_id: idOf(await lunaKey()) });
    const item = `${path}/${idOf(made)}`;
    expect((await client.delete(item)).status).toBeGreaterThanOrEqual(400);
    expect((await client.get(item)).status).toBe(200);
    await client.ok("PATCH", item, { deletable: true });
    expect((await client.delete(item)).status).toBe(204);
    expect((await client.get(item)).status).toBe(404);
  });

  test("is named by the virtual key's id, while the store's health key is the Luna key itself", async () => {
    const { client } = shared;
    const source = await lunaKey();
    const virtual = await client.ok("POST", path, { source_key_id: idOf(source) });
    const at = await store(client, {
      ...{ source_key_tier: "hsm-luna", partition_id: source.partition_id, health_check_key_id: idOf(source) },
    });
    expect((await xksKey(client, at, idOf(source), "hsm-luna")).status).toBe(400);
    expect(await xksKey(client, at, idOf(virtual), "hsm-luna")).toMatchObject({
      status: 201,
      body: { local_key_id: idOf(virtual), source_key_tier: "hsm-luna" },
    });
  });

  test("is not CKA_EXTRACTABLE", async () => {
    const { client } = shared;
    const source = await lunaKey({ attributes: [...attributes, "CKA_EXTRACTABLE"] });
    const virtual = await client.ok("POST", path, { source_key_id: idOf(source) });
    const at = await store(client, {
      ...{ source_key_tier: "hsm-luna", partition_id: source.partition_id, health_check_key_id: idOf(source) },
    });
    expect((await xksKey(client, at, idOf(virtual), "hsm-luna")).status).toBe(400);
  });
});
