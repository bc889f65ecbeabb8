import { randomUUID } from "node:crypto";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Stack, type Run } from "../engine/harness";
import { startsFast } from "../engine/starts";
import { inventoryOf, typesOf, type Inventory } from "./inventory";
import { wordsOf, type Kill, type Plan } from "./plan";
import { inRole, processesOf, remaining, signal, type Process, type Role } from "./processes";
import { asFirst, programOf } from "./programs";
import { Proxy } from "./proxy";
import { accountFor, cutOff, repeatDestroy, repeatUp, restoreState, type Recovery } from "./recovery";
import type { Service } from "./service";

/** One crash, and its consequences. */

export interface Outcome {
  plan: Plan;
  /** The request at which the kill happened; `undefined` if the operation ended before. */
  struck: string | undefined;
  converged: boolean;
  /** The state file was unreadable, and the one before it was put back. */
  restored: boolean;
  unlocked: boolean;
  pending: number;
  /** Objects that the service had after the kill and no state did. */
  forgotten: number;
  adopted: string[];
  duplicates: string[];
  orphans: string[];
  lost: string[];
  /** Our own processes and files that were left behind. */
  left: string[];
  /**
   * Processes of Pulumi's host that stayed and that no call had reached: none of our code runs in
   * them.
   */
  idle: number;
  /** From a signal until the command had ended. */
  endedAfterMs: number | undefined;
  /** The problem; empty if there was none. */
  violations: string[];
}

/** Providers finish the calls in progress; then they end. */
const secondsToEnd = 15;
/** The limit between a signal and the end: pipelines kill soon after. */
const msToEnd = 5_000;

/** The stack of a crash, and its surroundings. */
class Scene {
  readonly mark = randomUUID();
  /** Files named after the ids of processes that loaded our code. */
  private readonly loaded = mkdtempSync(join(tmpdir(), "ciphertrust-crash-loaded-"));
  private signalledAt = 0;
  private endedAt = 0;

  private constructor(
    readonly plan: Plan,
    readonly service: Service,
    readonly proxy: Proxy,
    readonly stack: Stack,
    readonly temporary: string,
    readonly before: Inventory,
  ) {
    const NODE_OPTIONS = `${startsFast.NODE_OPTIONS} --require ${join(__dirname, "loaded.cjs")}`;
    Object.assign(stack.environment, { MARK_OF_THE_CRASH: this.mark, TMPDIR: temporary, NODE_OPTIONS });
    stack.environment.CRASH_LOADED = this.loaded;
    if (plan.skipsCheckpoints && plan.operation !== "pipeline") stack.environment.PULUMI_SKIP_CHECKPOINTS = "true";
  }

  static async set(plan: Plan, service: Service): Promise<Scene> {
    await service.reset();
    const before = await inventoryOf(service, typesOf(plan.slots));
    const proxy = await Proxy.start(service.place.address, service.ca);
    const { username, password } = service.place;
    const stack = await Stack.create({
      CIPHERTRUST_ADDRESS: proxy.address,
      CIPHERTRUST_USERNAME: username,
      CIPHERTRUST_PASSWORD: password,
      CIPHERTRUST_CA_CERT: proxy.certificate,
    });
    const temporary = mkdtempSync(join(tmpdir(), "ciphertrust-crash-"));
    return new Scene(plan, service, proxy, stack, temporary, before);
  }

  /** Runs the operation until it is killed, and everything that this ends has ended. */
  async crash(): Promise<Run> {
    const { moment, counted, nth, kill } = this.plan;
    this.proxy.arm({ moment, counted, nth, strike: () => this.strike(kill) });
    const run = await this.operate();
    this.endedAt = Date.now();
    this.proxy.disarm();
    if (this.plan.kill === "power" && this.proxy.struck !== undefined) this.losePower();
    await this.service.serving();
    return run;
  }

  get endedAfterMs(): number | undefined {
    return this.signalledAt === 0 ? undefined : this.endedAt - this.signalledAt;
  }

  private operate(): Promise<Run> {
    const { operation, slots, variant, skipsCheckpoints } = this.plan;
    const option = skipsCheckpoints ? ["--skip-checkpoints"] : ["--allow-key-deletion"];
    this.stack.program(programOf(slots, variant, new Map()));
    if (operation === "destroy") return this.stack.destroy();
    if (operation === "pipeline")
      return this.stack.command("pipeline", "up", "--stack", "test", "--no-audit", ...option);
    return operation === "refresh" ? this.stack.up("--refresh") : this.stack.up();
  }

  /**
   * What a machine does not have after it has started again: temporary files, and what was being
   * written.
   */
  private losePower(): void {
    for (const name of readdirSync(this.temporary))
      rmSync(join(this.temporary, name), { recursive: true, force: true });
    cutOff(this.stack, this.plan.written);
  }

  /** False if nobody is left to receive the request, or its response. */
  private strike(kill: Kill): Promise<boolean> {
    if (kill === "service") {
      this.service.killAndRestart();
      return Promise.resolve(false);
    }
    if (kill === "power") {
      if (signal(processesOf(this.mark), "SIGKILL") === 0) this.proxy.struck = undefined;
      return Promise.resolve(false);
    }
    const isSignal = kill === "SIGINT" || kill === "SIGTERM";
    const role: Role = isSignal ? (this.plan.operation === "pipeline" ? "command" : "engine") : kill;
    const hit = signal(inRole(this.mark, role), isSignal ? kill : "SIGKILL");
    if (hit === 0) this.proxy.struck = undefined;
    else if (isSignal) this.signalledAt = Date.now();
    return Promise.resolve(kill !== "provider");
  }

