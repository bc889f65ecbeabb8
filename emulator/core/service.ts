import type { Clock } from "./clock";
import { type JsonObject, own } from "./fields";
import { Outage } from "./outage";
import { outside, rootDomain, Scope, type ScheduledWork, type Service, type System, type Used } from "./scope";
import type { Store } from "./store";
import { type Task, Timeline } from "./timeline";

/** A service in memory, and on disk if its store is. */
export class RunningService implements Service {
  readonly timeline: Timeline;
  readonly outage: Outage;
  readonly root: Scope;

  constructor(
    readonly store: Store,
    readonly clock: Clock,
    readonly systems: readonly System[],
    readonly signingKey: string,
    readonly authority: { readonly certificate: string; readonly key: string },
    hurry = false,
  ) {
    this.outage = new Outage(clock);
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
