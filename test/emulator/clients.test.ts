import { X509Certificate } from "node:crypto";
import type { Loose } from "./client";
import { withEmulator } from "./client";
import { localCa, logIn, makeAuthority, makeRequest, openssl, register, tokenFor, type Pair } from "./machine";

const shared = withEmulator();

/** What each source of certificates sends, and what comes of it. */
interface Source {
  readonly body: object;
  readonly keyOf: (registered: Loose) => string;
  readonly issuer: string;
}

describe("a client can register", () => {
  const machine = makeRequest("/O=Example/OU=Build/CN=builder");
  const outside = makeAuthority("/O=Elsewhere/CN=Elsewhere CA");
  const external = makeRequest("/CN=runner");

  async function caOf(source: string): Promise<Loose> {
    if (source !== "external") return localCa(shared.client);
    return shared.client.ok("POST", "/ca/external-cas", { name: "elsewhere", cert: outside.cert });
  }

  const sources: Record<string, () => Source> = {
    "with a request of its own": () => ({
      body: { csr: machine.csr },
      keyOf: () => machine.key,
      issuer: "/CN=Machines",
    }),
    external: () => ({
      body: { ext_cert: outside.issue(external.csr) },
      keyOf: () => external.key,
      issuer: "/O=Elsewhere/CN=Elsewhere CA",
    }),
    "with a key that the service makes": () => ({
      body: { csr_parameters: { csr_cn: "made-here", csr_org_name: "Example" } },
      keyOf: (registered) => registered.key,
      issuer: "/CN=Machines",
    }),
  };

  test.each(Object.keys(sources))("%s", async (name) => {
    const { client } = shared;
    const ca = await caOf(name);
    const source = (sources[name] as () => Source)();
    const token = await tokenFor(client, ca, { cert_duration: 30, groups: ["CCKM Users"] });
    const reply = await register(client, token, { name: "builder", ...source.body });
    expect(reply).toMatchObject({
      status: 201,
      body: {
        name: "builder",
        state: "active",
        ca_id: ca.id,
        issuer: source.issuer,
        groups: ["All Clients", "CCKM Users"],
      },
    });
    const registered = reply.body;
    const pair: Pair = { cert: registered.cert, key: source.keyOf(registered) };
    expect(new X509Certificate(pair.cert).verify(new X509Certificate(ca.cert).publicKey)).toBe(true);
    const verified = openssl(
      { "ca.pem": ca.cert, "c.pem": pair.cert },
      "verify",
      "-purpose",
      "sslclient",
      "-CAfile",
      "ca.pem",
      "c.pem",
    );
    expect(verified).toBe("c.pem: OK\n");
    const session = await logIn(client.place, registered.id, pair);
    expect(session).toMatchObject({ status: 200, body: { duration: 300, token_type: "Bearer" } });
    expect(session.body).not.toHaveProperty("refresh_token");
    const shown = await client.ok("GET", `/client-management/clients/${registered.id}`);
    expect(shown).not.toHaveProperty("key");
  });
});
