import { created, shown } from "../../../core/response";
import { invalid, notFound } from "../../../core/errors";
import { list } from "../../../core/lists";
import type { Call, Scope, Operations } from "../../../core/scope";
import type { SourceKey } from "../../../core/sourceKey";
import { needSource } from "../../../shared/keySources";
import { addVersion, cancelVersionDeletion, scheduleVersionDeletion, type CloudKey } from "../cloud/key";
import { sameShape, shapeOfSource } from "../cloud/shapes";
import { addExternalVersion, externalSource } from "../external";
import { vaults } from "../vault";
import { keys, versions, type OciKey, type OciVersion } from "./kinds";
import { polled, reachKey, snapshot, targetKey, underWay, type Target } from "./record";
import { readDays } from "./state";

function targetVersion(call: Call): { key: OciKey; version: OciVersion } {
  const key = call.target(keys);
  const reference = call.param("versionID");
  const version = call.by(versions, "key", key.id).find(({ id, hidden }) => [id, hidden.version].includes(reference));
  if (version === undefined) throw notFound();
  return { key, version };
}

/**
 * Brings new material into the key, or has Oracle Cloud make it; returns the record of the new
 * version.
 */
export function rotate(scope: Scope, { key, cloud, vault }: Target, source: SourceKey | undefined): OciVersion {
  if (source !== undefined && !sameShape(shapeOfSource(source), cloud))
    throw invalid(`source key ${source.name} does not fit an ${cloud.algorithm} key of ${cloud.length} bytes`);
  const changed = addVersion(scope, cloud, vault.region ?? "", source?.fingerprint);
  underWay(scope, key, source);
  const version = scope.by(versions, "key", key.id).find(({ hidden }) => hidden.version === changed.current);
  if (version === undefined) throw notFound();
  return version;
}

function createVersion(call: Call): object {
  const key = call.target(keys, "keyID");
  const native = call.body.flag("is_native");
  if (key.hyok_key_params !== undefined) {
    if (native === true) throw invalid("a version of an external key needs a source key");
    const source = externalSource(call, call.need(vaults, key.cckm_vault_id));
    return created(shown(addExternalVersion(call, key, source)));
  }
  if (native === undefined) call.body.missing("is_native");
  if (!native && !call.body.has("source_key_tier")) call.body.missing("source_key_tier");
  const source = native ? undefined : needSource(call, call.body, "source_key_identifier");
  return created(shown(rotate(call, targetKey(call, "keyID"), source)));
}

function listVersions(call: Call): object {
  const key = call.target(keys, "keyID");
  return list(call, {
    kind: versions,
    rows: call.by(versions, "key", key.id),
    view: shown,
    part: "oci_key_version_params",
    filters: ["id", "version_id", "origin", "is_primary", "lifecycle_state", "gone"],
  });
}

/** An action on one version in Oracle Cloud; returns its record with what is under way. */
function action(act: (call: Call, cloud: CloudKey, version: string) => unknown): (call: Call) => object {
  return (call) => {
    const { key, version } = targetVersion(call);
    act(call, reachKey(call, key).cloud, version.hidden.version);
    underWay(call, key);
    snapshot(call, key);
    return shown(call.need(versions, version.id));
  };
}

const one = "/cckm/oci/keys/{id}/versions/{versionID}";

export const versionOperations: Operations = {
  "GET /cckm/oci/keys/{keyID}/versions": listVersions,
  "POST /cckm/oci/keys/{keyID}/versions": createVersion,
  [`GET ${one}/`]: (call) => {
    const { key, version } = targetVersion(call);
    return polled(call, key, () => shown(version));
  },
  [`POST ${one}/schedule-deletion`]: action((call, cloud, id) =>
    scheduleVersionDeletion(call, cloud, id, readDays(call)),
  ),
  [`POST ${one}/cancel-deletion`]: action((call, cloud, id) => cancelVersionDeletion(call, cloud, id)),
};
