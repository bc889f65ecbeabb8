import type { JsonObject } from "../../../core/fields";
import type { Scope } from "../../../core/scope";
import { findCloudVault } from "../world/tenancies";
import type { CloudKey, CloudVersion } from "./key";

/** The part `oci_params` of a key's record. */
export function describeKey(scope: Scope, key: CloudKey): JsonObject {
  return {
    algorithm: key.algorithm,
    length: key.length,
    curve_id: key.curveId ?? "",
    protection_mode: key.protectionMode,
    compartment_id: key.compartment,
    current_key_version: key.current,
    display_name: key.displayName,
    key_id: key.id,
    lifecycle_state: key.state,
    vault_name: findCloudVault(scope, key.vault)?.displayName ?? "",
    is_primary: true,
    replication_id: "",
    restored_from_key_id: "",
    time_created: key.createdAt,
    time_of_deletion: key.deletionTime,
    freeform_tags: key.freeformTags,
    defined_tags: key.definedTags,
  };
}

/** The part `oci_key_version_params` of a version's record. */
export function describeVersion(key: CloudKey, version: CloudVersion): JsonObject {
  return {
    compartment_id: key.compartment,
    is_primary: true,
    key_id: key.id,
    lifecycle_state: version.state,
    origin: version.origin,
    public_key: "",
    replication_id: "",
    restored_from_key_version_id: "",
    time_created: version.createdAt,
    time_of_deletion: version.deletionTime,
    vault_id: key.vault,
    version_id: version.id,
  };
}
