import type { Api } from "../../provider/api/client";
import { counted } from "../../provider/api/counted";
import type { Settings } from "../../provider/api/settings";
import { containersCalled, rotationStatus, summarize, type RotationQuery } from "../../provider/lookups/rotation/query";
import type { ContainerReference, KeyRotationStatus, RotationStatus } from "../../provider/lookups/rotation/result";
import { systems } from "../../provider/resources/systems";
import { cloudNameOf, type CloudName } from "./cloudNames";

/** What a rotation report covers. */
interface ReportFilters {
  /** Systems, such as `aws`. Default: all. */
  systems?: string[];
  /** Names or ids of containers. Default: all. */
  containers?: string[];
  /** Only keys whose material is older than this many days. */
  olderThanDays?: number;
}

/** A key of a report: how it stands with its rotation, and what it is called in its own cloud. */
export interface ReportedKey extends KeyRotationStatus, CloudName {}

/** A rotation report, as `--json` prints it. */
export interface RotationReport extends RotationStatus {
  /** How many keys are overdue, and which has been for longest, in one sentence. */
  sentence: string;
  /** Every key that is in use, by system, container and name. */
  keys: ReportedKey[];
  /** When it was made, by the service's clock, RFC 3339. */
  madeAt: string;
  /** Address of the service. */
  service: string;
  /** Who made the report: the user, or the id of the registered client. */
  user: string;
  /** Domain of the service; `root` unless configured, and always for a registered client. */
  domain: string;
  /** What was left out, if anything. */
  filters: ReportFilters;
}

export type ReportRequest = ReportFilters &
  Pick<RotationQuery, "maximumAgeDays" | "maximumAge" | "historyDays" | "asOf">;

export async function rotationReport(
  api: Api,
  settings: Settings,
  { systems: names = [], containers: called = [], olderThanDays, ...judgement }: ReportRequest,
  tell?: (text: string) => void,
): Promise<RotationReport> {
  const containers = (await Promise.all(called.map((one) => containersCalled(api, one, names)))).flat();
  const query = { ...judgement, containers, systems: containers.length > 0 ? [] : names };
  const status = await rotationStatus(api, query, { tell, also: cloudNameOf });
  const keys = status.keys.filter(
    ({ ageDays }) => olderThanDays === undefined || (ageDays ?? Infinity) > olderThanDays,
  );
  return {
    ...status,
    sentence: statusSentence(keys, status.asOf),
    keys,
    summary: summarize(keys),
    madeAt: new Date(await api.time()).toISOString(),
    service: settings.address,
    user: settings.clientId ?? settings.username ?? "",
    domain: (settings.clientId === undefined && settings.domain) || "root",
    filters: {
      systems: names.length > 0 ? names : undefined,
      containers: called.length > 0 ? called : undefined,
      olderThanDays,
    },
  };
}

/**
 * How many of these keys are overdue, and which has been for longest; how many are at risk, and
 * which is due first; how many are not scheduled, and which is the oldest; how many have no
 * rotation at all.
 */
export function statusSentence(keys: readonly KeyRotationStatus[], asOf: string): string {
  if (keys.length === 0) return "No key is overdue: there are no keys to report on.";
  const parts = [overdueIn(keys, asOf), atRiskIn(keys), unscheduledIn(keys), unrotatedIn(keys)];
  return parts.filter(Boolean).join("; ").concat(".");
}

/** Keys of unknown age come last. */
function overdueIn(keys: readonly KeyRotationStatus[], asOf: string): string {
  const overdue = keys.filter(({ state }) => state === "overdue");
  const due = ({ dueBy }: KeyRotationStatus) => (dueBy === undefined ? Infinity : Date.parse(dueBy));
  const worst = first(overdue, due);
  if (!worst) return "No key is overdue";
  const which = `${worst.type} "${worst.name}", ${lateness(Date.parse(asOf) - due(worst))}`;
  return `${shareOf(overdue, keys)} overdue: ${overdue.length === 1 ? "" : "the longest, "}${which}`;
}

function atRiskIn(keys: readonly KeyRotationStatus[]): string | undefined {
  const atRisk = keys.filter(({ state }) => state === "atRisk");
  const soonest = first(atRisk, ({ dueBy = "" }) => Date.parse(dueBy));
  if (!soonest) return undefined;
  const { type, name, dueBy } = soonest;
  return `${shareOf(atRisk, keys)} at risk: ${atRisk.length === 1 ? "" : "the first, "}${type} "${name}", due by ${shortMoment(dueBy)}`;
}

function unscheduledIn(keys: readonly KeyRotationStatus[]): string | undefined {
  const unscheduled = keys.filter(({ state }) => state === "unscheduled");
  const oldest = first(unscheduled, ({ ageDays }) => -(ageDays ?? Infinity));
  if (!oldest) return undefined;
  const { type, name, ageDays } = oldest;
  const age = ageDays === undefined ? "of unknown age" : `${counted(ageDays, "day")} old`;
  return `${shareOf(unscheduled, keys)} not scheduled: ${unscheduled.length === 1 ? "" : "the oldest, "}${type} "${name}", ${age}`;
}

