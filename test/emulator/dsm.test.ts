import { awsContainer, each, idOf, listOf, withEmulator } from "./client";
import { dsm, one, two } from "./systems/rows/dsm";
import { SystemClient } from "./systems/system";

const shared = withEmulator();
let own: SystemClient;
beforeEach(async () => {
  own = await SystemClient.of(shared.client, dsm);
});

const inDatabases = (body: object): Promise<void> =>
  own.change(["keys", { manager: "headquarters", domainId: 1001, ...body }]);
/** A tested connection and the domain "databases". */
const container = async (): Promise<string> => idOf(await own.container());

describe("DSM connections", () => {
  test("have nodes of their own, of which one must stay", async () => {
    const { client } = shared;
    await own.connect();
    const path = `${own.connections}/dsm/nodes`;
    const [first] = listOf((await client.ok("GET", path)).resources);
    const second = await client.ok("POST", path, two);
    expect(await client.ok("GET", `${own.connections}/dsm`)).not.toHaveProperty("last_connection_ok");
    expect(await client.ok("GET", `${path}/${idOf(second)}`)).toMatchObject(two);
    const renamed = { hostname: "dsm-3.example.com" };
    expect(await client.ok("PATCH", `${path}/${idOf(second)}`, renamed)).toMatchObject({ ...two, ...renamed });
    expect((await client.post(path, one)).status).toBe(400);
    expect((await client.delete(`${path}/${idOf(first!)}`)).status).toBe(204);
    expect((await client.delete(`${path}/${idOf(second)}`)).status).toBe(409);
    expect((await client.get(`${path}/${idOf(first!)}`)).status).toBe(404);
  });
});

describe("DSM domains", () => {
  test("are read again by a refresh, even ten thousand keys", async () => {
    const domain = await container();
    await own.refresh(domain);
    await inDatabases({ key: "oracle-tde", description: "new" });
    await inDatabases({ name: "many", count: 10_000 });
    await own.refresh();
    expect(await own.count(`/cckm/dsm/keys?domain_id=${domain}`)).toBe(10_006);
    expect(await own.count("/cckm/dsm/keys?domain_id=nope")).toBe(0);
    const changed = await own.client.ok("GET", "/cckm/dsm/keys?name=oracle-tde");
    expect(each(changed, "dsm_params")).toMatchObject([{ description: "new" }]);
  });

  test("are looked up as far as the connection's user sees them", async () => {
    await own.connect("restricted", dsm.containers.stranger);
    const found = listOf(await own.client.ok("POST", "/cckm/dsm/get-domains", { connection: "restricted" }));
    expect(found).toMatchObject([{ id: 1002, name: "finance" }]);
  });
});

describe("DSM keys", () => {
  test("provide material for keys in a cloud, and for their rotations", async () => {
    const { client } = shared;
    const domain = await container();
    await awsContainer(client);
    await own.refresh(domain);
    const place = { kms: "prod", region: "eu-west-1", source_key_tier: "dsm" };
    const locked = await client.post("/cckm/aws/upload-key", { ...place, source_key_identifier: "locked-in" });
    expect(locked).toMatchObject({ status: 400, body: { message: expect.stringContaining("not extractable") } });
    const key = await client.ok("POST", "/cckm/aws/upload-key", {
      ...place,
      source_key_identifier: "byok-orders",
      aws_param: { Alias: "orders" },
    });
    expect(key).toMatchObject({ source_key_tier: "dsm", key_source_container_id: domain });
    const config = await client.ok("POST", "/scheduler/job-configs", {
      name: "yearly",
      operation: "cckm_key_rotation",
      run_at: "0 0 * * *",
      cckm_key_rotation_params: { cloud_name: "aws" },
    });
    await client.ok("POST", `/cckm/aws/keys/${idOf(key)}/enable-rotation-job`, {
      job_config_id: config.id,
      auto_rotate_key_source: "dsm",
      auto_rotate_domain_id: domain,
    });
    await client.advance(86_400);
    const made = listOf((await client.ok("GET", "/cckm/dsm/keys?name=aws-orders-*")).resources);
    expect(made).toMatchObject([{ domain_id: domain, extractable: true }]);
  });
});
