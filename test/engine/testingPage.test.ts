import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";
import { ensureEngine } from "../../tools/engine";
import { withoutNpm } from "../packages/pack";
import { engineTimeout, root, run, type Run } from "./harness";
import { examplesIn, plain, ReadersProject } from "./readersProject";
import { installInto } from "./runFolder";
import { startsFast } from "./starts";

/** The examples of docs/testing.md, each run as its reader would run it. */

jest.setTimeout(engineTimeout);

const { examples, blocks } = examplesIn("testing.md");
const tried = new Set<string>();

/** What a project with Jest and ts-jest, or with Vitest, also contains. */
const settings = {
  "package.json": JSON.stringify({ name: "keys", version: "1.0.0" }),
  "tsconfig.json": JSON.stringify({
    compilerOptions: { strict: true, target: "es2022", module: "node16", skipLibCheck: true, types: ["node", "jest"] },
  }),
  "jest.config.js": 'module.exports = { transform: { "^.+\\\\.ts$": "ts-jest" } };\n',
};

let project: ReadersProject;
beforeEach(() => {
  project = new ReadersProject();
});
afterEach(() => project.remove());

/** Writes examples into the project. */
function take(...names: string[]): void {
  for (const name of names) tried.add(name);
  project.write({ ...settings, ...Object.fromEntries(names.map((name) => [name, examples[name]!])) });
}

async function start(script: string[], extra: NodeJS.ProcessEnv = {}, home = root): Promise<Run> {
  const engine = await ensureEngine();
  const [file, ...args] = script;
  const command = [join(home, "node_modules", file!), ...args];
  return run(
    process.execPath,
    command,
    { ...engine.environment({ ...plain, ...startsFast, ...extra }), NO_COLOR: "1" },
    project.folder,
  );
}

const vitest = "vitest@3.2.7";

test("with Jest, by the strictest compiler settings: unit tests, and a stack in the emulator by the Automation API", async () => {
  take("infrastructure.ts", "infrastructure.test.ts", "stack.test.ts");
  const { code, text } = await start([join("jest", "bin", "jest.js"), "--ci"]);
  for (const file of ["infrastructure.test.ts", "stack.test.ts"]) expect(text).toContain(`PASS ./${file}`);
  expect(text).toContain("Tests:       3 passed, 3 total");
  expect(code).toBe(0);
});

test("unit tests with Vitest", async () => {
  take("infrastructure.ts", "infrastructure.spec.ts");
  const installed = await run(
    "npm",
    ["install", "--no-audit", "--no-fund", vitest],
    { ...withoutNpm(), ...plain },
    project.outer,
  );
  expect(installed).toMatchObject({ code: 0 });
  const { code, text } = await start(["vitest/vitest.mjs", "run"], {}, project.outer);
  expect(text).toMatch(/Tests\s+1 passed \(1\)/);
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

function takeProgram(): void {
  rmSync(join(project.folder, "node_modules"));
  installInto(project.folder);
  project.write(program);
}

test("a job of GitLab CI with its service container", async () => {
  tried.add(".gitlab-ci.yml");
  takeProgram();
  const { test: job } = parse(examples[".gitlab-ci.yml"]!) as {
    test: {
      services: { alias: string; command: string[] }[];
      variables: Record<string, string>;
      script: string[];
    };
  };
  const [{ alias, command }] = job.services as [{ alias: string; command: string[] }];
  const [npx, yes, name, ...service] = command;
  expect([npx, yes, name]).toEqual(["npx", "--yes", "ciphertrust-emulator"]);
  await project.withEmulator(service, async (port) => {
    expect(job.variables.CIPHERTRUST_ADDRESS).toBe(`https://${alias}:8443`);
    const variables = { ...job.variables, CIPHERTRUST_ADDRESS: `https://localhost:${port}` };
    const lines = job.script.filter((one) => one !== "npm ci");
    const { code, text } = await project.bash(lines.join("\n"), variables);
    if (code !== 0) throw new Error(text);
    expect(text).toMatch(/state: "Active"/);
  });
});

test("a job of GitHub Actions with the emulator in the background", async () => {
  tried.add(".github/workflows/test.yml");
  const { jobs } = parse(examples[".github/workflows/test.yml"]!) as {
    jobs: { test: { steps: { name?: string; run?: string }[] } };
  };
  const step = jobs.test.steps.find(({ name }) => name === "Start the emulator")!;
  const file = join(project.folder, "github-env");
  writeFileSync(file, "");
  takeProgram();
  const after = 'set -a; . "$GITHUB_ENV"; set +a; pulumi up --yes --stack test; kill %1';
  const { code, text } = await project.bash(`set -m; pulumi stack init test\n${step.run}\n${after}`, {
    GITHUB_ENV: file,
    PULUMI_BACKEND_URL: "file://.",
    PULUMI_CONFIG_PASSPHRASE: "test",
  });
  if (code !== 0) throw new Error(text);
  expect(text).toMatch(/state: "Active"/);
});

test("no example is left out", () => {
  expect(Object.keys(examples)).toHaveLength(blocks);
  expect([...tried].sort()).toEqual(Object.keys(examples).sort());
});
