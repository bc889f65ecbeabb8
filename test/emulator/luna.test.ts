import { demoCertificates } from "../../emulator/shared/demoCertificates";
import { each, idOf, listOf, withEmulator, type Client } from "./client";
import { connect, container, full, hosts, key, login, mirror, production, root, run, servers } from "./lunaHsm";

const shared = withEmulator();

const world = (what: string, body: object): ReturnType<Client["raw"]> =>
  shared.client.raw("POST", `/emulator/world/luna/${what}`, body);

describe("Luna servers", () => {
  test("have a host name, a certificate and a channel, and cannot be deleted while they are used", async () => {
    const { client } = shared;
    const [server] = await servers(client);
    const path = `${root}/servers/${idOf(server!)}`;
    expect(server).toMatchObject({ hostname: hosts.frankfurt, channel: "NTLS", products: ["cckm"] });
    expect(await client.ok("POST", `${path}/enable-stc`)).toMatchObject({ channel: "STC" });
    expect(each(await client.ok("GET", `${root}/servers?channel=STC`), "hostname")).toEqual([hosts.frankfurt]);
    expect(await client.ok("POST", `${path}/disable-stc`)).toMatchObject({ channel: "NTLS" });
    await connect(client);
    expect(await client.delete(path)).toMatchObject({ status: 409, body: { message: expect.stringContaining("hsm") } });
    expect((await client.post(`${path}/delete`, { force: false })).status).toBe(409);
    expect((await client.post(`${path}/delete`, { force: true })).status).toBe(204);
    expect((await client.get(path)).status).toBe(404);
    expect(await client.ok("GET", `${root}/client`)).toMatchObject({ certificate: expect.stringContaining("BEGIN") });
  });

  test.each([
    ["no host", { hostname: "" }, 400],
    ["an invalid certificate", { hsm_certificate: "certificate" }, 400],
    ["an unknown product", { products: ["toaster"] }, 400],
    ["a host that is taken", { hostname: hosts.dublin }, 409],
  ])("are refused with %s", async (_name, body, status) => {
    await servers(shared.client);
    const wanted = { hostname: "new.example.com", hsm_certificate: demoCertificates[hosts.dublin], ...body };
    expect((await shared.client.post(`${root}/servers`, wanted)).status).toBe(status);
  });

  test("store identities of partitions for the secure trusted channel", async () => {
    const { client } = shared;
    const body = { name: "p", label: "p", serial_number: "1", partition_identity: "aWQ=" };
    const made = await client.ok("POST", `${root}/stc-partitions`, body);
    expect((await client.post(`${root}/stc-partitions`, body)).status).toBe(409);
    expect((await client.post(`${root}/stc-partitions`, { ...body, name: "q", partition_identity: "?" })).status).toBe(
      400,
    );
    expect(await client.ok("GET", `${root}/stc-partitions/${idOf(made)}`)).toMatchObject(body);
    expect((await client.ok("GET", `${root}/stc-partitions`)).total).toBe(1);
    expect((await client.delete(`${root}/stc-partitions/p`)).status).toBe(204);
  });
});

