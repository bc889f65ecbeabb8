import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fill } from "../cli/adopt/brownfield";
import { terraformSecret, terraformState } from "../cli/adopt/terraformState";
import { Client } from "../emulator/client";
import { engineTimeout, root, run, Stack, startWorld, type Run, type World } from "./harness";
import { installInto } from "./runFolder";

/**
 * The command `adopt` on a service with existing objects: its program adopts everything and changes
 * nothing.
 */

jest.setTimeout(2 * engineTimeout);

let world: World;
let client: Client;
let folder: string;

beforeAll(async () => {
  world = await startWorld({ world: { licensing: { licenses: [{ feature: "CCKM" }] } } });
  client = new Client(world.emulator);
  folder = mkdtempSync(join(tmpdir(), "ciphertrust-adopt-"));
  await fill(client);
});
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await client?.close();
  await world?.close();
});

const adopt = (...args: string[]): Promise<Run> =>
  run("node", [join(root, "dist/cli/index.js"), "adopt", ...args], { ...process.env, ...world.environment });

/** Calls since the last {@link World.forget}, except logins and reads. */
async function writes(): Promise<string[]> {
  const routes = Object.keys(await world.routes());
  return routes.filter((route) => !route.startsWith("GET ") && route !== "POST /api/v1/auth/tokens/");
}

/** Sets every value that the README asks for, to something that cannot be guessed. */
async function configure(stack: Stack, program: string): Promise<void> {
  const readme = readFileSync(join(program, "README.md"), "utf8");
  const commands = [...readme.matchAll(/pulumi config set (--secret )?(\w+)(?: # JSON: (.*))?$/gm)];
  const values = commands.flatMap(([, secret, key = "", form]) => {
    const isFile = /key_?file/i.test(key);
    const value = isFile
      ? key.startsWith("google")
        ? serviceAccount
        : privateKey
      : form
        ? '["local|x"]'
        : "forgotten";
    return [secret ? "--secret" : "--plaintext", `${key}=${value}`];
  });
  if (values.length > 0) expect(await stack.pulumi("config", "set-all", ...values)).toMatchObject({ code: 0 });
}

const privateKey = "-----BEGIN PRIVATE KEY-----\nZm9yZ290dGVu\n-----END PRIVATE KEY-----\n";
const serviceAccount = JSON.stringify({
  type: "service_account",
  project_id: "acme-prod",
  private_key_id: "1",
  private_key: "-----BEGIN PRIVATE KEY-----\nforgotten\n-----END PRIVATE KEY-----\n",
  client_email: "a@acme-prod.iam.gserviceaccount.com",
});

async function takeOver(program: string, environment = {}): Promise<{ stack: Stack; up: Run }> {
  installInto(program);
  const stack = await Stack.create({ ...world.environment, ...environment }, program);
  await configure(stack, program);
  await world.forget();
  return { stack, up: await stack.up() };
}

test("the program for all systems compiles, and its up only adopts; a preview after it shows no changes", async () => {
  const program = join(folder, "all");
  await world.forget();
  const written = await adopt("--out", program);
  expect(written).toMatchObject({ code: 0 });
  expect(await writes()).toEqual([]);
  const files = readdirSync(program);
  for (const system of [
    "aws",
    "azure",
    "google",
    "oci",
    "salesforce",
    "sap",
    "luna",
    "dsm",
    "externalCm",
    "ekm",
    "dke",
  ]) {
    expect(files).toContain(`${system}.ts`);
  }
  expect(written.text).toMatch(/forgotten.*is failed/);

  // Its types are checked below.
  const { stack, up } = await takeOver(program, { PULUMI_NODEJS_TRANSPILE_ONLY: "true" });
  try {
    expect(await run("node", [join(root, "node_modules/typescript/bin/tsc"), "-p", program], process.env)).toEqual({
      code: 0,
      text: "",
    });
    expect(up).toMatchObject({ code: 0 });
    expect(up.text).not.toMatch(/updated|replaced|deleted|warning:/);
    expect(await writes()).toEqual([]);
    const drift = await stack.drift();
    expect(drift).toMatchObject({ code: 0 });
    expect(await writes()).toEqual([]);
  } finally {
    stack.remove();
  }
});

test("from a Terraform state, exactly its objects are adopted, and none of its secrets is written anywhere", async () => {
  const state = join(folder, "terraform.tfstate");
  writeFileSync(state, JSON.stringify(await terraformState(client)));
  const program = join(folder, "terraform");
  const written = await adopt("--terraform-state", state, "--out", program);
  expect(written).toMatchObject({ code: 0 });
  expect(written.text).toMatch(/ciphertrust_azure_key\.lost \| is in the state and not in the service/);
  expect(written.text).toMatch(/ciphertrust_cte_client\.server \| belongs to transparent encryption/);
  const files = readdirSync(program).map((name) => readFileSync(join(program, name), "utf8"));
  for (const text of [...files, written.text]) expect(text).not.toContain(terraformSecret);
  expect(files.join()).toContain('// ciphertrust_aws_key.orders["eu"]\nexport const ordersKey');
  expect(files.join()).toMatch(
    /jq -j '\.resources\[0\]\.instances\[0\]\.attributes\.secret_access_key' .* \| pulumi config set --secret/,
  );

  const { stack, up } = await takeOver(program);
  try {
    expect(up).toMatchObject({ code: 0 });
    expect(await writes()).toEqual([]);
    const { resources } = stack.stored();
    const types = resources.flatMap(({ type }) => type.split("dynamic/ciphertrust:")[1] ?? []);
    expect(types.sort()).toEqual([
      "AwsConnection",
      "AwsKey",
      "AwsKms",
      "ContainerAcl",
      "GoogleKeyRing",
      "KeyRotation",
      "RotationSchedule",
      "User",
      "VaultKey",
    ]);
    // The up has checked the program's types.
    stack.environment.PULUMI_NODEJS_TRANSPILE_ONLY = "true";
    expect(await stack.drift()).toMatchObject({ code: 0 });
  } finally {
    stack.remove();
  }
});

test("nothing is overwritten, and errors are reported", async () => {
  const full = join(folder, "full");
  mkdirSync(full);
  writeFileSync(join(full, "mine.txt"), "mine");
  const refused = await adopt("--out", full);
  expect(refused).toMatchObject({ code: 2, text: expect.stringMatching(/is not empty.*Nothing was written/s) });
  expect(readdirSync(full)).toEqual(["mine.txt"]);
  const unknown = await adopt("--out", join(folder, "x"), "--system", "moon");
  expect(unknown).toMatchObject({ code: 2, text: expect.stringContaining('unknown system "moon"; choose one of aws') });
  const nowhere = await run("node", [join(root, "dist/cli/index.js"), "adopt", "--out", join(folder, "x")], {
    PATH: process.env.PATH,
  });
  expect(nowhere).toMatchObject({ code: 1, text: expect.stringContaining("CIPHERTRUST_ADDRESS") });
});

test("a dry run lists what would be declared, within the selection, and writes nothing", async () => {
  const nowhere = join(folder, "dry");
  const listed = await adopt(
    "--dry-run",
    "--out",
    nowhere,
    "--system",
    "aws",
    "--include",
    "AwsKey/*",
    "--exclude",
    "*orders*",
  );
  expect(listed).toMatchObject({ code: 0, text: expect.stringMatching(/^aws\tAwsKey\tpayments\t[0-9a-f-]{36}$/m) });
  expect(listed.text).not.toMatch(/\torders|AwsKms\t/);
  expect(readdirSync(folder)).not.toContain("dry");
});
