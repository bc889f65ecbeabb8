import { shown } from "../../../core/answer";
import { parseJson } from "../../../core/json";
import { isObject, own } from "../../../core/fields";
import { list } from "../../../core/lists";
import type { Call } from "../../../core/scope";
import type { Operations } from "../../../core/system";
import { keys, readKey, versions, versionOf, snapshot, type GoogleKey } from "./record";

const filters = [
  "id",
  "key_id",
  "key_ring_id",
  "key_ring_name",
  "location_id",
  "project_id",
  "create_status",
  "organization_name",
  "organization_display_name",
  "purpose",
  "state",
  "gone",
  "cloud_name",
];

const template = ({ gcp_params }: GoogleKey, name: string): unknown => {
  const part = gcp_params["version_template"];
  return isObject(part) ? part[name] : undefined;
};

/** The `labels` filter is the JSON text of an object; a key must have all of its labels in Google. */
function hasLabels(call: Call, key: GoogleKey): boolean {
  const text = call.query("labels");
  if (text === undefined) return true;
  try {
    const wanted: unknown = parseJson(text);
    const held = key.gcp_params["labels"] as Record<string, string>;
    return isObject(wanted) && Object.entries(wanted).every(([name, value]) => own(held, name) === value);
  } catch {
    return false;
  }
}

function listKeys(call: Call): object {
  return list(call, {
    kind: keys,
    view: shown,
    part: "gcp_params",
    filters,
    computed: {
      name: (key) => [key.key_id, key.gcp_params["name"]],
      algorithm: (key) => template(key, "algorithm"),
      protection_level: (key) => template(key, "protection_level"),
      job_config_id: (key) => key.labels["job_config_id"],
      rotation_job_enabled: (key) => key.auto_rotate,
    },
    only: (key) => hasLabels(call, key),
    handled: ["labels"],
  });
}

function listVersions(call: Call): object {
  const key = call.target(keys);
  return list(call, {
    kind: versions,
    rows: call.by(versions, "parent", key.id),
    view: shown,
    part: "gcp_params",
    filters: [
      "id",
      "version_id",
      "version",
      "name",
      "state",
      "algorithm",
      "is_primary",
      "deleted",
      "gone",
      "key_material_origin",
    ],
  });
}

function readVersion(call: Call): object {
  const key = call.target(keys);
  const version = versionOf(call, key);
  if (version.state.startsWith("PENDING_")) snapshot(call, key);
  return shown(versionOf(call, key));
}

export const listOperations: Operations = {
  "GET /cckm/google/keys": listKeys,
  "GET /cckm/google/keys/{id}": readKey,
  "GET /cckm/google/keys/{id}/versions": listVersions,
  "GET /cckm/google/keys/{id}/versions/{versionID}": readVersion,
};
