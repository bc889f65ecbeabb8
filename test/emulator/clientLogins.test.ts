import { withEmulator } from "./client";
import {
  callIn,
  localCa,
  logIn,
  makeRequest,
  ok,
  register,
  registered,
  send,
  tokenFor,
  type Pair,
  type Registered,
  type Said,
  trust,
} from "./machine";

const shared = withEmulator();
const day = 86_400;
const machine = makeRequest("/CN=pipeline");

const pipeline = (): Promise<Registered> => registered(shared.client, machine);
const enter = (clientId: unknown, pair: Pair | undefined): Promise<Said> => logIn(shared.client.place, clientId, pair);

describe("a login over mutual TLS", () => {
  /** Changes the registered client, and returns the identity and key pair of the next login. */
  type Trial = (made: Registered) => Promise<readonly [unknown, Pair | undefined]>;

  const refusals: [string, string, Trial][] = [
    ["without a certificate", "no client certificate was presented", async ({ client }) => [client.id, undefined]],
    ["of an unregistered identity", "no client is registered", async ({ pair }) => ["nobody", pair]],
    [
      "with the certificate of another client",
      "not the one that this client is registered with",
      async ({ client, token }) => {
        const other = makeRequest("/CN=other");
        const { body } = await register(shared.client, token, { csr: other.csr });
        expect((await enter(body.id, { cert: body.cert, key: other.key })).status).toBe(200);
        return [client.id, { cert: body.cert, key: other.key }];
      },
    ],
    [
      "with another certificate of the same name by the same authority",
      "not the one that this client is registered with",
      async ({ client, ca }) => {
        const again = { csr: machine.csr, purpose: "client", duration: 9 };
        const { cert } = await ok(shared.client, "POST", `/ca/local-cas/${ca.id}/certs`, again);
        return [client.id, { cert, key: machine.key }];
      },
    ],
    [
      "with an expired certificate",
      "the certificate has expired",
      async ({ client, pair }) => {
        await shared.client.advance(30 * day - 60);
        expect((await enter(client.id, pair)).status).toBe(200);
        await shared.client.advance(60);
        expect(await ok(shared.client, "GET", `/client-management/clients/${client.id}`)).toMatchObject({
          state: "expired",
        });
        return [client.id, pair];
      },
    ],
    [
      "of a revoked client",
      "the client is revoked",
      async ({ client, pair, ca }) => {
        const body = { reason: "keyCompromise" };
        const revoked = await ok(shared.client, "PATCH", `/client-management/clients/${client.id}/revoke`, body);
        expect(revoked).toMatchObject({ state: "revoked", revoked_reason: "keyCompromise" });
        const issued = await ok(shared.client, "GET", `/ca/local-cas/${ca.id}/certs/${client.cert_id}`);
        expect(issued).toMatchObject({ state: "revoked", revoked_reason: "keyCompromise" });
        return [client.id, pair];
      },
    ],
    [
      "with a certificate that its authority revoked",
      "the client is revoked",
      async ({ client, pair, ca }) => {
        const at = `/ca/local-cas/${ca.id}/certs/${client.cert_id}`;
        await ok(shared.client, "POST", `${at}/revoke`, { reason: "certificateHold" });
        expect((await enter(client.id, pair)).status).toBe(401);
        await ok(shared.client, "POST", `${at}/resume`);
        expect((await enter(client.id, pair)).status).toBe(200);
        await ok(shared.client, "POST", `${at}/revoke`, { reason: "superseded" });
        expect((await send(shared.client, "DELETE", at)).body.message).toContain('used by client "pipeline"');
        return [client.id, pair];
      },
    ],
    [
      "of a deleted client",
      "no client is registered",
      async ({ client, pair }) => {
        expect((await send(shared.client, "DELETE", `/client-management/clients/${client.id}`)).status).toBe(204);
        return [client.id, pair];
      },
    ],
    [
      "with the certificate before the renewal",
      "not the one that this client is registered with",
      async ({ client, pair }) => {
        await ok(shared.client, "POST", `/client-management/clients/${client.id}/renew`, { csr: machine.csr });
        return [client.id, pair];
      },
    ],
    [
      "when clients of its authority are not allowed",
      "the CA machines is not allowed for client authentication",
      async ({ client, pair, ca }) => {
        const at = `/ca/local-cas/${ca.id}`;
        await ok(shared.client, "PATCH", at, { allow_client_authentication: false });
        return [client.id, pair];
      },
    ],
    [
      "when its authority has expired",
      "has expired or is revoked",
      async ({ token }) => {
        const pending = await ok(shared.client, "POST", "/ca/local-cas", { cn: "Short" });
        const short = await ok(shared.client, "POST", `/ca/local-cas/${pending.id}/self-sign`, { duration: 2 });
        await ok(shared.client, "PATCH", `/client-management/profiles/${token.client_management_profile_id}`, {
          ca_id: short.id,
        });
        const { body } = await register(shared.client, token, { csr: machine.csr });
        await shared.client.advance(2 * day);
        return [body.id, { cert: body.cert, key: machine.key }];
      },
    ],
  ];

  test.each(refusals)("%s is refused", async (_name, text, trial) => {
    const [clientId, pair] = await trial(await pipeline());
    const reply = await enter(clientId, pair);
    expect(reply).toMatchObject({
      status: 401,
      body: { code: 5, message: expect.stringMatching(/^Invalid Client: /), codeDesc: expect.stringContaining(text) },
    });
    const { resources } = await ok(shared.client, "GET", `/audit/records?client_id=${String(clientId)}&success=false`);
    expect(resources.at(-1)?.message).toContain(text);
  });

  test("goes through an intermediate authority until that one is revoked", async () => {
    const { client } = shared;
    const root = await localCa(client, "Root");
    const pending = await ok(client, "POST", "/ca/local-cas", { cn: "Middle" });
    const order = { csr: pending.csr, purpose: "ca", duration: 900 };
    const issued = await ok(client, "POST", `/ca/local-cas/${root.id}/certs`, order);
    await ok(client, "POST", `/ca/local-cas/${pending.id}/install`, { cert: issued.cert, parentId: root.id });
    await trust(client, "local", pending);
    const { body } = await register(client, await tokenFor(client, pending), { csr: machine.csr });
    const pair = { cert: body.cert, key: machine.key };
    expect((await enter(body.id, pair)).status).toBe(200);
    await ok(client, "POST", `/ca/local-cas/${root.id}/certs/${issued.id}/revoke`, { reason: "cACompromise" });
    expect((await enter(body.id, pair)).body.message).toContain("has expired or is revoked");
  });

  test("always leads to the root domain", async () => {
    const { client } = shared;
    const { client: made, pair } = await pipeline();
    const admin = await ok(client, "GET", "/auth/self/user");
    await ok(client, "POST", "/domains", { name: "team", admins: [admin.user_id] });
    const session = await enter(made.id, pair);
    expect((await callIn(session, client, "GET", "/domain")).body.name).toBe("root");
    const inside = client.as({ domain: "team" });
    try {
      const token = await ok(inside, "POST", "/client-management/regtokens", {});
      const { body } = await register(client, token, { csr: machine.csr });
      expect((await ok(inside, "GET", "/client-management/clients")).total).toBe(1);
      expect((await ok(client, "GET", "/client-management/clients")).total).toBe(1);
      expect((await enter(body.id, { cert: body.cert, key: machine.key })).status).toBe(401);
    } finally {
      await inside.close();
    }
  });
});
