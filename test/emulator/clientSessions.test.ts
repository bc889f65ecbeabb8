import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startEmulator } from "../../emulator/index";
import { Client, withEmulator } from "./client";
import {
  callIn,
  localCa,
  logIn,
  makeAuthority,
  makeRequest,
  ok,
  openssl,
  register,
  registered,
  send,
  tokenFor,
  type Facts,
  type Pair,
  type Registered,
  type Said,
  trust,
} from "./machine";

const shared = withEmulator();
const day = 86_400;
const machine = makeRequest("/CN=pipeline");

const pipeline = (profile?: object): Promise<Registered> => registered(shared.client, machine, profile);
const enter = (clientId: unknown, pair: Pair | undefined): Promise<Said> => logIn(shared.client.place, clientId, pair);
const call = (session: Said, method: string, path: string, body?: unknown): Promise<Said> =>
  callIn(session, shared.client, method, path, body);

describe("the session of a client", () => {
  const connection = { name: "by-machine", access_key_id: "AKIA", secret_access_key: "x" };

  test("has the rights of the client's groups, and audit records name the client", async () => {
    const { client: made, pair } = await pipeline();
    const session = await enter(made.id, pair);
    expect((await call(session, "POST", "/connectionmgmt/services/aws/connections", connection)).status).toBe(201);
    expect((await call(session, "POST", "/usermgmt/groups", { name: "g" })).status).toBe(403);
    expect((await call(session, "GET", "/auth/self/user")).status).toBe(404);
    await ok(
      shared.client,
      "POST",
      `/client-management/groups/${encodeURIComponent("User Admins")}/clients/${made.id}`,
    );
    expect((await call(session, "POST", "/usermgmt/groups", { name: "g" })).status).toBe(201);
    const list = await ok(shared.client, "GET", `/audit/records?client_id=${made.id}&sort=createdAt`);
    expect(list.resources.map(({ message }) => message)).toEqual([
      "POST /client-management/clients/",
      "POST /auth/tokens/",
      "POST /connectionmgmt/services/aws/connections",
      expect.stringContaining("POST /usermgmt/groups/: this needs membership"),
      "POST /usermgmt/groups/",
    ]);
    expect(list.resources.map(({ username }) => username)).toEqual(Array(5).fill("pipeline"));
    const others = await ok(shared.client, "GET", "/audit/records?username=admin");
    expect(others.resources.map(({ client_id }) => client_id)).not.toContain(made.id);
  });

  test.each([
    ["deleted", "DELETE", "", "Invalid token"],
    ["revoked", "PATCH", "/revoke", "Token has been revoked"],
  ])("ends immediately if the client is %s", async (_name, method, action, message) => {
    const { client: made, pair } = await pipeline();
    const session = await enter(made.id, pair);
    expect((await call(session, "GET", "/domain")).status).toBe(200);
    await ok(shared.client, method, `/client-management/clients/${made.id}${action}`, {});
    expect(await call(session, "GET", "/domain")).toMatchObject({ status: 401, body: { message } });
  });

  test("ends after 300 seconds, and cannot be refreshed", async () => {
    const { client: made, pair } = await pipeline();
    const session = await enter(made.id, pair);
    // A token counts whole seconds: the one in which it was issued is not whole.
    await shared.client.advance(298);
    expect((await call(session, "GET", "/domain")).status).toBe(200);
    await shared.client.advance(2);
    expect((await call(session, "GET", "/domain")).status).toBe(401);
  });

  test("renews the client's own certificate, and continues", async () => {
    const { client: made, pair, ca } = await pipeline({ csr_parameters: { csr_cn: "made-here" } });
    const session = await enter(made.id, pair);
    const fresh = await call(session, "POST", "/client-management/self/client/renew", {});
    expect(fresh).toMatchObject({ status: 200, body: { id: made.id, state: "active", ca_id: ca.id } });
    expect(fresh.body.cert_id).not.toBe(made.cert_id);
    expect((await call(session, "GET", "/client-management/clients/self")).body.cert).toBe(fresh.body.cert);
    expect((await enter(made.id, { cert: fresh.body.cert, key: fresh.body.key })).status).toBe(200);
    expect((await send(shared.client, "POST", "/client-management/self/client/renew", {})).status).toBe(403);
  });
});

