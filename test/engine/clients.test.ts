import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { makeAuthority, openssl } from "../emulator/machine";
import { engineTimeout, items, Stack, startWorld, type World } from "./harness";

/**
 * Registered clients with the real engine: every source of a certificate, logins, tokens, renewal,
 * and secrecy.
 */

jest.setTimeout(engineTimeout);

const day = 86_400;
const clientsPath = "/client-management/clients/";
let world: World;
let stack: Stack;
let other: Stack;
let folder: string;

/** An external CA in a program: for the same request, it always returns the same certificate. */
const signer = (key: string, cert: string) => `
  const { execFileSync } = require("node:child_process");
  const { createHash } = require("node:crypto");
  const { existsSync, readFileSync, writeFileSync } = require("node:fs");
  const at = (name) => __dirname + "/" + name;
  writeFileSync(at("ca.key"), ${JSON.stringify(key)}, { mode: 0o600 });
  writeFileSync(at("ca.pem"), ${JSON.stringify(cert)});
  writeFileSync(at("ext"), "basicConstraints=CA:FALSE\\nextendedKeyUsage=clientAuth\\n");
  exports.certificate = ${JSON.stringify(cert)};
  exports.sign = (csr) => {
    const name = at(createHash("sha256").update(csr).digest("hex"));
    if (!existsSync(name)) {
      writeFileSync(at("csr"), csr);
      execFileSync("openssl", ["x509", "-req", "-in", at("csr"), "-CA", at("ca.pem"), "-CAkey", at("ca.key"),
        "-CAcreateserial", "-days", "365", "-extfile", at("ext"), "-out", name], { stdio: "pipe" });
    }
    return readFileSync(name, "utf8");
  };`;

const password = "Configured-Passw0rd";
const program = (groups = ["CCKM Users", "Key Admins"]) => `
  new ciphertrust.User("ada", { password: new pulumi.Config().requireSecret("password") });
  const partner = require(${JSON.stringify(join(folder, "signer.js"))});
  const root = new ciphertrust.LocalCa("root", { cn: "Root", names: [{ organization: "Example" }] });
  const machines = new ciphertrust.LocalCa("machines", { cn: "Machines", parent: root.id, duration: 1000 });
  const external = new ciphertrust.ExternalCa("partner", { certificate: partner.certificate });

  const [trusted, partnerTrusted] = [machines, external]
    .map(({ id }, at) => new ciphertrust.WebInterfaceTrust(["machines", "partner"][at], { ca: id }));

  const own = new ciphertrust.RestClient("own", { ca: trusted.id, certDuration: 90, groups: ${JSON.stringify(groups)} });
  const theirs = new ciphertrust.RestClient("theirs", { ca: partnerTrusted.id, sign: (csr) => csr.apply(partner.sign) });

  const profile = new ciphertrust.ClientProfile("made", {
    ca: machines.id, certDuration: 90, csrParameters: { cn: "profile", orgName: "Profile" },
  });
  const token = new ciphertrust.RegistrationToken("made", { profile: profile.id, lifetime: "1h", maxClients: 1 });
  const made = new ciphertrust.RegisteredClient("made", {
    registrationToken: token.token, csrParameters: { cn: "registration" }, doNotModifySubjectDn: true,
  });
  // Whoever uses a certificate sees the new one.
  const note = new ciphertrust.VaultKey("note", {
    onDestroy: "destroy",
    description: own.certificate.apply((pem) => new (require("node:crypto").X509Certificate)(pem).serialNumber),
  });

  exports.root = root.certificate;
  exports.machines = machines.certificate;
  exports.partner = external.certificate;
  exports.note = note.description;
  for (const [name, client] of Object.entries({ own, theirs })) {
    exports[name] = { clientId: client.clientId, certificate: client.certificate, key: client.privateKey };
  }
  exports.made = { clientId: made.clientId, certificate: made.certificate, key: made.privateKey };`;

interface Machine {
  clientId: string;
  certificate: string;
  key: string;
}
type Outputs = Record<"own" | "theirs" | "made", Machine> & Record<"root" | "machines" | "partner" | "note", string>;

const outputs = async () =>
  JSON.parse((await stack.pulumi("stack", "output", "--json", "--show-secrets")).text) as Outputs;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "partner-"));
  const { key, cert } = makeAuthority("/CN=Partner");
  writeFileSync(join(folder, "signer.js"), signer(key, cert), { mode: 0o600 });
  world = await startWorld();
  stack = (await Stack.create({ ...world.environment })).program(program());
  other = await Stack.create();
});
afterAll(async () => {
  stack?.remove();
  other?.remove();
  await world?.close();
  if (folder) rmSync(folder, { recursive: true, force: true });
});

