import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { ensureEngine } from "../../tools/engine";
import { engineTimeout, run, startWorld, type Run, type World } from "./harness";
import { installInto } from "./runFolder";
import { secretsProvider } from "./secretsProvider";
import { startsFast } from "./starts";

/** Inline programs of Pulumi's Automation API: functions run in the process that starts the update, resources elsewhere. */

jest.setTimeout(engineTimeout);

let folder: string;
let worlds: World[];

beforeAll(async () => {
  worlds = await Promise.all([startWorld(), startWorld()]);
  folder = realpathSync(mkdtempSync(join(tmpdir(), "ciphertrust-inline-")));
  installInto(folder);
  for (const name of ["one", "two"]) mkdirSync(join(folder, `state-${name}`));
});
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await Promise.all(worlds.map((world) => world.close()));
});

/**
 * Runs a script without settings of this provider in its environment; its `workspaces` have them: one for each
 * service.
 */
async function script(body: string): Promise<Run> {
  const settings = worlds.map(({ environment }, index) => ({
    ...startsFast,
    ...environment,
    PULUMI_BACKEND_URL: `file://${join(folder, `state-${["one", "two"][index]!}`)}`,
  }));
  const workspaces = settings.map((envVars) => ({ envVars, secretsProvider }));
  const head = `const { automation } = require("@pulumi/pulumi");\nconst workspaces = ${JSON.stringify(workspaces)};\n`;
  const tail =
    ".then((result) => console.log(JSON.stringify(result)), (error) => { console.error(error.message); process.exitCode = 1; });";
  writeFileSync(join(folder, "driver.js"), `${head}(async () => {\n${body}\n})()${tail}\n`);
  const engine = await ensureEngine();
  return run(process.execPath, [join(folder, "driver.js")], engine.environment(noSettings), folder);
}

/** A developer's own settings must not reach a test. */
const noSettings = Object.fromEntries(
  Object.keys(process.env)
    .filter((name) => name.startsWith("CIPHERTRUST_"))
    .map((name) => [name, undefined]),
);

const parsed = ({ code, text }: Run): unknown => {
  if (code !== 0) throw new Error(text);
  return JSON.parse(text.trim().split("\n").at(-1)!);
};

/** A program that creates a key, and lists the existing ones once it is created. */
const ciphertrust = 'const ciphertrust = require("pulumi-ciphertrust");';
const program = `(name) => async () => {
  const key = new ciphertrust.VaultKey(name, { algorithm: "aes", size: 256, onDestroy: "destroy" });
  const found = key.id.apply((id) => ciphertrust.VaultKey.list({ name })).apply((keys) => keys.map(({ name }) => name));
  return { found, others: key.id.apply(() => ciphertrust.VaultKey.list()).apply((keys) => keys.length) };
}`;

test("two programs in parallel: the functions of each call the service of its own workspace, as its resources do", async () => {
  await worlds[1]!.api("POST", "/vault/keys2/", { name: "already-there", algorithm: "aes", size: 256 });
  const result = parsed(
    await script(`
      ${ciphertrust}
      const program = ${program};
      const names = ["one", "two"];
      const stacks = await Promise.all(names.map((name, index) => automation.LocalWorkspace.createStack(
        { stackName: name, projectName: "inline", program: program(name) }, workspaces[index])));
      const ups = await Promise.all(stacks.map((stack) => stack.up()));
      const again = await Promise.all(stacks.map((stack, index) =>
        stack.preview({ program: program(names[index]), expectNoChanges: true })));
      await Promise.all(stacks.map((stack) => stack.destroy()));
      return { outputs: ups.map(({ outputs }) => [outputs.found.value, outputs.others.value]), same: again.map(({ changeSummary }) => changeSummary) };
    `),
  );
  expect(result).toEqual({
    outputs: [
      [["one"], 1],
      [["two"], 2],
    ],
    same: [{ same: 2 }, { same: 2 }],
  });
});

test("in a workspace with a folder of its own, a relative path means the same for functions and for resources", async () => {
  const place = join(folder, "project");
  mkdirSync(place);
  writeFileSync(join(place, "Pulumi.yaml"), "name: inline\nruntime: nodejs\n");
  const { caCertificate } = worlds[0]!.emulator;
  symlinkSync(dirname(caCertificate), join(place, "certificates"));
  const relative = join("certificates", basename(caCertificate));
  const result = parsed(
    await script(`
      ${ciphertrust}
      const program = ${program};
      const [workspace] = workspaces;
      workspace.envVars.CIPHERTRUST_CA_CERT = ${JSON.stringify(relative)};
      const args = { stackName: "relative", projectName: "inline", program: program("one") };
      const stack = await automation.LocalWorkspace.createStack(args, { ...workspace, workDir: ${JSON.stringify(place)} });
      const { outputs } = await stack.up();
      await stack.destroy();
      return outputs.found.value;
    `),
  );
  expect(result).toEqual(["one"]);
});

test("a program that loads the package after the operation has started gets an error with advice", async () => {
  const { code, text } = await script(`
    const program = async () => ({ keys: require("pulumi-ciphertrust").VaultKey.list() });
    const args = { stackName: "late", projectName: "inline", program };
    const stack = await automation.LocalWorkspace.createStack(args, workspaces[0]);
    await stack.preview();
  `);
  expect(code).toBe(1);
  expect(text).toContain("ciphertrust:address (CIPHERTRUST_ADDRESS) is missing");
  expect(text).toContain("import it where the stack is made, or pass the settings");
});

test("a workspace whose folder does not lead to the package gets an error with advice", async () => {
  const place = realpathSync(mkdtempSync(join(tmpdir(), "ciphertrust-elsewhere-")));
  writeFileSync(join(place, "Pulumi.yaml"), "name: inline\nruntime: nodejs\n");
  try {
    const { code, text } = await script(`
      ${ciphertrust}
      const program = async () => void new ciphertrust.VaultKey("one", { algorithm: "aes", size: 256 });
      const args = { stackName: "elsewhere", projectName: "inline", program };
      const stack = await automation.LocalWorkspace.createStack(args, { ...workspaces[0], workDir: ${JSON.stringify(place)} });
      await stack.preview();
    `);
    expect(code).toBe(1);
    expect(text).toContain(`Pulumi does not find pulumi-ciphertrust from the program's folder, ${place}`);
  } finally {
    rmSync(place, { recursive: true, force: true });
  }
});
