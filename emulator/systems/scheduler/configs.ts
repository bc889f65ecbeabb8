import { body, choice, emptiable, flag, text, time, type Body } from "../../core/body";
import { collection, refuseTaken } from "../../core/collection";
import { invalid } from "../../core/errors";
import { Fields, isObject, own, type JsonObject } from "../../core/fields";
import { addresses, type Call, type Header, type Scope, type ScheduledWork, type Operations } from "../../core/scope";
import type { Kind, Stored } from "../../core/record";
import { defineKind, kindsWith } from "../../core/store";
import { parseTime, zeroTime as unset } from "../../core/time";
import { checkCron, nextRun } from "./cron";

/**
 * Every operation that can be scheduled; those with cloud names are checked against what the
 * systems can do.
 */
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

const cron = text.as(checkCron);
/** A time that an update removes when it is sent empty. */
const moment = time.clearable.or(unset);
const changeable = {
  run_at: cron.required,
  run_on: text.or("any"),
  description: emptiable.or(""),
  disabled: flag.or(false),
  start_date: moment,
  end_date: moment,
};
const changes = body(changeable);
const newConfig = body({
  name: text.required,
  operation: choice(Object.keys(operationNames)).required,
  ...changeable,
});

/** What runs when, again and again. */
export interface JobConfig extends Header, Body<typeof newConfig> {
  /** What the request had under `<operation>_params`. */
  readonly job_config_params: JsonObject;
}

export const jobConfigs = defineKind<JobConfig>("job-configs", {
  address: addresses,
  name: (config) => config.name,
});

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

function createConfig(call: Call): JobConfig {
  const sent = newConfig(call.body);
  const { name, operation } = sent;
  refuseTaken(call, jobConfigs, "a job config", name);
  const params = checkParams(call, operation, call.body.json(`${operation}_params`) ?? {});
  const config = { ...call.header("scheduler:job-config", `${name}-`), ...sent, job_config_params: params };
  planNext(call, config);
  return config;
}

/**
 * Durations must be durations, and the cloud one that this operation knows. An empty string removes
 * a setting.
 */
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
  if (operation.startsWith("cckm_")) needCloud(scope, operation, params);
  const work = workOf(scope, operation, params);
  work?.check?.(scope, params);
  return work?.known?.(scope, params) ?? params;
}

const worksOf = (scope: Scope, operation: string): ScheduledWork[] =>
  scope.service.schedules().filter((work) => work.operation === operation);

/** What runs such a schedule; nothing where no system does. */
export function workOf(scope: Scope, operation: string, params: JsonObject): ScheduledWork | undefined {
  const wanted = String(params["cloud_name"]).toLowerCase();
  return worksOf(scope, operation).find(({ cloudName = wanted }) => cloudName.toLowerCase() === wanted);
}

function needCloud(scope: Scope, operation: string, params: JsonObject): void {
  const cloudName = new Fields(params, `${operation}_params.`).requiredText("cloud_name");
  const names = worksOf(scope, operation).map((work) => work.cloudName);
  if (names.length > 0 && workOf(scope, operation, params) === undefined)
    throw invalid(`${operation}_params.cloud_name must be one of ${names.join(", ")}, not "${cloudName}"`);
}

/** Name and operation stay as they are; parameters are merged, one level deep, or replaced. */
function changeConfig(call: Call, config: JobConfig): Partial<JobConfig> {
  const { operation, job_config_params: before } = config;
  const given = call.body.json(`${operation}_params`);
  const isReplaced = workOf(call, operation, before)?.known !== undefined;
  const after = given && (isReplaced ? given : merge(before, given));
  const job_config_params = after === undefined ? before : checkParams(call, operation, after);
  const changed = { ...changes(call.body, config), job_config_params };
  planNext(call, { ...config, ...changed });
  return changed;
}

function merge(before: JsonObject, { cloud_name: _cloudName, ...changes }: JsonObject): JsonObject {
  const merged = Object.entries(changes).map(([name, value]) => {
    const old = own(before, name);
    return [name, isObject(old) && isObject(value) ? { ...old, ...value } : value];
  });
  return { ...before, ...(Object.fromEntries(merged) as JsonObject) };
}

/** A config that keys are bound to can be deleted, too; nothing is bound to it afterwards. */
function stop(call: Call, { id }: JobConfig): void {
  for (const index of ["job_config_id", "backup_job_config_id"]) {
    for (const kind of kindsWith(index)) {
      for (const record of call.by(kind, index, id)) unbind(call, kind, record as Bound, index);
    }
  }
  call.service.timeline.cancel(fireWork, { config: id });
}

type Bound = Header & { readonly labels?: JsonObject; readonly backup_config?: JsonObject };

function unbind(call: Call, kind: Kind<Stored>, record: Bound, index: string): void {
  const { labels = {}, backup_config } = record;
  if (index in labels) call.change<Bound>(kind, record, { labels: { ...labels, [index]: undefined } });
  if (index in (backup_config ?? {})) call.change<Bound>(kind, record, { backup_config: undefined });
}

/** Plans the next run after now, instead of the one that was planned before. */
export function planNext(scope: Scope, config: JobConfig): void {
  scope.service.timeline.cancel(fireWork, { config: config.id });
  const start = config.start_date === unset ? 0 : (parseTime(config.start_date) ?? 0);
  const end = config.end_date === unset ? Infinity : (parseTime(config.end_date) ?? Infinity);
  const next = nextRun(config.run_at, Math.max(scope.now, start - 1));
  if (config.disabled || next === undefined || next > end) return;
  scope.planAt(next, fireWork, { config: config.id });
}

export const configOperations: Operations = collection<JobConfig>({
  kind: jobConfigs,
  path: "/scheduler/job-configs",
  filters: ["id", "name", "operation", "disabled", "run_at", "run_on"],
  create: createConfig,
  change: changeConfig,
  remove: stop,
});