describe("Luna connections", () => {
  test("are tested by themselves, and show the result", async () => {
    const { client } = shared;
    await servers(client);
    await world("hsms", { hostname: hosts.frankfurt, testSeconds: 60 });
    const made = await client.ok("POST", `${root}/connections`, login);
    expect(JSON.stringify(made)).not.toContain(login.password);
    const test = await client.call("POST", `${root}/connections/hsm/test`);
    expect(test).toMatchObject({ status: 202, body: { status: "in_progress" } });
    expect(await client.ok("GET", `${root}/connections/hsm`)).toMatchObject({ operation_status: "in_progress" });
    await client.advance(61);
    expect(await client.ok("GET", `${root}/connection-test/${idOf(test.body)}`)).toMatchObject({
      status: "success",
      connection_ok: true,
    });
    expect(await client.ok("GET", `${root}/connections/hsm`)).toMatchObject({
      operation_status: "success",
      last_connection_ok: true,
    });
    expect((await client.ok("GET", `${root}/connections?operation_status=success`)).total).toBe(1);
    const changed = await client.ok("PATCH", `${root}/connections/hsm`, { password: "other" });
    expect(changed).not.toHaveProperty("last_connection_ok");
    expect(changed).not.toHaveProperty("operation_status");
  });

  test.each([
    ["a wrong password", { password: "wrong" }, "CKR_PIN_INCORRECT"],
    ["an unknown label", { partitions: [{ ...production, partition_label: "x" }] }, "CKR_TOKEN_NOT_PRESENT"],
    ["an unregistered host", { partitions: [{ ...production, hostname: "x.example.com" }] }, "not registered"],
  ])("fail their test with %s", async (_name, body, text) => {
    const { client } = shared;
    await servers(client);
    expect(await connect(client, body)).toMatchObject({
      last_connection_ok: false,
      last_connection_error: expect.stringContaining(text),
    });
    const test = await client.ok("POST", `${root}/connection-test`, { ...login, ...body });
    await client.advance(1);
    const ended = await client.ok("GET", `${root}/connection-test/${idOf(test)}`);
    expect(ended).toMatchObject({ status: "failed", connection_error: expect.stringContaining(text) });
  });

  test("fail their test on an HSM with another certificate, or one that does not know the service yet", async () => {
    const { client } = shared;
    await servers(client);
    await world("hsms", { hostname: hosts.frankfurt, certificate: demoCertificates[hosts.dublin] });
    expect((await connect(client)).last_connection_error).toContain("another certificate");
    const certificate = demoCertificates[hosts.frankfurt];
    await world("hsms", { hostname: hosts.frankfurt, certificate, readyAfterSeconds: 1000 });
    expect((await connect(client, { name: "b" })).last_connection_error).toContain("NOT_REGISTERED");
  });

  test("become HA groups by their partitions, of which one must stay", async () => {
    const { client } = shared;
    await servers(client);
    const path = `${root}/connections/hsm`;
    const made = await connect(client);
    expect((await client.patch(path, { is_ha_enabled: true })).status).toBe(400);
    const more = await client.ok("POST", `${path}/partitions/`, mirror);
    expect(listOf(more.partitions)).toHaveLength(2);
    expect((await client.post(`${path}/partitions/`, mirror)).status).toBe(400);
    expect(await client.ok("PATCH", path, { is_ha_enabled: true })).toMatchObject({ is_ha_enabled: true });
    const [first] = listOf(made.partitions);
    expect((await client.delete(`${path}/partitions/${idOf(first!)}`)).status).toBe(400);
    await client.ok("PATCH", path, { is_ha_enabled: false });
    expect((await client.delete(`${path}/partitions/${idOf(first!)}`)).status).toBe(204);
    const [last] = listOf((await client.ok("GET", path)).partitions);
    expect((await client.delete(`${path}/partitions/${idOf(last!)}`)).status).toBe(409);
    expect((await client.delete(`${path}/partitions/nope`)).status).toBe(404);
  });
});

