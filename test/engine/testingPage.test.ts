import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { parse } from "yaml";
import { ensureEngine } from "../../tools/engine";
import { engineTimeout, root, run, type Run } from "./harness";

/** The examples of docs/testing.md, each run as its reader would run it. */

jest.setTimeout(engineTimeout);

const page = readFileSync(join(root, "docs", "testing.md"), "utf8");
/** The examples by the names in their first lines. */
const examples = Object.fromEntries(
  [...page.matchAll(/```(?:ts|yaml)\n(?:\/\/|#) (\S+)\n([^]*?)```/g)].map(([, name, text]) => [name!, text!]),
);
const tried = new Set<string>();

/** What a project with Jest and ts-jest, or with Vitest, also contains. */
const settings = {
  "package.json": JSON.stringify({ name: "keys", version: "1.0.0" }),
  "tsconfig.json": JSON.stringify({
    compilerOptions: { strict: true, target: "es2022", module: "node16", skipLibCheck: true, types: ["node", "jest"] },
  }),
  "jest.config.js": 'module.exports = { transform: { "^.+\\\\.ts$": "ts-jest" } };\n',
};

/** Packages that this project does not have are installed here, where modules are resolved next. */
let outer: string;
let folder: string;
beforeEach(() => {
  outer = realpathSync(mkdtempSync(join(tmpdir(), "ciphertrust-page-")));
  folder = join(outer, "keys");
  mkdirSync(folder);
  symlinkSync(join(root, "node_modules"), join(folder, "node_modules"));
  linkCommand("ciphertrust-emulator", join(root, "dist", "emulator", "cli.js"));
});
afterEach(() => rmSync(outer, { recursive: true, force: true }));

/** What npm does for an installed package. Here it links a command only if the package was built before it was installed. */
function linkCommand(name: string, file: string): void {
  const commands = join(outer, "node_modules", ".bin");
  mkdirSync(commands, { recursive: true });
  writeFileSync(join(commands, name), `#!/bin/sh\nexec node "${file}" "$@"\n`, { mode: 0o755 });
}

function write(files: Record<string, string>): void {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
}

/** Writes examples into the project. */
function take(...names: string[]): void {
  for (const name of names) tried.add(name);
  write({ ...settings, ...Object.fromEntries(names.map((name) => [name, examples[name]!])) });
}

/** Neither a developer's own settings nor those of the Jest that runs this. */
const foreign = /^(CIPHERTRUST_|JEST_|VITEST)|^NODE_ENV$/;
const plain = Object.fromEntries(
  Object.keys(process.env)
    .filter((name) => foreign.test(name))
    .map((name) => [name, undefined]),
);

async function start(script: string[], extra: NodeJS.ProcessEnv = {}, home = root): Promise<Run> {
  const engine = await ensureEngine();
  const [file, ...args] = script;
  const command = [join(home, "node_modules", file!), ...args];
  return run(process.execPath, command, { ...engine.environment({ ...plain, ...extra }), NO_COLOR: "1" }, folder);
}

const vitest = "vitest@3.2.7";
const jestScript = "jest/bin/jest.js";

test("unit tests with Jest, with the strictest compiler settings", async () => {
  take("infrastructure.ts", "infrastructure.test.ts");
  const { code, text } = await start([jestScript, "--ci"]);
  expect(text).toContain("Tests:       2 passed, 2 total");
  expect(code).toBe(0);
});

test("unit tests with Vitest", async () => {
  take("infrastructure.ts", "infrastructure.spec.ts");
  const installed = await run(
    "npm",
    ["install", "--no-audit", "--no-fund", vitest],
    { ...process.env, ...plain },
    outer,
  );
  expect(installed).toMatchObject({ code: 0 });
  const { code, text } = await start(["vitest/vitest.mjs", "run"], {}, outer);
  expect(text).toMatch(/Tests\s+1 passed \(1\)/);
  expect(code).toBe(0);
});

