import { collection } from "../../../core/collection";
import { created, shown } from "../../../core/response";
import { conflict, invalid, ServiceError } from "../../../core/errors";
import type { JsonObject } from "../../../core/fields";
import { addresses, type Call, type Header, type Scope, type Operations } from "../../../core/scope";
import { defineKind } from "../../../core/store";
import { cancelDeletion, scheduleDeletion, setEnabled } from "../cloud/actions";
import { keys, reachKey, snapshot, type AwsKey } from "./record";
import { templates } from "./templateRecord";
import { applyTemplate } from "./templates";

const operations = [
  "enablekey",
  "disablekey",
  "schedulekeydeletion",
  "cancelkeydeletion",
  "applypolicytemplate",
] as const;

/** One operation on many keys. */
interface BulkJob extends Header {
  readonly keys: readonly string[];
  readonly operation: (typeof operations)[number];
  readonly days?: number;
  readonly policy_template_id?: string;
  readonly overall_status: "in_progress" | "completed" | "failed" | "cancelled";
  readonly detailed_status: Readonly<Record<string, string>>;
  readonly completed_at?: string;
}

const jobs = defineKind<BulkJob>("aws-bulk-jobs", { address: addresses });
const bulkWork = "aws:bulk";

function startBulk(call: Call): object {
  const { body } = call;
  const references = body.requiredTexts("keys");
  const operation = body.choice("operation", operations) ?? body.missing("operation");
  const ids = references.map((reference) => {
    const key = call.find(keys, reference);
    if (key === undefined) throw invalid(`keys: there is no AWS key ${reference}`);
    return key.id;
  });
  const days = operation === "schedulekeydeletion" ? (body.integer("days", 7, 30) ?? body.missing("days")) : undefined;
  const policy_template_id = operation === "applypolicytemplate" ? body.requiredText("policy_template_id") : undefined;
  if (policy_template_id !== undefined && call.find(templates, policy_template_id) === undefined) {
    throw invalid(`there is no policy template ${policy_template_id}`);
  }
  const header = call.header("cckm:aws-bulk-job");
  const state = { overall_status: "in_progress", detailed_status: {} } as const;
  const job: BulkJob = { ...header, keys: ids, operation, days, policy_template_id, ...state };
  call.plan(200 + 10 * ids.length, bulkWork, { job: job.id });
  return created(shown(call.put(jobs, job)));
}

/** Does all keys at the end of the job; what one key refuses doesn't stop the others. */
function finish(scope: Scope, args: JsonObject): void {
  const job = scope.get(jobs, String(args["job"]));
  if (job?.overall_status !== "in_progress") return;
  const detailed_status = Object.fromEntries(job.keys.map((id) => [id, tryOne(scope, job, id)]));
  const failed = Object.values(detailed_status).some((status) => status !== "success");
  const overall_status = failed ? "failed" : "completed";
  scope.change(jobs, job, { overall_status, detailed_status, completed_at: scope.service.clock.stamp() });
}

function tryOne(scope: Scope, job: BulkJob, id: string): string {
  try {
    const key = scope.get(keys, id);
    if (key === undefined) return "the key no longer exists";
    scope.service.store.attempt(() => doOne(scope, job, key));
    return "success";
  } catch (error) {
    if (error instanceof ServiceError) return error.message;
    throw error;
  }
}

function doOne(scope: Scope, job: BulkJob, key: AwsKey): void {
  const { cloud } = reachKey(scope, key);
  switch (job.operation) {
    case "enablekey":
      setEnabled(scope, cloud, true);
      break;
    case "disablekey":
      setEnabled(scope, cloud, false);
      break;
    case "schedulekeydeletion":
      scheduleDeletion(scope, cloud, job.days ?? 30);
      break;
    case "cancelkeydeletion":
      cancelDeletion(scope, cloud);
      break;
    case "applypolicytemplate":
      return applyTemplate(scope, key, scope.need(templates, job.policy_template_id ?? ""));
  }
  snapshot(scope, key);
}

function cancel(_call: Call, job: BulkJob): Partial<BulkJob> {
  if (job.overall_status !== "in_progress") throw conflict(`the bulk job is ${job.overall_status} already`);
  return { overall_status: "cancelled" };
}

export const bulkWorks = { [bulkWork]: finish };

export const bulkOperations: Operations = {
  ...collection<BulkJob>({
    kind: jobs,
    path: "/cckm/aws/bulkjob",
    filters: ["id", "operation", "overall_status"],
    actions: { cancel },
  }),
  "POST /cckm/aws/bulkjob": startBulk,
};
