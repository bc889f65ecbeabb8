import { created, shown } from "../../core/response";
import { conflict } from "../../core/errors";
import { list } from "../../core/lists";
import { addresses, type Call, type Header, type Scope, type Operations, type System } from "../../core/scope";
import { defineKind } from "../../core/store";
import { parsePoint, parseTime, second } from "../../core/time";
import { backups, type Backup } from "./objects/backupRecord";

/** Jobs over many backups at once. */
interface BulkJob extends Header {
  readonly operation: "delete-key-backups";
  readonly overall_status: "in_progress" | "completed" | "cancelled";
  readonly cloud_name: string;
  readonly backups: readonly string[];
  readonly deleted: number;
}

const jobs = defineKind<BulkJob>("azure-bulk-jobs", { address: addresses });
const work = "azure:bulk";

/** The backups that a request names, by id or by the time in which they were made. */
function chosen(call: Call): Backup[] {
  const { body } = call;
  const named = body.texts("backups");
  if (named !== undefined) return named.map((id) => call.need(backups, id));
  const after = body.text("created_after");
  const before = body.text("created_before");
  if (after === undefined && before === undefined) body.missing("backups");
  const from = parsePoint(after ?? "1970-01-01T00:00:00Z", call.now) ?? 0;
  const to = before === undefined ? Infinity : (parsePoint(before, call.now) ?? Infinity);
  return call.all(backups).filter(({ createdAt }) => {
    const at = parseTime(createdAt) ?? 0;
    return at > from && at < to;
  });
}

function start(call: Call): object {
  const operation = call.body.choice("operation", ["delete-key-backups"]) ?? call.body.missing("operation");
  const ids = chosen(call).map(({ id }) => id);
  const job = call.put(jobs, {
    ...call.header("cckm:azure-bulkjob"),
    operation,
    overall_status: "in_progress",
    cloud_name: "AzureCloud",
    backups: ids,
    deleted: 0,
  });
  call.plan(0.3 * second, work, { job: job.id });
  return created(shown(job));
}

function finish(scope: Scope, id: string): void {
  const job = scope.get(jobs, id);
  if (job?.overall_status !== "in_progress") return;
  const found = job.backups.map((one) => scope.get(backups, one)).filter((one) => one !== undefined);
  for (const one of found) scope.remove(backups, one);
  scope.change(jobs, job, { overall_status: "completed", deleted: found.length });
}

function cancel(call: Call): object {
  const job = call.target(jobs);
  if (job.overall_status !== "in_progress") throw conflict(`the bulk job is ${job.overall_status} already`);
  return shown(call.change(jobs, job, { overall_status: "cancelled" }));
}

export const bulkOperations: Operations = {
  "GET /cckm/azure/bulkjobs": (call) =>
    list(call, { kind: jobs, view: shown, filters: ["id", "operation", "overall_status"] }),
  "POST /cckm/azure/bulkjobs": start,
  "GET /cckm/azure/bulkjobs/{id}": (call) => shown(call.target(jobs)),
  "DELETE /cckm/azure/bulkjobs/{id}": (call) => call.remove(jobs, call.target(jobs)),
  "POST /cckm/azure/bulkjobs/{id}/cancel": cancel,
};

export const bulkWork: NonNullable<System["work"]> = { [work]: (scope, args) => finish(scope, String(args["job"])) };
