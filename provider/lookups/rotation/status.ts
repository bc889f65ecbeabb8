import type { Wire } from "../../api/client";
import { allowed, counted } from "../../api/counted";
import { idIn } from "../../api/responses";
import { pick } from "../../lifecycle/values/wire";
import { longestInterval, nextRotation } from "./interval";
import { kindOfRecord } from "./kindOfRecord";
import { limitFor, strictestOf, type KeyLimit } from "../../limits/limits";
import { strengthOf } from "../../limits/strength";
import type {
  AgeLimit,
  BoundSchedule,
  ContainerReference,
  KeyRotationStatus,
  RotationSpan,
  RotationState,
  Rotator,
} from "./result";
import type { Frequency, MaterialFacts, RotationFacet } from "../../resources/rotation";
import type { System } from "../../resources/system";

/**
 * What an auditor needs to know about one key: when it was rotated, when it will be, and whether it
 * is overdue.
 */

/** The criteria for all keys. */
export interface Judgement {
  /** The moment as of which ages are counted. */
  asOf: Date;
  /** Maximum age of material, by the kind of key, whatever a schedule says. */
  limits?: readonly KeyLimit[];
}

/** A key as it was found. */
export interface Found {
  system: System;
  type: string;
  id: string;
  record: Wire;
  container?: { reference: ContainerReference; record: Wire };
}

const day = 86_400_000;
/** Allowance for a run: keys are rotated one after the other. */
const graceDays = 1;

/** The service writes the zero time where there is none. */
const isNone = (value: string): boolean => value === "" || value.startsWith("0001-");

const moment = (value: unknown): string | undefined =>
  typeof value === "string" && !isNone(value) && !Number.isNaN(Date.parse(value)) ? value : undefined;

/** The valid dates. A rotation with an invalid date may have happened at an unknown time. */
function dated({ created, rotated, expires, cloud, ...others }: MaterialFacts): MaterialFacts {
  const never = rotated === undefined || (rotated !== null && isNone(rotated));
  return {
    created: moment(created),
    rotated: never ? undefined : (moment(rotated) ?? null),
    expires: moment(expires),
    ...others,
    cloud: cloud && { ...cloud, next: moment(cloud.next) },
  };
}

const text = (value: unknown): string | undefined => (typeof value === "string" && value !== "" ? value : undefined);

/** A job configuration of the scheduler as a plan. */
export function scheduleOf(config: Wire, ofContainer: boolean): BoundSchedule {
  const parameter = (name: string) => text(pick(config, `job_config_params.${name}`));
  return {
    id: idIn(config),
    name: String(config.name),
    ofContainer,
    runAt: String(config.run_at),
    disabled: config.disabled === true,
    startDate: moment(config.start_date),
    endDate: moment(config.end_date),
    rotationAfter: parameter("rotation_after"),
    expiration: parameter("expiration"),
    expireIn: parameter("expire_in"),
    rotateMaterial: pick(config, "job_config_params.aws_param.rotate_material") === true || undefined,
  };
}

/**
 * The id of the schedule that applies to a key, its own or that of its container. Whether unbinding
 * removes the label is not known of every system; many keys have a separate field that says whether
 * they are rotated.
 */
export function boundTo(record: Wire, container: Wire | undefined): { id: string; ofContainer: boolean } | undefined {
  const own = record.auto_rotate === false ? undefined : text(pick(record, "labels.job_config_id"));
  const shared = text(pick(container, "labels.job_config_id"));
  const overrides = String(pick(container, "labels.override_key_scheduler")) === "true";
  if (shared !== undefined && (own === undefined || overrides)) return { id: shared, ofContainer: true };
  return own === undefined ? undefined : { id: own, ofContainer: false };
}

/**
 * Determines the status of a key. `lost` is the id of a schedule that the key names and the service
 * no longer has.
 */
