import { spawn } from "node:child_process";
import { once } from "node:events";
import {
  chmodSync,
  cpSync,
  existsSync,
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
import * as ts from "typescript";
import { exampleFile, exampleFolders } from "../../tools/examples";
import { packageFolders } from "../../tools/packages";
import { packTarball } from "../../tools/release/pack";
import { engineTimeout, root, run, Stack, startWorld } from "./harness";
import { startsFast } from "./starts";

/** The packages as users get them: packed, unpacked elsewhere, without anything of this repository. */

jest.setTimeout(engineTimeout);

interface Manifest {
  name: string;
  bin: Record<string, string>;
  dependencies: Record<string, string>;
  peerDependencies?: Record<string, string>;
}

const manifestOf = (folder: string) => JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as Manifest;

/** A real path without symbolic links, because Node names the files that it loads by those. */
const folder = realpathSync(mkdtempSync(join(tmpdir(), "ciphertrust-package-")));
const modules = join(folder, "node_modules");
const installed = join(modules, "pulumi-ciphertrust");

beforeAll(async () => {
  mkdirSync(join(modules, ".bin"), { recursive: true });
  for (const source of packageFolders(root)) {
    // Fails if it contains what it should not, or lacks what it should contain.
    const tarball = await packTarball(source, folder);
    const target = join(modules, manifestOf(source).name);
    mkdirSync(target);
    await succeed("tar", "-xzf", tarball, "-C", target, "--strip-components", "1");
    linkCommands(manifestOf(target));
  }
  for (const source of packageFolders(root)) linkDependencies(manifestOf(source));
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
function linkDependencies({ dependencies, peerDependencies }: Manifest): void {
  const names = Object.keys({ ...dependencies, ...peerDependencies });
  for (const name of names.filter((one) => !existsSync(join(modules, one)))) link(modules, name);
}

function link(into: string, name: string): void {
  mkdirSync(dirname(join(into, name)), { recursive: true });
  symlinkSync(join(root, "node_modules", name), join(into, name), "junction");
}

function linkCommands({ name, bin }: Manifest): void {
  for (const [command, script] of Object.entries(bin)) {
    chmodSync(join(modules, name, script), 0o755);
    symlinkSync(join("..", name, script), join(modules, ".bin", command));
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

test("the emulator's former place leads to its package, with a notice", async () => {
  const program = 'console.log(Object.keys(require("pulumi-ciphertrust/emulator")).sort().join())';
  const { code, text } = await run(process.execPath, ["-e", program], process.env, folder);
  expect({ code, text }).toMatchObject({ code: 0 });
  expect(text).toContain("StartError,operations,startEmulator,worldSchema");
  expect(text).toContain('import it from "ciphertrust-emulator"');
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

/** With what its package.json names, and its tsconfig.json. */
function copyExample(name: string): ts.ParsedCommandLine {
  const example = join(folder, "examples", name);
  cpSync(join(root, "examples", name), example, { recursive: true });
  const { dependencies, devDependencies } = JSON.parse(exampleFile(name, "package.json")) as Record<string, object>;
  const missing = Object.keys({ ...dependencies, ...devDependencies }).filter((one) => !existsSync(join(modules, one)));
  for (const one of missing) link(join(example, "node_modules"), one);
  const host = { ...ts.sys, onUnRecoverableConfigFileDiagnostic: complain };
  return ts.getParsedCommandLineOfConfigFile(join(example, "tsconfig.json"), { noEmit: true }, host)!;
}

const complain = (diagnostic: ts.Diagnostic): never => {
  throw new Error(ts.flattenDiagnosticMessageText(diagnostic.messageText, "\n"));
};

test("every example compiles against the packed code, with its own compiler options", () => {
  const programs = new Map<string, ts.ParsedCommandLine>();
  for (const { fileNames, options, ...rest } of exampleFolders().map(copyExample)) {
    const { configFilePath, ...compared } = options;
    const same = JSON.stringify(compared);
    const known = programs.get(same)?.fileNames ?? [];
    programs.set(same, { ...rest, options, fileNames: [...known, ...fileNames] });
  }
  const host = {
    getCurrentDirectory: () => folder,
    getCanonicalFileName: (name: string) => name,
    getNewLine: () => "\n",
  };
  for (const { fileNames, options } of programs.values()) {
    const program = ts.createProgram(fileNames, options);
    const packed = program.getSourceFiles().filter((file) => file.fileName.startsWith(installed));
    expect(packed.length).toBeGreaterThan(10);
    expect(ts.formatDiagnostics(ts.getPreEmitDiagnostics(program), host)).toBe("");
  }
});
