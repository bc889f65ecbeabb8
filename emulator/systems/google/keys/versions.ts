import { created, shown } from "../../../core/response";
import { conflict, invalid, ServiceError } from "../../../core/errors";
import { type JsonObject, own } from "../../../core/fields";
import { addresses, type Call, type Header, type Scope, type Operations } from "../../../core/scope";
import { defineKind } from "../../../core/store";
import { needSource } from "../../../shared/keySources";
import { isSymmetric } from "../cloud/algorithms";
import { googleError } from "../cloud/errors";
import type { CloudKey, CloudVersion } from "../cloud/records";
import * as cloud from "../cloud/versions";
import { needFit } from "./create";
import { keys, reachKey, snapshot, targetKey, targetVersion, versions, type GoogleKey } from "./record";

/**
 * Adds a version; of a symmetric key it becomes the primary one, or adding it would change nothing
 * for anybody.
 */
function addVersion(call: Call): object {
  const { key, cloud: before } = targetKey(call);
  const { body } = call;
  const native = body.flag("is_native") ?? body.missing("is_native");
  const source = native ? undefined : needSource(call, body, "source_key_id");
  const algorithm = native ? before.algorithm : (body.text("algorithm") ?? before.algorithm);
  if (source !== undefined) needFit(source, algorithm);
  if (isSymmetric(before.purpose) && algorithm !== before.algorithm)
    throw googleError("INVALID_ARGUMENT", `algorithm ${algorithm} is not valid for the purpose ${before.purpose}`);
  cloud.addVersion(call, before, { imported: source?.fingerprint, algorithm, becomesPrimary: true });
  snapshot(call, key, { rotated_at: call.service.clock.stamp() }, source);
  return created(newest(call, key));
}

function newest(call: Call, key: GoogleKey): object {
  const version = call.by(versions, "parent", key.id).at(-1);
  if (version === undefined) throw invalid(`the key ${key.key_id} has no version`);
  return shown(version);
}

type Change = (scope: Scope, key: CloudKey, version: CloudVersion) => unknown;

/** An action on one version, which returns its record. */
function act(change: Change): (call: Call) => object {
  return (call) => {
    const { key, cloud: before, version } = targetVersion(call);
    change(call, before, cloud.needVersion(before, version.version));
    snapshot(call, key);
    return shown(call.need(versions, version.id));
  };
}

const enable: Change = (scope, key, version) => cloud.setEnabled(scope, key, version, true);
const disable: Change = (scope, key, version) => cloud.setEnabled(scope, key, version, false);

function reimport(call: Call): object {
  const { key, cloud: before, version } = targetVersion(call);
  const source = needSource(call, call.body, "source_key_id");
  cloud.reimport(call, before, cloud.needVersion(before, version.version), source.fingerprint);
  snapshot(call, key);
  return shown(call.need(versions, version.id));
}

function downloadPublicKey(call: Call): object {
  const { cloud: before, version } = targetVersion(call);
  const pem = cloud.publicKeyOf(call, before, cloud.needVersion(before, version.version));
  const public_key = { algorithm: version.algorithm, name: version.gcp_cloud_resource_name, pem };
  return shown(call.change(versions, version, { public_key }));
}

const changes: Readonly<Record<string, Change>> = {
  enable,
  disable,
  schedule_destroy: cloud.scheduleDestroy,
  cancel_destroy: cloud.cancelDestroy,
};

/** One operation on all versions of a key. */
interface VersionsJob extends Header {
  readonly key_id: string;
  readonly operation: string;
  readonly overall_status: "in_progress" | "completed" | "failed";
  readonly detailed_status: Readonly<Record<string, string>>;
  readonly completed_at?: string;
}

const jobs = defineKind<VersionsJob>("google-version-jobs", { address: addresses, key_id: (job) => job.key_id });
const jobWork = "google:update-all-versions";

function startJob(call: Call): object {
  const reference = call.body.requiredText("key_id");
  const key = call.find(keys, reference);
  if (key === undefined) throw invalid(`there is no Google key ${reference}`);
  const operation = call.body.choice("operation", Object.keys(changes)) ?? call.body.missing("operation");
  if (call.by(jobs, "key_id", key.id).some((job) => job.overall_status === "in_progress"))
    throw conflict(`the versions of the key ${key.key_id} are being updated already`);
  const header = call.header("cckm:gcp-update-all-versions-job");
  const job = { ...header, key_id: key.id, operation, overall_status: "in_progress", detailed_status: {} } as const;
  call.plan(100, jobWork, { job: header.id });
  return created(shown(call.put(jobs, job)));
}

/**
 * Versions that are there already, or beyond it, are left alone; what one refuses doesn't stop the
 * others.
 */
function finishJob(scope: Scope, args: JsonObject): void {
  const job = scope.get(jobs, String(args["job"]));
  const key = job && scope.get(keys, job.key_id);
  if (job === undefined) return;
  const detailed_status: Record<string, string> = {};
  try {
    if (key !== undefined) Object.assign(detailed_status, updateAll(scope, key, job.operation));
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    detailed_status[job.key_id] = error.message;
  }
  const overall_status = Object.values(detailed_status).every((text) => text === "success") ? "completed" : "failed";
  scope.change(jobs, job, { overall_status, detailed_status, completed_at: scope.service.clock.stamp() });
}

const applies: Readonly<Record<string, readonly string[]>> = {
  enable: ["DISABLED"],
  disable: ["ENABLED"],
  schedule_destroy: ["ENABLED", "DISABLED"],
  cancel_destroy: ["DESTROY_SCHEDULED"],
};

function updateAll(scope: Scope, key: GoogleKey, operation: string): Record<string, string> {
  const target = reachKey(scope, key).cloud;
  const due = target.versions.filter(({ state }) => own(applies, operation)?.includes(state));
  for (const { number } of due) {
    const current = reachKey(scope, key).cloud;
    own(changes, operation)?.(scope, current, cloud.needVersion(current, number));
  }
  snapshot(scope, key);
  return Object.fromEntries(due.map(({ number }) => [String(number), "success"]));
}

export const versionWorks = { [jobWork]: finishJob };

const one = "/cckm/google/keys/{id}/versions/{versionID}";

export const versionOperations: Operations = {
  "POST /cckm/google/keys/{id}/versions": addVersion,
  [`POST ${one}/enable`]: act(enable),
  [`POST ${one}/disable`]: act(disable),
  [`POST ${one}/schedule-destroy`]: act(cloud.scheduleDestroy),
  [`POST ${one}/cancel-schedule-destroy`]: act(cloud.cancelDestroy),
  [`POST ${one}/refresh`]: act(() => undefined),
  [`POST ${one}/re-import`]: reimport,
  [`POST ${one}/download-public-key`]: downloadPublicKey,
  "POST /cckm/google/update-all-versions-jobs": startJob,
  "GET /cckm/google/update-all-versions-jobs/{id}": (call) => shown(call.target(jobs)),
};