  /** Our own processes: the pipeline command, and providers with our code in them. */
  ours(): Process[] {
    const loaded = new Set(readdirSync(this.loaded).map(Number));
    // Otherwise none of them could ever count as left behind.
    if (loaded.size === 0) throw new Error("no process was seen to load the provider");
    const providers = inRole(this.mark, "provider").filter(({ pid }) => loaded.has(pid));
    return [...providers, ...inRole(this.mark, "command")];
  }

  async clear(): Promise<void> {
    signal(processesOf(this.mark), "SIGKILL");
    await this.proxy.close();
    this.stack.remove();
    for (const folder of [this.temporary, this.loaded]) rmSync(folder, { recursive: true, force: true });
  }
}

export async function crash(plan: Plan, service: Service): Promise<Outcome> {
  const scene = await Scene.set(plan, service);
  try {
    await deployBefore(scene);
    const run = await scene.crash();
    const left = (await remaining(() => scene.ours(), secondsToEnd)).map(({ line }) => line);
    // What Pulumi itself leaves when it is killed contains nothing of ours; an engine that lost its command continues
    // by itself.
    await remaining(() => inRole(scene.mark, "engine"), 60);
    const idle = inRole(scene.mark, "provider").length;
    signal(processesOf(scene.mark), "SIGKILL");
    const struck = scene.proxy.struck;
    const outcome = await recovered(scene, run);
    return judged(
      { ...outcome, struck, idle, left: [...left, ...filesOf(scene)], endedAfterMs: scene.endedAfterMs },
      run.text,
    );
  } finally {
    await scene.clear();
  }
}

/** What the stack has before the operation. */
async function deployBefore({ stack, plan }: Scene): Promise<void> {
  const all = Object.entries(plan.slots);
  const slots = plan.isFirst ? all.filter(([, { isBefore }]) => isBefore) : all;
  if (slots.length === 0) return;
  const up = await stack.program(programOf(Object.fromEntries(slots), asFirst, new Map())).up();
  if (up.code !== 0) throw new Error(`${wordsOf(plan)}: before the crash: ${up.text}`);
}

type Recovered = Omit<Outcome, "struck" | "idle" | "left" | "endedAfterMs">;

async function recovered(scene: Scene, run: Run): Promise<Recovered> {
  const { plan, stack, service, before } = scene;
  const restored = restoreState(stack);
  const left = await accountFor(service, stack, plan.slots, before);
  const isDestroyed = plan.operation === "destroy";
  const again = await (isDestroyed ? repeatDestroy(stack) : repeatUp(stack, plan.slots, plan.variant));
  const violations = again.converged
    ? []
    : [`the next run failed: ${again.text}\n--- the one that was struck: ${run.text}`];
  const account = await accountFor(service, stack, plan.slots, before);
  if (!isDestroyed && again.converged) violations.push(...(await unsettled(stack)));
  const orphans = isDestroyed ? account.extra : await leftByDestroy(scene, violations);
  return {
    plan,
    converged: violations.length === 0,
    restored,
    ...pick(again),
    pending: left.pending.length,
    forgotten: left.extra.length,
    duplicates: isDestroyed ? [] : account.extra,
    lost: account.lost,
    orphans,
    violations,
  };
}

const pick = ({ unlocked, adopted }: Recovery) => ({ unlocked, adopted });

/** What a preview with refresh still wants to change. */
async function unsettled(stack: Stack): Promise<string[]> {
  const drift = await stack.drift();
  return drift.code === 0 ? [] : [`the preview shows changes: ${drift.text}`];
}

/** Objects that a destroy of the refreshed stack leaves behind. */
async function leftByDestroy({ plan, stack, service, before }: Scene, violations: string[]): Promise<string[]> {
  const destroyed = await stack.destroy("--refresh");
  if (destroyed.code !== 0) violations.push(`the stack cannot be destroyed: ${destroyed.text}`);
  const { extra, lost } = await accountFor(service, stack, plan.slots, before);
  return [...extra, ...lost];
}

/** Files that only we create: event logs, key files, everything with our name. */
function filesOf({ temporary }: Scene): string[] {
  return readdirSync(temporary, { recursive: true, encoding: "utf8" }).filter((name) =>
    /ciphertrust|event/i.test(name),
  );
}

function judged(outcome: Outcome, text: string): Outcome {
  const { duplicates, orphans, lost, left, endedAfterMs } = outcome;
  const violations = [...outcome.violations];
  const counted = { duplicates, orphans, lost, left };
  for (const [what, items] of Object.entries(counted))
    if (items.length > 0) violations.push(`${what}: ${items.join(", ")}`);
  if (endedAfterMs !== undefined && endedAfterMs > msToEnd)
    violations.push(`ended ${endedAfterMs} ms after the signal: ${text}`);
  return { ...outcome, violations };
}
