import { mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fill, terraformState } from "../adopt/brownfield";
import { Client } from "../emulator/client";
import { engineTimeout, root, run, Stack, startWorld, type Run, type World } from "./harness";

/** The command `adopt` on a service that others have filled: the program it writes takes everything over and changes nothing. */

jest.setTimeout(engineTimeout);

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
  run("node", [join(root, "dist/sdk/cli.js"), "adopt", ...args], { ...process.env, ...world.environment });

/** What was called since the last {@link World.forget}, apart from logins and reads. */
async function writes(): Promise<string[]> {
  const routes = Object.keys(await world.routes());
  return routes.filter((route) => !route.startsWith("GET ") && route !== "POST /api/v1/auth/tokens/");
}

/** Sets every value that the README asks for, to what nobody can know. */
async function configure(stack: Stack, program: string): Promise<void> {
  const readme = readFileSync(join(program, "README.md"), "utf8");
  const commands = [...readme.matchAll(/pulumi config set (--secret )?(\w+)(?: # JSON: (.*))?$/gm)];
  const values = commands.flatMap(([, secret, key = "", form]) => {
    const value = key.startsWith("google") ? serviceAccount : form ? '["local|x"]' : "forgotten";
    return [secret ? "--secret" : "--plaintext", `${key}=${value}`];
  });
  if (values.length > 0) expect(await stack.pulumi("config", "set-all", ...values)).toMatchObject({ code: 0 });
}

const serviceAccount = JSON.stringify({
  type: "service_account",
  project_id: "acme-prod",
  private_key_id: "1",
  private_key: "forgotten",
  client_email: "a@acme-prod.iam.gserviceaccount.com",
});

async function takeOver(program: string): Promise<{ stack: Stack; up: Run }> {
  symlinkSync(join(root, "node_modules"), join(program, "node_modules"));
  const stack = await Stack.create(world.environment, program);
  await configure(stack, program);
  await world.forget();
  return { stack, up: await stack.up() };
}

test("the program for all systems compiles, and its up only adopts; a preview after it is clean", async () => {
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

  const { stack, up } = await takeOver(program);
  try {
    expect(await run("node", [join(root, "node_modules/typescript/bin/tsc"), "-p", program], process.env)).toEqual({
      code: 0,
      text: "",
    });
    expect(up).toMatchObject({ code: 0 });
    expect(up.text).not.toMatch(/updated|replaced|deleted|warning:/);
    expect(await writes()).toEqual([]);
    const drift = await stack.drift();
    if (drift.code !== 0) writeFileSync("/tmp/drift.txt", drift.text + up.text);
    expect(drift).toMatchObject({ code: 0 });
    expect(await writes()).toEqual([]);
  } finally {
    stack.remove();
  }
});
