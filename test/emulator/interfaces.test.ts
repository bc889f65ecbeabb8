import { listOf, withEmulator, type Client } from "./client";
import {
  callAs,
  distrust,
  localCa,
  makeRequest,
  ok,
  registered,
  restartWeb,
  send,
  trust,
  untilBack,
  type Facts,
} from "./machine";

/** The web interface of the appliance: which CAs it trusts, and what a restart does. */

const shared = withEmulator({});
const web = "/configs/interfaces/web";
const restart = "/system/services/restart";
const machine = makeRequest("/O=Example/CN=builder");

const trusted = async (client: Client): Promise<unknown> => (await client.ok("GET", web)).trusted_cas;

async function ownCa(client: Client): Promise<Facts> {
  const [root] = (await ok(client, "GET", "/ca/local-cas")).resources;
  return root as Facts;
}

describe("the web interface", () => {
  test("trusts the CA of its own certificate, and no new one", async () => {
    const { client } = shared;
    const root = await ownCa(client);
    const pending = await ok(client, "POST", "/ca/local-cas", { cn: "New" });
    await ok(client, "POST", `/ca/local-cas/${pending.id}/self-sign`, { duration: 30 });
    expect(await trusted(client)).toEqual({ local: [root.uri], external: [] });
    const { resources, total } = await client.ok("GET", "/configs/interfaces");
    expect([total, listOf(resources)[0]?.name]).toEqual([1, "web"]);
  });

  test("is told by URI, id or name, and then returns URIs; lists that are not sent stay", async () => {
    const { client } = shared;
    const root = await ownCa(client);
    const ca = await localCa(client);
    for (const reference of [ca.uri, ca.id, ca.name]) {
      const changed = await client.ok("PATCH", web, { trusted_cas: { local: [root.uri, reference, ca.uri] } });
      expect(changed.trusted_cas).toEqual({ local: [root.uri, ca.uri], external: [] });
    }
    await client.ok("PATCH", web, { trusted_cas: { external: [] } });
    expect(await trusted(client)).toEqual({ local: [root.uri, ca.uri], external: [] });
  });

  test.each([
    ["an unknown CA", { local: ["nobody"] }, "there is no CA nobody"],
    ["a local CA among the external ones", undefined, "trusted_cas.external: there is no CA"],
  ])("refuses %s", async (_name, given, text) => {
    const { client } = shared;
    const body = { trusted_cas: given ?? { external: [(await ownCa(client)).uri] } };
    const reply = await client.patch(web, body);
    expect([reply.status, reply.body.message]).toEqual([400, expect.stringContaining(text)]);
  });

  test("keeps a CA that it trusts from being deleted", async () => {
    const { client } = shared;
    const ca = await localCa(client);
    const reply = await send(client, "DELETE", `/ca/local-cas/${ca.id}`);
    expect([reply.status, reply.body.message]).toEqual([409, expect.stringContaining('interface "web"')]);
    await distrust(client, ca);
    expect((await send(client, "DELETE", `/ca/local-cas/${ca.id}`)).status).toBe(204);
  });

  test("is nobody's business inside a domain, and no other user's than a system administrator's", async () => {
    const { client } = shared;
    const admin = await ok(client, "GET", "/auth/self/user");
    await ok(client, "POST", "/domains", { name: "team", admins: [admin.user_id] });
    await ok(client, "POST", "/usermgmt/users", { username: "erin", password: "Password-Of-Erin-1" });
    const inside = client.as({ domain: "team" });
    const erin = client.as({ name: "erin", password: "Password-Of-Erin-1" });
    try {
      expect((await inside.get(web)).status).toBe(403);
      expect((await inside.post(restart, { services: ["web"] })).status).toBe(403);
      expect((await erin.get(web)).status).toBe(200);
      expect((await erin.patch(web, { trusted_cas: { local: [] } })).status).toBe(403);
    } finally {
      await Promise.all([inside.close(), erin.close()]);
    }
  });
});

describe("a restart", () => {
  const enter = ({ client, pair }: Awaited<ReturnType<typeof registered>>) =>
    callAs(shared.client.place, pair, "/auth/tokens/", { grant_type: "client_credential", client_id: client.id });

  test("makes changed trust count, in both directions", async () => {
    const { client } = shared;
    const made = await registered(client, machine);
    expect((await enter(made)).status).toBe(200);
    const others = listOf((await client.ok("GET", web)).trusted_cas?.local).filter((uri) => uri !== made.ca.uri);
    await client.ok("PATCH", web, { trusted_cas: { local: others } });
    expect((await enter(made)).status).toBe(200);
    await restartWeb(client);
    expect((await enter(made)).body.message).toContain("the web interface does not trust the CA machines");
    await client.ok("PATCH", web, { trusted_cas: { local: [...others, made.ca.uri] } });
    expect((await enter(made)).status).toBe(401);
    await restartWeb(client);
    expect((await enter(made)).status).toBe(200);
    await trust(client, "local", made.ca);
    expect((await enter(made)).status).toBe(200);
  });

  test("breaks connections while it lasts, and spares the control paths", async () => {
    const { client } = shared;
    await client.raw("POST", "/emulator/world/interfaces/restarts", { restartSeconds: 60 });
    await client.ok("POST", restart, { services: ["web"] });
    await expect(client.get("/system/services/status")).rejects.toThrow();
    await expect(client.get(web)).rejects.toThrow();
    const other = client.as({});
    expect((await other.raw("GET", "/emulator/world")).body.interfaces).toEqual({ restartSeconds: 60 });
    await other.close();
    await shared.emulator.advance(61);
    await untilBack(client);
    const { body } = await client.raw("GET", "/api/v1/system/services/status");
    expect(body).toMatchObject({ services: expect.arrayContaining([{ name: "web", status: "started" }]) });
  });

  test("begins after its delay, and of another service breaks nothing", async () => {
    const { client } = shared;
    await client.raw("POST", "/emulator/world/interfaces/restarts", { restartSeconds: 60 });
    await client.ok("POST", restart, { services: ["nae-kmip"] });
    await client.ok("POST", restart, { services: ["web"], delay: 5 });
    await client.advance(4);
    expect((await client.get(web)).status).toBe(200);
    await client.advance(2);
    await expect(client.get(web)).rejects.toThrow();
    await shared.emulator.advance(60);
    await untilBack(client);
    client.forgetToken();
    expect((await client.get(web)).status).toBe(200);
  });

  test("of an unknown service is refused", async () => {
    const reply = await shared.client.post(restart, { services: ["printer"] });
    expect([reply.status, reply.body.message]).toEqual([400, "services: there is no service printer"]);
  });
});
