import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { createApi, type Api } from "../../provider/api/client";
import { readSettings, type SettingName } from "../../provider/api/settings";
import { Container } from "./container";
import { engineTimeout, items, startWorld, type Run, type World } from "./harness";
import { writeRunner } from "./pack";
import { secretsProvider } from "./secretsProvider";

/**
 * `npx pulumi-ciphertrust pipeline` as pipelines run it: in a folder with only the documented
 * variables.
 */

jest.setTimeout(engineTimeout);

const accessKey = "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY";
const program = `const pulumi = require("@pulumi/pulumi");
const ciphertrust = require("pulumi-ciphertrust");
new ciphertrust.VaultKey("backups", { description: process.env.DESCRIPTION || undefined, labels: { team: "platform" } });
if (!process.env.NO_ARCHIVE) new ciphertrust.VaultKey("archive", { description: "yearly" });
new ciphertrust.AwsConnection("prod", { accessKeyId: "AKIAIOSFODNN7EXAMPLE", secretAccessKey: "${accessKey}", description: "prod" });
`;
const policies = `const { PolicyPack } = require("@pulumi/policy");
new PolicyPack("house-rules", { policies: [{
  name: "purpose", description: "A key says what it is for.", enforcementLevel: "mandatory",
  validateResource: ({ type, props }, report) => { if (type.endsWith(":VaultKey") && !props.description) report("no description"); },
}, {
  name: "archive", description: "There is an archive.", enforcementLevel: "mandatory",
  validateStack: ({ resources }, report) => { if (!resources.some(({ name }) => name === "archive")) report("no archive"); },
}] });
`;

let world: World;
let container: Container;
let documented: Record<string, string>;
/** A user who does not use Pulumi. */
let mallory: Api;

beforeAll(async () => {
  world = await startWorld({ world: { licensing: { licenses: [{ feature: "CCKM" }] } } });
  container = await Container.create(program);
  documented = {
    ...world.environment,
    PULUMI_BACKEND_URL: `file://${container.state}`,
    PULUMI_CONFIG_PASSPHRASE: "pipeline-passphrase",
    PULUMI_STACK: "prod",
    DESCRIPTION: "nightly",
  };
  mallory = await signUp("mallory");
  expect(await container.bash("pulumi stack init prod --non-interactive", documented)).toMatchObject({ code: 0 });
});
afterAll(async () => {
  await mallory?.close();
  container?.remove();
  await world?.close();
});

async function signUp(username: string): Promise<Api> {
  const password = "Correct-Horse-1";
  const user = await world.api("POST", "/usermgmt/users/", { username, password, name: username });
  await world.api("POST", `/usermgmt/groups/admin/users/${encodeURIComponent(user.user_id as string)}`);
  const { address, caCertificate } = world.emulator;
  const settings: Record<string, string> = { address, caCertificate, username, password };
  return createApi(readSettings((name: SettingName) => settings[name], {}));
}

/** One run of the command: its exit code, its output, and the summary. */
async function pipeline(args: string, environment: Record<string, string> = {}): Promise<Run & { summary: string }> {
  const file = join(container.folder, "summary.md");
  rmSync(file, { force: true });
  const script = `node_modules/.bin/pulumi-ciphertrust pipeline ${args.replace(/^\w+/, `$& --summary ${file}`)}`;
  const ran = await container.bash(script, { ...documented, ...environment });
  const summary = readFileSync(file, "utf8");
  for (const secret of [accessKey, world.emulator.password, "pipeline-passphrase"]) {
    expect(ran.text + summary).not.toContain(secret);
  }
  expect(container.leftOvers()).toEqual([]);
  return { ...ran, summary };
}

const rowOf = (summary: string, ...words: string[]) =>
  summary.split("\n").find((line) => line.startsWith("|") && words.every((word) => line.includes(word)));

test("up deploys the program; drift then finds no change: 0", async () => {
  const up = await pipeline("up");
  expect(up).toMatchObject({ code: 0 });
  expect(up.summary).toContain("### Pulumi up, `keys/prod`: done");
  expect(up.summary).toContain("#### What was done: 3 created");
  expect(up.text).toMatch(/pipeline up: 3 created \(exit code 0\)\s*$/);
  const drift = await pipeline("drift");
  expect(drift).toMatchObject({ code: 0 });
  expect(drift.summary).toContain("Everything is as the program says.");
  expect(drift.text).toContain("pipeline drift: unchanged (exit code 0)");
});

