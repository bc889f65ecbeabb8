import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { ensureEngine } from "../../tools/engine";
import type { Age } from "../../tools/engine/build";
import { exampleWorld } from "../../tools/examples";
import { needsOldestEngine } from "../engine/extras";
import { items, root, run, Stack, startWorld, succeeds, type World } from "../engine/harness";
import { runnablePack } from "../engine/pack";
import { account, pluginStack, program } from "../engine/plugin/support";
import { pack, withoutNpm } from "../packages/pack";

/**
 * What has to work on every Node.js, with the oldest and the newest of Pulumi's libraries that it
 * runs. Stacks see to it that no process writes to standard error.
 */

const minutes = 600_000;

interface Cell {
  /** Major version of Node.js. */
  node: number;
  /** Version of `@pulumi/pulumi`. */
  sdk: string;
  engine?: Age;
  /** Also the policy pack, the pipeline's command and the native plugin. */
  isComplete?: boolean;
}

/** The package in a project of its own, with a Node.js of its own, installed from npm. */
class Place {
  readonly folder = realpathSync(mkdtempSync(join(tmpdir(), "ciphertrust-platform-")));
  readonly modules = join(this.folder, "node_modules");
  private path = "";
  private world: World | undefined;

  constructor(private readonly cell: Cell) {}

  /** Prints the versions. */
  async open(): Promise<void> {
    const { node, sdk, engine: age } = this.cell;
    const dependencies = {
      "pulumi-ciphertrust": `file:${pack(this.folder)}`,
      "@pulumi/pulumi": sdk,
      "@pulumi/policy": "^1.21.0",
      node: `${node}`,
      typescript: "5.9",
    };
    for (const name of ["Pulumi.yaml", "tsconfig.json", "examples/quickstart"])
      cpSync(join(root, name), join(this.folder, name), { recursive: true });
    writeFileSync(
      join(this.folder, "package.json"),
      JSON.stringify({ name: "platform", version: "1.0.0", dependencies }),
    );
    await succeeds(run("npm", ["install", "--no-audit", "--no-fund"], withoutNpm(), this.folder));
    const engine = await ensureEngine({ age });
    this.path = [join(this.modules, "node", "bin"), engine.binDir, process.env.PATH].join(delimiter);
    this.world = await startWorld({ world: exampleWorld });
    const found = await succeeds(run("node", ["--version"], { PATH: this.path }, this.folder));
    const pulumi = await succeeds(run("pulumi", ["version"], this.environment, this.folder));
    const installed = JSON.parse(readFileSync(join(this.modules, "@pulumi/pulumi/package.json"), "utf8")) as {
      version: string;
    };
    expect([found, installed.version, pulumi]).toEqual([
      expect.stringMatching(`^v${node}\\.`),
      sdk,
      expect.stringContaining(engine.version),
    ]);
    process.stderr.write(`Node.js ${found.trim()}, @pulumi/pulumi ${installed.version}, Pulumi ${pulumi.trim()}\n`);
  }

  /** Without what makes the processes of other tests start faster. */
  get environment(): Record<string, string> {
    return { ...this.service.environment, PATH: this.path, NODE_OPTIONS: "", PULUMI_SKIP_UPDATE_CHECK: "true" };
  }

  get service(): World {
    return this.world!;
  }

  async close(): Promise<void> {
    await this.world?.close();
    rmSync(this.folder, { recursive: true, force: true });
  }

  /** A stack whose program is set by the test. */
  async stack(make: () => Promise<Stack> = () => Stack.create()): Promise<Stack> {
    const stack = await make();
    Object.assign(stack.environment, this.environment);
    rmSync(join(stack.folder, "node_modules"));
    symlinkSync(this.modules, join(stack.folder, "node_modules"));
    return stack;
  }
}

