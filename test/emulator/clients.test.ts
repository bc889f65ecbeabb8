import { X509Certificate } from "node:crypto";
import { withEmulator } from "./client";
import {
  localCa,
  logIn,
  makeAuthority,
  makeRequest,
  ok,
  openssl,
  register,
  send,
  tokenFor,
  type Facts,
  trust,
} from "./machine";

const shared = withEmulator();
const day = 86_400;
const outside = makeAuthority("/O=Elsewhere/CN=Elsewhere CA");
const machine = makeRequest("/O=Example/OU=Build/CN=builder");

describe("a client registers", () => {
  const sources: [string, object, (registered: Facts) => unknown][] = [
    ["with a request that a local authority signs", { csr: machine.csr }, () => machine.key],
    ["with a certificate of an external authority", { ext_cert: outside.issue(machine.csr) }, () => machine.key],
    [
      "with a key and a certificate created by the service",
      { csr_parameters: { csr_cn: "made-here", csr_org_name: "Example" } },
      (registered) => registered.key,
    ],
  ];

  test.each(sources)("%s, and logs in", async (_name, body, keyOf) => {
    const { client } = shared;
    const external = "ext_cert" in body;
    const ca = external
      ? await ok(client, "POST", "/ca/external-cas", { name: "elsewhere", cert: outside.cert })
      : await localCa(client);
    if (external) await trust(client, "external", ca);
    const token = await tokenFor(client, ca, { cert_duration: 30, groups: ["CCKM Users"] });
    const reply = await register(client, token, { name: "builder", ...body });
    expect(reply).toMatchObject({
      status: 201,
      body: {
        name: "builder",
        state: "active",
        ca_id: ca.id,
        issuer: ca.subject,
        groups: ["All Clients", "CCKM Users"],
      },
    });
    const registered = reply.body;
    const pair = { cert: registered.cert, key: String(keyOf(registered)) };
    const own = new X509Certificate(pair.cert);
    expect(own.verify(new X509Certificate(ca.cert).publicKey)).toBe(true);
    expect(registered.sha256_fingerprint).toBe(own.fingerprint256.replace(/:/g, ""));
    const days = (Date.parse(registered.valid_until) - Date.now()) / (day * 1000);
    expect(Math.round(days)).toBe(external ? 365 : 30);
    const files = { "ca.pem": ca.cert, "c.pem": pair.cert };
    expect(openssl(files, "verify", "-purpose", "sslclient", "-CAfile", "ca.pem", "c.pem")).toBe("c.pem: OK\n");
    const session = await logIn(client.place, registered.id, pair);
    expect(session).toMatchObject({ status: 200, body: { duration: 300, token_type: "Bearer" } });
    expect(session.body).not.toHaveProperty("refresh_token");
    const { key: _once, ...kept } = registered;
    expect(await ok(client, "GET", `/client-management/clients/${registered.id}`)).toEqual(kept);
    expect(await ok(client, "GET", `/client-management/clients/builder`)).toEqual(kept);
  });

  test.each([
    ["of an unknown CA", () => makeAuthority("/CN=Stranger").issue(machine.csr), "which is no CA of this service"],
    [
      "of an unknown CA with a known name",
      () => makeAuthority("/O=Elsewhere/CN=Elsewhere CA").issue(machine.csr),
      "which is no CA",
    ],
    [
      "for servers",
      () => outside.issue(machine.csr, 9, "extendedKeyUsage=serverAuth"),
      "not meant for client authentication",
    ],
    ["of the authority itself", () => outside.cert, "is the certificate of a CA"],
    ["that is invalid", () => machine.csr, "must be an X.509 certificate in PEM"],
  ])("not with a certificate %s", async (_name, ext_cert, text) => {
    const { client } = shared;
    const ca = await ok(client, "POST", "/ca/external-cas", { name: "elsewhere", cert: outside.cert });
    const token = await tokenFor(client, ca);
    const reply = await register(client, token, { name: "x", ext_cert: ext_cert() });
    expect(reply).toMatchObject({ status: 400, body: { code: 9, message: expect.stringContaining(text) } });
    await expectUnused(token);
  });

  test("not with an expired certificate, nor with one that another client has", async () => {
    const { client } = shared;
    const ca = await ok(client, "POST", "/ca/external-cas", { name: "elsewhere", cert: outside.cert });
    const token = await tokenFor(client, ca);
    const ext_cert = outside.issue(machine.csr, 3);
    expect((await register(client, token, { ext_cert })).status).toBe(201);
    expect((await register(client, token, { ext_cert })).status).toBe(409);
    await client.advance(4 * day);
    const late = await register(client, token, { ext_cert: outside.issue(machine.csr, 1) });
    expect(late.body.message).toContain("ext_cert expired at");
  });

  test.each([
    ["no source of a certificate", {}, "csr or ext_cert is required, or csr_parameters"],
    ["two of them", { csr: machine.csr, ext_cert: outside.cert }, "exclude each other"],
    ["an invalid request", { csr: outside.cert }, "must be one certificate signing request"],
    ["an unknown field to modify", { csr: machine.csr, subject_dn_field_to_modify: "C" }, "must be one of CN, E,"],
    ["parameters without a name", { csr_parameters: { csr_country: "Germany" } }, "C must be two letters"],
  ])("not with %s", async (_name, body, text) => {
    const token = await tokenFor(shared.client, await localCa(shared.client));
    const reply = await register(shared.client, token, body);
    expect(reply).toMatchObject({ status: 400, body: { message: expect.stringContaining(text) } });
    await expectUnused(token);
  });

  test("not with a request that an external authority would have to sign", async () => {
    const { client } = shared;
    const ca = await ok(client, "POST", "/ca/external-cas", { name: "elsewhere", cert: outside.cert });
    const reply = await register(client, await tokenFor(client, ca), { csr: machine.csr });
    expect(reply).toMatchObject({ status: 400, body: { message: expect.stringContaining("cannot sign here") } });
  });

  async function expectUnused(token: Facts): Promise<void> {
    const { client } = shared;
    const shown = await ok(client, "GET", `/client-management/regtokens/${token.id}`);
    expect(shown.clients_registered).toBe(0);
    expect((await ok(client, "GET", "/client-management/clients/")).total).toBe(0);
    expect(await ok(client, "GET", "/usermgmt/groups/All%20Clients")).not.toHaveProperty("clients_count");
  }
});

