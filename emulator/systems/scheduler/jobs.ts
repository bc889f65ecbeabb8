import { collection, freely } from "../../core/collection";
import { created, shown } from "../../core/response";
import type { JsonObject } from "../../core/fields";
import { addresses, type Call, type Header, type Scope, type Operations, type Outcome } from "../../core/scope";
import { defineKind } from "../../core/store";
import { fireWork, jobConfigs, operationNames, planNext, workOf, type JobConfig } from "./configs";

/** One run of a schedule. */
interface Job extends Header {
  readonly name: string;
  readonly operation: string;
  readonly job_config_id: string;
  readonly status: "in_progress" | "completed" | "failed";
  readonly processing_node: string;
  readonly started_at: string;
  readonly finished_at?: string;
  readonly result: string;
  readonly error?: string;
}

const jobs = defineKind<Job>("jobs", { address: addresses, job_config_id: (job) => job.job_config_id });
const finishWork = "scheduler:finish";
const keptPerConfig = 500;

/** Starts a run: the work is done at once, the run ends when the time that such work takes is over. */
function run(scope: Scope, config: JobConfig): Job {
  const header = scope.header("scheduler:job", `${config.name}-`);
  const job: Job = {
    ...header,
    name: config.name,
    operation: config.operation,
    job_config_id: config.id,
    status: "in_progress",
    processing_node: "node-1",
    started_at: header.createdAt,
    result: "",
  };
  scope.put(jobs, job);
  const outcome = work(scope, config);
  scope.plan(outcome.milliseconds, finishWork, { job: job.id, result: outcome.result, error: outcome.error });
  for (const old of scope.by(jobs, "job_config_id", config.id).slice(0, -keptPerConfig)) scope.remove(jobs, old);
  return job;
}

/** Operations that no system does run empty. */
function work(scope: Scope, { id, operation, job_config_params: params }: JobConfig): Outcome {
  const nothing = { milliseconds: 200, result: `${operation} had nothing to do` };
  return workOf(scope, operation, params)?.run(scope, id, params) ?? nothing;
}

/** The moment of a schedule has come. */
function fire(scope: Scope, args: JsonObject): void {
  const config = scope.get(jobConfigs, String(args["config"]));
  if (config === undefined) return;
  run(scope, config);
  planNext(scope, config);
}

function finish(scope: Scope, args: JsonObject): void {
  const job = scope.get(jobs, String(args["job"]));
  if (job === undefined) return;
  const error = args["error"] as string | undefined;
  scope.change(jobs, job, {
    status: error === undefined ? "completed" : "failed",
    finished_at: scope.service.clock.stamp(),
    result: String(args["result"]),
    error,
  });
}

export const jobWork = { [fireWork]: fire, [finishWork]: finish };

export const jobOperations: Operations = {
  "POST /scheduler/job-configs/{id}/run-now": (call: Call) => created(shown(run(call, call.target(jobConfigs)))),
  ...collection<Job>({
    kind: jobs,
    path: "/scheduler/jobs",
    filters: ["id", "name", "job_config_id", "status", "operation", "processing_node"],
    remove: freely,
  }),
  "GET /scheduler/operations": () =>
    Object.entries(operationNames).map(([operation, description]) => ({ operation, description })),
};
