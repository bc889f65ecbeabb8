import type { Bag } from "../../provider/lifecycle/vocabulary/definition";
import { fitsKey, sameCertificate } from "../../provider/resources/clients/certificates";
import { auditRecords } from "../../provider/lookups/audit";
import { makeAuthority, openssl } from "../emulator/machine";
import { clientRig, clients } from "./clientRig";
import { makeRequest, makeToken } from "./fixtures/clients";
import { make } from "./rig";

/** What clients and their certificates do beyond the rows that every resource passes. */

const day = 86_400;
const rig = clientRig();
const problems = (type: string, args: Bag) =>
  rig
    .lifecycle(type)
    .check({}, args)
    .failures.map(({ property }) => property);

describe("the three sources of a certificate", () => {
  test("the client's own request, signed by an intermediate CA: the chain is valid, and the key is never sent", async () => {
    const root = await make(rig, "LocalCa", { name: "root", cn: "Root", allowClientAuthentication: true });
    const ca = await make(rig, "LocalCa", { name: "machines", cn: "Machines", parent: root.id, duration: 365 });
    expect(ca.state).toMatchObject({ state: "active", issuer: "/CN=Root", subject: "/CN=Machines" });
    const profile = await make(rig, "ClientProfile", { name: "p", ca: ca.id, certDuration: 30 });
    const token = await make(rig, "RegistrationToken", { profile: profile.id, maxClients: 1 });
    const { csr, privateKey } = await makeRequest(rig);
    const { id, state } = await make(rig, "RegisteredClient", {
      name: "own",
      registrationToken: token.state.token,
      csr,
    });
    expect(state).toMatchObject({ clientId: id, state: "active", issuer: "/CN=Machines", revoked: false });
    expect(state.privateKey).toBeUndefined();
    expect(fitsKey(state.certificate, privateKey)).toBe(true);
    const files = {
      "root.pem": String(root.state.certificate),
      "ca.pem": String(ca.state.certificate),
      "client.pem": String(state.certificate),
    };
    expect(openssl(files, "verify", "-CAfile", "root.pem", "-untrusted", "ca.pem", "client.pem")).toContain("OK");
    expect(await rig.callAs(id, state.certificate, privateKey)).toBe("welcome");
  });

  test("a certificate of an external CA, which cannot be renewed here", async () => {
    const partner = makeAuthority("/CN=Partner");
    await make(rig, "ExternalCa", { name: "partner", certificate: partner.cert, allowClientAuthentication: true });
    const { token } = await makeToken(rig);
    const { csr, privateKey } = await makeRequest(rig);
    const args = { name: "theirs", registrationToken: token, externalCertificate: partner.issue(csr) };
    const made = await make(rig, "RegisteredClient", args);
    expect(sameCertificate(made.state.certificate, args.externalCertificate)).toBe(true);
    expect(await rig.callAs(made.id, made.state.certificate, privateKey)).toBe("welcome");
    expect(problems("RegisteredClient", { ...args, renewBeforeDays: 3 })).toEqual(["renewBeforeDays"]);
    expect(problems("RegisteredClient", { ...args, csr })).toEqual(["csr"]);

    const next = { ...args, externalCertificate: partner.issue(csr, 500) };
    const inputs = rig.checked("RegisteredClient", next, made.inputs);
    expect(rig.lifecycle("RegisteredClient").diff(made.state, inputs)).toMatchObject({
      changed: ["externalCertificate"],
      replaces: [],
    });
    const updated = await rig.lifecycle("RegisteredClient").update(made.id, made.state, inputs);
    expect(sameCertificate(updated.state.certificate, next.externalCertificate)).toBe(true);
    expect(await rig.callAs(made.id, made.state.certificate, privateKey)).toMatch(/refused the login of client/);
  });

  test("a key and a request created by the service: the registration's parameters are used, and the key survives a refresh", async () => {
    const { token } = await makeToken(rig, { csrParameters: { cn: "from the profile", orgName: "Profile" } });
    const lifecycle = rig.lifecycle("RegisteredClient");
    const args = { name: "made", registrationToken: token, doNotModifySubjectDn: true, renewBeforeDays: 20 };
    const plain = await make(rig, "RegisteredClient", { ...args, name: "plain" });
    const made = await make(rig, "RegisteredClient", { ...args, csrParameters: { cn: "of the registration" } });
    const subjectOf = ({ certificate }: Bag) =>
      openssl({ "c.pem": String(certificate) }, "x509", "-in", "c.pem", "-noout", "-subject");
    expect(subjectOf(plain.state)).toMatch(/O ?= ?Profile, CN ?= ?from the profile/);
    expect(subjectOf(made.state)).toMatch(/^subject=CN ?= ?of the registration\s*$/);
    const { privateKey } = made.state;
    expect(fitsKey(made.state.certificate, String(privateKey))).toBe(true);
    const seen = await lifecycle.read(made.id, made.state);
    expect(seen!.state.privateKey).toBe(privateKey);
    expect(await rig.callAs(made.id, seen!.state.certificate, privateKey)).toBe("welcome");
    expect(lifecycle.diff(seen!.state, made.inputs)).toMatchObject({ changes: false });

    const end = Date.parse(String(made.state.notAfter));
    await rig.advance(75 * day);
    const renewed = await lifecycle.update(made.id, seen!.state, made.inputs);
    expect(Date.parse(String(renewed.state.notAfter))).toBeGreaterThan(end);
    expect(renewed.state.privateKey).not.toBe(privateKey);
    expect(await rig.callAs(made.id, renewed.state.certificate, renewed.state.privateKey)).toBe("welcome");
  });

  test("the program chooses which part of the subject the service sets", async () => {
    const { token: registrationToken } = await makeToken(rig);
    const subjectOf = async (name: string, more: Bag) => {
      const { csr } = await makeRequest(rig, name);
      const { id, state } = await make(rig, "RegisteredClient", { name, registrationToken, csr, ...more });
      const shown = openssl({ "c.pem": String(state.certificate) }, "x509", "-in", "c.pem", "-noout", "-subject");
      return shown.replace(id, "<id>").replaceAll(" ", "").trim();
    };
    expect(await subjectOf("kept", { doNotModifySubjectDn: true })).toBe("subject=CN=kept");
    expect(await subjectOf("cn", { subjectDnFieldToModify: "CN" })).toBe("subject=CN=<id>");
    expect(await subjectOf("usual", {})).toBe("subject=OU=<id>,CN=usual");
  });
});

