import type { Wire } from "../../api/client";

/** Dates in records of the service. */

/** The accepted clock skew between a cluster's nodes and the clouds behind it. */
const clockSkew = 2_000;

/** True for a time that is not before the other; both in milliseconds since the epoch. */
export const isSince = (time: number, since: number): boolean => time >= since - clockSkew;

/** When the service created the record of an object, in milliseconds since the epoch. */
export function madeAt({ createdAt, created_at }: Wire): number | undefined {
  return timeIn(createdAt ?? created_at);
}

/** RFC 3339, with a year in which there were such services. */
const dateTime = /^2\d{3}-\d\d-\d\dT\d\d:\d\d:\d\d/;

function timeIn(value: unknown): number | undefined {
  const time = typeof value === "string" && dateTime.test(value) ? Date.parse(value) : NaN;
  return Number.isNaN(time) ? undefined : time;
}

/**
 * Every date in a value, at any depth, except those that are among `given`. Clouds count `created`
 * in seconds, too.
 */
export function datesIn(value: unknown, given: ReadonlySet<unknown>): number[] {
  if (typeof value === "object" && value !== null)
    return Object.entries(value).flatMap(([key, inner]: [string, unknown]) =>
      key === "created" && typeof inner === "number" ? [inner * 1000] : datesIn(inner, given),
    );
  const time = given.has(value) ? undefined : timeIn(value);
  return time === undefined ? [] : [time];
}

/** What an interrupted run left is taken over without being asked for within this time: a day. */
const unasked = 24 * 60 * 60 * 1000;

/** True for a time so recent that the run which made an object then was most likely interrupted. */
export const isRecent = (time: number, now: number): boolean => time > now - unasked;
