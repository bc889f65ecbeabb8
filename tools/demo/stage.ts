import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parse } from "yaml";
import { EmulatorProcess } from "../bench/service";
import { ensureEngine, type Engine } from "../engine";
import { UserError } from "../errors";
import { demoSettings, exampleWorld } from "../examples";
import type { Invocation } from "../invocation";
import { projectRoot } from "../project";
import { emulatorName } from "../quickstart/settings";
import { Stack } from "../quickstart/stack";
import { run, type RunResult } from "../shared/child.cjs";
import { changesIn } from "./changes";
import type { Screen } from "./screen";

const example = "tour";
const root = projectRoot();
const dayMs = 86_400_000;

type Wire = Record<string, unknown>;

/**
 * Plays the tour on a stage of its own: an emulator, and a stack in a folder that is gone
 * afterwards.
 */
export async function onStage(
  invocation: Invocation,
  screen: Screen,
  play: (stage: Stage) => Promise<void>,
): Promise<void> {
  const { progress, signal } = invocation;
  const folder = mkdtempSync(join(tmpdir(), "ciphertrust-demo-"));
  let emulator: EmulatorProcess | undefined;
  try {
    const engine = await engineIn(folder, invocation);
    progress.step("Preparing the demo");
    emulator = await EmulatorProcess.start(parse(readFileSync(exampleWorld, "utf8")) as object);
    signal.throwIfAborted();
    const stack = new Stack(join(root, "examples", example), join(folder, "stack"), engine);
    await stack.ensure(emulatorName);
    await stack.setAll(demoSettings(example));
    signal.throwIfAborted();
    progress.stop();
    await play(new Stage(invocation, screen, emulator, stack));
  } finally {
    progress.stop();
    await emulator?.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

const isSetting = (name: string): boolean => /^(PULUMI|CIPHERTRUST)_/.test(name);

/** The environment without what the user has set for a Pulumi and a service of their own. */
const withoutSettings = (): NodeJS.ProcessEnv =>
  Object.fromEntries(Object.entries(process.env).filter(([name]) => !isSetting(name)));

/**
 * An engine that reads and writes nothing of the user's: what it remembers, and leaves behind, is
 * in the folder as well.
 */
async function engineIn(folder: string, invocation: Invocation): Promise<Engine> {
  const engine = await ensureEngine({ ...invocation, env: withoutSettings(), stateDir: folder });
  const temporary = { TMPDIR: folder, TMP: folder, TEMP: folder };
  const own = { PULUMI_HOME: join(folder, "home"), PULUMI_NODEJS_TRANSPILE_ONLY: "true", ...temporary };
  return { ...engine, environment: (extra) => engine.environment({ ...own, ...extra }) };
}

export class Stage {
  private readonly settings = new Map(demoSettings(example).map(({ key, value }) => [key, value]));

  constructor(
    private readonly invocation: Invocation,
    readonly screen: Screen,
    private readonly emulator: EmulatorProcess,
    private readonly stack: Stack,
  ) {}

  /** Runs Pulumi on the program of the example, and shows what it says of changes. */
  async pulumi(operation: "up" | "preview", ...args: string[]): Promise<void> {
    this.screen.command(["pulumi", operation, ...args].join(" "));
    const quiet = ["--non-interactive", "--color", "always", "--suppress-outputs"];
    const unasked = operation === "up" ? ["--yes", "--skip-preview"] : [];
    const { environment } = this.emulator;
    const running = this.stack.operate(operation, [...args, ...unasked, ...quiet], environment, captured);
    const { stdout } = await this.ended(`pulumi ${operation}`, running);
    this.screen.output(changesIn(stdout), "pulumi");
  }

  /** What `pulumi-ciphertrust` prints. */
  async command(...args: string[]): Promise<string> {
    const env = { ...withoutSettings(), ...this.emulator.environment };
    const script = join(root, "dist", "cli", "index.js");
    const { stdout } = await this.ended(args[0]!, run(process.execPath, [script, ...args], { ...captured, env }));
    return stdout;
  }

  /**
   * Moves the clock to the next midnight, so that every run has the same nights; returns the day
   * that begins.
   */
  async startAtMidnight(): Promise<string> {
    const { now } = await this.emulator.client.control("GET", "/clock");
    const ms = Date.parse(String(now));
    const midnight = (Math.floor(ms / dayMs) + 1) * dayMs;
    await this.advance((midnight - ms) / 1000);
    return new Date(midnight).toISOString().slice(0, 10);
  }

  /** Returns how many seconds that took. */
  async passDays(days: number): Promise<number> {
    const begun = performance.now();
    await this.advance((days * dayMs) / 1000);
    return (performance.now() - begun) / 1000;
  }

  /** Changes a cloud, without the service. */
  async change(what: string, body: object): Promise<void> {
    await this.emulator.client.control("POST", `/world/${what}`, body);
  }

  /** What there is in the clouds, as the emulator shows it. */
  clouds(): Promise<Wire> {
    return this.emulator.client.control("GET", "/world");
  }

  /** The first item of one of the service's lists. */
  async listed<T>(path: string): Promise<T> {
    const call = await this.emulator.client.session();
    const { resources } = await call("GET", path);
    const [item] = resources as T[];
    if (item === undefined) throw new UserError(`There is nothing at ${path}.`);
    return item;
  }

  /** A value of the example's configuration. */
  setting(key: string): string {
    return this.settings.get(key)!;
  }

  private async advance(advanceSeconds: number): Promise<void> {
    this.invocation.signal.throwIfAborted();
    await this.emulator.client.control("POST", "/clock", { advanceSeconds });
  }

  private async ended(what: string, running: Promise<RunResult>): Promise<RunResult> {
    const { progress, signal } = this.invocation;
    progress.step(what);
    const result = await running;
    progress.stop();
    signal.throwIfAborted();
    if (result.code !== 0) throw new UserError(`${what} failed:\n${result.stdout}${result.stderr}`);
    return result;
  }
}

const captured = { capture: true, stdin: "ignore" } as const;
