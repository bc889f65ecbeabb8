import type { Scope } from "../../../core/scope";
import type { SourceKey } from "../../../core/sourceKey";
import type { CloudKey } from "../cloud/key";
import { materialId } from "../cloud/materials";
import { rotations, type AwsKey } from "./record";
import { sourceOf } from "./sources";

/** A replica's material came from where that of its primary did. */
export function copySources(scope: Scope, primary: AwsKey, replica: AwsKey): void {
  const known = scope.by(rotations, "local_key_id", primary.id);
  for (const entry of scope.by(rotations, "local_key_id", replica.id)) {
    const same = known.find((one) => one.aws_param["KeyMaterialId"] === entry.aws_param["KeyMaterialId"]);
    if (same === undefined) continue;
    const { source_key_identifier, source_key_name, source_key_tier, last_import_status } = same;
    scope.change(rotations, entry, { source_key_identifier, source_key_name, source_key_tier, last_import_status });
  }
}

/**
 * Writes on the history entry where its material came from. There `local_key_id` names the AWS key,
 * so it stays.
 */
export function noteSource(scope: Scope, key: AwsKey, cloud: CloudKey, source: SourceKey): void {
  const id = materialId(cloud, source.fingerprint);
  const { local_key_id: _id, local_key_name: _name, ...origin } = sourceOf(source);
  for (const entry of scope.by(rotations, "local_key_id", key.id)) {
    if (entry.aws_param["KeyMaterialId"] !== id) continue;
    scope.change(rotations, entry, {
      ...origin,
      key_material_origin: "cckm",
      source_key_identifier: source.id,
      source_key_name: source.name,
      last_import_status: "Success",
      last_import_at: scope.service.clock.stamp(),
    });
  }
}