describe("registration tokens", () => {
  const csr = machine.csr;
  const used = "The registration token is used up: it allows 1 client";

  test.each([
    ["is unknown", {}, async (token: Facts) => ({ ...token, token: "x" }), 401, "Invalid registration token"],
    ["is deleted", {}, async (token: Facts) => drop(token), 401, "Invalid registration token"],
    [
      "has expired",
      { lifetime: "90m" },
      async (token: Facts) => later(token, 5400),
      401,
      "The registration token expired at",
    ],
    ["is used up", { max_clients: 1 }, async (token: Facts) => use(token), 403, used],
  ])("are rejected when the token %s", async (_name, body, prepare, status, text) => {
    const { client } = shared;
    const token = await prepare(await tokenFor(client, await localCa(client), {}, body));
    const before = (await ok(client, "GET", "/client-management/clients/")).total;
    const reply = await register(client, token, { name: "late", csr });
    expect(reply).toMatchObject({ status, body: { message: expect.stringContaining(text) } });
    expect(JSON.stringify(reply.body)).not.toContain(token.token);
    expect((await ok(client, "GET", "/client-management/clients/")).total).toBe(before);
  });

  async function drop(token: Facts): Promise<Facts> {
    expect((await send(shared.client, "DELETE", `/client-management/regtokens/${token.id}`)).status).toBe(204);
    return token;
  }

  async function later(token: Facts, seconds: number): Promise<Facts> {
    await shared.client.advance(seconds - 60);
    expect((await register(shared.client, token, { csr })).status).toBe(201);
    await shared.client.advance(60);
    return token;
  }

  async function use(token: Facts): Promise<Facts> {
    expect((await register(shared.client, token, { csr })).status).toBe(201);
    return token;
  }

  test("register no more clients than their limit, even concurrently", async () => {
    const { client } = shared;
    const token = await tokenFor(client, await localCa(client), {}, { max_clients: 3, name_prefix: "node-" });
    const replies = await Promise.all(Array.from({ length: 8 }, () => register(client, token, { csr })));
    expect(replies.map(({ status }) => status).sort()).toEqual([201, 201, 201, 403, 403, 403, 403, 403]);
    const { resources } = await ok(client, "GET", "/client-management/clients/?sort=name");
    expect(resources.map(({ name }) => name)).toEqual(["node-1", "node-2", "node-3"]);
    await ok(client, "PATCH", `/client-management/regtokens/${token.id}`, { max_clients: 4 });
    expect((await register(client, token, { csr })).body.name).toBe("node-4");
  });

  test("are not used twice if the response to a registration is lost", async () => {
    const { client } = shared;
    const token = await tokenFor(client, await localCa(client), {}, { max_clients: 2 });
    await client.raw("POST", "/emulator/faults", {
      method: "POST",
      path: "/client-management/clients",
      times: 1,
      effect: { drop: "after" },
    });
    await expect(register(client, token, { name: "once", csr })).rejects.toThrow();
    expect((await register(client, token, { name: "once", csr })).status).toBe(409);
    const shown = await ok(client, "GET", `/client-management/regtokens/${token.id}`);
    expect(shown.clients_registered).toBe(1);
    expect((await ok(client, "GET", "/client-management/clients/?name=once")).total).toBe(1);
  });

  test("are found by their fields, updated in part, and keep their value", async () => {
    const { client } = shared;
    const ca = await localCa(client);
    const token = await tokenFor(
      client,
      ca,
      {},
      { lifetime: "2d", labels: { team: "a" }, label: { ClientProfile: "p" } },
    );
    expect(token).toMatchObject({ token: expect.stringMatching(/^[A-Za-z0-9]{64}$/), clients_registered: 0 });
    expect(token).not.toHaveProperty("lifetime");
    expect((Date.parse(token.valid_until) - Date.parse(token.createdAt)) / 1000).toBeCloseTo(2 * day, -1);
    const at = `/client-management/regtokens/${token.id}`;
    const changed = await ok(client, "PATCH", at, {
      lifetime: "",
      client_management_profile_id: "",
      labels: { team: null, b: "c" },
      ca_id: ca.name,
      cert_duration: 0,
    });
    expect(changed).toMatchObject({
      token: token.token,
      valid_until: "0001-01-01T00:00:00Z",
      labels: { b: "c" },
      ca_id: ca.id,
    });
    expect(changed).not.toHaveProperty("client_management_profile_id");
    expect(changed).not.toHaveProperty("cert_duration");
    expect((await ok(client, "GET", `/client-management/regtokens?ca_id=${ca.id}`)).total).toBe(1);
    for (const body of [
      { lifetime: "1w" },
      { lifetime: "0d" },
      { client_management_profile_id: "x" },
      { ca_id: "x" },
      { max_clients: -1 },
    ]) {
      expect((await send(client, "PATCH", at, body)).status).toBe(400);
    }
  });

  test("sign without a profile by a CA of their own, or by the oldest one", async () => {
    const { client } = shared;
    const ca = await localCa(client);
    const own = await ok(client, "POST", "/client-management/regtokens", { ca_id: ca.id, cert_duration: 7 });
    expect((await register(client, own, { csr })).body.issuer).toBe("/CN=Machines");
    const bare = await ok(client, "POST", "/client-management/regtokens", {});
    const { body } = await register(client, bare, { registration_token: undefined, reg_token: bare.token, csr });
    expect(body.issuer).toBe("/C=US/ST=TX/L=Austin/O=Thales/CN=CipherTrust Root CA");
    expect(Math.round((Date.parse(body.valid_until) - Date.now()) / (day * 1000))).toBe(730);
  });
});
