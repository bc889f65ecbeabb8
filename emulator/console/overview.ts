import { ServiceError } from "../core/errors";
import { isObject, own, type JsonObject } from "../core/fields";
import { day, formatTime, parseTime, second } from "../core/time";
import type { Browser, Inside } from "./inside";
import { listsOf } from "./lists";

/** Rows of a table that a page shows; totals count all. */
const mostRows = 100;
const auditRows = 15;
/** Finished jobs that are shown beside those that run. */
const finishedJobs = 10;

interface Age {
  readonly label: string;
  /** Days; the group holds younger keys than that. */
  readonly below: number;
}

const ages: readonly Age[] = [
  { label: "under 30 days", below: 30 },
  { label: "30 to 90 days", below: 90 },
  { label: "90 to 365 days", below: 365 },
  { label: "over a year", below: Infinity },
];
const unknownAge = "not shown by the service";

/**
 * What the overview shows of one domain, read with the operations of the service and the rights of
 * who is logged in.
 */
export class Overview {
  private readonly refusals = new Set<string>();
  private readonly lists: ReturnType<typeof listsOf>;

  private constructor(
    private readonly inside: Inside,
    private readonly browser: Browser,
    private readonly token: string,
  ) {
    this.lists = listsOf(inside.service.systems);
  }

  static async of(inside: Inside, browser: Browser, token: string): Promise<object> {
    const reader = new Overview(inside, browser, token);
    const [connections, containers, keys, schedules, jobs, audit] = await Promise.all([
      reader.connections(),
      reader.containers(),
      reader.keys(),
      reader.schedules(),
      reader.jobs(),
      reader.audit(),
    ]);
    const { clock } = inside.service;
    const time = { now: formatTime(clock.now()), offsetSeconds: clock.offset / second };
    return { ...time, connections, containers, keys, schedules, jobs, audit, refusals: [...reader.refusals] };
  }

  private async connections(): Promise<object> {
    const items = await this.list("/connectionmgmt/connections");
    return table(
      items,
      ({ name, service, last_connection_ok: ok, last_connection_error: error, last_connection_at: at }) => ({
        ...{ name, service, at, error },
        state: ok === undefined || ok === null ? "untested" : ok === true ? "ready" : "failed",
      }),
    );
  }

  private async containers(): Promise<object> {
    const connections = new Map((await this.list("/connectionmgmt/connections")).map(({ id, name }) => [id, name]));
    const items = await this.each(this.lists.containers, ({ system }, item) => ({ ...item, system }));
    return table(items, ({ system, name, display_name, dsm_params, cm_domain, connection }) => ({
      ...{ system, name: name ?? display_name ?? at({ part: dsm_params ?? cm_domain }, "part.name") },
      connection: connections.get(connection) ?? connection,
    }));
  }

  /** How many keys of each system are in which state, and of which age. */
  private async keys(): Promise<object> {
    const now = this.inside.service.clock.now();
    const keys = await this.each(this.lists.keys, ({ system, state, created }, item) => ({
      system,
      state: item["gone"] === true ? "gone" : (state.map((path) => stateOf(at(item, path))).find(Boolean) ?? "unknown"),
      age: ageOf(created === undefined ? undefined : at(item, created), now),
    }));
    return {
      total: keys.length,
      states: tally(keys, ({ system, state }) => [system, state]),
      ages: tally(keys, ({ age }) => [age], [...ages.map(({ label }) => label), unknownAge]),
    };
  }

  private async schedules(): Promise<object> {
    const due = this.inside.service.timeline.lastDue("config");
    const items = await this.list("/scheduler/job-configs");
    return table(items, ({ id, name, operation, run_at, disabled, job_config_params }) => ({
      ...{ name, operation, run_at, disabled, next: time(due.get(String(id))) },
      cloud: at({ job_config_params }, "job_config_params.cloud_name"),
    }));
  }

