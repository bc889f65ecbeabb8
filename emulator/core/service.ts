import type { Clock } from "./clock";
import type { JsonObject } from "./fields";
import { outside, rootDomain, Scope } from "./scope";
import type { Store } from "./store";
import type { ScheduledWork, System, Used } from "./system";
import { type Task, Timeline } from "./timeline";
import { own } from "./fields";

/** One running service: its records, its time, its systems. */
export class Service {
  readonly timeline: Timeline;
  readonly root: Scope;

  constructor(
    readonly store: Store,
    readonly clock: Clock,
    readonly systems: readonly System[],
    /** The key that signs tokens, at least 32 bytes. */
    readonly signingKey: string,
    /** The authority that signed the web certificate, as PEM. */
    readonly authority: { readonly certificate: string; readonly key: string },
    hurry = false,
  ) {
    this.root = new Scope(this, rootDomain);
    this.timeline = new Timeline(store, clock, (task) => this.work(task), hurry);
  }

  /** Fills an empty store. @param world the parts of the world file, by name */
  seed(world: JsonObject): void {
    this.store.transaction(() => {
      for (const system of this.systems) {
        system.seed?.(this.root);
        const part = system.world;
        part?.seed(this.root.in(outside), part.schema.parse(world[part.name] ?? part.initial));
      }
    });
  }

  resume(): void {
    this.store.transaction(() => {
      for (const system of this.systems) system.resume?.(this.root);
    });
  }

  /** What uses that connection, schedule or key, across all systems. */
  users(scope: Scope, used: Used): string[] {
    return this.systems.flatMap((system) => system.uses?.(scope, used) ?? []);
  }

  schedules(): ScheduledWork[] {
    return this.systems.flatMap((system) => system.schedules ?? []);
  }

  private work(task: Task): void {
    const work = this.systems.map((system) => own(system.work, task.work)).find((found) => found !== undefined);
    if (work === undefined) throw new Error(`no system does the planned work ${task.work}`);
    work(this.root.in(task.scope), task.args);
  }
}
