import { spawn, type ChildProcess } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { build } from "esbuild";
import { withEmulator } from "../../emulator/client";

/** The real command, in a process of its own. */

const root = join(__dirname, "../../..");
/** Next to the package's modules, so that it finds them. */
const compiled = join(root, "node_modules", ".cache", `verify-command-${process.pid}`);
const command = join(compiled, "index.js");

const service = withEmulator();
let folder: string;
const children = new Set<ChildProcess>();

beforeAll(async () => {
  mkdirSync(compiled, { recursive: true });
  const entryPoints = [join(root, "cli/index.ts")];
  await build({
    entryPoints,
    outfile: command,
    bundle: true,
    platform: "node",
    packages: "external",
    logLevel: "error",
  });
  folder = mkdtempSync(join(tmpdir(), "verify-command-"));
});
afterEach(() => {
  for (const child of children) child.kill("SIGKILL");
  children.clear();
});
afterAll(() => {
  for (const one of [compiled, folder]) rmSync(one, { recursive: true, force: true });
});

interface Ended {
  code: number | null;
  stdout: string;
  stderr: string;
}

/** Runs `verify`; `onProgress` is called once, with the first line of progress. */
function verify(args: string[], more: NodeJS.ProcessEnv = {}, onProgress = (_: ChildProcess) => {}): Promise<Ended> {
  const { address, username, password, caCertificate } = service.emulator;
  const env = {
    PATH: process.env.PATH,
    CIPHERTRUST_ADDRESS: address,
    CIPHERTRUST_USERNAME: username,
    CIPHERTRUST_PASSWORD: password,
    CIPHERTRUST_CA_CERT: caCertificate,
    ...more,
  };
  const child = spawn(process.execPath, [command, "verify", ...args], { env, stdio: ["ignore", "pipe", "pipe"] });
  children.add(child);
  let [stdout, stderr] = ["", ""];
  child.stdout.on("data", (part: Buffer) => (stdout += part.toString()));
  child.stderr.once("data", () => onProgress(child)).on("data", (part: Buffer) => (stderr += part.toString()));
  return new Promise((resolve) => child.once("close", (code) => resolve({ code, stdout, stderr })));
}

const fast = ["--rate", "1000"];

test("prints a table, and writes the same as Markdown and JSON", async () => {
  await service.client.ok("POST", "/vault/keys2/", { name: "orders-of-acme" });
  const [json, markdown] = [join(folder, "report.json"), join(folder, "report.md")];
  const files = ["--json", json, "--markdown", markdown];
  const { code, stdout, stderr } = await verify([...fast, "--types", "VaultKey", "Group", "ClientKeyPair", ...files]);
  expect({ code, stderr }).toEqual({ code: 0, stderr: "VaultKey: works\nGroup: works\nClientKeyPair: not tried\n" });
  expect(stdout).toMatch(/VaultKey +works\nGroup +works\nClientKeyPair +not tried\n\n2 works, 1 not tried\n/);
  expect(JSON.parse(readFileSync(json, "utf8"))).toMatchObject({
    complete: true,
    entries: [
      { name: "VaultKey", outcome: "works", differences: [] },
      { name: "Group", outcome: "works", differences: [] },
      { name: "ClientKeyPair", outcome: "not tried", differences: [] },
    ],
  });
  const shown = await verify([...fast, "--types", "VaultKey", "Group", "ClientKeyPair", "--show"]);
  expect(shown.stdout.trim()).toBe(readFileSync(markdown, "utf8").trim());
  expect(shown.stdout).toContain("| `VaultKey` | works |  |");
});

test("ends with 4 if something differs", async () => {
  await service.client.raw("POST", "/emulator/faults", {
    method: "GET",
    path: "/vault/keys2",
    effect: { status: 500 },
  });
  const { code, stdout } = await verify([...fast, "--types", "VaultKey"]);
  expect(stdout).toMatch(/VaultKey +differs\n +list: responds with 500 /);
  expect(code).toBe(4);
});

test.each<[number, string, string[], NodeJS.ProcessEnv, RegExp]>([
  [
    1,
    "the login is refused",
    [],
    { CIPHERTRUST_PASSWORD: "wrong-1" },
    /refused the login of user admin.*Check ciphertrust:username/s,
  ],
  [1, "a setting is missing", [], { CIPHERTRUST_ADDRESS: "" }, /ciphertrust:address .* is missing/],
  [
    2,
    "a type does not exist",
    ["--types", "VaultKeys"],
    {},
    /no type or function "VaultKeys"; did you mean "VaultKey"\?/,
  ],
  [2, "an option is misspelt", ["--tpyes", "VaultKey"], {}, /unknown option '--tpyes'/],
  [2, "an option has no such value", ["--rate", "0"], {}, /It must be an integer from 1 to 1000/],
  [
    2,
    "a clean is to make a report",
    ["--clean", "--domain", "sandbox", "--json", "report.json"],
    {},
    /--clean removes everything that is left, and makes no report: leave out .*--json\. Nothing was sent/,
  ],
  [
    2,
    "an option is for reading only",
    ["--write", "--domain", "sandbox", "--limit", "10"],
    {},
    /--limit is for reading only: leave it out\. Nothing was sent/,
  ],
  [
    1,
    "nothing can be tried",
    ["--write", "--domain", "sandbox", "--types", "AwsKms", "getAwsRegions"],
    {},
    /none of --types can be tried: AwsKms \(it needs a login that works in AWS\), getAwsRegions \(only reading tries it\)\. Give --with/,
  ],
  [
    2,
    "a file cannot be written",
    [...fast, "--types", "ApiObject", "--json", "/no/such/folder/report.json"],
    {},
    /ENOENT/,
  ],
])("ends with %i if %s", async (expected, _what, args, env, words) => {
  const { code, stderr } = await verify(args, env);
  expect(stderr).toMatch(words);
  expect(code).toBe(expected);
});

test("prints what is known when it is interrupted", async () => {
  const { code, stdout, stderr } = await verify(["--rate", "20"], {}, (child) => child.kill("SIGINT"));
  expect(stdout).toContain("incomplete: the run ended before everything was tried");
  expect(stdout).toMatch(/\nAwsKms +not tried\n/);
  expect(stderr).toContain("the call was canceled");
  expect(code).toBe(1);
});

test("the help names the exit codes", async () => {
  const { code, stdout } = await verify(["--help"]);
  expect(code).toBe(0);
  expect(stdout).toMatch(/Only reads.*Exit codes:\n {2}0 .*\n {2}1 .*\n {2}2 .*\n {2}4 /s);
});
