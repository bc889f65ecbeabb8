import { created, shown, text } from "../core/response";
import { conflict, invalid, ServiceError } from "../core/errors";
import type { Fields, JsonObject } from "../core/fields";
import { list } from "../core/lists";
import { addresses, type Call, type Header, type Scope, type Operations, type System } from "../core/scope";
import { defineKind } from "../core/store";
import { day, formatTime, parseTime, second } from "../core/time";
import { activityOn, type Activity } from "./auditTrail";

/** A key that a report may speak of. */
export interface ReportedKey {
  readonly id: string;
  readonly name: string;
  readonly createdAt: string;
  /** When its material last changed. */
  readonly rotatedAt?: string;
  /** What else every row on this key says, such as ARN and region; clients filter by these names. */
  readonly columns: Readonly<Record<string, unknown>>;
}

/**
 * How one cloud reports. All clouds share the six operations, the job's life, and how rows are
 * made.
 */
export interface Reports {
  /** Path of the operations, such as "/cckm/aws/reports". */
  readonly root: string;
  /** Kinds of reports. */
  readonly types: readonly string[];
  /**
   * The kind that a request without `report_type` means; a request must name one where this is
   * absent.
   */
  readonly defaultType?: string;
  /** Name of the list in a request that says what the report covers, such as "cloud_watch_params". */
  readonly parameter: string;
  /** Checks one entry of that list and returns the ids of the containers it names. */
  readonly covers: (call: Call, entry: Fields, type: string) => readonly string[];
  /**
   * The keys of those containers at the moment the report is made; throws when a container can't be
   * reached.
   */
  readonly keys: (scope: Scope, containers: readonly string[]) => readonly ReportedKey[];
  /** Names of columns by which the contents can be filtered. */
  readonly filters: readonly string[];
}

/** A report and the job that makes it. */
interface Report extends Header {
  readonly name: string;
  readonly report_type: string;
  readonly overall_status: "in_progress" | "completed" | "error";
  readonly start_time: string;
  readonly end_time: string;
  readonly error?: string;
  readonly request: JsonObject;
  readonly hidden: {
    readonly root: string;
    readonly containers: readonly string[];
    readonly rows: readonly JsonObject[];
  };
}

const reports = defineKind<Report>("reports", {
  address: addresses,
  root: (report) => report.hidden.root,
  name: (report) => `${report.hidden.root}/${report.name}`,
});
const takesMs = 0.3 * second;

function view({ request, ...report }: Report): object {
  return { ...shown(report), ...request };
}

function create(call: Call, definition: Reports): object {
  const { root, types, defaultType, parameter } = definition;
  const { body } = call;
  const name = body.requiredText("name");
  const report_type = body.choice("report_type", types) ?? defaultType ?? body.missing("report_type");
  const entries = body.objects(parameter) ?? [];
  if (entries.length === 0) body.missing(parameter);
  const containers = entries.flatMap((entry) => definition.covers(call, entry, report_type));
  if (call.by(reports, "name", `${root}/${name}`).length > 0) throw conflict(`a report called ${name} exists already`);
  const report: Report = {
    ...call.header("cckm:report", `${name}-`),
    name,
    report_type,
    overall_status: "in_progress",
    ...span(call),
    request: { [parameter]: body.raw(parameter) },
    hidden: { root, containers: [...new Set(containers)], rows: [] },
  };
  call.plan(takesMs, workName(definition), { report: report.id });
  return created(view(call.put(reports, report)));
}

/** The time that a report covers: up to now, and for 24 hours, unless the request says otherwise. */
function span(call: Call): Pick<Report, "start_time" | "end_time"> {
  const end_time = call.body.time("end_time") ?? formatTime(call.now);
  const start_time = call.body.time("start_time") ?? formatTime((parseTime(end_time) ?? call.now) - day);
  if ((parseTime(start_time) ?? 0) >= (parseTime(end_time) ?? 0))
    throw invalid("start_time must be earlier than end_time");
  return { start_time, end_time };
}

const workName = ({ root }: Reports): string => `report:${root}`;

/**
 * The rows are made at the end of the job; a container that can't be reached makes it end as an
 * error.
 */
function finish(scope: Scope, definition: Reports, id: string): void {
  const report = scope.get(reports, id);
  if (report?.overall_status !== "in_progress") return;
  try {
    const rows = rowsOf(scope, definition, report);
    scope.change(reports, report, { overall_status: "completed", hidden: { ...report.hidden, rows } });
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    scope.change(reports, report, { overall_status: "error", error: error.message });
  }
}

/**
 * `key-aging`: how old each key and its material are. `key-rotation`: the keys that were rotated in
 * that time. `service-report`: how often each thing was done. Any other: everything that was done,
 * one row each.
 */
