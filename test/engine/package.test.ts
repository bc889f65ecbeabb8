import { spawn } from "node:child_process";
import { once } from "node:events";
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, sep } from "node:path";
import { createInterface } from "node:readline";
import { packTarball } from "../../tools/release/pack";
import { engineTimeout, root, run, Stack, startWorld } from "./harness";
import { startsFast } from "./starts";

/** The package as users get it: packed, unpacked elsewhere, without anything of this repository. */

jest.setTimeout(engineTimeout);

interface Manifest {
  name: string;
  bin: Record<string, string>;
  dependencies: Record<string, string>;
  peerDependencies: Record<string, string>;
}

const manifest = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as Manifest;

/** A real path without symbolic links, because Node names the files that it loads by those. */
const folder = realpathSync(mkdtempSync(join(tmpdir(), "ciphertrust-package-")));
const modules = join(folder, "node_modules");
const installed = join(modules, manifest.name);

beforeAll(async () => {
  // Fails if it contains what it should not, or lacks what it should contain.
  const tarball = await packTarball(root, folder);
  mkdirSync(installed, { recursive: true });
  await succeed("tar", "-xzf", tarball, "-C", installed, "--strip-components", "1");
  linkDependencies();
  linkCommands();
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function succeed(command: string, ...args: string[]): Promise<string> {
  const { code, text } = await run(command, args, process.env);
  if (code !== 0) throw new Error(`${command} ${args.join(" ")}: ${text}`);
  return text;
}

/**
 * Exactly what the package declares as dependencies: anything else that it imports would not be
 * found.
 */
function linkDependencies(): void {
  for (const name of Object.keys({ ...manifest.dependencies, ...manifest.peerDependencies })) {
    mkdirSync(dirname(join(modules, name)), { recursive: true });
    symlinkSync(join(root, "node_modules", name), join(modules, name), "junction");
  }
}

function linkCommands(): void {
  mkdirSync(join(modules, ".bin"));
  for (const [name, script] of Object.entries(manifest.bin)) {
    chmodSync(join(installed, script), 0o755);
    symlinkSync(join("..", manifest.name, script), join(modules, ".bin", name));
  }
}

test("npx ciphertrust-emulator serves and prints its address", async () => {
  // A process group of its own, because npx does not forward signals.
  const npx = spawn("npx", ["--no-install", "ciphertrust-emulator"], {
    cwd: folder,
    detached: true,
    stdio: ["ignore", "pipe", "inherit"],
  });
  const closed = once(npx, "close");
  try {
    const [line] = (await once(createInterface({ input: npx.stdout }), "line")) as [string];
    const { address, caCertificate, ...user } = JSON.parse(line) as Record<string, string>;
    expect(address).toMatch(/^https:\/\/127\.0\.0\.1:\d+$/);
    expect(readFileSync(caCertificate!, "utf8")).toContain("BEGIN CERTIFICATE");
    expect(user).toEqual({ username: expect.any(String), password: expect.any(String) });
  } finally {
    process.kill(-npx.pid!);
    await closed;
  }
});

/** Written in TypeScript, so that the types of the package are used as well. */
const program = `import * as ciphertrust from "pulumi-ciphertrust";
const licence = new ciphertrust.TrialLicense("trial");
const prod = new ciphertrust.AwsConnection("prod", {
  accessKeyId: "AKIAIOSFODNN7EXAMPLE",
  secretAccessKey: "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY",
});
const regions = ["eu-west-1"];
const account = { connection: prod.id, accountId: "123456789012", regions };
const container = new ciphertrust.AwsKms("prod", account, { dependsOn: licence });
export const deployed = [prod.state, container.id];
`;

/**
 * Records every file of ours that a process loads, be it the package's or, wrongly, the
 * repository's.
 */
const witness = `const { appendFileSync } = require("node:fs");
const ours = ${JSON.stringify([installed, join(root, "dist")].map((path) => path + sep))};
const noted = new Set();
const note = () => {
  for (const file of Object.keys(require.cache)) {
    if (noted.has(file) || !ours.some((path) => file.startsWith(path))) continue;
    noted.add(file);
    appendFileSync(process.env.WITNESS, file + "\\n");
  }
};
setInterval(note, 20).unref();
process.on("exit", note);
`;

async function writeProject(): Promise<void> {
  const yaml = "name: test\nruntime:\n  name: nodejs\n  options:\n    typescript: false\n";
  writeFileSync(join(folder, "Pulumi.yaml"), yaml);
  writeFileSync(join(folder, "package.json"), '{ "name": "test", "version": "1.0.0", "main": "index.js" }');
  writeFileSync(join(folder, "index.ts"), program);
  writeFileSync(join(folder, "witness.js"), witness);
  const compiler = join(root, "node_modules", "typescript", "bin", "tsc");
  const options = ["--strict", "--skipLibCheck", "--target", "es2022", "--module", "node16"];
  await succeed(process.execPath, compiler, join(folder, "index.ts"), ...options);
}

test("a program elsewhere runs up, a preview without changes, refresh and destroy, with the packed code", async () => {
  await writeProject();
  const world = await startWorld();
  const loaded = join(folder, "loaded.txt");
  const options = `${startsFast.NODE_OPTIONS} --require ${join(folder, "witness.js")}`;
  const hook = { NODE_OPTIONS: options, WITNESS: loaded };
  let stack: Stack | undefined;
  try {
    stack = await Stack.create({ ...world.environment, ...hook }, folder);
    expect(await stack.up()).toMatchObject({ code: 0 });
    expect(await stack.preview("--expect-no-changes")).toMatchObject({ code: 0 });
    expect(await stack.refresh()).toMatchObject({ code: 0 });
    expect(await stack.destroy()).toMatchObject({ code: 0 });
  } finally {
    stack?.remove();
    await world.close();
  }
  const files = readFileSync(loaded, "utf8").trim().split("\n");
  expect(files.filter((file) => !file.startsWith(installed + sep))).toEqual([]);
  const provider = join(installed, "dist", "dynamic.js");
  // Once for each of the commands, at least.
  expect(files.filter((file) => file === provider).length).toBeGreaterThanOrEqual(4);
});