/** Runs another stack, which creates one key, as this machine. */
function runAs({ clientId, certificate, key }: Machine, name: string) {
  const { CIPHERTRUST_ADDRESS, CIPHERTRUST_CA_CERT } = world.environment;
  Object.assign(other.environment, { CIPHERTRUST_ADDRESS, CIPHERTRUST_CA_CERT });
  Object.assign(other.environment, {
    CIPHERTRUST_CLIENT_ID: clientId,
    CIPHERTRUST_CLIENT_CERT: certificate,
    CIPHERTRUST_CLIENT_KEY: key,
  });
  return other.program(`
    const key = new ciphertrust.VaultKey("${name}", { onDestroy: "destroy" });
    exports.by = ciphertrust.getAuditRecords({ message: key.id.apply(() => "POST /vault/keys2/"), limit: 1 })
      .apply(([newest]) => [newest.clientId, newest.username]);`);
}

/** The log as redacted by `pulumi-ciphertrust redact`. */
async function redacted(log: string): Promise<string> {
  const [from, to] = [join(folder, "private.log"), join(folder, "shared.log")];
  writeFileSync(from, log, { mode: 0o600 });
  const done = await stack.command("redact", from, "--stack", "test", "--output", to);
  expect(done).toMatchObject({ code: 0, text: expect.stringMatching(/^\d+ places redacted\./m) as string });
  return readFileSync(to, "utf8");
}

/** Pulumi's engine traces all values, secret ones too: no provider can prevent that. */
const tracesOfTheEngine =
  /"msg":"((Unm|M)arshaling property for RPC|Planner decided to|(eventSink::Debug.*)?RegisterResource RPC finished)/;

let first: Outputs;

test("each source of certificates: the chains are valid, and neither the state nor our log contains a secret", async () => {
  await stack.config("password", password, "--secret");
  stack.mayWriteToError = true;
  const up = await stack.up("--logtostderr", "--logflow", "-v=11");
  stack.mayWriteToError = false;
  expect(up).toMatchObject({ code: 0 });
  first = await outputs();
  const verify = (ca: string, client: string, ...more: string[]) =>
    openssl(
      { "ca.pem": ca, "client.pem": client, "middle.pem": first.machines },
      ...["verify", "-CAfile", "ca.pem", ...more, "client.pem"],
    );
  expect(verify(first.root, first.own.certificate, "-untrusted", "middle.pem")).toContain("OK");
  expect(verify(first.root, first.made.certificate, "-untrusted", "middle.pem")).toContain("OK");
  expect(verify(first.partner, first.theirs.certificate)).toContain("OK");
  const subject = openssl({ "c.pem": first.made.certificate }, "x509", "-in", "c.pem", "-noout", "-subject");
  expect(subject.replaceAll(" ", "")).toContain("subject=CN=registration");

  const tokens = items(await world.api("GET", "/client-management/regtokens/")).map(({ token }) => String(token));
  expect(tokens).toHaveLength(3);
  const keys = [first.own, first.theirs, first.made].map(({ key }) => key.split("\n")[2]!);
  const { text } = stack.stored();
  const secrets = [...tokens, ...keys, password, world.emulator.password];
  for (const secret of secrets) expect(text).not.toContain(secret);
  const telling = up.text.split("\n").filter((line) => secrets.some((secret) => line.includes(secret)));
  expect(telling.filter((line) => !tracesOfTheEngine.test(line))).toEqual([]);
  // Our command removes what Pulumi itself logs, in every format.
  for (const { text: log } of [up, await stack.up("--debug")]) {
    for (const secret of [tokens[0], keys[0]]) expect(log).toContain(secret);
    const shared = await redacted(log);
    for (const secret of secrets) expect(shared).not.toContain(secret);
    expect(shared).toContain("RegisterResource RPC finished");
  }
  expect(text).not.toContain("PRIVATE KEY");
  expect(await stack.drift()).toMatchObject({ code: 0 });
});

test("a client logs in and is named in the audit records of what its stack created", async () => {
  const up = await runAs(first.own, "mine").up();
  expect(up).toMatchObject({ code: 0 });
  expect(other.outputs()).toEqual({ by: [first.own.clientId, "own"] });
});

