import { demoCertificates } from "../../emulator/shared/demoCertificates";
import { each, hurried, idOf, listOf, withEmulator } from "./client";
import { container, key, run } from "./lunaHsm";
import { hosts, login, luna, mirror, production, root } from "./systems/rows/luna";
import { SystemClient } from "./systems/system";

const shared = withEmulator(hurried);
let own: SystemClient;
beforeEach(async () => {
  own = await SystemClient.of(shared.client, luna);
});

describe("Luna servers", () => {
  test("have a host name, a certificate and a channel, and cannot be deleted while they are used", async () => {
    const { client } = shared;
    const [server] = listOf((await client.ok("GET", `${root}/servers?hostname=${hosts.frankfurt}`)).resources);
    const path = `${root}/servers/${idOf(server!)}`;
    expect(server).toMatchObject({ hostname: hosts.frankfurt, channel: "NTLS", products: ["cckm"] });
    expect(await client.ok("POST", `${path}/enable-stc`)).toMatchObject({ channel: "STC" });
    expect(each(await client.ok("GET", `${root}/servers?channel=STC`), "hostname")).toEqual([hosts.frankfurt]);
    expect(await client.ok("POST", `${path}/disable-stc`)).toMatchObject({ channel: "NTLS" });
    await own.connect();
    expect(await client.delete(path)).toMatchObject({
      status: 409,
      body: { message: expect.stringContaining("luna") },
    });
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
  const inFrankfurt = (body: object): Promise<void> => own.change(["hsms", { hostname: hosts.frankfurt, ...body }]);

  test("are tested by themselves, and show the result", async () => {
    const { client } = shared;
    await inFrankfurt({ testSeconds: 60 });
    await own.create();
    const path = `${root}/connections/luna`;
    const test = await client.call("POST", `${path}/test`);
    expect(test).toMatchObject({ status: 202, body: { status: "in_progress" } });
    expect(await client.ok("GET", path)).toMatchObject({ operation_status: "in_progress" });
    await client.advance(61);
    const ended = await client.ok("GET", `${root}/connection-test/${idOf(test.body)}`);
    expect(ended).toMatchObject({ status: "success", connection_ok: true });
    expect(await client.ok("GET", path)).toMatchObject({ operation_status: "success", last_connection_ok: true });
    expect(await own.count(`${root}/connections?operation_status=success`)).toBe(1);
    expect(await client.ok("PATCH", path, { password: "other" })).not.toHaveProperty("operation_status");
  });

  test("fail their test with a job that failed", async () => {
    const test = await shared.client.ok("POST", `${root}/connection-test`, { ...login, password: "wrong" });
    await shared.client.advance(1);
    const ended = await shared.client.ok("GET", `${root}/connection-test/${idOf(test)}`);
    expect(ended).toMatchObject({ status: "failed", connection_error: expect.stringContaining("CKR_PIN_INCORRECT") });
  });

  test("fail their test on an HSM with another certificate, or one that does not know the service yet", async () => {
    await own.create();
    await inFrankfurt({ certificate: demoCertificates[hosts.dublin] });
    expect((await own.test()).last_connection_error).toContain("another certificate");
    await inFrankfurt({ certificate: demoCertificates[hosts.frankfurt], readyAfterSeconds: 1000 });
    expect((await own.test()).last_connection_error).toContain("NOT_REGISTERED");
  });

  test("become HA groups by their partitions, of which one must stay", async () => {
    const { client } = shared;
    const path = `${root}/connections/luna`;
    await own.connect();
    const made = await client.ok("GET", path);
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
  test("are refreshed with both halves of pairs", async () => {
    const { client } = shared;
    await own.refresh(idOf(await own.container()));
    const all = await client.ok("GET", "/cckm/hsm/luna/keys?limit=-1");
    expect(new Set(each(all, "algorithm"))).toEqual(new Set(["AES", "RSA", "EC", "DES3", "GENERIC_SECRET"]));
    const [half] = listOf(
      (await client.ok("GET", "/cckm/hsm/luna/keys?label=code-signing&key_type=private")).resources,
    );
    const other = await client.ok("GET", `/cckm/hsm/luna/keys/${half!.public_key_id}`);
    expect(other).toMatchObject({ label: "code-signing", key_type: "public", private_key_id: half!.id });
  });

  test("contain ten thousand keys", async () => {
    const { client } = shared;
    const partition = await container(client);
    await own.change(["keys", { serialNumber: production.serial_number, label: "many", count: 10_000 }]);
    await run(client, "refresh", { partitions: [partition] });
    expect((await client.ok("GET", `/cckm/hsm/luna/keys?partition_id=${partition}`)).total).toBe(10_011);
  });

  test("of an HA group hold the same keys after they are synchronized", async () => {
    const { client } = shared;
    const partition = await container(client, { partitions: [production, mirror], is_ha_enabled: true });
    await own.change(["keys", { serialNumber: mirror.serial_number, label: "dublin-only" }]);
    expect(await run(client, "synchronize", { partitions: [partition] })).toMatchObject({
      overall_status: "completed",
    });
    const shown = JSON.stringify(await own.world());
    expect(shown.split("dublin-only")).toHaveLength(3);
    const made = await key(client, partition);
    expect(made).toMatchObject({ status: "AVAILABLE", partition_name: "luna" });
  });
});
