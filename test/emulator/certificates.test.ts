import { X509Certificate } from "node:crypto";
import { withEmulator } from "./client";
import { localCa, makeAuthority, makeRequest, ok, openssl, send, type Facts, type Said } from "./machine";

const shared = withEmulator();
const day = 86_400;

/** Signs a request with a local CA. */
function sign(ca: Facts, csr: string, body: object = {}): Promise<Facts> {
  return ok(shared.client, "POST", `/ca/local-cas/${ca.id}/certs`, { csr, purpose: "client", duration: 30, ...body });
}

/** A CA signed by another local one. */
async function intermediate(root: Facts, cn: string): Promise<Facts> {
  const pending = await ok(shared.client, "POST", "/ca/local-cas", { cn, names: [{ O: "Example" }] });
  const { cert } = await sign(root, pending.csr, { purpose: "ca", duration: 900 });
  return ok(shared.client, "POST", `/ca/local-cas/${pending.id}/install`, { cert, parentId: root.id });
}

describe("local authorities", () => {
  test("start as a request and become active with their own signature", async () => {
    const { client } = shared;
    const pending = await ok(client, "POST", "/ca/local-cas", {
      cn: "Root",
      name: "root",
      names: [{ C: "DE", ST: "BE", L: "Berlin", O: "Example", OU: "Keys" }],
      dnsNames: ["ca.example.com"],
    });
    expect(pending).toMatchObject({
      name: "root",
      state: "pending",
      subject: "/C=DE/ST=BE/L=Berlin/O=Example/OU=Keys/CN=Root",
      notAfter: "0001-01-01T00:00:00Z",
      uri: `kylo:kylo:naboo:localca:${pending.id}`,
      purpose: { client_authentication: "Enabled", user_authentication: "Enabled" },
    });
    expect(openssl({ "r.csr": pending.csr }, "req", "-in", "r.csr", "-noout", "-verify", "-subject")).toContain(
      "CN = Root",
    );
    const active = await ok(client, "POST", `/ca/local-cas/root/self-sign`, { duration: 10 });
    const own = new X509Certificate(active.cert);
    expect(active).not.toHaveProperty("csr");
    expect(active).toMatchObject({
      state: "active",
      subject: pending.subject,
      issuer: pending.subject,
      serialNumber: BigInt(`0x${own.serialNumber}`).toString(),
      sha256Fingerprint: own.fingerprint256.replace(/:/g, ""),
      notAfter: new Date(own.validTo).toISOString().replace(".000Z", "Z"),
    });
    expect(own.verify(own.publicKey)).toBe(true);
    expect(own.ca).toBe(true);
    await client.advance(10 * day);
    expect(await ok(client, "GET", "/ca/local-cas/root")).toMatchObject({ state: "expired" });
    expect(
      (await send(client, "POST", `/ca/local-cas/root/certs`, { csr: pending.csr, purpose: "ca", duration: 1 })).status,
    ).toBe(409);
  });

  test.each([
    ["ECDSA", undefined],
    ["ECDSA", 384],
    ["ECDSA", 521],
    ["RSA", 2048],
  ])("of %s %s sign what openssl accepts, through an intermediate", async (algorithm, size) => {
    const { client } = shared;
    const pending = await ok(client, "POST", "/ca/local-cas", { cn: "Root", algorithm, size });
    const root = await ok(client, "POST", `/ca/local-cas/${pending.id}/self-sign`, { duration: 3650 });
    const middle = await intermediate(root, "Middle");
    expect(middle).toMatchObject({ state: "active", parent: root.uri, issuer: "/CN=Root" });
    const leaf = await sign(middle, makeRequest("/CN=web", "-addext", "subjectAltName=DNS:web.example.com").csr, {
      purpose: "server",
      name: "web",
    });
    expect(leaf).toMatchObject({ name: "web", ca: middle.uri, state: "active", revoked_at: "0001-01-01T00:00:00Z" });
    expect(new X509Certificate(leaf.cert).subjectAltName).toBe("DNS:web.example.com");
    const files = { "root.pem": root.cert, "middle.pem": middle.cert, "leaf.pem": leaf.cert };
    const chain = ["-CAfile", "root.pem", "-untrusted", "middle.pem", "leaf.pem"];
    expect(openssl(files, "verify", "-x509_strict", "-purpose", "sslserver", ...chain)).toBe("leaf.pem: OK\n");
    const { cert } = await ok(client, "GET", `/ca/local-cas/${middle.id}?chained=true`);
    expect(cert).toBe(`${middle.cert}${root.cert}`);
  });

  test("exist from the start: the one that signed the web certificate", async () => {
    const { client } = shared;
    const [root, ...others] = (await ok(client, "GET", "/ca/local-cas")).resources;
    expect(others).toEqual([]);
    expect(root).toMatchObject({ state: "active", subject: "/C=US/ST=TX/L=Austin/O=Thales/CN=CipherTrust Root CA" });
    const found = await ok(client, "GET", `/ca/local-cas?subject=${encodeURIComponent(String(root?.subject))}`);
    expect(found.total).toBe(1);
    expect((await send(client, "DELETE", `/ca/local-cas/${root?.id}`)).status).toBe(403);
  });

  test.each([
    ["no name", { names: [] }, "cn is required"],
    ["a country of three letters", { cn: "x", names: [{ C: "GER" }] }, "C must be two letters"],
    ["an unknown algorithm", { cn: "x", algorithm: "DSA" }, "algorithm must be one of"],
    ["an unknown size", { cn: "x", size: 2048 }, "size must be 256, 384 or 521"],
    ["a small RSA key", { cn: "x", algorithm: "RSA", size: 512 }, "size must be between"],
    ["an invalid address", { cn: "x", ipAddresses: ["300.1.1.1"] }, "is no IP address"],
    ["a name that is taken", { cn: "x", name: "taken" }, "exists"],
  ])("are refused with %s", async (_name, body, text) => {
    await ok(shared.client, "POST", "/ca/local-cas", { cn: "First", name: "taken" });
    const reply = await send(shared.client, "POST", "/ca/local-cas", body);
    expect(reply.status).toBe("name" in body ? 409 : 400);
    expect(reply.body.message).toContain(text);
  });

  test.each([
    ["without an end", {}, 400],
    ["with an end in the past", { notAfter: "2001-01-01T00:00:00Z" }, 400],
    ["with no days", { duration: 0 }, 400],
    ["with an end that wins over the days", { notAfter: "2031-01-01T00:00:00Z", duration: 1 }, 200],
  ])("sign themselves %s", async (_name, body, status) => {
    const pending = await ok(shared.client, "POST", "/ca/local-cas", { cn: "Root" });
    const reply = await send(shared.client, "POST", `/ca/local-cas/${pending.id}/self-sign`, body);
    expect(reply.status).toBe(status);
    if (status === 200) expect(reply.body.notAfter).toBe("2031-01-01T00:00:00Z");
    if (status === 200)
      expect((await send(shared.client, "POST", `/ca/local-cas/${pending.id}/self-sign`, body)).status).toBe(409);
  });

  test("install only a certificate of their own request, by the named parent", async () => {
    const { client } = shared;
    const root = await localCa(client, "Root");
    const stranger = makeAuthority("/CN=Stranger");
    const pending = await ok(client, "POST", "/ca/local-cas", { cn: "Middle" });
    const leaf = await sign(root, pending.csr);
    const other = await sign(root, makeRequest("/CN=Other").csr, { purpose: "ca" });
    const good = await sign(root, pending.csr, { purpose: "ca" });
    const install = (cert: unknown, parentId: unknown): Promise<Said> =>
      send(client, "POST", `/ca/local-cas/${pending.id}/install`, { cert, parentId });
    const refusals: [unknown, unknown, string][] = [
      [leaf.cert, root.id, "not the certificate of a CA"],
      [other.cert, root.id, "not made from the request"],
      [stranger.issue(pending.csr, 30, "basicConstraints=critical,CA:TRUE"), root.id, "is not signed by the CA root"],
      [good.cert, "nowhere", "parentId names no CA"],
      ["no certificate", root.id, "must be an X.509 certificate"],
    ];
    for (const [cert, parentId, text] of refusals) {
      const reply = await install(cert, parentId);
      expect(reply).toMatchObject({ status: 400, body: { code: 9, message: expect.stringContaining(text) } });
    }
    const external = await ok(client, "POST", "/ca/external-cas", { cert: stranger.cert });
    const foreign = stranger.issue(pending.csr, 30, "basicConstraints=critical,CA:TRUE\nkeyUsage=keyCertSign");
    expect(await install(foreign, external.uri)).toMatchObject({ status: 200, body: { parent: external.uri } });
    expect((await install(good.cert, root.id)).status).toBe(409);
    expect((await send(client, "DELETE", `/ca/external-cas/${external.id}`)).body.message).toContain(
      'used by CA "localca-',
    );
  });

  test("sign only requests that are signed with their own key", async () => {
    const root = await localCa(shared.client);
    const { csr } = makeRequest("/CN=web");
    const der = Buffer.from(csr.replace(/-----[^-]+-----/g, ""), "base64");
    const at = der.indexOf("web");
    der.write("wob", at);
    const forged = `-----BEGIN CERTIFICATE REQUEST-----\n${der.toString("base64")}\n-----END CERTIFICATE REQUEST-----`;
    const sign = (body: object): Promise<Said> =>
      send(shared.client, "POST", `/ca/local-cas/${root.id}/certs`, { csr, purpose: "client", duration: 1, ...body });
    for (const [body, text] of [
      [{ csr: forged }, "not signed by the key"],
      [{ csr: root.cert }, "must be one certificate signing request"],
      [{ csr: "" }, "csr is required"],
      [{ purpose: "email" }, "purpose must be one of"],
      [{ duration: undefined }, "duration or notAfter is required"],
    ] as const) {
      expect(await sign(body)).toMatchObject({ status: 400, body: { message: expect.stringContaining(text) } });
    }
  });
});