test("with another client's, an unregistered or a revoked certificate the login is rejected, with the reason", async () => {
  const stranger = makeAuthority("/CN=Stranger");
  const refused = async (machine: Machine, why: RegExp) => {
    const { code, text } = await runAs(machine, "mine").preview("--refresh");
    expect(code).not.toBe(0);
    expect(text).toContain(`refused the login of client ${machine.clientId}`);
    expect(text).toMatch(why);
    expect(text).toContain("Check ciphertrust:clientId, clientCertificate and clientKey");
    expect(text).not.toContain(machine.key.split("\n")[2]);
  };
  const { own, theirs } = first;
  await refused({ ...own, certificate: theirs.certificate, key: theirs.key }, /not the one that this client is regist/);
  await refused(
    { ...own, certificate: stranger.cert, key: stranger.key },
    /not the one that this client is registered/,
  );
  await refused({ ...own, clientId: "6d1b3f0a-0000-4000-8000-000000000000" }, /no client is registered with this/);
  await world.api("PATCH", `${clientsPath}${theirs.clientId}/revoke`, { reason: "keyCompromise" });
  await refused(theirs, /the client is revoked/);
  const preview = await stack.preview("--refresh");
  expect(preview.text).toMatch(/replacing RegisteredClient "theirs" was refused: it is revoked/);
});

test("a used-up token is reported and leaves nothing behind; a lost response leaves one client and uses one token", async () => {
  const more = `
    const late = new ciphertrust.RegisteredClient("late", { registrationToken: token.token }, { dependsOn: made });`;
  const failed = await stack.program(program() + more).up("--target", "**late**", "--target-dependents");
  expect(failed.code).not.toBe(0);
  expect(failed.text).toMatch(
    /registering RegisteredClient "late" failed: CipherTrust Manager [\d.]+ responded with 403 .*used up: 1 of 1/,
  );
  expect(stack.resource("late")).toBeUndefined();
  expect(items(await world.api("GET", `${clientsPath}?name=late`))).toEqual([]);

  const lost = `
    const spare = new ciphertrust.RegistrationToken("spare", { profile: profile.id, namePrefix: "spare" });
    const late = new ciphertrust.RegisteredClient("late", { registrationToken: spare.token });`;
  const rule = { method: "POST", path: "clients/?$", times: 1, effect: { drop: "after" } };
  await world.control("POST", "/faults", rule);
  expect(await stack.program(program() + lost).up("--target", "**late**", "--target", "**spare**")).toMatchObject({
    code: 0,
  });
  expect(await world.control("GET", "/faults")).toMatchObject({ faults: [{ hits: 1 }] });
  expect(items(await world.api("GET", `${clientsPath}?name=late`))).toHaveLength(1);
  const [spare] = items(await world.api("GET", "/client-management/regtokens/?name_prefix=spare"));
  expect(spare).toMatchObject({ clients_registered: 1 });
  stack.program(program());
});

test("inside the window a preview announces the renewal; an up renews in place, dependents get the new certificate, and it leaves a group", async () => {
  await world.control("POST", "/clock", { advanceSeconds: 65 * day });
  const preview = await stack.program(program(["Key Admins"])).preview("--target", "**own**", "--target", "**note**");
  expect(preview.text).toMatch(/RegisteredClient "own": its certificate ends at \S+; an update renews it/);
  expect(preview.text).toMatch(/RegisteredClient: \(update\)/);
  const groupsOfOwn = async () => {
    const groups = items(await world.api("GET", `/usermgmt/groups/?clients=${first.own.clientId}`));
    return groups.map(({ name }) => name).filter((name) => name !== "All Clients");
  };
  expect(await groupsOfOwn()).toEqual(["CCKM Users", "Key Admins"]);
  expect(await stack.up("--target", "**own**", "--target", "**note**")).toMatchObject({ code: 0 });
  expect(await groupsOfOwn()).toEqual(["Key Admins"]);
  const renewed = await outputs();
  expect(renewed.own).toMatchObject({ clientId: first.own.clientId, key: first.own.key });
  expect(renewed.own.certificate).not.toBe(first.own.certificate);
  expect(renewed.note).not.toBe(first.note);
  expect((await runAs(first.own, "mine").preview("--refresh")).text).toMatch(/not the one that this client is regist/);
  expect(await runAs(renewed.own, "mine").preview("--refresh", "--expect-no-changes")).toMatchObject({ code: 0 });
  first = renewed;
});

test("an expired certificate is rejected; destroying a client revokes its access, and nothing is left", async () => {
  expect(await runAs(first.own, "mine").destroy()).toMatchObject({ code: 0 });
  await world.control("POST", "/clock", { advanceSeconds: 91 * day });
  expect((await runAs(first.made, "mine").up()).text).toMatch(/refused the login of client .*expired/);
  expect(await stack.destroy()).toMatchObject({ code: 0 });
  expect((await runAs(first.own, "mine").up()).text).toMatch(/no client is registered with this client_id/);
  for (const path of [clientsPath, "/client-management/profiles", "/client-management/regtokens/", "/ca/external-cas"])
    expect({ path, total: (await world.api("GET", path)).total }).toEqual({ path, total: 0 });
});
