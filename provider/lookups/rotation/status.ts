import type { Wire } from "../../api/client";
import { allowed, counted } from "../../api/counted";
import { idIn } from "../../api/responses";
import { pick } from "../../lifecycle/values/wire";
import { longestInterval, nextRotation } from "./interval";
import type { BoundSchedule, ContainerReference, KeyRotationStatus } from "./result";
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
  /** Maximum age of material in days, whatever a schedule says. */
  maximumAgeDays?: number;
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
  { system, type, id, record, container }: Found,
  told: MaterialFacts,
  schedule: BoundSchedule | undefined,
  lost: string | undefined,
  { asOf, maximumAgeDays }: Judgement,
): KeyRotationStatus {
  const facts = dated({ ...told, idle: whyIdle(told, system.rotation!, record, schedule) });
  const since = facts.rotated ?? facts.created;
  const age = since === undefined ? undefined : Math.max(0, asOf.getTime() - Date.parse(since));
  const course = courseOf(facts, schedule, lost, asOf);
  const allowed = Math.min(maximumAgeDays ?? Infinity, (course.days ?? Infinity) + graceDays);
  const overdue = age === undefined ? allowed < Infinity : age > allowed * day;
  const state = overdue ? "overdue" : course.next === undefined ? "unscheduled" : "onTime";
  return {
    system: system.name,
    type,
    id,
    name: system.rotation!.name(record),
    container: container?.reference,
    lastRotation: facts.rotated ?? undefined,
    lastRotationKnown: facts.rotated !== null,
    materialSince: since,
    ageDays: age === undefined ? undefined : Math.floor(age / day),
    schedule,
    nextRotation: course.next,
    dueBy: since !== undefined && allowed < Infinity ? iso(Date.parse(since) + allowed * day) : undefined,
    state,
    reason: overdue ? overdueReason(age, maximumAgeDays, course) : course.reason,
  };
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
): Course {
  if (schedule) return scheduledCourse(facts, schedule, asOf);
  if (lost !== undefined) return { reason: `It is bound to the schedule ${lost}, which the service does not have.` };
  const { cloud, rotated, created, idle } = facts;
  if (!cloud) return { reason: "It is bound to no schedule." };
  if (idle !== undefined) return { days: cloud.everyDays, reason: `Its cloud is not going to rotate it: ${idle}.` };
  const since = rotated ?? created;
  const next = cloud.next ?? (since && cloud.everyDays && iso(Date.parse(since) + cloud.everyDays * day));
  return { days: cloud.everyDays, next: next || undefined, reason: "Its cloud rotates it by itself." };
}

function scheduledCourse(facts: MaterialFacts, schedule: BoundSchedule, asOf: Date): Course {
  const name = `The schedule "${schedule.name}"`;
  const interval = longestInterval(schedule, asOf);
  const days = "days" in interval ? interval.days : undefined;
  if (facts.idle !== undefined) return { days, reason: `${name} is not going to rotate it: ${facts.idle}.` };
  const next = nextRotation(schedule, facts, asOf);
  if (next !== undefined) return { days, next, reason: `${name} rotates it.` };
  const why = "never" in interval ? interval.never : "it rotates only keys that expire, and this one does not";
  return { days, reason: `${name} is not going to rotate it: ${why}.` };
}

function overdueReason(age: number | undefined, maximumAgeDays: number | undefined, { days, reason }: Course): string {
  if (age === undefined) {
    const limit =
      maximumAgeDays === undefined
        ? `it should be rotated within ${counted(days!, "day")}`
        : allowed(maximumAgeDays, "day");
    return `The service does not tell how old its material is, and ${limit}. ${reason}`;
  }
  const old = `Its material is ${counted(Math.floor(age / day), "day")} old`;
  if (maximumAgeDays !== undefined && age > maximumAgeDays * day)
    return `${old}; ${allowed(maximumAgeDays)}. ${reason}`;
  return `${old}, although it should be rotated within ${counted(days!, "day")}. ${reason}`;
}