test("a failure: 1, of the service or of the state, with the reason", async () => {
  const login = await pipeline("drift", { CIPHERTRUST_PASSWORD: "wrong" });
  expect(login).toMatchObject({ code: 1 });
  expect(login.summary).toContain("### Pulumi drift, `keys/prod`: failed");
  expect(login.summary.match(/Check ciphertrust:username, password and domain/g)).toHaveLength(1);
  expect(login.summary).toContain("The same goes for 2 more resources.");
  const passphrase = await pipeline("drift", { PULUMI_CONFIG_PASSPHRASE: "wrong" });
  expect(passphrase).toMatchObject({ code: 1 });
  expect(passphrase.summary).toContain("incorrect passphrase");

  // With the passphrase each further command would take longer.
  const change = `pulumi stack change-secrets-provider ${secretsProvider} --stack prod --non-interactive`;
  expect(await container.bash(change, documented)).toMatchObject({ code: 0 });
});

test("drift: 7, with the property, both values, and who changed it when", async () => {
  const [backups] = await mallory.list("/vault/keys2/", { name: "backups" });
  await mallory.patch(`/vault/keys2/${backups!.id as string}`, { description: "by hand" });
  const [prod] = await mallory.list("/connectionmgmt/services/aws/connections", { name: "prod" });
  await mallory.patch(`/connectionmgmt/services/aws/connections/${prod!.id as string}`, { description: "hers" });
  const drift = await pipeline("drift");
  expect(drift).toMatchObject({ code: 7 });
  expect(drift.summary).toContain("### Pulumi drift, `keys/prod`: drift found");
  const records = items(await world.api("GET", "/audit/records?limit=100&username=mallory&message=PATCH*"));
  const [key, connection] = records.map(({ createdAt }) => createdAt as string);
  expect(rowOf(drift.summary, "`VaultKey` backups", "changed") ?? rowOf(drift.summary, "`VaultKey` backups")).toBe(
    `| \`VaultKey\` backups | \`description\` | \`"nightly"\` | \`"by hand"\` | \`mallory\` (\`PATCH /vault/keys2/{id}\`) | ${key} |`,
  );
  expect(rowOf(drift.summary, "`AwsConnection` prod", "mallory", connection!)).toContain('| `"prod"` | `"hers"` |');
  expect(rowOf(drift.summary, "archive")).toBeUndefined();
});

test("accepted drift ends with 0, and the summary is the same", async () => {
  const accepted = await pipeline("preview --accept drift,changes");
  expect(accepted).toMatchObject({ code: 0 });
  expect(accepted.text).toContain("pipeline preview: drift (exit code 0; without --accept 7)");
  expect(rowOf(accepted.summary, "backups", "mallory")).toBeDefined();
});

test("a policy violation: 3, with the policy and the resource, and up does nothing", async () => {
  container.write("policies/index.js", policies);
  container.write("policies/package.json", '{ "name": "house-rules", "version": "1.0.0", "main": "index.js" }');
  container.write("policies/PulumiPolicy.yaml", "runtime: nodejs\n");
  writeRunner(join(container.project, "policies"));
  await world.forget();
  const up = await pipeline("up --policy-pack policies/run-policy-pack", { DESCRIPTION: "" });
  expect(up).toMatchObject({ code: 3 });
  expect(rowOf(up.summary, "mandatory")).toBe(
    "| mandatory | `house-rules: purpose` | `VaultKey` backups | A key says what it is for.<br>no description |",
  );
  expect(Object.keys(await world.routes()).filter((route) => /^(PATCH|DELETE|PUT)/.test(route))).toEqual([]);
});

test("a removal that a refresh hides from a policy: 3, in a preview with the drift, and up does nothing", async () => {
  const without = { NO_ARCHIVE: "true" };
  const hidden = "pulumi preview --refresh --policy-pack policies/run-policy-pack --non-interactive";
  expect(await container.bash(hidden, { ...documented, ...without })).toMatchObject({ code: 0 });
  const violation = "| mandatory | `house-rules: archive` | the stack | There is an archive.<br>no archive |";
  const preview = await pipeline("preview --policy-pack policies/run-policy-pack --accept changes,drift", without);
  expect(preview).toMatchObject({ code: 3 });
  expect(rowOf(preview.summary, "mandatory")).toBe(violation);
  expect(rowOf(preview.summary, "backups", "mallory")).toBeDefined();
  const up = await pipeline("up --policy-pack policies/run-policy-pack -- --skip-preview", without);
  expect(up).toMatchObject({ code: 3 });
  expect(rowOf(up.summary, "mandatory")).toBe(violation);
  expect(up.summary).toContain("#### What `pulumi up` would do: 1 to delete");
  expect(await world.api("GET", "/vault/keys2/archive?type=name")).toMatchObject({ name: "archive" });
});