describe("Luna partitions", () => {
  test("need a ready connection, which carries one of them", async () => {
    const { client } = shared;
    await servers(client);
    await client.ok("POST", `${root}/connections`, login);
    const add = (): ReturnType<Client["post"]> => client.post("/cckm/hsm/luna/add-partition", { connection: "hsm" });
    expect(await add()).toMatchObject({ status: 409, body: { message: expect.stringContaining("not been tested") } });
    await client.ok("POST", `${root}/connections/hsm/test`);
    await client.advance(1);
    const made = await add();
    expect(made).toMatchObject({ status: 201, body: { name: "production", partition_label: "production", acls: [] } });
    expect((await add()).status).toBe(409);
    await connect(client, { name: "again" });
    expect((await client.post("/cckm/hsm/luna/add-partition", { connection: "again" })).status).toBe(409);
    const path = `/cckm/hsm/luna/partitions/${idOf(made.body)}`;
    const again = idOf(await client.ok("GET", `${root}/connections/again`));
    expect(await client.ok("PATCH", path, { connection: "again" })).toMatchObject({ connection: again });
    await connect(client, { name: "other", partitions: [full], password: "Partition-Demo-3" });
    expect((await client.patch(path, { connection: "other" })).status).toBe(400);
    const acls = [{ group: "CCKM Users", permit: true, actions: ["keycreate"] }];
    expect(await client.ok("POST", `${path}/update-acls`, { acls })).toMatchObject({
      acls: [{ group: "CCKM Users", actions: ["keycreate", "view"] }],
    });
    expect((await client.delete(`${root}/connections/again`)).status).toBe(409);
    expect((await client.delete(path)).status).toBe(204);
    expect((await client.get(path)).status).toBe(404);
  });

  test("are refreshed: keys in the HSM are added, deleted ones are marked as gone", async () => {
    const { client } = shared;
    const partition = await container(client);
    expect(await run(client, "refresh", { partitions: [partition] })).toMatchObject({
      overall_status: "completed",
      cloud_name: "hsm-luna",
    });
    const all = await client.ok("GET", `/cckm/hsm/luna/keys?partition_id=${partition}&limit=-1`);
    // Eight keys, of which three are pairs.
    expect(all.total).toBe(11);
    expect(new Set(each(all, "algorithm"))).toEqual(new Set(["AES", "RSA", "EC", "DES3", "GENERIC_SECRET"]));
    const [half] = listOf(
      (await client.ok("GET", "/cckm/hsm/luna/keys?label=code-signing&key_type=private")).resources,
    );
    const other = await client.ok("GET", `/cckm/hsm/luna/keys/${half!.public_key_id}`);
    expect(other).toMatchObject({ label: "code-signing", key_type: "public", private_key_id: half!.id });
    await world("keys", { serialNumber: production.serial_number, key: "code-signing", delete: true });
    await world("keys", { serialNumber: production.serial_number, label: "new" });
    await run(client, "refresh", { synchronize_all: true });
    expect((await client.ok("GET", "/cckm/hsm/luna/keys?gone=true")).total).toBe(2);
    expect((await client.ok("GET", "/cckm/hsm/luna/keys?label=new&gone=false")).total).toBe(1);
    await world("partitions", { serialNumber: production.serial_number, password: "changed" });
    const failed = await run(client, "refresh", { partitions: [partition] });
    expect(failed.overall_status).toBe("failed");
    expect(JSON.stringify(failed.detailed_status)).toContain("CKR_PIN_INCORRECT");
  });

  test("are refreshed by schedule", async () => {
    const { client } = shared;
    const partition = await container(client);
    const params = { cloud_name: "hsm-luna", partitions: [partition] };
    await client.ok("POST", "/scheduler/job-configs", {
      name: "nightly",
      operation: "cckm_synchronization",
      run_at: "30 2 * * *",
      cckm_synchronization_params: params,
    });
    await client.advance(86_400);
    expect((await client.ok("GET", "/cckm/hsm/luna/keys")).total).toBe(11);
  });

  test("contain ten thousand keys", async () => {
    const { client } = shared;
    const partition = await container(client);
    await world("keys", { serialNumber: production.serial_number, label: "many", count: 10_000 });
    await run(client, "refresh", { partitions: [partition] });
    expect((await client.ok("GET", `/cckm/hsm/luna/keys?partition_id=${partition}`)).total).toBe(10_011);
  });

  test("of an HA group hold the same keys after they are synchronized", async () => {
    const { client } = shared;
    const partition = await container(client, { partitions: [production, mirror], is_ha_enabled: true });
    await world("keys", { serialNumber: mirror.serial_number, label: "dublin-only" });
    expect(await run(client, "synchronize", { partitions: [partition] })).toMatchObject({
      overall_status: "completed",
    });
    const shown = JSON.stringify((await client.raw("GET", "/emulator/world")).body.luna);
    expect(shown.split("dublin-only")).toHaveLength(3);
    const made = await key(client, partition);
    expect(made).toMatchObject({ status: "AVAILABLE", partition_name: "hsm" });
  });
});
