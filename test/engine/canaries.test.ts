import { randomUUID } from "node:crypto";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { processesOf } from "../crash/processes";
import { Proxy, type Interject } from "../crash/proxy";
import { awsAccount } from "../lifecycle/fixtures/aws";
import { azureTenant } from "../lifecycle/fixtures/azure";
import { prodKeyFile } from "../lifecycle/fixtures/google";
import { ociUser } from "../emulator/systems/ociWorld";
import { sapLogin } from "../lifecycle/fixtures/sap";
import { engineTimeout, Stack, startWorld, type Run, type World } from "./harness";

/**
 * Secrets of a stack, searched for in everything that its lifecycle leaves behind, with the real
 * engine over real TLS.
 */

jest.setTimeout(2 * engineTimeout);

const inLinuxOnly = process.platform === "linux" ? test : test.skip;

/** What the program reads from a file, by name; each of its strings is searched for. */
const secrets = {
  aws: awsAccount.secretAccessKey,
  azure: azureTenant.clientSecret,
  google: prodKeyFile,
  oci: ociUser.credentials.keyFile,
  sap: sapLogin.userCredentials.secret,
  user: "Canary-User-Passw0rd",
  ldap: "Canary-Ldap-Passw0rd",
  oidc: "Canary-Oidc-Secret-1",
  body: "Canary-Body-Passw0rd",
};
const needles = [
  ...Object.values({ ...secrets, google: "", oci: "" }),
  // Of a key, the lines in the middle, as they are and as JSON.
  ...[(JSON.parse(prodKeyFile) as { private_key: string }).private_key, ociUser.credentials.keyFile].map(
    (pem) => pem.split("\n")[1]!,
  ),
  "Canary-Other-Passw0rd",
].filter(Boolean);

let world: World;
let proxy: Proxy;
let stack: Stack;
let folder: string;
const mark = randomUUID();
/** What was seen while commands ran: arguments and environments of processes, contents of files. */
const seen = { processes: new Set<string>(), files: new Set<string>() };

const program = (more = "", user = "secrets.user") => `
  const secrets = JSON.parse(require("node:fs").readFileSync(${JSON.stringify(join(folder, "secrets.json"))}, "utf8"));
  const aws = new ciphertrust.AwsConnection("aws", { accessKeyId: "${awsAccount.accessKeyId}", secretAccessKey: secrets.aws });
  new ciphertrust.AzureConnection("azure", { clientId: "${azureTenant.clientId}", tenantId: "${azureTenant.tenantId}", clientSecret: secrets.azure });
  new ciphertrust.GoogleConnection("google", { keyFile: secrets.google });
  new ciphertrust.OciConnection("oci", { ...${JSON.stringify({ ...ociUser, credentials: undefined })}, credentials: { keyFile: secrets.oci } });
  new ciphertrust.SapConnection("sap", { apiEndpoint: "${sapLogin.apiEndpoint}", userCredentials: { ...${JSON.stringify({ ...sapLogin.userCredentials, secret: undefined })}, secret: secrets.sap } });
  const ada = new ciphertrust.User("ada", { password: ${user} });
  new ciphertrust.LdapIdentityProvider("office", {
    serverUrl: "ldaps://ldap.example.com", rootDn: "dc=example,dc=com", bindDn: "cn=reader,dc=example,dc=com", bindPassword: secrets.ldap,
  });
  new ciphertrust.OidcIdentityProvider("web", {
    discoveryUri: "https://id.example.com/.well-known/openid-configuration", clientId: "ciphertrust",
    clientSecret: secrets.oidc, redirectUris: ["https://cm.example.com/api/v1/auth/oidc-callback"],
  });
  const generic = new ciphertrust.ApiObject("generic", {
    path: "/usermgmt/users", idField: "user_id", body: { username: "generic" }, secretBody: { password: secrets.body },
  });
  const machines = new ciphertrust.LocalCa("machines", { cn: "Machines" });
  const client = new ciphertrust.RestClient("client", { ca: machines.id, certDuration: 90 });
  exports.aws = aws.secretAccessKey;
  exports.ada = ada;
  exports.privateKey = client.privateKey;
  ${more}`;

/** While a request is in progress, its sender and the processes around it can be inspected. */
const look: Interject = () => {
  for (const { line, environment } of processesOf(mark)) seen.processes.add(environment + line);
  for (const text of filesIn(join(folder, "tmp"))) seen.files.add(text);
  return undefined;
};

function filesIn(where: string): string[] {
  return readdirSync(where, { recursive: true, encoding: "utf8" }).flatMap((name) => {
    try {
      const file = join(where, name);
      return statSync(file).isFile() ? [readFileSync(file, "latin1")] : [];
    } catch {
      return [];
    }
  });
}