test("up corrects drift, and names the user", async () => {
  const up = await pipeline("up --policy-pack policies/run-policy-pack");
  expect(up).toMatchObject({ code: 0 });
  expect(up.summary).toContain("#### Changed outside Pulumi, and corrected");
  expect(up.text).toContain("pipeline up: 2 updated; changed outside and corrected: 2 (exit code 0)");
  expect(rowOf(up.summary, "backups", "mallory")).toBeDefined();
  expect(await world.api("GET", "/vault/keys2/backups?type=name")).toMatchObject({ description: "nightly" });
});

test("a change of the program: 8, and it is not reported as drift", async () => {
  const preview = await pipeline("preview", { DESCRIPTION: "hourly" });
  expect(preview).toMatchObject({ code: 8 });
  expect(preview.summary).not.toContain("Changed outside");
  expect(rowOf(preview.summary, "| ~ |")).toBe('| ~ | `VaultKey` backups | `description` | `"nightly"` | `"hourly"` |');
});

test("a wrong command line: 2, and nothing was run", async () => {
  await world.forget();
  for (const wrong of ["drift --bogus", "preview --accept failure", "upp"]) {
    expect(await container.bash(`npx --no-install pulumi-ciphertrust pipeline ${wrong}`, documented)).toMatchObject({
      code: 2,
    });
  }
  expect(await world.routes()).toEqual({});
});

test("up replaces a key without reporting it as removed", async () => {
  const sized = (size: number) =>
    container.write(
      "index.js",
      `const ciphertrust = require("pulumi-ciphertrust");
new ciphertrust.VaultKey("sized", { description: "sized", size: ${size}, onDestroy: "destroy" }, { replaceOnChanges: ["size"] });\n`,
    );
  sized(256);
  expect(await pipeline("up")).toMatchObject({ code: 0 });
  sized(128);
  const { code, text, summary } = await pipeline("up --allow-key-deletion");
  expect({ code, text }).toMatchObject({ code: 0 });
  expect(text).toContain('this update deleted 1 key (VaultKey "sized")');
  expect(text).toMatch(/~ size: 256 => 128/);
  expect(text + summary).not.toMatch(/- (currentId|objectType|state) *:/);
});

test("a deletion of keys is counted before any change: 9; what is retained does not count", async () => {
  const program = (...lines: string[]) =>
    container.write("index.js", ['const ciphertrust = require("pulumi-ciphertrust");', ...lines].join("\n"));
  const lost = ["a", "b"].map((name) => `new ciphertrust.VaultKey("lost-${name}", { onDestroy: "destroy" });`);
  const kept = `new ciphertrust.VaultKey("kept", { onDestroy: "destroy" }, { retainOnDelete: true });
new ciphertrust.VaultKey("retained", {});`;
  program(...lost, kept);
  expect(await pipeline("up --allow-key-deletion")).toMatchObject({ code: 0 });

  program(...lost);
  expect(await pipeline("up")).toMatchObject({ code: 0, text: expect.stringContaining("2 deleted") });

  program(lost[0]!);
  await world.forget();
  const told = 'this update deletes 1 key (VaultKey "lost-b")';
  for (const operation of ["preview --accept changes,drift", "up"]) {
    expect(await pipeline(operation)).toMatchObject({ code: 9, text: expect.stringContaining(told) });
  }
  const stopped = await pipeline("destroy");
  expect(stopped).toMatchObject({ code: 9 });
  expect(stopped.text).toContain("this destroy deletes 2 keys");
  expect(Object.keys(await world.routes()).filter((route) => /^(PATCH|DELETE|PUT)/.test(route))).toEqual([]);

  const destroyed = await pipeline("destroy --allow-key-deletion");
  expect(destroyed).toMatchObject({ code: 0 });
  expect(destroyed.text).toContain("pipeline destroy: 2 deleted (exit code 0)");
  const again = await pipeline("destroy");
  expect(again).toMatchObject({ code: 0 });
  expect(again.text).toContain("pipeline destroy: unchanged (exit code 0)");
});