export function statusOf(
  found: Found,
  told: MaterialFacts,
  schedule: BoundSchedule | undefined,
  lost: string | undefined,
  { asOf, limits = [] }: Judgement,
): KeyRotationStatus {
  const { system, type, id, record, container } = found;
  const facts = dated({ ...told, idle: whyIdle(told, system.rotation!, record, schedule) });
  const course = courseOf(facts, schedule, lost, asOf, system.unrotatable?.[type]);
  const name = system.rotation!.name(record);
  const kind = kindOfRecord(system, type, record);
  const { algorithm, size } = kind;
  const strength = strengthOf(kind);
  const limit = limitOn(limits, { ...kind, names: [name, id] });
  return {
    system: system.name,
    type,
    id,
    name,
    algorithm,
    size,
    strength: strength?.bits,
    postQuantum: strength?.postQuantum,
    container: container?.reference,
    lastRotation: facts.rotated ?? undefined,
    lastRotationKnown: facts.rotated !== null,
    schedule,
    rotatedBy: rotatorOf(schedule, course),
    limit,
    ...shownNext(course.next),
    ...judged(facts.rotated ?? facts.created, limit, course, asOf),
  };
}

function shownNext(next: RotationSpan | undefined): Pick<KeyRotationStatus, "nextRotation" | "nextRotationBetween"> {
  return next?.earliest === next?.latest ? { nextRotation: next?.latest } : { nextRotationBetween: next };
}

/** What follows from the age of the material. */
function judged(since: string | undefined, limit: AgeLimit | undefined, course: Course, asOf: Date) {
  const now = asOf.getTime();
  const age = since === undefined ? undefined : Math.max(0, now - Date.parse(since));
  const most = Math.min(limit?.days ?? Infinity, (course.days ?? Infinity) + graceDays);
  const due = since === undefined ? Infinity : dueOf(Date.parse(since), limit, course);
  const overdue = age === undefined ? most < Infinity : now > due;
  const risk = overdue ? undefined : riskOf(course, due, now);
  return {
    materialSince: since,
    ageDays: age === undefined ? undefined : Math.floor(age / day),
    dueBy: due < Infinity ? iso(due) : undefined,
    state: stateOf(overdue, risk, course),
    reason: overdue ? overdueReason(age, limit, course) : `${risk ?? ""}${course.reason}`,
  };
}

function stateOf(overdue: boolean, risk: string | undefined, { next }: Course): RotationState {
  if (overdue) return "overdue";
  if (next === undefined) return "unscheduled";
  return risk === undefined ? "onTime" : "atRisk";
}

/** When the first limit is exceeded for certain. */
function dueOf(since: number, limit: AgeLimit | undefined, { days = Infinity, due }: Course): number {
  return Math.min(since + (limit?.days ?? Infinity) * day, due?.latest ?? since + (days + graceDays) * day);
}

/** Why a key that is to be rotated may not be in time. */
function riskOf({ next, due: span }: Course, due: number, now: number): string | undefined {
  if (next === undefined) return undefined;
  if (Date.parse(next.earliest) > due) return "Its next rotation is after it is due. ";
  if (Date.parse(next.latest) > due) return "Its next rotation may be after it is due. ";
  return span && now > span.earliest
    ? "It may be overdue: the service does not show since when the days of its rotation frequency count. "
    : undefined;
}

/** The limit that counts, if what is not known of the key is taken for the worst case. */
function limitOn(limits: readonly KeyLimit[], kind: Parameters<typeof limitFor>[1]): AgeLimit | undefined {
  const applied = limitFor(limits, kind);
  const strictest = strictestOf(applied);
  if (!strictest) return undefined;
  const { days, clause, says } = strictest;
  return { days, clause, says, unknown: applied.perhaps && [...applied.unknown] };
}

function rotatorOf(schedule: BoundSchedule | undefined, { next }: Course): Rotator {
  if (next === undefined && schedule?.perhaps === undefined) return { by: "nobody" };
  if (!schedule) return { by: "cloud" };
  return { by: schedule.byQuery ? "vault" : "schedule", name: schedule.name, perhaps: schedule.perhaps };
}

function whyIdle(
  { idle }: MaterialFacts,
  { whyNotInPlace }: RotationFacet,
  record: Wire,
  schedule: BoundSchedule | undefined,
): string | undefined {
  return idle ?? (schedule?.rotateMaterial ? whyNotInPlace?.(record) : undefined);
}

const iso = (time: number): string => new Date(time).toISOString();

/** The future rotations of a key. */
interface Course {
  /** The longest time between rotations, in days. */
  days?: number;
  next?: RotationSpan;
  /** When it is due by a rotation frequency: not before, and not after. */
  due?: { earliest: number; latest: number };
  reason: string;
}

/** A schedule that selects a key by its rotation frequency counts from when that was set. */
function frequencyUnder(schedule: BoundSchedule, facts: MaterialFacts): Frequency | undefined {
  return schedule.byQuery && schedule.rotationAfter !== undefined ? facts.frequency : undefined;
}