  /** What runs now, with when it will be done, and what was done last. */
  private async jobs(): Promise<object> {
    const { timeline } = this.inside.service;
    const due = new Map([...timeline.lastDue("job"), ...timeline.lastDue("report")]);
    const items = await this.each(this.lists.jobs, ({ what }, item) => ({ ...item, what }));
    const jobs = items.map((item) => ({
      what: item.what,
      name: own(item, "name") ?? own(item, "id"),
      status: own(item, "overall_status") ?? own(item, "status"),
      started: own(item, "started_at") ?? own(item, "createdAt"),
      ended: own(item, "finished_at") ?? own(item, "completed_at"),
      due: time(due.get(String(own(item, "id")))),
      result: own(item, "error") ?? own(item, "result"),
    }));
    const newest = jobs.sort((a, b) => (String(a.started) < String(b.started) ? 1 : -1));
    const running = newest.filter(({ status }) => status === "in_progress");
    const ended = newest.filter(({ status }) => status !== "in_progress").slice(0, finishedJobs);
    return { total: jobs.length, rows: [...running.slice(0, mostRows), ...ended] };
  }

  private async audit(): Promise<object> {
    const items = await this.list("/audit/records", { limit: auditRows, sort: "-createdAt" });
    return items.map(({ createdAt, username, message, success, client_id }) => ({
      ...{ at: createdAt, message, success },
      who: username || client_id,
    }));
  }

  /** The items of several lists, each as `view` makes it. */
  private async each<L extends { readonly list: string }, T>(
    lists: readonly L[],
    view: (list: L, item: JsonObject) => T,
  ): Promise<T[]> {
    const all = await Promise.all(lists.map(async (one) => (await this.list(one.list)).map((item) => view(one, item))));
    return all.flat();
  }

  /**
   * All items of a list. One that the user may not read, or whose feature has no license, is empty,
   * and said to be refused.
   */
  private async list(path: string, query: JsonObject = { limit: -1 }): Promise<JsonObject[]> {
    try {
      const { resources } = await this.inside.call(`GET ${path}`, this.browser, { query, token: this.token });
      return Array.isArray(resources) ? resources.filter(isObject) : [];
    } catch (error) {
      if (!(error instanceof ServiceError) || error.status !== 403) throw error;
      this.refusals.add(error.message);
      return [];
    }
  }
}

const time = (milliseconds: number | undefined): string | undefined =>
  milliseconds === undefined ? undefined : formatTime(milliseconds);

/** A value within an item, by a path with dots. */
function at(item: JsonObject, path: string): unknown {
  return path.split(".").reduce<unknown>((value, name) => (isObject(value) ? own(value, name) : undefined), item);
}

const stateOf = (value: unknown): unknown => (typeof value === "boolean" ? (value ? "Enabled" : "Disabled") : value);

function table(items: readonly JsonObject[], row: (item: JsonObject) => object): object {
  return { total: items.length, rows: items.slice(0, mostRows).map(row) };
}

/** Clouds write times as text, or as seconds since 1970. */
function ageOf(created: unknown, now: number): string {
  const made = typeof created === "number" ? created * second : parseTime(String(created));
  if (made === undefined) return unknownAge;
  return ages.find(({ below }) => now - made < below * day)?.label ?? unknownAge;
}

/** Counts items by labels, in the order of `order` where it is given. */
function tally<T>(items: readonly T[], labels: (item: T) => unknown[], order: readonly string[] = []): object[] {
  const counts = new Map<string, { labels: unknown[]; count: number }>();
  for (const label of order) counts.set(JSON.stringify([label]), { labels: [label], count: 0 });
  for (const item of items) {
    const key = JSON.stringify(labels(item));
    const count = counts.get(key)?.count ?? 0;
    counts.set(key, { labels: labels(item), count: count + 1 });
  }
  return [...counts.values()].filter(({ count }) => count > 0);
}
