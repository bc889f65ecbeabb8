import { created, shown } from "../core/response";
import { conflict, invalid, ServiceError } from "../core/errors";
import { Fields, type JsonObject } from "../core/fields";
import { list } from "../core/lists";
import {
  addresses,
  type Call,
  type Header,
  type Scope,
  type Operations,
  type ScheduledWork,
  type System,
} from "../core/scope";
import type { Kind } from "../core/record";
import { defineKind } from "../core/store";
import { second } from "../core/time";

/** A run that downloads what containers hold. */
interface SyncJob extends Header {
  readonly cloud_name: string;
  readonly overall_status: "in_progress" | "completed" | "failed" | "cancelled";
  readonly detailed_status: Readonly<Record<string, string>>;
  readonly synchronize_all: boolean;
  readonly start_time: string;
  readonly end_time?: string;
  readonly completed_at?: string;
  /** What was asked for: the list of containers under its own name, and options such as `regions`. */
  readonly request: JsonObject;
  readonly hidden: { readonly root: string; readonly containers: readonly string[]; readonly failed?: boolean };
}

/** What jobs show instead of `cloud_name`, and as their status instead of `in_progress`. */
export interface JobWords {
  readonly cloud: string;
  readonly running: string;
}

/**
 * How one cloud's containers are synchronized. All clouds share the four operations and the job's
 * life.
 */
export interface Synchronization<C extends Header> {
  /** Path of the operations, such as "/cckm/aws/synchronization-jobs". */
  readonly root: string;
  readonly cloudName: string;
  /** The words of its jobs, where those are others. */
  readonly words?: JobWords;
  /** Name of the list of containers in a request, such as "kms". */
  readonly containers: string;
  /** Name of that list in the parameters of a schedule, where it is another, such as "oci_vaults". */
  readonly scheduledAs?: string;
  /** Names of lists of strings that a request may add. */
  readonly options: readonly string[];
  /** Names of flags that a request may add; they come back in the job, and change nothing here. */
  readonly flags?: readonly string[];
  readonly kind: Kind<C>;
  /** Finds a container that a request names; by id, name or URI unless told otherwise. */
  readonly find?: (scope: Scope, reference: string) => C | undefined;
  /** Which containers a run without names covers; all unless told otherwise. */
  readonly covers?: (container: C) => boolean;
  /** How many keys there are to download, or how long it takes when the world says so. */
  readonly effort: (scope: Scope, container: C) => { readonly keys: number; readonly seconds?: number };
  /** Does the download; returns a line per part, and throws when the container can't be reached. */
  readonly load: (scope: Scope, container: C, request: JsonObject) => Record<string, string>;
}

function find<C extends Header>(scope: Scope, { kind, find }: Synchronization<C>, reference: string): C | undefined {
  return find === undefined ? scope.find(kind, reference) : find(scope, reference);
}

const jobs = defineKind<SyncJob>("synchronization-jobs", { address: addresses, root: (job) => job.hidden.root });
const baseSeconds = 0.3;
const keysPerSecond = 20_000;

function view(job: SyncJob, words?: JobWords): object {
  const { request, cloud_name, ...more } = job;
  if (words === undefined) return { ...shown(more), cloud_name, ...request };
  const overall_status = job.overall_status === "in_progress" ? words.running : job.overall_status;
  return { ...shown(more), cloud: words.cloud, overall_status, ...request };
}

/** Starts a job; a second one while another runs is refused. */
function start<C extends Header>(scope: Scope, definition: Synchronization<C>, request: JsonObject): SyncJob {
  const { root, cloudName, containers: field } = definition;
  const body = new Fields(request);
  const named = body.texts(field) ?? [];
  const all = body.flag("synchronize_all") ?? false;
  if (all === named.length > 0) throw invalid(`exactly one of ${field} and synchronize_all is required`);
  const found = all
    ? scope.all(definition.kind).filter(definition.covers ?? (() => true))
    : named.map((reference) => need(scope, definition, reference));
  const running = scope.by(jobs, "root", root).find((job) => job.overall_status === "in_progress");
  if (running !== undefined) throw conflict(`the synchronization job ${running.id} is still running`);
  const options = [
    ...definition.options.map((name) => [name, body.texts(name)] as const),
    ...(definition.flags ?? []).map((name) => [name, body.flag(name)] as const),
  ].filter(([, value]) => value !== undefined);
  const header = scope.header("cckm:synchronize");
  const job = scope.put(jobs, {
    ...header,
    cloud_name: cloudName,
    overall_status: "in_progress",
    detailed_status: {},
    synchronize_all: all,
    start_time: header.createdAt,
    request: { [field]: found.map(({ id }) => id), ...(Object.fromEntries(options) as JsonObject) },
    hidden: { root, containers: found.map(({ id }) => id) },
  });
  const times = durations(scope, definition, found);
  let due = 0;
  found.forEach(({ id }, index) => {
    due += times[index] ?? 0;
    scope.plan(due, workName(definition), { job: job.id, container: id });
  });
  // A moment later, so that it comes after the last container whatever is planned for the same time.
  scope.plan(due + (times[found.length] ?? 1), workName(definition), { job: job.id });
  return job;
}