describe("issued certificates", () => {
  test("are listed, revoked with a reason, resumed after a hold, and deleted", async () => {
    const { client } = shared;
    const ca = await localCa(client);
    const issued = await sign(ca, makeRequest("/CN=web").csr);
    const at = `/ca/local-cas/${ca.id}/certs/${issued.id}`;
    const list = await ok(client, "GET", `/ca/local-cas/${ca.id}/certs?id=${issued.id}`);
    expect(list.resources).toEqual([issued]);
    expect((await send(client, "POST", `${at}/revoke`, { reason: "boredom" })).status).toBe(400);
    expect((await send(client, "POST", `${at}/resume`)).status).toBe(400);
    const held = await ok(client, "POST", `${at}/revoke`, { reason: "certificateHold" });
    expect(held).toMatchObject({ state: "revoked", revoked_reason: "certificateHold" });
    expect(await ok(client, "POST", `${at}/resume`)).toMatchObject({ state: "active" });
    const revoked = await ok(client, "POST", `${at}/revoke`, { reason: "keyCompromise" });
    expect(Date.parse(revoked.revoked_at)).toBeGreaterThan(Date.parse(issued.createdAt));
    expect((await send(client, "POST", `${at}/resume`)).status).toBe(400);
    expect((await send(client, "POST", `${at}/revoke`, { reason: "superseded" })).status).toBe(409);
    const elsewhere = await localCa(client, "Elsewhere");
    expect((await send(client, "GET", `/ca/local-cas/${elsewhere.id}/certs/${issued.id}`)).status).toBe(404);
    expect((await send(client, "DELETE", at)).status).toBe(204);
    expect((await send(client, "GET", at)).status).toBe(404);
  });

  test("end by the emulator's clock", async () => {
    const { client } = shared;
    const ca = await localCa(client);
    const issued = await sign(ca, makeRequest("/CN=web").csr, { duration: 2 });
    const state = async (): Promise<unknown> =>
      (await ok(client, "GET", `/ca/local-cas/${ca.id}/certs/${issued.id}`)).state;
    expect(await state()).toBe("active");
    await client.advance(2 * day);
    expect(await state()).toBe("expired");
  });
});