function rowsOf(
  scope: Scope,
  definition: Reports,
  { report_type, start_time, end_time, hidden }: Report,
): JsonObject[] {
  const keys = definition.keys(scope, hidden.containers);
  const from = parseTime(start_time) ?? 0;
  const to = parseTime(end_time) ?? scope.now;
  const within = (time: string): boolean => (parseTime(time) ?? 0) >= from && (parseTime(time) ?? 0) <= to;
  if (report_type === "key-aging") return keys.map((key) => agingRow(key, scope.now));
  if (report_type === "key-rotation") {
    const rotated = keys.filter(({ rotatedAt }) => rotatedAt !== undefined && within(rotatedAt));
    return rotated.map((key) => ({ ...about(key), time: key.rotatedAt }));
  }
  const byId = new Map(keys.map((key) => [key.id, key]));
  const made = keys.filter((key) => within(key.createdAt)).map(creation);
  const done = [...made, ...activityOn(scope, new Set(byId.keys()), from, to)];
  return report_type === "service-report" ? counted(done) : done.map((one) => activityRow(byId, one));
}

const about = ({ id, name, columns }: ReportedKey): JsonObject => ({ key_name: name, key_id: id, ...columns });

const creation = ({ id, createdAt }: ReportedKey): Activity => ({
  id,
  operation: "create",
  user: "",
  time: createdAt,
  success: true,
});

function agingRow(key: ReportedKey, now: number): JsonObject {
  const age = (time: string): number => Math.floor((now - (parseTime(time) ?? now)) / day);
  const material = key.rotatedAt ?? key.createdAt;
  return {
    ...about(key),
    created_at: key.createdAt,
    age_in_days: age(key.createdAt),
    material_age_in_days: age(material),
  };
}

function activityRow(
  keys: ReadonlyMap<string, ReportedKey>,
  { id, operation, user, time, success }: Activity,
): JsonObject {
  const key = keys.get(id);
  return { ...(key && about(key)), operation, user, time, status: success ? "success" : "failure" };
}

function counted(activities: readonly Activity[]): JsonObject[] {
  const counts = new Map<string, number>();
  for (const { operation } of activities) counts.set(operation, (counts.get(operation) ?? 0) + 1);
  return [...counts].map(([operation, count]) => ({ operation, count }));
}

/** The report of the path with its rows, once it is made. */
function completed(call: Call): Report {
  const report = call.target(reports);
  if (report.overall_status === "completed") return report;
  throw conflict(`the report ${report.name} is ${report.overall_status === "error" ? "not made" : "still being made"}`);
}

function contents(call: Call, definition: Reports): object {
  const { domain, hidden } = completed(call);
  const rows = hidden.rows.map((row, index) => ({ id: String(index), domain, row }));
  const filters = ["key_name", "key_id", "operation", "user", "status", ...definition.filters];
  return list(call, { kind: rowKind, rows, view: ({ row }) => row, filters });
}

/** Rows live in their report; the kind only stands for them where lists ask for one. */
const rowKind = defineKind<{ readonly id: string; readonly domain: string; readonly row: JsonObject }>("report-rows");

/** Comma-separated values after RFC 4180. */
function download(call: Call): object {
  const { rows } = completed(call).hidden;
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const lines = [columns, ...rows.map((row) => columns.map((column) => row[column]))];
  return text(lines.map((cells) => `${cells.map(cell).join(",")}\r\n`).join(""), "text/csv");
}

function cell(value: unknown): string {
  const plain = value === undefined || value === null ? "" : typeof value === "string" ? value : JSON.stringify(value);
  return /[",\r\n]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain;
}

/** The parts that a system adds for its reports: the six operations, and the work of their jobs. */
export function reporting(definition: Reports): { operations: Operations; work: NonNullable<System["work"]> } {
  const { root } = definition;
  return {
    operations: {
      [`GET ${root}`]: (call) =>
        list(call, {
          kind: reports,
          rows: call.by(reports, "root", root),
          view,
          filters: ["id", "name", "report_type", "overall_status"],
          computed: { report_name: ({ name }) => name },
        }),
      [`POST ${root}`]: (call) => create(call, definition),
      [`GET ${root}/{id}`]: (call) => view(call.target(reports)),
      [`DELETE ${root}/{id}`]: (call) => call.remove(reports, call.target(reports)),
      [`GET ${root}/{id}/contents`]: (call) => contents(call, definition),
      [`GET ${root}/{id}/download`]: download,
    },
    work: { [workName(definition)]: (scope, args) => finish(scope, definition, String(args["report"])) },
  };
}
