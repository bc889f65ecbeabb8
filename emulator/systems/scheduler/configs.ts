import { created, shown } from "../../core/answer";
import { conflict, invalid } from "../../core/errors";
import { Fields, isObject, own, type JsonObject } from "../../core/fields";
import { list } from "../../core/lists";
import { addresses, type Call, type Header, type Scope } from "../../core/scope";
import { defineKind } from "../../core/store";
import type { Operations } from "../../core/system";
import { parseTime, zeroTime as unset } from "../../core/time";
import { checkCron, nextRun } from "./cron";

/** What runs when, again and again. */
export interface JobConfig extends Header {
  readonly name: string;
  readonly operation: string;
  readonly run_at: string;
  readonly run_on: string;
  readonly description: string;
  readonly disabled: boolean;
  readonly start_date: string;
  readonly end_date: string;
  /** What the request had under `<operation>_params`. */
  readonly job_config_params: JsonObject;
}

export const jobConfigs = defineKind<JobConfig>("job-configs", {
  address: addresses,
  name: (config) => config.name,
});

/** Every operation that can be scheduled; those with cloud names are checked against what the systems can do. */
export const operationNames: Readonly<Record<string, string>> = {
  cckm_key_rotation: "Rotates the cloud keys that are bound to the schedule",
  cckm_synchronization: "Downloads the keys of cloud containers",
  cckm_xks_credential_rotation: "Rotates the credentials of AWS external key stores",
  cckm_key_backup: "Backs up Azure keys",
  cckm_add_containers: "Adds cloud containers that are not known yet",
  database_backup: "Backs up the service's database",
  key_rotation: "Rotates keys of the service's own vault",
  sync_crl: "Downloads certificate revocation lists",
  user_password_expiry_notification: "Tells users that their passwords end soon",
};

const durations: Readonly<Record<string, RegExp>> = {
  expiration: /^\d+[dh]$/,
  expire_in: /^\d+[dh]$/,
  rotation_after: /^\d+d$/,
};
export const fireWork = "scheduler:fire";

/** The schedule that a key or container is to be bound to; it must do that operation for that cloud. */
export function findJobConfig(scope: Scope, reference: string, operation: string, cloudName: string): JobConfig {
  const config = scope.find(jobConfigs, reference);
  if (config === undefined) throw invalid(`there is no job config ${reference}`);
  if (config.operation === operation && config.job_config_params["cloud_name"] === cloudName) return config;
  throw invalid(`job config ${config.name} does not run ${operation} for ${cloudName}`);
}

function createConfig(call: Call): object {
  const { body } = call;
  const name = body.requiredText("name");
  const operation = body.choice("operation", Object.keys(operationNames)) ?? body.missing("operation");
  const run_at = checkCron(body.requiredText("run_at"));
  if (call.by(jobConfigs, "name", name).length > 0) throw conflict(`a job config called ${name} exists already`);
  const config: JobConfig = {
    ...call.header("scheduler:job-config", `${name}-`),
    name,
    operation,
    run_at,
    run_on: body.text("run_on") ?? "any",
    description: body.text("description") ?? "",
    disabled: body.flag("disabled") ?? false,
    start_date: body.time("start_date") ?? unset,
    end_date: body.time("end_date") ?? unset,
    job_config_params: checkParams(call, operation, body.json(`${operation}_params`) ?? {}),
  };
  call.put(jobConfigs, config);
  planNext(call, config);
  return created(shown(config));
}

/** Durations must be durations, and the cloud one that this operation knows. An empty text takes a setting away. */
function checkParams(scope: Scope, operation: string, given: JsonObject): JsonObject {
  const params = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== "" && value !== null));
  for (const [name, pattern] of Object.entries(durations)) {
    const value = params[name];
    if (value !== undefined && !(typeof value === "string" && pattern.test(value))) {
      throw invalid(
        `${operation}_params.${name} must be a number with its unit, such as ${name === "rotation_after" ? "30d" : "30d or 12h"}`,
      );
    }
  }
  if (!operation.startsWith("cckm_")) return params;
  const cloudName = new Fields(params, `${operation}_params.`).requiredText("cloud_name");
  const works = scope.service.schedules().filter((work) => work.operation === operation);
  const work = works.find((one) => one.cloudName.toLowerCase() === cloudName.toLowerCase());
  if (works.length > 0 && work === undefined) {
    throw invalid(
      `${operation}_params.cloud_name must be one of ${works.map((one) => one.cloudName).join(", ")}, not "${cloudName}"`,
    );
  }
  work?.check?.(scope, params);
  return params;
}

/** Name and operation stay as they are; parameters are merged, one level deep. */
function changeConfig(call: Call): object {
  const config = call.target(jobConfigs);
  const { body } = call;
  const given = body.json(`${config.operation}_params`);
  const { cloud_name: _cloudName, ...changes } = given ?? {};
  const params =
    given === undefined
      ? config.job_config_params
      : checkParams(call, config.operation, merge(config.job_config_params, changes));
  const changed = call.change(jobConfigs, config, {
    run_at: body.has("run_at") ? checkCron(body.requiredText("run_at")) : config.run_at,
    run_on: body.text("run_on") ?? config.run_on,
    description: body.emptiable("description") ?? config.description,
    disabled: body.flag("disabled") ?? config.disabled,
    start_date: body.sent("start_date") ? (body.time("start_date") ?? unset) : config.start_date,
    end_date: body.sent("end_date") ? (body.time("end_date") ?? unset) : config.end_date,
    job_config_params: params,
  });
  planNext(call, changed);
  return shown(changed);
}

function merge(before: JsonObject, changes: JsonObject): JsonObject {
  const merged = Object.entries(changes).map(([name, value]) => {
    const old = own(before, name);
    return [name, isObject(old) && isObject(value) ? { ...old, ...value } : value];
  });
  return { ...before, ...(Object.fromEntries(merged) as JsonObject) };
}

function deleteConfig(call: Call): void {
  const config = call.target(jobConfigs);
  const users = call.service.users(call, { type: "job-config", id: config.id });
  if (users.length > 0) throw conflict(`job config ${config.name} is in use by ${users.join(", ")}`);
  call.service.timeline.cancel(fireWork, { config: config.id });
  call.remove(jobConfigs, config);
}

/** Plans the next run after now, instead of the one that was planned before. */
export function planNext(scope: Scope, config: JobConfig): void {
  scope.service.timeline.cancel(fireWork, { config: config.id });
  const start = config.start_date === unset ? 0 : (parseTime(config.start_date) ?? 0);
  const end = config.end_date === unset ? Infinity : (parseTime(config.end_date) ?? Infinity);
  const next = nextRun(config.run_at, Math.max(scope.now, start - 1));
  if (config.disabled || next === undefined || next > end) return;
  scope.plan(next - scope.now, fireWork, { config: config.id });
}

export const configOperations: Operations = {
  "GET /scheduler/job-configs": (call) =>
    list(call, { kind: jobConfigs, view: shown, filters: ["id", "name", "operation", "disabled", "run_at", "run_on"] }),
  "POST /scheduler/job-configs": createConfig,
  "GET /scheduler/job-configs/{id}": (call) => shown(call.target(jobConfigs)),
  "PATCH /scheduler/job-configs/{id}": changeConfig,
  "DELETE /scheduler/job-configs/{id}": deleteConfig,
};