async function quickStart(place: Place): Promise<void> {
  const stack = await Stack.create(place.environment, place.folder);
  try {
    await stack.config("awsAccessKeyId", "AKIAIOSFODNN7EXAMPLE");
    await stack.config("awsSecretAccessKey", "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY", "--secret");
    await stack.config("awsAccountId", "123456789012");
    await succeeds(stack.up());
    await succeeds(stack.preview("--expect-no-changes"));
    const { api } = place.service;
    const [connection] = items(await api("GET", "/connectionmgmt/services/aws/connections"));
    const path = `/connectionmgmt/services/aws/connections/${String(connection!.id)}`;
    await api("PATCH", path, { description: "Changed elsewhere" });
    const drift = await stack.drift();
    expect(drift).toMatchObject({ code: 7 });
    expect(drift.text).toMatch(/description\s*:\s+"Changed elsewhere" => "Production account"/);
    await succeeds(stack.up("--refresh"));
    await succeeds(stack.destroy());
    expect(await api("GET", "/connectionmgmt/services/aws/connections")).toMatchObject({ total: 0 });
  } finally {
    stack.remove();
  }
}

const key = `new ciphertrust.VaultKey("backups", { labels: { team: "platform" }, onDestroy: "destroy" });`;
const bound = `
  const backups = ${key}
  new ciphertrust.KeyRotationPolicy("backups", { every: "90d", keys: [backups] });`;
const unbound = `
  const prod = new ciphertrust.AwsConnection("prod", { accessKeyId: "AKIAIOSFODNN7EXAMPLE", secretAccessKey: "secret" });
  const kms = new ciphertrust.AwsKms("prod", { connection: prod.id, accountId: "123456789012", regions: ["eu-west-1"] });
  new ciphertrust.AwsKey("orders", { kms: kms.id, region: "eu-west-1", alias: ["orders"] });`;

async function policyPack(stack: Stack, place: Place): Promise<void> {
  const folder = join(stack.folder, "pack");
  const target = runnablePack(join(place.modules, "pulumi-ciphertrust", "policy", "pack"), folder);
  mkdirSync(folder, { recursive: true });
  symlinkSync(place.modules, join(folder, "node_modules"));
  const { code, text } = await stack.program(unbound).preview("--policy-pack", target);
  expect({ code, text }).toMatchObject({ code: 1 });
  expect(text).toMatch(/\[mandatory\]\s+key-rotation\s+\(.*AwsKey: orders\)/);
  await succeeds(stack.program(bound).preview("--policy-pack", target));
}

async function pipeline(stack: Stack, place: Place): Promise<void> {
  const command = join(place.modules, "pulumi-ciphertrust", "dist", "cli", "index.js");
  const run = (...args: string[]) => stack.program(key).node(command, "pipeline", ...args, "--stack", "test");
  await succeeds(run("up"));
  await succeeds(run("preview"));
  expect(await run("destroy")).toMatchObject({ code: 9 });
  await succeeds(run("destroy", "--allow-key-deletion"));
}

async function plugin(stack: Stack): Promise<void> {
  program(stack, account());
  await succeeds(stack.up());
  expect(await stack.drift()).toMatchObject({ code: 0 });
  await succeeds(stack.destroy());
}

/** The tests of one combination. */
export function platform(cell: Cell): void {
  const place = new Place(cell);
  const used = async (work: (stack: Stack, place: Place) => Promise<void>, make?: () => Promise<Stack>) => {
    const stack = await place.stack(make);
    try {
      await work(stack, place);
    } finally {
      stack.remove();
    }
  };
  describe(`Node.js ${cell.node}, @pulumi/pulumi ${cell.sdk}, the ${cell.engine ?? "newest"} engine`, () => {
    if (cell.engine === "oldest") needsOldestEngine();
    beforeAll(() => place.open(), minutes);
    afterAll(() => place.close());
    test("quick start and drift", () => quickStart(place), minutes);
    if (!cell.isComplete) return;
    test("policy pack", () => used(policyPack), minutes);
    test("pipeline", () => used(pipeline), minutes);
    test("native plugin", () => used(plugin, () => pluginStack(place.service)), minutes);
  });
}
