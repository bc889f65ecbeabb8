import { list } from "../../../core/lists";
import { parseJson } from "../../../core/json";
import { isObject, own } from "../../../core/fields";
import type { Call } from "../../../core/scope";
import type { Operations } from "../../../core/system";
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

/** The `tags` filter is the JSON text of an object; a key must have all of its tags. */
function hasTags(call: Call, key: AwsKey): boolean {
  const text = call.query("tags");
  if (text === undefined) return true;
  try {
    const wanted: unknown = parseJson(text);
    const tags = tagsOf(key);
    return isObject(wanted) && Object.entries(wanted).every(([name, value]) => own(tags, name) === value);
  } catch {
    return false;
  }
}

function listKeys(call: Call): object {
  return list(call, {
    kind: keys,
    view: (key) => keyView(call, key),
    part: "aws_param",
    filters,
    computed: { ...renamed, kms: (key) => [key.kms_id, call.get(kmses, key.kms_id)?.name] },
    only: (key) => hasTags(call, key),
    handled: ["tags"],
  });
}

/** Drops the service's record only; a key that AWS still has comes back with the next synchronization. */
function deleteRecord(call: Call): void {
  const key = call.target(keys);
  for (const rotation of call.by(rotations, "local_key_id", key.id)) call.remove(rotations, rotation);
  call.remove(keys, key);
}

export const listOperations: Operations = {
  "GET /cckm/aws/keys": listKeys,
  "GET /cckm/aws/keys/{id}": readKey,
  "DELETE /cckm/aws/keys/{id}": deleteRecord,
};
