import { collection } from "../../../core/collection";
import { holdsAll } from "../../../core/lists";
import { isObject } from "../../../core/fields";
import type { Call, Operations } from "../../../core/scope";
import { templateTag } from "./policy";
import { keys, keyView, readKey, rotations, type AwsKey } from "./record";
import { kmses } from "../kms";

const filters = [
  "id",
  "kms_id",
  "region",
  "cloud_name",
  "key_type",
  "key_material_origin",
  "key_source",
  "custom_key_store_id",
  "custom_key_store_name",
  "gone",
  "blocked",
  "CustomerMasterKeySpec",
];

type Param = (key: AwsKey) => unknown;
const param =
  (name: string): Param =>
  (key) =>
    key.aws_param[name];

/** Filters of the service whose names are not those of the fields that they look at. */
const renamed: Readonly<Record<string, Param>> = {
  keyid: param("KeyID"),
  arn: param("Arn"),
  origin: param("Origin"),
  keystate: param("KeyState"),
  keyusage: param("KeyUsage"),
  keymanager: param("KeyManager"),
  enabled: param("Enabled"),
  multi_region: param("MultiRegion"),
  alias: (key) => (key.aws_param["Alias"] as string[]).flatMap((alias) => [alias, alias.replace(/^alias\//, "")]),
  multi_region_key_type: (key) => {
    const configuration = key.aws_param["MultiRegionConfiguration"];
    return isObject(configuration) ? configuration["MultiRegionKeyType"] : undefined;
  },
  job_config_id: (key) => key.labels["job_config_id"],
  rotation_job_enabled: (key) => key.labels["job_config_id"] !== undefined,
  cckm_policy_template_id: (key) => tagsOf(key)[templateTag],
};

export function tagsOf(key: AwsKey): Record<string, string> {
  const tags = (key.aws_param["Tags"] ?? []) as { TagKey: string; TagValue: string }[];
  return Object.fromEntries(tags.map(({ TagKey, TagValue }) => [TagKey, TagValue]));
}

/**
 * Drops what the service knows of a key's rotations; a key that AWS still has comes back with the
 * next synchronization.
 */
function forgetRotations(call: Call, key: AwsKey): void {
  for (const rotation of call.by(rotations, "local_key_id", key.id)) call.remove(rotations, rotation);
}

export const listOperations: Operations = {
  ...collection<AwsKey>({
    kind: keys,
    path: "/cckm/aws/keys",
    view: (key, scope) => keyView(scope, key),
    searched: (key) => key,
    part: "aws_param",
    filters,
    computed: { ...renamed, kms: (key, scope) => [key.kms_id, scope.get(kmses, key.kms_id)?.name] },
    only: (key, call) => holdsAll(call, "tags", () => tagsOf(key)),
    handled: ["tags"],
    remove: forgetRotations,
  }),
  "GET /cckm/aws/keys/{id}": readKey,
};
