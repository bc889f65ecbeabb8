import { Cron } from "croner";
import * as z from "zod";

/**
 * The service's cron expression: minute, hour, day of month, month, weekday; `* / , -`, names of
 * months and days, and `?` in the day fields.
 */
const field = /^[\d*/,\-?]*([a-z]{3}[\d*/,\-?]*)*$/i;

export const cronText = z
  .string()
  .refine(isCron, {
    error:
      'must be a cron expression with five fields (minute, hour, day of month, month, weekday), such as "0 3 1 */3 *"',
    abort: true,
  })
  .refine((text) => nextRuns(text, 1, anyTime).length > 0, { error: "never runs: no such date exists" });

/**
 * Whether a date ever occurs does not depend on the current time: 28 years contain every kind of
 * year.
 */
const anyTime = new Date("2024-01-01T00:00:00Z");

/** Weekdays are 0 to 6 or names: 7, which other cron implementations accept, is refused. */
export function isCron(text: string): boolean {
  const fields = text.trim().split(/\s+/);
  if (fields.length !== 5 || !fields.every((one) => field.test(one))) return false;
  if ([0, 1, 3].some((index) => fields[index]!.includes("?")) || /[7-9]/.test(fields[4]!)) return false;
  try {
    parse(text);
    return true;
  } catch {
    return false;
  }
}

/** The next `count` times, in UTC, at which a schedule runs after `from`. */
export function nextRuns(text: string, count: number, from: Date): string[] {
  return parse(text)
    .nextRuns(count, from)
    .map((date) => date.toISOString());
}

/** UTC by its offset: its name would load what is known of all time zones. */
function parse(text: string): Cron {
  return new Cron(text.trim().replaceAll("?", "*"), { paused: true, utcOffset: 0 });
}
