import { counted } from "../../provider/api/counted";
import { onOneLine } from "../../provider/api/shown";
import {
  filterWords,
  groupsOf,
  historyWords,
  kindName,
  lastRotationOf,
  limitName,
  nameOf,
  nextRotationOf,
  rotatorName,
  shortMoment,
  stateWords,
  strengthName,
  type ReportedKey,
  type RotationReport,
} from "./report";

const columns = [
  "key",
  "kind",
  "strength",
  "state",
  "last rotation",
  "age",
  "limit",
  "rotated by",
  "next rotation",
  "due by",
  "region",
  "in its cloud",
];

/** A report as text for a terminal: a table for each container, and the numbers below. */
export function reportTable(report: RotationReport): string {
  const { summary } = report;
  const groups = groupsOf(report).map((group) => ({
    name: onOneLine(nameOf(group)),
    rows: group.keys.map((key) => rowOf(key).map(onOneLine)),
  }));
  const widths = columns.map((name, index) =>
    groups.reduce(
      (most, { rows }) => rows.reduce((width, row) => Math.max(width, row[index]!.length), most),
      name.length,
    ),
  );
  const line = (row: string[]) =>
    row
      .map((cell, index) => cell.padEnd(widths[index]!))
      .join("  ")
      .trimEnd();
  const tables = groups.map(({ name, rows }) => [name, ...[columns, ...rows].map((row) => `  ${line(row)}`), ""]);
  const oldest =
    summary.oldestDays === undefined ? "" : `; the oldest material is ${counted(summary.oldestDays, "day")} old`;
  const numbers =
    `${counted(summary.keys, "key")}: ${summary.onTime} on time, ` +
    `${summary.atRisk > 0 ? `${summary.atRisk} at risk, ` : ""}${summary.overdue} overdue, ` +
    `${summary.unscheduled} not scheduled, ${summary.unrotated} without rotation${oldest}`;
  const history = historyWords(report);
  const filters = [...filterWords(report), ...(history === undefined ? [] : [history])].map((words) => `(${words})`);
  return [...tables.flat(), ...filters, numbers, onOneLine(report.sentence)].join("\n");
}

function rowOf(key: ReportedKey): string[] {
  const { name, state, ageDays, dueBy, region, cloudId } = key;
  return [
    name,
    kindName(key),
    strengthName(key) ?? "-",
    state === "overdue" ? "OVERDUE" : stateWords[state],
    lastRotationOf(key),
    ageDays === undefined ? "unknown" : `${ageDays} d`,
    limitName(key) ?? "-",
    rotatorName(key),
    nextRotationOf(key),
    shortMoment(dueBy, "-"),
    region ?? "-",
    cloudId ?? "-",
  ];
}
