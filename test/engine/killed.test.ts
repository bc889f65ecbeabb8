import { randomUUID } from "node:crypto";
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { ensureEngine } from "../../tools/engine";
import { processesOf } from "../crash/processes";
import { restoreState } from "../crash/recovery";
import { engineTimeout, items, Stack, startWorld, succeeds, type World } from "./harness";
import { otherVersions } from "./starts";

/** A killed engine has no time to end the processes that it started. */

jest.setTimeout(engineTimeout);

const connections = "/connectionmgmt/services/aws/connections";
const program = `
  const trial = new ciphertrust.TrialLicense("trial");
  new ciphertrust.AwsConnection("prod", {
    accessKeyId: "AKIAKILLEDKILLEDKILL", secretAccessKey: "secret-of-the-killed-update", readyTimeoutSeconds: 3600,
  });`;

/**
 * How an official Pulumi starts its host for dynamic providers: the shell stays, and does not end
 * with the engine.
 */
const launcher = `#!/bin/sh
script=$(node -e "console.log(require.resolve('@pulumi/pulumi/cmd/dynamic-provider'))")
node "$script" $@
`;

const mark = randomUUID();
const commands = mkdtempSync(join(tmpdir(), "ciphertrust-launcher-"));
let world: World;
let stack: Stack;
beforeAll(() => {
  writeFileSync(join(commands, "pulumi-resource-pulumi-nodejs"), launcher);
  chmodSync(join(commands, "pulumi-resource-pulumi-nodejs"), 0o755);
});
beforeEach(async () => {
  const { binDir } = await ensureEngine();
  world = await startWorld();
  const PATH = [commands, binDir, process.env.PATH].join(delimiter);
  stack = await Stack.create({ ...world.environment, PATH, MARK_OF_THE_TEST: mark });
});
afterEach(async () => {
  for (const { pid } of started()) process.kill(pid, "SIGKILL");
  stack?.remove();
  await world?.close();
});
afterAll(() => rmSync(commands, { recursive: true, force: true }));

/** Running processes that this test has started. */
const started = () => processesOf(mark);
const providers = () => started().filter(({ line }) => line.includes("dynamic-provider"));

/** Kills the engine while a provider process waits for a connection. */
async function killWhileWaiting(): Promise<void> {
  await world.control("POST", "/world/aws/accounts", {
    accountId: "555555555555",
    regions: ["eu-west-1"],
    credentials: [{ accessKeyId: "AKIAKILLEDKILLEDKILL", secretAccessKey: "secret-of-the-killed-update" }],
    readyAfterSeconds: 100_000,
  });
  let engine = 0;
  stack.watch = (_text, _interrupt, pid) => (engine = pid);
  const up = stack.program(program).up();
  while (!(await tries()));
  expect(providers()).toHaveLength(1);
  process.kill(engine, "SIGKILL");
  await up;
}

const tries = async () => (await world.routes())[`POST /api/v1${connections}/{id}/test`] ?? 0;

/** If it stays, the test's own time limit ends this. */
async function allGone(): Promise<void> {
  while (started().some(({ line }) => /\bnode /.test(line))) await new Promise(setImmediate);
}

const inLinuxOnly = process.platform === "linux" ? test : test.skip;

inLinuxOnly(
  "killed while a provider process waits, and no process of Node.js outlives it",
  async () => {
    await killWhileWaiting();
    await allGone();
    expect(items(await world.api("GET", connections))).toHaveLength(1);
  },
  120_000,
);

inLinuxOnly(
  "where the provider process has another standard input, it stays until somebody ends it, and the next update finds what it has created",
  async () => {
    // Standard input counts as no pipe.
    const hidden = `const fs = require("node:fs"); const { fstatSync } = fs;
      fs.fstatSync = (file, ...more) => (file === 0 ? { isFIFO: () => false } : fstatSync(file, ...more));`;
    const from = "const providerCache = {};";
    const change = { file: "cmd/dynamic-provider/index.js", from, to: `${from} ${hidden}` };
    Object.assign(stack.environment, otherVersions([change]));
    await killWhileWaiting();
    const before = await tries();
    while ((await tries()) === before);
    for (const { pid, line } of providers()) if (/\bnode /.test(line)) process.kill(pid, "SIGTERM");
    await allGone();
    const made = items(await world.api("GET", connections)).map(({ id }) => id);
    expect(made).toHaveLength(1);
    stack.watch = undefined;
    // The engine may have been writing.
    restoreState(stack);
    await succeeds(stack.pulumi("cancel", "--yes"));
    await stack.program(program.replace("3600", "1")).up();
    expect(stack.resource("prod")?.id).toBe(made[0]);
    expect(items(await world.api("GET", connections))).toHaveLength(1);
  },
  120_000,
);
