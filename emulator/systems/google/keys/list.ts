import { shown } from "../../../core/response";
import { isObject, type JsonObject } from "../../../core/fields";
import { collection } from "../../../core/collection";
import { holdsAll, list } from "../../../core/lists";
import type { Call, Operations } from "../../../core/scope";
import { keys, keyView, readKey, versions, versionOf, snapshot, type GoogleKey } from "./record";
import { byJobConfig } from "../../scheduler/binding";

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
  ...collection<GoogleKey>({
    kind: keys,
    path: "/cckm/google/keys",
    part: "gcp_params",
    view: keyView,
    filters,
    computed: {
      state: (key) => key.state,
      name: (key) => [key.key_id, key.gcp_params["name"]],
      algorithm: (key) => template(key, "algorithm"),
      protection_level: (key) => template(key, "protection_level"),
      ...byJobConfig,
      rotation_job_enabled: (key) => key.auto_rotate,
    },
    only: (key, call) => holdsAll(call, "labels", () => key.gcp_params["labels"] as JsonObject),
    handled: ["labels"],
  }),
  "GET /cckm/google/keys/{id}": readKey,
  "GET /cckm/google/keys/{id}/versions": listVersions,
  "GET /cckm/google/keys/{id}/versions/{versionID}": readVersion,
};