test("a stack in the emulator, by the Automation API", async () => {
  take("stack.test.ts");
  const { code, text } = await start([jestScript, "--ci"]);
  expect(text).toContain("Tests:       1 passed, 1 total");
  expect(code).toBe(0);
});

/** A program for the pipelines to deploy. */
const program = {
  "Pulumi.yaml": "name: keys\nruntime:\n  name: nodejs\n  options:\n    typescript: false\n",
  "package.json": JSON.stringify({ name: "keys", version: "1.0.0", main: "index.js" }),
  "index.js": `const ciphertrust = require("pulumi-ciphertrust");
exports.state = new ciphertrust.VaultKey("backups", { algorithm: "aes", size: 256, onDestroy: "destroy" }).state;
exports.found = ciphertrust.VaultKey.list().apply((keys) => keys.length);
`,
};

async function bash(script: string, environment: NodeJS.ProcessEnv): Promise<Run> {
  const engine = await ensureEngine();
  const own = { ...plain, HOME: folder, TMPDIR: folder, ...environment };
  return run("bash", ["-eo", "pipefail", "-c", script], engine.environment(own), folder);
}

test("a job of GitLab CI with its service container", async () => {
  tried.add(".gitlab-ci.yml");
  write(program);
  const { test: job } = parse(examples[".gitlab-ci.yml"]!) as {
    test: {
      services: { alias: string; command: string[] }[];
      variables: Record<string, string>;
      script: string[];
    };
  };
  const [{ alias, command }] = job.services as [{ alias: string; command: string[] }];
  const [npx, yes, ofPackage, name, ...service] = command;
  expect([npx, yes, ofPackage, name]).toEqual(["npx", "--yes", "--package", "pulumi-ciphertrust"]);
  // The same command from the installed package, at a free port.
  const options = service.slice(1).map((option) => (option === "8443" ? "0" : option));
  const emulator = spawn(process.execPath, [join(root, "dist", "emulator", "cli.js"), ...options], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const closed = once(emulator, "close");
  try {
    const [line] = (await once(createInterface({ input: emulator.stdout }), "line")) as [string];
    const { port } = new URL((JSON.parse(line) as { address: string }).address);
    expect(job.variables.CIPHERTRUST_ADDRESS).toBe(`https://${alias}:8443`);
    const variables = { ...job.variables, CIPHERTRUST_ADDRESS: `https://localhost:${port}` };
    const lines = job.script.filter((one) => one !== "npm ci");
    const { code, text } = await bash(lines.join("\n"), variables);
    if (code !== 0) throw new Error(text);
    expect(text).toMatch(/state: "Active"/);
  } finally {
    emulator.kill();
    await closed;
  }
});

test("a job of GitHub Actions with the emulator in the background", async () => {
  tried.add(".github/workflows/test.yml");
  const { jobs } = parse(examples[".github/workflows/test.yml"]!) as {
    jobs: { test: { steps: { name?: string; run?: string }[] } };
  };
  const step = jobs.test.steps.find(({ name }) => name === "Start the emulator")!;
  const file = join(folder, "github-env");
  writeFileSync(file, "");
  write(program);
  const after = 'set -a; . "$GITHUB_ENV"; set +a; pulumi up --yes --stack test; kill %1';
  const { code, text } = await bash(`set -m; pulumi stack init test\n${step.run}\n${after}`, {
    GITHUB_ENV: file,
    PULUMI_BACKEND_URL: "file://.",
    PULUMI_CONFIG_PASSPHRASE: "test",
  });
  if (code !== 0) throw new Error(text);
  expect(text).toMatch(/state: "Active"/);
});

test("no example is left out", () => {
  const blocks = [...page.matchAll(/```\w+\n/g)];
  expect(Object.keys(examples)).toHaveLength(blocks.length);
  expect([...tried].sort()).toEqual(Object.keys(examples).sort());
});
