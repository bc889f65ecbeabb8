import { randomBytes } from "node:crypto";
import { conflict, invalid } from "../../../core/errors";
import type { Call, Operations } from "../../../core/scope";
import { isSymmetric } from "../cloud/algorithms";
import { checkLabels, setAlgorithm, setRotation } from "../cloud/key";
import { changeCloudKey } from "../cloud/records";
import { setPrimary } from "../cloud/versions";
import { changes } from "./create";
import { keys, keyView, snapshot, targetKey } from "./record";

/**
 * Symmetric keys take a primary version and rotation times, asymmetric ones an algorithm; both take
 * labels.
 */
function changeKey(call: Call): object {
  const { key, cloud: before } = targetKey(call);
  const { body } = call;
  const foreign = isSymmetric(before.purpose)
    ? ["version_template_algorithm"]
    : ["primary_version_id", "next_rotation_time", "rotation_period"];
  const odd = foreign.find((name) => body.has(name));
  if (odd !== undefined) throw invalid(`${odd} is not for keys of the purpose ${before.purpose}`);
  let cloud = before;
  const algorithm = body.text("version_template_algorithm");
  if (algorithm !== undefined) cloud = setAlgorithm(call, cloud, algorithm);
  const { labels, next_rotation_time: next, rotation_period: period } = changes(body);
  if (labels !== undefined) {
    checkLabels(labels);
    cloud = changeCloudKey(call, cloud, { labels });
  }
  if (next !== undefined || period !== undefined) cloud = setRotation(call, cloud, next, period);
  const primary = body.text("primary_version_id");
  if (primary !== undefined) {
    if (!/^\d+$/.test(primary)) throw invalid("primary_version_id must be the number of a version");
    setPrimary(call, cloud, Number(primary));
  }
  return keyView(snapshot(call, key));
}

/** The work is done a moment later; the response is a string. */
function refreshKey(call: Call): string {
  const { key } = targetKey(call);
  call.plan(500, refreshWork, { key: key.id });
  return `Key ${key.key_id} will be refreshed`;
}

const refreshWork = "google:refresh-key";

function readPolicy(call: Call): object {
  return { ...targetKey(call).cloud.policy };
}

/** Replaces the IAM policy; an etag that is no longer current shows that somebody else was faster. */
function setPolicy(call: Call): object {
  const { key, cloud } = targetKey(call);
  const etag = call.body.text("etag");
  if (etag !== undefined && etag !== cloud.policy.etag)
    throw conflict("ABORTED: There were concurrent policy changes. Please retry the whole read-modify-write.");
  const bindings = (call.body.objects("bindings") ?? []).map((binding) => ({
    role: binding.requiredText("role"),
    members: binding.requiredTexts("members"),
  }));
  const version = call.body.integer("version", 1, 3) ?? cloud.policy.version;
  const policy = { bindings, etag: randomBytes(9).toString("base64"), version };
  changeCloudKey(call, cloud, { policy });
  snapshot(call, key);
  return policy;
}

export const changeOperations: Operations = {
  "PATCH /cckm/google/keys/{id}": changeKey,
  "POST /cckm/google/keys/{id}/refresh": refreshKey,
  "GET /cckm/google/keys/{id}/policy": readPolicy,
  "POST /cckm/google/keys/{id}/policy": setPolicy,
};

export const changeWorks = {
  [refreshWork]: (scope: Parameters<typeof snapshot>[0], args: Record<string, unknown>): void => {
    const key = scope.get(keys, String(args["key"]));
    if (key !== undefined) snapshot(scope, key);
  },
};
