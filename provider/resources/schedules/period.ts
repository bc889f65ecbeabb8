import type { Failure } from "../../engine/definition";

/** A schedule must start before it ends. */
export function periodProblems({ startDate, endDate }: { startDate?: string; endDate?: string }): Failure[] {
  if (!startDate || !endDate || Date.parse(endDate) > Date.parse(startDate)) return [];
  return [{ property: "endDate", reason: "must be later than startDate" }];
}
