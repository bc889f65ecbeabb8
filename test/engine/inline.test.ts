import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ensureEngine } from "../../tools/engine";
import { engineTimeout, run, startWorld, type Run, type World } from "./harness";
import { installInto } from "./runFolder";
import { secretsProvider } from "./secretsProvider";
import { startsFast } from "./starts";

/**
 * Inline programs of Pulumi's Automation API: functions run in the process that starts the update,
 * resources elsewhere.
 */

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
 * Runs a script without settings of this provider in its environment; its `workspaces` have them:
 * one for each service.
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

const ciphertrust = 'const ciphertrust = require("pulumi-ciphertrust");';

/** The settings of a workspace as an explicit provider takes them. */
const providerOf = `({ envVars: at }) => new ciphertrust.Provider("service", {
  address: at.CIPHERTRUST_ADDRESS, username: at.CIPHERTRUST_USERNAME, password: at.CIPHERTRUST_PASSWORD,
  caCertificate: at.CIPHERTRUST_CA_CERT,
})`;

test("two programs in parallel: resources see the envVars of their own workspace, functions use the provider that they are given", async () => {
  await worlds[1]!.api("POST", "/vault/keys2/", { name: "already-there", algorithm: "aes", size: 256 });
  const result = parsed(
    await script(`
      ${ciphertrust}
      const providerOf = ${providerOf};
      const names = ["one", "two"];
      const programs = names.map((name, index) => async () => {
        const key = new ciphertrust.VaultKey(name, { algorithm: "aes", size: 256, onDestroy: "destroy" });
        const provider = providerOf(workspaces[index]);
        const found = key.id.apply(() => ciphertrust.VaultKey.list({}, { provider }));
        return { found: found.apply((keys) => keys.map(({ name }) => name).sort()) };
      });
      const stacks = await Promise.all(names.map((name, index) => automation.LocalWorkspace.createStack(
        { stackName: name, projectName: "inline", program: programs[index] }, workspaces[index])));
      const ups = await Promise.all(stacks.map((stack) => stack.up()));
      const again = await Promise.all(stacks.map((stack) => stack.preview({ expectNoChanges: true })));
      await Promise.all(stacks.map((stack) => stack.destroy()));
      return { found: ups.map(({ outputs }) => outputs.found.value), same: again.map(({ changeSummary }) => changeSummary) };
    `),
  );
  expect(result).toEqual({ found: [["one"], ["already-there", "two"]], same: [{ same: 3 }, { same: 3 }] });
});

/** It loads the package wherever it likes. */
const listing = `async () => ({
  names: require("pulumi-ciphertrust").VaultKey.list().apply((keys) => keys.map(({ name }) => name)),
})`;

test("a function without settings fails and says where to put them: the stack's configuration is one of these places", async () => {
  const begin = `
    const args = { stackName: "configured", projectName: "inline", program: ${listing} };
    const stack = await automation.LocalWorkspace.createOrSelectStack(args, workspaces[1]);`;
  const { code, text } = await script(`${begin} await stack.preview();`);
  expect(code).toBe(1);
  expect(text).toContain("ciphertrust:address (CIPHERTRUST_ADDRESS) is missing");
  expect(text).toContain(
    "An inline program of the Automation API does not see the envVars of its workspace: pass the settings in the stack's",
  );
  const result = parsed(
    await script(`${begin}
      const { envVars: at } = workspaces[1];
      await stack.setAllConfig({
        "ciphertrust:address": { value: at.CIPHERTRUST_ADDRESS },
        "ciphertrust:username": { value: at.CIPHERTRUST_USERNAME },
        "ciphertrust:password": { value: at.CIPHERTRUST_PASSWORD, secret: true },
        "ciphertrust:caCertificate": { value: at.CIPHERTRUST_CA_CERT },
      });
      const { outputs } = await stack.up();
      return outputs.names.value;
    `),
  );
  expect(result).toEqual(["already-there"]);
});
