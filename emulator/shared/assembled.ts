import type { Operations, ScheduledWork, System } from "../core/scope";

/** What one piece of a system adds to it. */
export interface Part extends Pick<System, "work"> {
  readonly operations?: Operations;
  /** What it does when a time comes; none where the service's scheduler has no name for it. */
  readonly schedule?: ScheduledWork;
}

/**
 * A system of its parts: operations, what is planned, and what schedules do. @param parts
 * operations alone count as a part
 */
export function assembled(system: System, ...parts: readonly (Part | Operations)[]): System {
  const all = parts.map((part): Part => (isPart(part) ? part : { operations: part }));
  const joined = <N extends "operations" | "work">(name: N) =>
    Object.assign({}, ...all.map((part) => part[name])) as NonNullable<Part[N]>;
  const schedules = all.flatMap(({ schedule }) => (schedule === undefined ? [] : [schedule]));
  return {
    ...system,
    operations: { ...system.operations, ...joined("operations") },
    work: { ...system.work, ...joined("work") },
    schedules: [...(system.schedules ?? []), ...schedules],
  };
}

/** Keys of operations are a method and a path. */
const isPart = (part: Part | Operations): part is Part => !Object.keys(part).some((key) => key.includes(" "));