describe("external authorities", () => {
  const root = makeAuthority("/O=Elsewhere/CN=Elsewhere CA");

  test("are recognized by their certificate, with settings of their own", async () => {
    const { client } = shared;
    const external = await ok(client, "POST", "/ca/external-cas", { cert: root.cert });
    expect(external).toMatchObject({
      name: `externalca-${external.id}`,
      subject: "/O=Elsewhere/CN=Elsewhere CA",
      purpose: { client_authentication: "Enabled", user_authentication: "Enabled" },
    });
    expect(new X509Certificate(external.cert).fingerprint256).toBe(new X509Certificate(root.cert).fingerprint256);
    const at = `/ca/external-cas/${external.name}`;
    const off = await ok(client, "PATCH", at, { allow_client_authentication: false });
    expect(off.purpose).toEqual({ client_authentication: "Disabled", user_authentication: "Enabled" });
    const on = await ok(client, "PATCH", `${at}?allow_client_authentication=true&allow_user_authentication=false`);
    expect(on.purpose).toEqual({ client_authentication: "Enabled", user_authentication: "Disabled" });
    expect((await send(client, "POST", "/ca/external-cas", { cert: root.cert, name: external.name })).status).toBe(409);
    expect((await send(client, "DELETE", at)).status).toBe(204);
    expect((await send(client, "GET", at)).status).toBe(404);
  });

  test.each([
    ["that isn't PEM", { cert: "certificate" }, "cert must be an X.509 certificate"],
    ["that may not sign", { cert: root.issue(makeRequest("/CN=leaf").csr) }, "not the certificate of a CA"],
    ["whose parent didn't sign it", { cert: root.cert, parent: "machines" }, "is not signed by the CA machines"],
    ["whose parent doesn't exist", { cert: root.cert, parent: "nobody" }, "parent names no CA"],
    ["that is missing", {}, "cert is required"],
  ])("are refused with a certificate %s", async (_name, body, text) => {
    await localCa(shared.client);
    const reply = await send(shared.client, "POST", "/ca/external-cas", body);
    expect(reply).toMatchObject({ status: 400, body: { message: expect.stringContaining(text) } });
  });
});

