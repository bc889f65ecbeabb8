import { Cron } from "croner";
import { invalid } from "../../core/errors";

const fields: readonly { readonly name: string; readonly pattern: RegExp }[] = [
  { name: "minute", pattern: /^[\d*/,-]+$/ },
  { name: "hour", pattern: /^[\d*/,-]+$/ },
  { name: "day of month", pattern: /^[\d*/,?-]+$/ },
  { name: "month", pattern: /^([\d*/,-]|jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)+$/i },
  { name: "weekday", pattern: /^([0-6*/,?-]|sun|mon|tue|wed|thu|fri|sat)+$/i },
];

/**
 * Refuses what isn't a cron expression of five fields: minute, hour, day of month, month, weekday;
 * in UTC.
 */
export function checkCron(expression: string): string {
  const parts = expression.trim().split(/\s+/);
  if (parts.length !== fields.length) throw invalid(`run_at must have five fields, not ${parts.length}`);
  fields.forEach(({ name, pattern }, index) => {
    if (!pattern.test(parts[index] ?? "")) throw invalid(`run_at: "${parts[index]}" is not a ${name}`);
  });
  try {
    parse(expression);
  } catch (error) {
    throw invalid(`run_at: ${error instanceof Error ? error.message : String(error)}`);
  }
  return expression;
}

/** The next time after that moment, in milliseconds; undefined when it never comes. */
export function nextRun(expression: string, after: number): number | undefined {
  return parse(expression).nextRun(new Date(after))?.getTime();
}

function parse(expression: string): Cron {
  return new Cron(expression.trim().replaceAll("?", "*"), { paused: true, utcOffset: 0, mode: "5-part" });
}
