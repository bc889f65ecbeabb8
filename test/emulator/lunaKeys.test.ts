import { awsContainer, idOf, withEmulator, type Client } from "./client";
import { aes, container, key, run } from "./lunaHsm";
import { full, mirror } from "./systems/rows/luna";

const shared = withEmulator();

describe("Luna keys", () => {
  test("are created by the HSM in its own time, changed and deleted there", async () => {
    const { client } = shared;
    const partition = await container(client);
    const made = await key(client, partition);
    const path = `/cckm/hsm/luna/keys/${idOf(made)}`;
    expect(made).toMatchObject({ status: "AVAILABLE", algorithm: "AES", key_type: "symmetric", byok_key: false });
    const attributes = ["CKA_WRAP", "CKA_SENSITIVE", "CKA_MODIFIABLE"];
    expect(await client.ok("PATCH", path, { attributes })).toMatchObject({ attributes });
    for (const refused of [["CKA_MODIFIABLE"], [...attributes, "CKA_EXTRACTABLE"]]) {
      expect(await client.patch(path, { attributes: refused })).toMatchObject({
        status: 400,
        body: { message: expect.stringContaining("CKR_ATTRIBUTE_READ_ONLY") },
      });
    }
    expect(await client.ok("POST", `/cckm/hsm/luna/${idOf(made)}/delete`)).toMatchObject({ gone: true });
    expect((await client.post(`/cckm/hsm/luna/${idOf(made)}/delete`)).status).toBe(400);
    expect((await client.delete(path)).status).toBe(204);
    expect((await client.get(path)).status).toBe(404);
  });

  test("have virtual keys, which are deleted once that is allowed", async () => {
    const { client } = shared;
    const source_key_id = idOf(await key(client, await container(client)));
    const made = await client.ok("POST", "/cckm/virtual/keys", { source_key_id });
    const path = `/cckm/virtual/keys/${idOf(made)}`;
    expect((await client.delete(path)).status).toBe(403);
    expect(await client.ok("PATCH", path, { deletable: true })).toMatchObject({ source_key_id, deletable: true });
    expect((await client.delete(path)).status).toBe(204);
  });

  test("are pairs with a record for each half, or are stored in the HSM with attributes of the service", async () => {
    const { client } = shared;
    const partition = await container(client);
    const rsa = { mechanism: "CKM_RSA_PKCS_KEY_PAIR_GEN", size: 3072 };
    const pair = await key(client, partition, { ...rsa, hyok_key: true });
    expect(pair).toMatchObject({
      key_type: "private",
      private_key_id: pair.id,
      hyok_key: true,
      added_attributes: ["CKA_SENSITIVE", "CKA_WRAP", "CKA_UNWRAP"],
    });
    expect((await client.ok("GET", "/cckm/hsm/luna/keys?label=orders")).total).toBe(2);
  });

  test("fail if the partition is full, with the reason of the HSM", async () => {
    const { client } = shared;
    const partition = await container(client, { partitions: [full], password: "Partition-Demo-3" });
    expect(await key(client, partition)).toMatchObject({
      status: "ERROR",
      error: expect.stringContaining("CKR_DEVICE_MEMORY"),
    });
  });

  test("are replicated into another partition", async () => {
    const { client } = shared;
    const from = await container(client);
    const to = await container(client, { partitions: [mirror] }, "dublin");
    const made = await key(client, from);
    const copy = await client.ok("POST", `/cckm/hsm/luna/keys/${idOf(made)}/replicate`, { partition_id: to });
    expect(copy).toMatchObject({ partition_id: to, label: "orders", status: "AVAILABLE" });
    expect((await client.post(`/cckm/hsm/luna/keys/${idOf(made)}/replicate`, { partition_id: to })).status).toBe(409);
  });

  test.each([
    ["an unknown partition", { partition_id: "nope" }],
    ["an unknown mechanism", { mechanism: "CKM_MAGIC" }],
    ["a size the mechanism does not have", { size: 2048 }],
    ["no attributes", { attributes: [] }],
    ["an unknown attribute", { attributes: ["CKA_FLY"] }],
  ])("are refused with %s", async (_name, body) => {
    const partition_id = await container(shared.client);
    expect((await shared.client.post("/cckm/hsm/luna/keys", { partition_id, ...aes, ...body })).status).toBe(400);
  });

  test("provide material for keys in a cloud if they may leave the HSM", async () => {
    const { client } = shared;
    const partition = await container(client);
    await awsContainer(client);
    await run(client, "refresh", { partitions: [partition] });
    const upload = (label: string): ReturnType<Client["post"]> =>
      client.post("/cckm/aws/upload-key", {
        kms: "prod",
        region: "eu-west-1",
        source_key_tier: "hsm-luna",
        source_key_identifier: label,
      });
    expect(await upload("byok-orders")).toMatchObject({ status: 201, body: { source_key_tier: "hsm-luna" } });
    expect(await upload("database-master")).toMatchObject({
      status: 400,
      body: { message: expect.stringContaining("CKA_EXTRACTABLE") },
    });
  });
});
