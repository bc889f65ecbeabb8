import { list } from "../../../core/lists";
import type { Call, Operations } from "../../../core/scope";
import { versions, keys, type OciKey } from "./kinds";
import { keyView } from "./record";
import { byJobConfig } from "../../scheduler/binding";

const nameOf = (key: OciKey): unknown => key.hyok_key_params?.name ?? key.oci_params?.["display_name"];

const filters = [
  "id",
  "cloud_name",
  "algorithm",
  "length",
  "key_id",
  "vault_name",
  "vault_id",
  "cckm_vault_id",
  "protection_mode",
  "curve_id",
  "lifecycle_state",
  "tenancy",
  "compartment_name",
  "region",
  "gone",
  "key_material_origin",
  "auto_rotate",
];

function listKeys(call: Call): object {
  const sourcesOf = (key: OciKey): unknown[] =>
    call.by(versions, "key", key.id).map(({ source_key_identifier }) => source_key_identifier);
  return list(call, {
    kind: keys,
    view: (key) => keyView(call, key),
    part: "oci_params",
    filters,
    computed: {
      key_name: nameOf,
      display_name: nameOf,
      ...byJobConfig,
      linked_state: ({ hyok_key_params }) => hyok_key_params?.linked_state,
      blocked: ({ hyok_key_params }) => hyok_key_params?.blocked,
      state: ({ hyok_key_params }) => hyok_key_params?.state,
      local_hyok_key_id: sourcesOf,
      local_hyok_key_version_id: sourcesOf,
      local_key_store_id: (key) => key.hyok_key_params && key.cckm_vault_id,
    },
  });
}

export const listOperations: Operations = { "GET /cckm/oci/keys": listKeys };
