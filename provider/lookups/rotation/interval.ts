import { isCron, nextRuns } from "../../resources/schedules/cron";

/**
 * How long a key may go unrotated under a schedule: what a promise such as "every 90 days" is
 * measured by.
 */

/** A rotation schedule as programs write it and as the service holds it. */
export interface Plan {
  /** Cron expression with five fields, in UTC. */
  runAt: string;
  /** True while the schedule is paused. */
  disabled?: boolean;
  /** When it starts to apply, RFC 3339. */
  startDate?: string;
  /** When it ceases to apply, RFC 3339. */
  endDate?: string;
  /** Rotates only keys whose material is this old, such as `90d`. */
  rotationAfter?: string;
  /** Life of each new key, such as `365d`. */
  expiration?: string;
  /** Rotates only keys that expire within this time, such as `30d`. */
  expireIn?: string;
}

/** The longest time between two rotations, in days; or why there is no such bound. */
export type Interval = { days: number } | { never: string };

const day = 86_400_000;
/** Covers patterns of months and leap years. */
const horizon = 4 * 366 * day;

/** "90d" or "12h" in milliseconds; `undefined` for anything else. */
function milliseconds(text: string | undefined): number | undefined {
  const [, count, unit] = /^(\d+)([dh])$/.exec(text ?? "") ?? [];
  return count === undefined ? undefined : Number(count) * (unit === "h" ? day / 24 : day);
}

/**
 * The longest time that a key bound to this schedule goes unrotated, seen from `now`. A plan of
 * several runs a day counts as one run a day.
 */
export function longestInterval(plan: Plan, now: Date): Interval {
  if (plan.disabled) return { never: "the schedule is disabled" };
  const odd = notUnderstood(plan);
  if (odd !== undefined) return { never: `its ${odd} is not understood` };
  const wait = minimumAge(plan);
  if (wait === undefined) {
    return { never: `it rotates only keys that expire within ${plan.expireIn}, and gives new keys no expiration` };
  }
  const start = Math.max(now.getTime(), plan.startDate ? Date.parse(plan.startDate) : 0);
  const steady = steadyGap(plan.runAt, start, wait);
  if (steady === undefined) return { never: `its cron expression "${plan.runAt}" never runs` };
  // A key that is bound today also waits for the schedule to start.
  const first = start > now.getTime() ? Date.parse(runsFrom(plan.runAt, start, 1)[0]!) - now.getTime() : 0;
  const longest = Math.max(steady, first);
  if (plan.endDate && Date.parse(plan.endDate) < now.getTime() + longest) {
    return { never: `the schedule ends on ${plan.endDate}` };
  }
  return { days: Math.ceil(longest / day) };
}

/** The part of a schedule that programs cannot write; its interval cannot be determined. */
function notUnderstood({ runAt, rotationAfter, expiration, expireIn }: Plan): string | undefined {
  if (!valid.of(runAt, () => isCron(runAt))) return `cron expression "${runAt}"`;
  const durations = { rotationAfter, expireIn, expiration: expireIn && expiration };
  const odd = Object.entries(durations).find(([, text]) => text !== undefined && milliseconds(text) === undefined);
  return odd && `${odd[0]} "${odd[1]}"`;
}

/**
 * What was computed for a text. Thousands of keys share a schedule, and a cron expression takes a
 * while to evaluate. Beyond the bound, the oldest result is dropped.
 */
class Computed<T> {
  private readonly results = new Map<string, { readonly result: T }>();

  of(text: string, compute: () => T): T {
    const known = this.results.get(text);
    if (known) return known.result;
    const result = compute();
    this.results.set(text, { result });
    const [oldest] = this.results.keys();
    if (this.results.size > mostResults) this.results.delete(oldest!);
    return result;
  }
}

const mostResults = 1000;
const valid = new Computed<boolean>();
const gaps = new Computed<number | undefined>();
const spans = new Computed<Span[]>();

/** The age below which the schedule leaves a key alone; `undefined` if it may never rotate it. */
function minimumAge({ rotationAfter, expiration, expireIn }: Plan): number | undefined {
  const after = milliseconds(rotationAfter) ?? 0;
  const within = milliseconds(expireIn);
  if (within === undefined) return after;
  const life = milliseconds(expiration);
  return life === undefined ? undefined : Math.max(after, life - within);
}

/** The longest way from one rotation to the first run that finds the key old enough. */
function steadyGap(runAt: string, from: number, wait: number): number | undefined {
  const key = [runAt, Math.floor(from / day), wait].join();
  return gaps.of(key, () => measuredGap(onceADay(runAt), from, wait));
}

function measuredGap(runAt: string, from: number, wait: number): number | undefined {
  const runs = runsUntil(runAt, from, from + horizon + wait);
  let longest: number | undefined;
  let next = 0;
  for (const [index, run] of runs.entries()) {
    while (next < runs.length && (next <= index || runs[next]! < run + wait)) next++;
    if (next === runs.length) break;
    longest = Math.max(longest ?? 0, runs[next]! - run);
  }
  return longest;
}

function runsUntil(runAt: string, from: number, end: number): number[] {
  const runs: number[] = [];
  for (let at = from; at <= end;) {
    const some = runsFrom(runAt, at, 64).map((text) => Date.parse(text));
    runs.push(...some);
    if (some.length < 64) break;
    at = some.at(-1)!;
  }
  return runs;
}

const runsFrom = (runAt: string, from: number, count: number): string[] => nextRuns(runAt, count, new Date(from));

/**
 * A run, and the earliest moment for which it is known to be the next run: it is also the next run
 * of every moment in between.
 */
interface Span {
  from: number;
  readonly at: number;
  readonly run: string | undefined;
}

const mostSpans = 500;

/** The first run after that moment. */
function nextRun(runAt: string, from: number): string | undefined {
  const known = spans.of(runAt, () => []);
  const span = known.find((one) => one.from <= from && from < one.at);
  if (span) return span.run;
  const [run] = runsFrom(runAt, from, 1);
  const at = run === undefined ? Infinity : Date.parse(run);
  const same = known.find((one) => one.at === at);
  if (same) same.from = Math.min(same.from, from);
  else known.push({ from, at, run });
  if (known.length > mostSpans) known.shift();
  return run;
}

/** Thins a plan that runs several times a day, so that four years of it stay a short list. */
function onceADay(runAt: string): string {
  const [minute = "", hour = "", ...days] = runAt.trim().split(/\s+/);
  const isOnce = /^\d+$/.test(minute) && /^\d+$/.test(hour);
  return [...(isOnce ? [minute, hour] : ["0", "0"]), ...days].join(" ");
}

/** When the schedule rotates a key next, RFC 3339; `undefined` when it is not going to. */
export function nextRotation(
  plan: Plan,
  { rotated, created, expires }: { rotated?: string | null; created?: string; expires?: string },
  now: Date,
): string | undefined {
  if (plan.disabled || notUnderstood(plan) !== undefined) return undefined;
  const since = Date.parse(rotated ?? created ?? "") || 0;
  const within = milliseconds(plan.expireIn);
  if (within !== undefined && expires === undefined) return undefined;
  const from = Math.max(
    now.getTime(),
    plan.startDate ? Date.parse(plan.startDate) : 0,
    since + (milliseconds(plan.rotationAfter) ?? 0),
    within === undefined ? 0 : Date.parse(expires!) - within,
  );
  // A run at that very moment counts.
  const run = nextRun(plan.runAt, from - 1);
  return run !== undefined && plan.endDate && Date.parse(run) > Date.parse(plan.endDate) ? undefined : run;
}
