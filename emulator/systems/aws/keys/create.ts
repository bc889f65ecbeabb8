import { created } from "../../../core/response";
import { invalid } from "../../../core/errors";
import type { Fields } from "../../../core/fields";
import type { Call, Scope, Operations } from "../../../core/scope";
import { namedContainer } from "../../../shared/containers";
import { needSource } from "../../../shared/keySources";
import { awsError, changeCloudKey, checkTags, createCloudKey, type CloudKey } from "../cloud/key";
import { importMaterial } from "../cloud/materials";
import { replicate } from "../cloud/actions";
import { specNames, usageNames } from "../cloud/specs";
import { kmses, openKms, type Kms } from "../kms";
import { readPolicy, templateTag, type WantedPolicy } from "./policy";
import { copySources, noteSource } from "./provenance";
import { sourceOf, specOfSource } from "./sources";
import { createRecord, keyView, lag, snapshot, targetKey, type AwsKey, type NewRecord } from "./record";
import { templates } from "./templateRecord";

/** The container and region of a request for a new key. */
export function place(call: Call): { kms: Kms; region: string } {
  const kms = namedContainer(call, kmses, "kms", "AWS KMS");
  const region = call.body.requiredText("region");
  if (!kms.regions.includes(region)) throw invalid(`the AWS KMS ${kms.name} does not cover region ${region}`);
  openKms(call, kms);
  return { kms, region };
}

/** Aliases of requests carry no prefix; one that does is understood all the same. */
export const bareAlias = (alias: string): string => alias.replace(/^alias\//, "");

export function readTags(fields: Fields, name: string, keyName: string, valueName: string): Record<string, string> {
  const entries = fields.objects(name) ?? [];
  const tags = new Map(entries.map((tag) => [tag.requiredText(keyName), tag.text(valueName) ?? ""]));
  if (tags.size < entries.length) throw awsError("TagException", "Duplicate tag keys");
  const read = Object.fromEntries(tags);
  checkTags(read);
  return read;
}

export interface Details {
  readonly alias?: string;
  readonly description?: string;
  readonly tags: Record<string, string>;
  readonly wanted?: WantedPolicy;
}

export function details(call: Call, kms: Kms): Details {
  const param = call.body.block("aws_param");
  const wanted = readPolicy(call, call.body, param, kms);
  const tags = readTags(param, "Tags", "TagKey", "TagValue");
  const alias = param.text("Alias");
  return {
    alias: alias === undefined ? undefined : bareAlias(alias),
    description: param.text("Description"),
    tags: wanted?.template === undefined ? tags : { ...tags, [templateTag]: wanted.template.id },
    wanted,
  };
}

/** A template counts as verified once a key uses it. */
export function verify(scope: Scope, wanted: WantedPolicy | undefined): void {
  if (wanted?.template?.is_verified === false) scope.change(templates, wanted.template, { is_verified: true });
}

function createKey(call: Call): object {
  const { kms, region } = place(call);
  const param = call.body.block("aws_param");
  const origin = param.choice("Origin", ["AWS_KMS", "EXTERNAL"]) ?? "AWS_KMS";
  const { key } = make(call, kms, region, origin, param.choice("CustomerMasterKeySpec", specNames), {
    key_material_origin: origin === "AWS_KMS" ? "native" : "unknown",
  });
  return created(keyView(call, key));
}

function make(
  call: Call,
  kms: Kms,
  region: string,
  origin: string,
  spec: string | undefined,
  record: NewRecord,
): { key: AwsKey; cloud: CloudKey } {
  const param = call.body.block("aws_param");
  const { wanted, ...rest } = details(call, kms);
  const cloud = createCloudKey(call, {
    ...rest,
    account: kms.account_id,
    region,
    origin,
    spec,
    usage: param.choice("KeyUsage", usageNames),
    multiRegion: param.flag("MultiRegion"),
    policy: wanted?.policy,
  });
  verify(call, wanted);
  return { key: createRecord(call, kms, cloud, { ...wanted?.lists, ...record }), cloud };
}

/** When imported material is to end: `key_expiration` switches it on, `valid_to` says when. */
export function readExpiry(flags: Fields, dates: Fields, name: string): string | undefined {
  const validTo = dates.time(name);
  if (flags.flag("key_expiration") !== true) return validTo;
  return validTo ?? dates.missing(name);
}

/** Makes a key of origin EXTERNAL with material of a key of the service's own vault. */
function uploadKey(call: Call): object {
  const { kms, region } = place(call);
  const param = call.body.block("aws_param");
  const source = needSource(call, call.body, "source_key_identifier");
  const spec = param.choice("CustomerMasterKeySpec", specNames) ?? specOfSource(source);
  if (spec !== specOfSource(source)) throw invalid(`source key ${source.name} cannot become a key of spec ${spec}`);
  const record: NewRecord = { key_material_origin: "cckm", ...sourceOf(source) };
  const { key, cloud } = make(call, kms, region, "EXTERNAL", spec, record);
  const validTo = readExpiry(call.body, param, "ValidTo");
  const description = call.body.text("key_material_description");
  importMaterial(call, cloud, { fingerprint: source.fingerprint, description, validTo }, true);
  const uploaded = snapshot(call, key);
  noteSource(call, uploaded, cloud, source);
  return created(keyView(call, uploaded));
}

/** The new replica is still being made when the response is sent. */
function replicateKey(call: Call): object {
  const { key, kms, cloud } = targetKey(call);
  const region = call.body.requiredText("replica_region");
  if (!kms.regions.includes(region)) throw invalid(`the AWS KMS ${kms.name} does not cover region ${region}`);
  const { alias, description, tags, wanted } = details(call, kms);
  const made = replicate(call, cloud, region, {
    alias,
    description: description ?? cloud.description,
    tags,
    ...(wanted === undefined ? {} : { policy: wanted.policy }),
  });
  verify(call, wanted);
  snapshot(call, key);
  const replica = withMaterial(call, key, cloud, made);
  const { key_material_origin, key_source, source_key_tier, local_key_id, local_key_name } = key;
  const origin = { key_material_origin, key_source, source_key_tier, local_key_id, local_key_name };
  const record = createRecord(call, kms, replica, { ...wanted?.lists, ...origin });
  copySources(call, key, record);
  const aws_param = { ...record.aws_param, KeyState: "Creating", Enabled: false };
  return created(keyView(call, lag(call, record, { aws_param, replica_policy: wanted?.policy })));
}

/**
 * AWS leaves a replica of imported material empty: the service imports what it imported into the
 * primary.
 */
function withMaterial(call: Call, primary: AwsKey, from: CloudKey, replica: CloudKey): CloudKey {
  const isOurs = from.origin === "EXTERNAL" && primary.key_material_origin === "cckm";
  if (!isOurs || from.state === "PendingImport") return replica;
  return changeCloudKey(call, replica, { materials: from.materials, state: "Enabled" });
}

export const createOperations: Operations = {
  "POST /cckm/aws/keys": createKey,
  "POST /cckm/aws/upload-key": uploadKey,
  "POST /cckm/aws/keys/{id}/replicate-key": replicateKey,
};