describe("renewal", () => {
  test("is due by the service's clock, is announced, happens in place, and ends the old certificate", async () => {
    const { token } = await makeToken(rig);
    const { csr, privateKey } = await makeRequest(rig);
    const args = { name: "pipeline", registrationToken: token, csr, renewBeforeDays: 30 };
    const made = await make(rig, "RegisteredClient", args);
    const lifecycle = rig.lifecycle("RegisteredClient");
    const inputs = rig.checked("RegisteredClient", args, made.inputs);
    const look = async () => {
      // The session knows the service's time from its last login.
      await rig.api.list(clients);
      return lifecycle.compare(made.state, inputs);
    };
    rig.log.length = 0;
    await rig.advance(59 * day);
    expect(await look()).toMatchObject({ changes: false, replaces: [] });
    expect(rig.log).toEqual([]);
    await rig.advance(2 * day);
    expect(await look()).toMatchObject({ changes: true, changed: [], replaces: [] });
    expect(rig.log).toEqual([
      expect.stringMatching(/^RegisteredClient "pipeline": its certificate ends at \S+; an up/),
    ]);

    const renewed = await lifecycle.update(made.id, made.state, inputs);
    expect(renewed.id).toBe(made.id);
    expect(renewed.state.certificate).not.toBe(made.state.certificate);
    expect(await lifecycle.compare(renewed.state, inputs)).toMatchObject({ changes: false });
    expect(await rig.callAs(made.id, made.state.certificate, privateKey)).toMatch(
      /identity and certificate must match/,
    );
    expect(await rig.callAs(made.id, renewed.state.certificate, privateKey)).toBe("welcome");
    expect(await rig.used()).toEqual([1]);
  });

  test("a window longer than the certificate's lifetime does not renew forever", async () => {
    const { token } = await makeToken(rig, { certDuration: 10 });
    const { csr } = await makeRequest(rig);
    const made = await make(rig, "RegisteredClient", {
      name: "a",
      registrationToken: token,
      csr,
      renewBeforeDays: 400,
    });
    expect(await rig.lifecycle("RegisteredClient").compare(made.state, made.inputs)).toMatchObject({ changes: false });
  });

  /** A client whose next update renews it, and the paths of the calls in between. */
  const renewable = async (source: Bag, next: Bag) => {
    const { token: registrationToken } = await makeToken(rig, { csrParameters: { cn: "made" } });
    const args = { name: "a", registrationToken };
    const made = await make(rig, "RegisteredClient", { ...args, ...source });
    const inputs = rig.checked("RegisteredClient", { ...args, ...next }, made.inputs);
    await rig.control("DELETE", "/requests");
    const update = () => rig.lifecycle("RegisteredClient").update(made.id, made.state, inputs);
    const requested = async () =>
      ((await rig.control("GET", "/requests")).routes as Record<string, number>)[
        "POST /api/v1/client-management/clients/{id}/renew"
      ];
    return { ...made, update, requested };
  };

  test("a response lost after the renewal: the client's new certificate is read, and no second one is issued", async () => {
    const [first, next] = [await makeRequest(rig), await makeRequest(rig)];
    const client = await renewable({ csr: first.csr }, { csr: next.csr });
    await rig.fault({ path: "renew$", times: 1, effect: { drop: "after" } });
    const { state } = await client.update();
    expect(await client.requested()).toBe(1);
    expect(await rig.callAs(client.id, state.certificate, next.privateKey)).toBe("welcome");
  });

  test("a renewal request that was lost is sent again", async () => {
    const [first, next] = [await makeRequest(rig), await makeRequest(rig)];
    const client = await renewable({ csr: first.csr }, { csr: next.csr });
    await rig.fault({ path: "renew$", times: 2, effect: { drop: "before" } });
    const { state } = await client.update();
    expect(await rig.callAs(client.id, state.certificate, next.privateKey)).toBe("welcome");
  });

  test("a lost response with the private key: only another renewal gives the client one", async () => {
    const client = await renewable({ csrParameters: { cn: "a" } }, { csrParameters: { cn: "b" } });
    await rig.fault({ path: "renew$", times: 1, effect: { drop: "after" } });
    const { state } = await client.update();
    expect(await client.requested()).toBe(2);
    expect(await rig.callAs(client.id, state.certificate, state.privateKey)).toBe("welcome");
  });

  test("if the client does not return its certificate, a lost renewal is not retried, and the error says so", async () => {
    const [first, next] = [await makeRequest(rig), await makeRequest(rig)];
    const client = await renewable({ csr: first.csr }, { csr: next.csr });
    await rig.fault({ path: "renew$", times: 1, effect: { drop: "after" } });
    const { get } = rig.api;
    jest.spyOn(rig.api, "get").mockImplementation(async (...call) => {
      const { cert: _cert, sha256_fingerprint: _fingerprint, ...rest } = await get(...call);
      return rest;
    });
    await expect(client.update()).rejects.toThrow(
      /renewing RegisteredClient "a" failed: .*may have issued a certificate, so it was not requested again\. Compare/,
    );
    expect(await client.requested()).toBe(1);
  });
});