function need<C extends Header>(scope: Scope, definition: Synchronization<C>, reference: string): C {
  const container = find(scope, definition, reference);
  if (container === undefined) throw invalid(`${definition.containers}: there is no ${reference}`);
  return container;
}

/**
 * Milliseconds for each container: a second for every 20,000 keys, unless the world says how long
 * containers take; 0.3 s more for the job.
 */
function durations<C extends Header>(
  scope: Scope,
  definition: Synchronization<C>,
  containers: readonly C[],
): readonly number[] {
  const efforts = containers.map((container) => definition.effort(scope, container));
  const said = efforts.some(({ seconds }) => seconds !== undefined);
  const each = efforts.map(({ keys, seconds = 0 }) => (said ? seconds : keys / keysPerSecond) * second);
  return said ? each : [...each, baseSeconds * second];
}

const total = (times: readonly number[]): number => times.reduce((sum, one) => sum + one, 0);

const workName = <C extends Header>({ root }: Synchronization<C>): string => `synchronize:${root}`;

/** Containers are downloaded one after the other; one that can't be reached makes the job fail. */
function step<C extends Header>(scope: Scope, definition: Synchronization<C>, args: JsonObject): void {
  const job = scope.get(jobs, String(args["job"]));
  if (job?.overall_status !== "in_progress") return;
  if (args["container"] === undefined) return end(scope, job);
  const container = find(scope, definition, args["container"] as string);
  if (container === undefined) return;
  try {
    const loaded = scope.service.store.attempt(() => definition.load(scope, container, job.request));
    scope.change(jobs, job, { detailed_status: { ...job.detailed_status, ...loaded } });
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    const detailed_status = { ...job.detailed_status, [container.id]: error.message };
    scope.change(jobs, job, { detailed_status, hidden: { ...job.hidden, failed: true } });
  }
}

function end(scope: Scope, job: SyncJob): void {
  const end_time = scope.service.clock.stamp();
  const overall_status = job.hidden.failed ? "failed" : "completed";
  scope.change(jobs, job, { overall_status, end_time, completed_at: end_time });
}

function cancel(call: Call, job: SyncJob): SyncJob {
  if (job.overall_status !== "in_progress") throw conflict(`the synchronization job is ${job.overall_status} already`);
  return call.change(jobs, job, { overall_status: "cancelled", end_time: call.service.clock.stamp() });
}

/**
 * The parts that a system adds for one synchronization: operations, the work of its jobs, and its
 * schedule.
 */
export function synchronization<C extends Header>(
  definition: Synchronization<C>,
): { operations: Operations; work: NonNullable<System["work"]>; schedule: ScheduledWork } {
  const { root, containers, words } = definition;
  const target = (call: Call): SyncJob => call.target(jobs);
  const show = (job: SyncJob): object => view(job, words);
  return {
    operations: {
      [`GET ${root}`]: (call) =>
        list(call, {
          kind: jobs,
          rows: call.by(jobs, "root", root),
          view: show,
          filters: ["id", "overall_status", words === undefined ? "cloud_name" : "cloud", containers],
        }),
      [`POST ${root}`]: (call) => created(show(start(call, definition, sent(call, definition)))),
      [`GET ${root}/{id}`]: (call) => show(target(call)),
      [`POST ${root}/{id}/cancel`]: (call) => show(cancel(call, target(call))),
    },
    work: { [workName(definition)]: (scope, args) => step(scope, definition, args) },
    schedule: scheduled(definition),
  };
}

function sent<C extends Header>({ body }: Call, { containers, options, flags = [] }: Synchronization<C>): JsonObject {
  const names = [containers, "synchronize_all", ...options, ...flags];
  return Object.fromEntries(names.map((name) => [name, body.raw(name)]));
}

function scheduled<C extends Header>(definition: Synchronization<C>): ScheduledWork {
  const field = definition.scheduledAs ?? definition.containers;
  return {
    operation: "cckm_synchronization",
    cloudName: definition.cloudName,
    check: (_scope, params) => {
      const body = new Fields(params);
      const named = (body.texts(field) ?? []).length > 0;
      if (named === (body.flag("synchronize_all") ?? false)) {
        throw invalid(`exactly one of ${field} and synchronize_all is required`);
      }
    },
    run: (scope, _config, params) => {
      try {
        const job = start(scope, definition, { ...params, [definition.containers]: params[field] });
        const containers = job.hidden.containers.map((id) => need(scope, definition, id));
        return {
          milliseconds: total(durations(scope, definition, containers)),
          result: `synchronization job ${job.id}`,
        };
      } catch (error) {
        if (!(error instanceof ServiceError)) throw error;
        return { milliseconds: 0, result: "", error: error.message };
      }
    },
  };
}