test("a request created by the service contains the requested fields, and its key is encrypted on demand", async () => {
  const { client } = shared;
  const body = {
    cn: "web",
    names: [{ O: "Example" }],
    dnsNames: ["web.example.com"],
    password: "Secret-1",
    algorithm: "RSA",
  };
  const made = await ok(client, "POST", "/ca/csr", body);
  expect(made.key).toContain("BEGIN ENCRYPTED PRIVATE KEY");
  const files = { "r.csr": made.csr, "r.key": made.key };
  const shown = openssl(files, "req", "-in", "r.csr", "-noout", "-verify", "-text");
  expect(shown).toMatch(/Subject: O ?= ?Example, ?CN ?= ?web[\s\S]+DNS:web\.example\.com/);
  const publicKey = openssl(files, "pkey", "-in", "r.key", "-passin", "pass:Secret-1", "-pubout");
  expect(openssl(files, "req", "-in", "r.csr", "-noout", "-pubkey")).toBe(publicKey);
  const own = makeRequest("/CN=x").key;
  const brought = await ok(client, "POST", "/ca/csr", { cn: "own", privateKeyBytes: own });
  expect(openssl({ "r.csr": brought.csr }, "req", "-in", "r.csr", "-noout", "-pubkey")).toBe(
    openssl({ "o.key": own }, "pkey", "-in", "o.key", "-pubout"),
  );
  expect((await send(client, "POST", "/ca/csr", { cn: "own", privateKeyBytes: "no key" })).status).toBe(400);
});

test("a new domain has an authority of its own, signed by one of the root domain", async () => {
  const { client } = shared;
  const [root] = (await ok(client, "GET", "/ca/local-cas")).resources;
  const parent = await localCa(client, "Parent");
  const admin = await ok(client, "GET", "/auth/self/user");
  const domain = { name: "team", admins: [admin.user_id], parent_ca_id: parent.id };
  expect((await send(client, "POST", "/domains", { ...domain, parent_ca_id: "nowhere" })).status).toBe(400);
  await ok(client, "POST", "/domains", domain);
  const inside = client.as({ domain: "team" });
  try {
    const [own, ...others] = (await ok(inside, "GET", "/ca/local-cas")).resources;
    expect(others).toEqual([]);
    expect(own).toMatchObject({ state: "active", parent: parent.uri, issuer: "/CN=Parent" });
    expect((await send(inside, "GET", `/ca/local-cas/${root?.id}`)).status).toBe(404);
    expect((await send(client, "DELETE", `/ca/local-cas/${parent.id}`)).body.message).toContain(
      'used by domain "team"',
    );
  } finally {
    await inside.close();
  }
});