/** Rejects whatever contains a password of a user, with a message that repeats the request. */
const refusing: Interject = (asked, body) => {
  if (asked.method !== "PATCH" || !asked.url?.includes("/usermgmt/users/")) return undefined;
  const said = { codeDesc: `NCERRInvalidParam: ${body} ${JSON.stringify(asked.headers)}` };
  return { status: 400, headers: { "content-type": "application/json" }, body: Buffer.from(JSON.stringify(said)) };
};

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "ciphertrust-canaries-"));
  mkdirSync(join(folder, "tmp"));
  writeFileSync(join(folder, "secrets.json"), JSON.stringify(secrets), { mode: 0o600 });
  world = await startWorld({ world: { licensing: { licenses: [{ feature: "CCKM" }] } } });
  proxy = await Proxy.before(world.emulator);
  proxy.interject = look;
  stack = await Stack.create({
    ...world.environment,
    CIPHERTRUST_ADDRESS: proxy.address,
    CIPHERTRUST_CA_CERT: proxy.certificate,
    MARK_OF_THE_TEST: mark,
    TMPDIR: join(folder, "tmp"),
  });
});
afterAll(async () => {
  stack?.remove();
  await proxy?.close();
  await world?.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Where a secret occurs, with what precedes it. */
function sightings(text: string, more: readonly string[] = []): string[] {
  return [...needles, world.emulator.password, ...more].flatMap((needle) => {
    const at = text.indexOf(needle);
    return at < 0 ? [] : [text.slice(Math.max(0, at - 100), at + 8)];
  });
}

const expectSilent = (run: Run, code = 0) =>
  expect({ seen: sightings(run.text), code: run.code, text: run.code === code ? "" : run.text }).toEqual({
    seen: [],
    code,
    text: "",
  });

/** The events of a run without those in which Pulumi traces values for debugging. */
function withoutTraces(text: string): { traces: number; rest: string } {
  const lines = text.split("\n").filter((line) => line.startsWith("{"));
  const isTrace = (line: string) =>
    (JSON.parse(line) as { diagnosticEvent?: { severity?: string } }).diagnosticEvent?.severity === "debug";
  const rest = lines.filter((line) => !isTrace(line));
  return { traces: lines.length - rest.length, rest: rest.join("\n") };
}

inLinuxOnly(
  "up: its output, arguments and environments of all processes, temporary files, outputs, the exported state",
  async () => {
    expectSilent(await stack.program(program()).up());
    expect(seen.processes.size).toBeGreaterThan(2);
    expect(sightings([...seen.processes].join("\n").replaceAll(world.emulator.password, ""))).toEqual([]);
    expect(sightings([...seen.files, ...filesIn(join(folder, "tmp"))].join("\n"))).toEqual([]);
    const plain = await stack.pulumi("stack", "output");
    expectSilent(plain);
    expect(plain.text).toContain("[secret]");
    const { text } = await stack.export();
    expect(sightings(text, ["PRIVATE KEY"])).toEqual([]);
  },
);

inLinuxOnly(
  "a preview, an update with --debug, a refresh: whatever we print, and our lines among Pulumi's own",
  async () => {
    stack.program(program("", '"Canary-Other-Passw0rd"'));
    expectSilent(await stack.preview());
    const update = await stack.up("--debug", "--json");
    const { traces, rest } = withoutTraces(update.text);
    expect(traces).toBeGreaterThan(0);
    expect(rest).toContain("resOutputsEvent");
    expectSilent({ ...update, text: rest });
    expectSilent(await stack.refresh());
  },
);

inLinuxOnly(
  "an update that fails where the service repeats body and headers: error, diagnostics, the state it leaves",
  async () => {
    const tokens = new Set<string>();
    proxy.interject = (asked, body, forward) => {
      tokens.add((asked.headers.authorization ?? "").replace("Bearer ", ""));
      return refusing(asked, body, forward);
    };
    const failed = await stack.program(program()).up();
    proxy.interject = look;
    expect(failed.text).toMatch(
      /updating User "ada" failed: CipherTrust Manager [\d.]+ responded with 400 NCERRInvalidParam: .*\[secret\]/,
    );
    expectSilent(failed, failed.code);
    for (const token of [...tokens].filter(Boolean)) expect(failed.text).not.toContain(token.slice(-20));
    expect(sightings(stack.stored().text)).toEqual([]);
  },
);

inLinuxOnly(
  "what our commands make: the program of adopt, the rotation report, the summary of a pipeline",
  async () => {
    const adopted = join(folder, "adopted");
    expectSilent(await stack.command("adopt", "--out", adopted));
    expect(sightings(filesIn(adopted).join("\n"))).toEqual([]);
    const report = await stack.command("rotation-report", "--max-age", "400d");
    expect(sightings(report.text)).toEqual([]);
    const summary = join(folder, "summary.md");
    const pipeline = await stack.command("pipeline", "preview", "--stack", "test", "--summary", summary);
    expect(sightings(pipeline.text + readFileSync(summary, "utf8"))).toEqual([]);
    expect(pipeline.code).toBe(8);
    expect(sightings([...seen.files, ...filesIn(join(folder, "tmp"))].join("\n"))).toEqual([]);
  },
);

inLinuxOnly("a destroy: its output, temporary files, the state it leaves", async () => {
  expectSilent(await stack.destroy());
  expect(sightings(stack.stored().text + filesIn(join(folder, "tmp")).join("\n"))).toEqual([]);
});