function unrotatedIn(keys: readonly KeyRotationStatus[]): string | undefined {
  const count = keys.filter(({ rotatedBy }) => rotatedBy.by === "nobody").length;
  return count === 0 ? undefined : `${counted(count, "key")} ${count === 1 ? "has" : "have"} no rotation`;
}

function shareOf(some: readonly unknown[], all: readonly unknown[]): string {
  return `${some.length} of ${counted(all.length, "key")} ${some.length === 1 ? "is" : "are"}`;
}

/** The one whose number is least. */
function first<T>(some: readonly T[], number: (one: T) => number): T | undefined {
  return some.toSorted((a, b) => (number(a) < number(b) ? -1 : number(a) > number(b) ? 1 : 0))[0];
}

function lateness(milliseconds: number): string {
  if (milliseconds === -Infinity) return "whose age is unknown";
  const days = Math.floor(milliseconds / 86_400_000);
  return days < 1 ? "by less than a day" : `by ${counted(days, "day")}`;
}

/** The keys of one container, or of a system whose keys stand by themselves. */
export interface Group {
  /** Title of the system, for people. */
  system: string;
  container?: ContainerReference;
  keys: ReportedKey[];
}

/** The keys of a report, in its order, by system and container. */
export function groupsOf({ keys }: RotationReport): Group[] {
  const groups = new Map<string, Group>();
  for (const key of keys) {
    const id = `${key.system}/${key.container?.id ?? ""}`;
    const group = groups.get(id) ?? { system: titleOf(key.system), container: key.container, keys: [] };
    group.keys.push(key);
    groups.set(id, group);
  }
  return [...groups.values()];
}

const titleOf = (name: string): string => systems.find((one) => one.name === name)?.title ?? name;

/** How people name a group. */
export const nameOf = ({ system, container }: Group): string => (container ? `${system}: ${container.name}` : system);

/** What a report left out, in words; empty when nothing. */
export function filterWords({ filters: { systems: names, containers, olderThanDays } }: RotationReport): string[] {
  return [
    ...(names ? [`only ${names.join(", ")}`] : []),
    ...(containers ? [`only in ${containers.join(", ")}`] : []),
    ...(olderThanDays === undefined ? [] : [`only keys older than ${counted(olderThanDays, "day")}`]),
  ];
}

/** The period whose rotations a report has, and of which systems it has only the last one. */
export function historyWords({ historyDays, lastRotationOnly = [] }: RotationStatus): string | undefined {
  if (historyDays === undefined) return undefined;
  const lacking = lastRotationOnly.map(titleOf).join(", ");
  return `rotations of ${counted(historyDays, "day")}${lacking && `; of ${lacking}, only the last one`}`;
}

/** States as people name them. */
export const stateWords = {
  onTime: "on time",
  atRisk: "at risk",
  overdue: "overdue",
  unscheduled: "not scheduled",
} as const;

/** A moment as people read it: day and minute, in UTC, whatever the zone it is given in. */
export const shortMoment = (moment: string | undefined, none = "never"): string =>
  moment === undefined ? none : new Date(moment).toISOString().slice(0, 16).replace("T", " ");

/** When a key is rotated next, as people read it: between two days, if that is all that is known. */
export function nextRotationOf({ nextRotation, nextRotationBetween: span }: KeyRotationStatus): string {
  const [earliest, latest] = [span?.earliest, span?.latest].map((one) => shortMoment(one).slice(0, 10));
  return span ? `${earliest} to ${latest}` : shortMoment(nextRotation);
}

/** When a key was last rotated, as people read it. */
export const lastRotationOf = ({ lastRotation, lastRotationKnown }: KeyRotationStatus): string =>
  shortMoment(lastRotation, lastRotationKnown ? "never" : "unknown");

/** Algorithm and size of a key, as people read them. */
export const kindName = ({ algorithm, size }: KeyRotationStatus): string =>
  algorithm === undefined ? "unknown" : size === undefined ? algorithm : `${algorithm}-${size}`;

/** How strong a key is, as people read it; `undefined` if its kind is not known. */
export const strengthName = ({ strength, postQuantum }: KeyRotationStatus): string | undefined =>
  strength === undefined ? undefined : `${counted(strength, "bit")}${postQuantum ? ", post-quantum" : ""}`;

/** What rotates a key, as people read it. */
export function rotatorName({ rotatedBy: { by, name, perhaps }, schedule }: KeyRotationStatus): string {
  if (by === "cloud") return "its cloud";
  if (by !== "nobody") return perhaps === undefined ? String(name) : `perhaps ${String(name)}`;
  return schedule ? `nobody: ${schedule.name}${schedule.disabled ? ", disabled" : ""}` : "nobody";
}

/** The limit on the age of a key, as people read it. */
export const limitName = ({ limit }: KeyRotationStatus): string | undefined =>
  limit && `${limit.unknown ? "perhaps " : ""}${limit.clause}`;

/** The allowed age, as it was asked for. */
export function allowedAge({ maximumAgeDays, maximumAge = [] }: RotationStatus): string | undefined {
  const all = [...(maximumAgeDays === undefined ? [] : [`at most ${counted(maximumAgeDays, "day")}`]), ...maximumAge];
  return all.length === 0 ? undefined : all.join(", ");
}
