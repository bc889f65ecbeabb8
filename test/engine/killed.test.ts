import { randomUUID } from "node:crypto";
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { ensureEngine } from "../../tools/engine";
import { processesOf } from "../crash/processes";
import { engineTimeout, items, Stack, startWorld, type World } from "./harness";

/** A killed engine has no time to end the processes that it started. */

jest.setTimeout(engineTimeout);

const connections = "/connectionmgmt/services/aws/connections";
const program = `
  const trial = new ciphertrust.TrialLicense("trial");
  new ciphertrust.AwsConnection("prod", {
    accessKeyId: "AKIAKILLEDKILLEDKILL", secretAccessKey: "secret-of-the-killed-update", readyTimeoutSeconds: 3600,
  });`;

/** How an official Pulumi starts its host for dynamic providers: the shell stays, and does not end with the engine. */
const launcher = `#!/bin/sh
script=$(node -e "console.log(require.resolve('@pulumi/pulumi/cmd/dynamic-provider'))")
node "$script" $@
`;

const mark = randomUUID();
const commands = mkdtempSync(join(tmpdir(), "ciphertrust-launcher-"));
let world: World;
let stack: Stack;
beforeAll(async () => {
  writeFileSync(join(commands, "pulumi-resource-pulumi-nodejs"), launcher);
  chmodSync(join(commands, "pulumi-resource-pulumi-nodejs"), 0o755);
  const { binDir } = await ensureEngine();
  world = await startWorld();
  const PATH = [commands, binDir, process.env.PATH].join(delimiter);
  stack = await Stack.create({ ...world.environment, PATH, MARK_OF_THE_TEST: mark });
});
afterAll(async () => {
  for (const { pid } of started()) process.kill(pid, "SIGKILL");
  rmSync(commands, { recursive: true, force: true });
  stack?.remove();
  await world?.close();
});

/** Running processes that this test has started. */
const started = () => processesOf(mark);
const providers = () => started().filter(({ line }) => line.includes("dynamic-provider"));

(process.platform === "linux" ? test : test.skip)(
  "killed while a provider process waits, and no process of Node.js outlives it",
  async () => {
    await world.control("POST", "/world/aws/accounts", {
      accountId: "555555555555",
      regions: ["eu-west-1"],
      credentials: [{ accessKeyId: "AKIAKILLEDKILLEDKILL", secretAccessKey: "secret-of-the-killed-update" }],
      readyAfterSeconds: 100_000,
    });
    let engine = 0;
    stack.watch = (_text, _interrupt, pid) => (engine = pid);
    const up = stack.program(program).up();
    while (!(await world.routes())[`POST /api/v1${connections}/{id}/test`]);
    expect(providers()).toHaveLength(1);
    process.kill(engine, "SIGKILL");
    await up;
    // If it stays, the test's own time limit ends this.
    while (started().some(({ line }) => /\bnode /.test(line))) await new Promise(setImmediate);
    expect(items(await world.api("GET", connections))).toHaveLength(1);
  },
  120_000,
);