describe("the end", () => {
  const register = async (args: Bag = {}) => {
    const { token } = await makeToken(rig);
    const { csr, privateKey } = await makeRequest(rig);
    const made = await make(rig, "RegisteredClient", { name: "a", registrationToken: token, csr, ...args });
    return { ...made, privateKey };
  };

  test("a revocation contains its reason and is final: re-enabling it creates another client", async () => {
    const { id, state, inputs, privateKey } = await register({ revocationReason: "keyCompromise" });
    const lifecycle = rig.lifecycle("RegisteredClient");
    const revoked = await lifecycle.update(
      id,
      state,
      rig.checked("RegisteredClient", { ...inputs, revoked: true }, inputs),
    );
    expect(revoked.state).toMatchObject({ revoked: true, state: "revoked" });
    expect(await rig.api.get(`${clients}${id}`)).toMatchObject({ revoked_reason: "keyCompromise" });
    expect(await rig.callAs(id, state.certificate, privateKey)).toMatch(/refused the login of client .*revoked/);
    expect(lifecycle.diff(revoked.state, inputs)).toMatchObject({ replaces: ["revoked"], deleteBeforeReplace: true });
    // An incident must not end with the next update.
    await expect(lifecycle.plan(id, revoked.state, inputs)).rejects.toThrow(
      /it is revoked, .* give it revoked: true\./,
    );
    const again = { ...inputs, triggers: { incident: "1" } };
    expect(await lifecycle.plan(id, revoked.state, again)).toMatchObject({ replaces: ["revoked", "triggers"] });
  });

  test("a revocation by another user is detected", async () => {
    const { id, state, inputs } = await register();
    await rig.api.patch(`${clients}${id}/revoke`, { reason: "superseded" });
    const seen = await rig.lifecycle("RegisteredClient").read(id, state);
    expect(rig.lifecycle("RegisteredClient").diff(seen!.state, inputs)).toMatchObject({ replaces: ["revoked"] });
  });

  test.each([
    ["delete", [], "refused"],
    ["revoke", ["revoked"], "refused"],
    ["retain", ["active"], "welcome"],
  ])("destroying it with onDestroy %s", async (onDestroy, left, login) => {
    const { id, state, privateKey } = await register({ onDestroy, revocationReason: "superseded" });
    await rig.lifecycle("RegisteredClient").delete(id, state);
    expect((await rig.named("a")).map((one) => one.state)).toEqual(left);
    expect(await rig.callAs(id, state.certificate, privateKey)).toContain(login);
  });

  test("a CA that is in use is explained", async () => {
    const { ca } = await makeToken(rig);
    const { state } = (await rig.lifecycle("LocalCa").read(ca, {}))!;
    const clock = { now: () => Date.now(), sleep: async () => {}, random: () => 0.5 };
    let passed = 0;
    const quick = { ...clock, now: () => (passed += 30_000) };
    await expect(rig.lifecycle("LocalCa", quick).delete(ca, state)).rejects.toThrow(
      /It is used by ClientProfile "machines": remove that first/,
    );
  });
});