/** A key is due at the first run after the days have passed. */
function dueUnder(schedule: BoundSchedule, facts: MaterialFacts): Course["due"] {
  const frequency = frequencyUnder(schedule, facts);
  if (frequency === undefined) return undefined;
  const dueIf = (set = iso(0)) => {
    const run = nextRotation(schedule, { created: set }, new Date(set));
    return run === undefined ? Infinity : Date.parse(run) + graceDays * day;
  };
  return { earliest: dueIf(frequency.earliest), latest: dueIf(frequency.latest) };
}

/** When the schedule rotates a key next; `undefined` when it is not going to. */
export function nextBetween(schedule: BoundSchedule, facts: MaterialFacts, asOf: Date): RotationSpan | undefined {
  const frequency = frequencyUnder(schedule, facts);
  const next = (plan: BoundSchedule, since: Parameters<typeof nextRotation>[1]) => nextRotation(plan, since, asOf);
  const waits = frequency !== undefined && !frequency.reached;
  const plan = frequency?.reached ? { ...schedule, rotationAfter: undefined } : schedule;
  const earliest = next(plan, waits ? { created: frequency.earliest } : facts);
  const latest = next(plan, waits ? { created: frequency.latest } : facts);
  return earliest === undefined || latest === undefined ? undefined : { earliest, latest };
}

function courseOf(
  facts: MaterialFacts,
  schedule: BoundSchedule | undefined,
  lost: string | undefined,
  asOf: Date,
  unrotatable: string | undefined,
): Course {
  if (schedule) return scheduledCourse(facts, schedule, asOf);
  if (lost !== undefined) return { reason: `It is bound to the schedule ${lost}, which the service does not have.` };
  const { cloud, rotated, created, idle } = facts;
  if (!cloud) return { reason: unrotatable ? `Nothing rotates it: ${unrotatable}.` : "It is bound to no schedule." };
  if (idle !== undefined) return { days: cloud.everyDays, reason: `Its cloud is not going to rotate it: ${idle}.` };
  const since = rotated ?? created;
  const next = cloud.next ?? (since && cloud.everyDays && iso(Date.parse(since) + cloud.everyDays * day));
  const span = next ? { earliest: next, latest: next } : undefined;
  return { days: cloud.everyDays, next: span, reason: "Its cloud rotates it by itself." };
}

function scheduledCourse(facts: MaterialFacts, schedule: BoundSchedule, asOf: Date): Course {
  const name = `The schedule "${schedule.name}"`;
  if (schedule.perhaps !== undefined) return { reason: `${name} may or may not rotate it: ${schedule.perhaps}.` };
  const interval = longestInterval(schedule, asOf);
  const days = "days" in interval ? interval.days : undefined;
  const due = dueUnder(schedule, facts);
  if (facts.idle !== undefined) return { days, due, reason: `${name} is not going to rotate it: ${facts.idle}.` };
  const next = nextBetween(schedule, facts, asOf);
  if (next !== undefined) return { days, due, next, reason: `${name} rotates it.` };
  const why = "never" in interval ? interval.never : "it rotates only keys that expire, and this one does not";
  return { days, due, reason: `${name} is not going to rotate it: ${why}.` };
}

function overdueReason(age: number | undefined, limit: AgeLimit | undefined, { days, due, reason }: Course): string {
  if (age === undefined) {
    const wanted = limit ? allowedBy(limit, "day") : `it should be rotated within ${counted(days!, "day")}`;
    return `The service does not tell how old its material is, and ${wanted}. ${reason}`;
  }
  const old = `Its material is ${counted(Math.floor(age / day), "day")} old`;
  if (limit && age > limit.days * day) return `${old}; ${allowedBy(limit)}. ${reason}`;
  if (due) return `${old}; its rotation frequency made it due by ${iso(due.latest).slice(0, 10)}. ${reason}`;
  return `${old}, although it should be rotated within ${counted(days!, "day")}. ${reason}`;
}

/** A limit on every key needs no name. */
function allowedBy({ days, clause, unknown }: AgeLimit, noun?: string): string {
  const text = allowed(days, noun);
  if (clause === `${days}d`) return text;
  return unknown
    ? `${text} if the limit "${clause}" applies: its ${unknown.join(" and ")} is not known`
    : `${text} by the limit "${clause}"`;
}