describe("a renewal", () => {
  const outside = makeAuthority("/CN=Elsewhere CA");

  test.each([
    ["by a new request", () => ({ csr: machine.csr }), 30],
    ["for the requested time", () => ({ csr: machine.csr, cert_duration: 5 }), 5],
    ["with a certificate of an external authority", () => ({ ext_cert: outside.issue(machine.csr, 50) }), 50],
  ])("%s keeps the identity, even after the end", async (_name, body, days) => {
    const { client } = shared;
    const { client: made, token } = await pipeline();
    await trust(client, "external", await ok(client, "POST", "/ca/external-cas", { cert: outside.cert }));
    const wanted = body();
    if (!("ext_cert" in wanted)) await client.advance(31 * day);
    const now = String((await client.raw("GET", "/emulator/clock")).body.now);
    const renewed = await ok(client, "POST", `/client-management/clients/${made.id}/renew`, wanted);
    expect(renewed).toMatchObject({ id: made.id, name: made.name, created_at: made.created_at, state: "active" });
    expect(Math.round((Date.parse(renewed.valid_until) - Date.parse(now)) / (day * 1000))).toBe(days);
    expect((await enter(made.id, { cert: renewed.cert, key: machine.key })).status).toBe(200);
    const used = await ok(client, "GET", `/client-management/regtokens/${token.id}`);
    expect(used.clients_registered).toBe(1);
  });

  test("of a revoked client, or without a source, is refused", async () => {
    const { client } = shared;
    const { client: made } = await pipeline();
    const at = `/client-management/clients/${made.id}`;
    expect((await send(client, "POST", `${at}/renew`, {})).status).toBe(400);
    expect((await send(client, "POST", `${at}/renew`, { csr: machine.csr, ca_id: "x" })).status).toBe(400);
    await ok(client, "PATCH", `${at}/revoke`, {});
    expect((await send(client, "POST", `${at}/renew`, { csr: machine.csr })).status).toBe(409);
    const again = await ok(client, "PATCH", `${at}/revoke`, { reason: "superseded" });
    expect(again).toMatchObject({ revoked_reason: "unspecified" });
    expect((await send(client, "PATCH", at, { name: "x" })).status).toBe(404);
  });
});

test("clients are found by their fields, and their groups by them", async () => {
  const { client } = shared;
  const { client: made, ca } = await pipeline();
  const filters = [
    `name=pipeline`,
    `name=pipe*`,
    `state=active`,
    `ca_id=${ca.id}`,
    `client_id=${made.id}`,
    `sha256_fingerprint=${made.sha256_fingerprint}`,
    `client_management_profile_id=${made.client_management_profile_id}`,
  ];
  for (const filter of filters) {
    expect((await ok(client, "GET", `/client-management/clients?${filter}`)).resources).toEqual([made]);
  }
  expect((await ok(client, "GET", "/client-management/clients?state=revoked")).total).toBe(0);
  const groups = await ok(client, "GET", `/usermgmt/groups?clients=${made.id}`);
  expect(groups.resources.map(({ name }) => name)).toEqual(["All Clients", "Connection Admins"]);
  await send(client, "DELETE", `/client-management/clients/${made.id}`);
  expect((await ok(client, "GET", `/usermgmt/groups?clients=${made.id}`)).total).toBe(0);
});

test("everything exists again after a restart, and works", async () => {
  const data = mkdtempSync(join(tmpdir(), "clients-"));
  const first = await startEmulator({ data });
  const before = new Client(first);
  let made: Facts;
  let ca: Facts;
  try {
    ca = await localCa(before);
    const token = await tokenFor(before, ca, {}, { max_clients: 1 });
    made = (await register(before, token, { name: "pipeline", csr: machine.csr })).body;
    expect(made.state).toBe("active");
  } finally {
    await before.close();
    await first.close();
  }
  const second = await startEmulator({ data });
  const after = new Client(second);
  try {
    const pair = { cert: made.cert, key: machine.key };
    expect((await logIn(second, made.id, pair)).status).toBe(200);
    expect(await ok(after, "GET", `/client-management/clients/${made.id}`)).toEqual(made);
    const [token] = (await ok(after, "GET", "/client-management/regtokens")).resources;
    expect((await register(after, token as Facts, { csr: machine.csr })).status).toBe(403);
    const more = { csr: machine.csr, purpose: "client", duration: 9 };
    const { cert } = await ok(after, "POST", `/ca/local-cas/${ca.id}/certs`, more);
    expect(openssl({ "ca.pem": ca.cert, "c.pem": cert }, "verify", "-CAfile", "ca.pem", "c.pem")).toBe("c.pem: OK\n");
  } finally {
    await after.close();
    await second.close();
    rmSync(data, { recursive: true, force: true });
  }
});
