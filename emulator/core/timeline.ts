import { randomUUID } from "node:crypto";
import type { Clock } from "./clock";
import { ServiceError } from "./errors";
import type { JsonObject } from "./fields";
import type { Stored } from "./record";
import { defineKind, type Store } from "./store";

/** Work that the service will do at a later time. It is a record, so it survives a restart. */
export interface Task extends Stored {
  /** Milliseconds since 1970. */
  readonly due: number;
  /** The name under which a system registered the work. */
  readonly work: string;
  /** The domain in which the work is done. */
  readonly scope: string;
  readonly args: JsonObject;
}

/** Work of a call that is still open; it dies with the process. */
interface Wait {
  readonly due: number;
  readonly work: () => unknown;
  readonly resolve: (result: unknown) => void;
  readonly reject: (reason: Error) => void;
}

const tasks = defineKind<Task>("tasks");
const everyDomain = "";
const longestTimer = 3_600_000;
/** What could not be done is due at once again: milliseconds until it is tried. */
const afterFailure = 1000;

/** Runs what is due, in order of due time, each with the clock held at the moment it was due. */
export class Timeline {
  private waits: Wait[] = [];
  private timer: NodeJS.Timeout | undefined;
  private running: Promise<void> = Promise.resolve();
  private stopped = true;
  private pause = 0;

  constructor(
    private readonly store: Store,
    private readonly clock: Clock,
    private readonly runTask: (task: Task) => void,
    /** True when the clock leaps to the end of every wait. */
    private readonly hurry = false,
  ) {}

  start(): void {
    this.stopped = false;
    this.arm();
  }

  async stop(): Promise<void> {
    this.stopped = true;
    clearTimeout(this.timer);
    this.abandonWaits();
    await this.running;
  }

  /** @param due milliseconds since 1970; what lies in the past runs at once. */
  plan(scope: string, due: number, work: string, args: JsonObject): void {
    this.store.put(tasks, { id: randomUUID(), domain: everyDomain, due, work, scope, args });
    this.arm();
  }

  /** Takes back planned work of that name whose arguments contain all of `args`. */
  cancel(work: string, args: JsonObject): void {
    for (const task of this.store.all(tasks, everyDomain)) {
      const matches = Object.entries(args).every(([name, value]) => task.args[name] === value);
      if (task.work === work && matches) this.store.remove(tasks, task);
    }
  }

  /**
   * When planned work is due, by the value of one of its arguments, such as the id of a job; where
   * there are several, the last.
   */
  lastDue(argument: string): Map<string, number> {
    const due = new Map<string, number>();
    for (const task of this.store.all(tasks, everyDomain)) {
      const value = task.args[argument];
      if (typeof value === "string") due.set(value, Math.max(task.due, due.get(value) ?? 0));
    }
    return due;
  }

  /** Runs `work` as one transaction after that much of the emulator's time. */
  after<T>(delayMs: number, work: () => T): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      this.waits.push({
        due: this.clock.now() + delayMs,
        work,
        resolve: (result) => resolve(result as T),
        reject,
      });
      if (this.hurry) this.advance(delayMs).catch(reject);
      else this.arm();
    });
  }

  /** Moves the clock on and runs everything that becomes due on the way. */
  advance(milliseconds: number): Promise<void> {
    return this.inTurn(async () => {
      const offset = this.clock.offset + milliseconds;
      await this.runUntil(this.clock.now() + milliseconds);
      this.clock.offset = offset;
    });
  }

  /** Open calls that wait for a later time are refused instead. */
  abandonWaits(): void {
    const waits = this.waits;
    this.waits = [];
    for (const wait of waits) wait.reject(new ServiceError("unavailable", "The service was stopped or reset"));
  }

  private tick(): void {
    const turn = this.inTurn(async () => {
      this.pause = afterFailure;
      await this.runUntil(this.clock.now());
      this.pause = 0;
    });
    turn.catch((error: unknown) => process.emitWarning(error instanceof Error ? error : String(error)));
  }

  /** Runs `work` while neither a task nor an advance of the clock is under way. */
  inTurn(work: () => Promise<void>): Promise<void> {
    const turn = this.running.then(work).finally(() => this.arm());
    this.running = turn.catch(() => undefined);
    return turn;
  }

  private async runUntil(target: number): Promise<void> {
    for (let next = this.next(); next !== undefined && next.due <= target; next = this.next()) {
      this.clock.moveTo(next.due);
      await next.run();
    }
  }

  private next(): { due: number; run: () => Promise<void> } | undefined {
    const task = earliest(this.store.all(tasks, everyDomain));
    const wait = earliest(this.waits);
    if (wait !== undefined && (task === undefined || wait.due <= task.due)) {
      return { due: wait.due, run: () => this.runWait(wait) };
    }
    return task === undefined ? undefined : { due: task.due, run: () => this.runAndForget(task) };
  }

  private async runWait(wait: Wait): Promise<void> {
    this.waits = this.waits.filter((candidate) => candidate !== wait);
    try {
      wait.resolve(await this.heldAt(wait.due, () => this.store.transaction(wait.work)));
    } catch (error) {
      wait.reject(error instanceof Error ? error : new Error(String(error)));
    }
  }

  private async runAndForget(task: Task): Promise<void> {
    await this.heldAt(task.due, () => {
      this.store.transaction(() => this.store.remove(tasks, task));
      this.store.transaction(() => this.runTask(task));
    });
  }

  /** Does the work with the clock held; when this resolves, what it changed is on the disk. */
  private async heldAt<T>(time: number, work: () => T): Promise<T> {
    let result: T;
    this.clock.hold(time);
    try {
      result = work();
    } finally {
      this.clock.release();
    }
    await this.store.flush();
    return result;
  }

  private arm(): void {
    clearTimeout(this.timer);
    const next = this.stopped ? undefined : this.next();
    if (next === undefined) return;
    const delay = Math.min(Math.max(this.pause, next.due - this.clock.now()), longestTimer);
    this.timer = setTimeout(() => this.tick(), delay);
    this.timer.unref();
  }
}

function earliest<T extends { readonly due: number }>(items: readonly T[]): T | undefined {
  return items.reduce<T | undefined>(
    (best, item) => (best === undefined || item.due < best.due ? item : best),
    undefined,
  );
}