test("a CA whose signature failed is signed by the next attempt, with no second certificate", async () => {
  const root = await make(rig, "LocalCa", { name: "root", cn: "Root" });
  const lifecycle = rig.lifecycle("LocalCa");
  const inputs = rig.checked("LocalCa", { name: "machines", cn: "Machines", parent: root.id });
  await rig.fault({ path: "install$", times: 1, effect: { status: 500 } });
  const failure = await lifecycle.create(inputs).catch((error: { id: string; properties: Bag }) => error);
  const { id, properties } = failure as { id: string; properties: Bag };
  expect(properties).toMatchObject({ state: "pending", cn: "Machines" });
  expect(lifecycle.diff(properties, inputs)).toMatchObject({ changes: true, due: ["it waits for its signature"] });
  await rig.fault({ path: "install$", times: 1, effect: { drop: "after" } });
  const made = await lifecycle.update(id, properties, inputs);
  expect(made.state).toMatchObject({ state: "active", issuer: "/CN=Root" });
  expect(await rig.api.list(`/ca/local-cas/${root.id}/certs`)).toHaveLength(1);
});

test("audit records are paged, filtered, and name the client that acted", async () => {
  const { token } = await makeToken(rig, { groups: ["Key Admins"] });
  const { csr, privateKey } = await makeRequest(rig);
  const { id, state } = await make(rig, "RegisteredClient", { name: "worker", registrationToken: token, csr });
  await rig.callAs(id, state.certificate, privateKey);
  const own = await auditRecords(rig.api, { clientId: id, success: true });
  expect(own.map(({ clientId, username }) => [clientId, username])).toContainEqual([id, "worker"]);
  expect(own.every(({ clientId }) => clientId === id)).toBe(true);
  for (let index = 0; index < 12; index++) await rig.api.post("/auth/revoke", {}).catch(() => undefined);
  expect(await auditRecords(rig.api, { limit: 11 })).toHaveLength(11);
  const [newest, older] = await auditRecords(rig.api, { limit: 2 });
  expect(Date.parse(newest!.createdAt)).toBeGreaterThanOrEqual(Date.parse(older!.createdAt));
  await expect(auditRecords(rig.api, { limit: 0 })).rejects.toThrow(/limit must be/);
});
