import type { Wire } from "../../api/client";
import { allowed, counted } from "../../api/counted";
import { idIn } from "../../api/responses";
import { pick } from "../../lifecycle/values/wire";
import { longestInterval, nextRotation } from "./interval";
import { kindOfRecord } from "./kindOfRecord";
import { limitFor, strictestOf, type KeyLimit } from "../../limits/limits";
import type { AgeLimit, BoundSchedule, ContainerReference, KeyRotationStatus, RotationState, Rotator } from "./result";
import type { MaterialFacts, RotationFacet } from "../../resources/rotation";
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
function dated({ created, rotated, expires, idle, cloud }: MaterialFacts): MaterialFacts {
  const never = rotated === undefined || (rotated !== null && isNone(rotated));
  return {
    created: moment(created),
    rotated: never ? undefined : (moment(rotated) ?? null),
    expires: moment(expires),
    idle,
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
  const { algorithm, size, ...kind } = kindOfRecord(system, type, record);
  const limit = limitOn(limits, { ...kind, algorithm, size, names: [name, id] });
  return {
    system: system.name,
    type,
    id,
    name,
    algorithm,
    size,
    container: container?.reference,
    lastRotation: facts.rotated ?? undefined,
    lastRotationKnown: facts.rotated !== null,
    schedule,
    rotatedBy: rotatorOf(schedule, course),
    limit,
    nextRotation: course.next,
    ...judged(facts.rotated ?? facts.created, limit, course, asOf),
  };
}

/** What follows from the age of the material. */
function judged(since: string | undefined, limit: AgeLimit | undefined, course: Course, asOf: Date) {
  const age = since === undefined ? undefined : Math.max(0, asOf.getTime() - Date.parse(since));
  const most = Math.min(limit?.days ?? Infinity, (course.days ?? Infinity) + graceDays);
  const overdue = age === undefined ? most < Infinity : age > most * day;
  const state: RotationState = overdue ? "overdue" : course.next === undefined ? "unscheduled" : "onTime";
  return {
    materialSince: since,
    ageDays: age === undefined ? undefined : Math.floor(age / day),
    dueBy: since !== undefined && most < Infinity ? iso(Date.parse(since) + most * day) : undefined,
    state,
    reason: overdue ? overdueReason(age, limit, course) : course.reason,
  };
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
  next?: string;
  reason: string;
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
  return { days: cloud.everyDays, next: next || undefined, reason: "Its cloud rotates it by itself." };
}

function scheduledCourse(facts: MaterialFacts, schedule: BoundSchedule, asOf: Date): Course {
  const name = `The schedule "${schedule.name}"`;
  if (schedule.perhaps !== undefined) return { reason: `${name} may or may not rotate it: ${schedule.perhaps}.` };
  const interval = longestInterval(schedule, asOf);
  const days = "days" in interval ? interval.days : undefined;
  if (facts.idle !== undefined) return { days, reason: `${name} is not going to rotate it: ${facts.idle}.` };
  const next = nextRotation(schedule, facts, asOf);
  if (next !== undefined) return { days, next, reason: `${name} rotates it.` };
  const why = "never" in interval ? interval.never : "it rotates only keys that expire, and this one does not";
  return { days, reason: `${name} is not going to rotate it: ${why}.` };
}

function overdueReason(age: number | undefined, limit: AgeLimit | undefined, { days, reason }: Course): string {
  if (age === undefined) {
    const wanted = limit ? allowedBy(limit, "day") : `it should be rotated within ${counted(days!, "day")}`;
    return `The service does not tell how old its material is, and ${wanted}. ${reason}`;
  }
  const old = `Its material is ${counted(Math.floor(age / day), "day")} old`;
  if (limit && age > limit.days * day) return `${old}; ${allowedBy(limit)}. ${reason}`;
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
