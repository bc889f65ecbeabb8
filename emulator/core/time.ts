export const second = 1000;
export const minute = 60 * second;
export const hour = 60 * minute;
export const day = 24 * hour;

/** What the service writes where a time is not set. */
export const zeroTime = "0001-01-01T00:00:00Z";

/**
 * Milliseconds since 1970 of an RFC 3339 text (any number of fractional digits), or undefined when
 * it isn't one.
 */
export function parseTime(text: string): number | undefined {
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/i.test(text)) return undefined;
  const time = Date.parse(text.replace(/(\.\d{3})\d+/, "$1"));
  return Number.isNaN(time) ? undefined : time;
}

/** RFC 3339 in UTC without trailing zeros in the fraction, as the service writes times. */
export function formatTime(milliseconds: number, microseconds = 0): string {
  const whole = new Date(milliseconds).toISOString();
  const fraction = `${whole.slice(20, 23)}${String(microseconds).padStart(3, "0")}`.replace(/0+$/, "");
  return `${whole.slice(0, 19)}${fraction === "" ? "" : `.${fraction}`}Z`;
}

/**
 * A point in time written as RFC 3339 or relative to now, such as `-1Y-2M-5D`; undefined when it is
 * neither.
 */
export function parsePoint(text: string, now: number): number | undefined {
  const relative = /^(?:-(\d+)Y)?(?:-(\d+)M)?(?:-(\d+)D)?$/i.exec(text);
  if (text === "" || relative === null) return parseTime(text);
  const point = new Date(now);
  point.setUTCFullYear(point.getUTCFullYear() - Number(relative[1] ?? 0));
  point.setUTCMonth(point.getUTCMonth() - Number(relative[2] ?? 0));
  point.setUTCDate(point.getUTCDate() - Number(relative[3] ?? 0));
  return point.getTime();
}
