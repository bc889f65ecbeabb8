import { conflict, invalid } from "../../../core/errors";
import type { Call, Scope, Operations } from "../../../core/scope";
import type { SourceKey } from "../../../core/sourceKey";
import type { JsonObject } from "../../../core/fields";
import { formatTime } from "../../../core/time";
import { findSource, keySource, tierOf } from "../../../shared/keySources";
import { placeNames } from "../../../shared/scheduledRotation";
import { findJobConfig } from "../../scheduler/configs";
import { needAlterable } from "../cloud/actions";
import { aliasHolder, awsError, changeCloudKey, createCloudKey, withoutReserved, type CloudKey } from "../cloud/key";
import { importMaterial } from "../cloud/materials";
import { readExpiry } from "./create";
import { createRecord, keys, keyView, snapshot, targetKey, type AwsKey, type Target } from "./record";
import { noteSource } from "./provenance";
import { createSource, sourceOf, specOfSource } from "./sources";

/** How a key is replaced by a new one. */
export interface Replacement {
  /** Brings this material along; without it AWS makes the new key's material. */
  readonly source?: SourceKey;
  readonly description?: string;
  readonly validTo?: string;
  /** The old key keeps an alias of its own that says when it was replaced. */
  readonly retainAlias: boolean;
  /** The old key may decrypt but no longer encrypt. */
  readonly disableEncrypt: boolean;
}

/** Makes a new key in place of the old one; aliases, tags, policy and the schedule move over. */
export function replaceKey(scope: Scope, { key, kms, cloud }: Target, wanted: Replacement): AwsKey {
  needAlterable(cloud);
  if (cloud.storeId !== undefined)
    throw awsError("UnsupportedOperationException", `${cloud.arn} is in a custom key store and cannot be rotated.`);
  const { account, region, spec, usage, tags, policy, aliases } = cloud;
  const spent: Partial<CloudKey> = {
    aliases: wanted.retainAlias ? aliases.map((alias) => retained(scope, cloud, alias)) : [],
    policy: wanted.disableEncrypt ? withoutEncrypt(policy) : policy,
  };
  changeCloudKey(scope, cloud, spent);
  const origin = wanted.source === undefined ? cloud.origin : "EXTERNAL";
  const multiRegion = cloud.primaryRegion !== undefined;
  const details = { description: wanted.description ?? cloud.description, tags: withoutReserved(tags), policy };
  const fresh = createCloudKey(scope, { account, region, spec, usage, origin, multiRegion, ...details });
  let successor = changeCloudKey(scope, fresh, { aliases });
  if (wanted.source !== undefined) {
    const { fingerprint } = wanted.source;
    successor = importMaterial(scope, successor, { fingerprint, validTo: wanted.validTo }, true);
  }
  const { labels, key_users, key_users_roles, key_admins, key_admins_roles, external_accounts } = key;
  const lists = { key_users, key_users_roles, key_admins, key_admins_roles, external_accounts };
  const source = wanted.source === undefined ? {} : sourceOf(wanted.source);
  const key_material_origin = wanted.source === undefined ? key.key_material_origin : "cckm";
  const record = createRecord(scope, kms, successor, {
    ...lists,
    ...source,
    key_material_origin,
    labels,
    rotated_from: key.id,
  });
  if (wanted.source !== undefined) noteSource(scope, record, successor, wanted.source);
  snapshot(scope, key, { rotated_to: record.id, rotated_at: formatTime(scope.now), labels: {} });
  return record;
}

/** What new source keys are named after. */
export const nameOf = (cloud: CloudKey): string => cloud.aliases[0] ?? cloud.keyId;

function retained(scope: Scope, cloud: CloudKey, alias: string): string {
  const name = `${alias}-rotated-${Math.floor(scope.now / 1000)}`;
  const taken = aliasHolder(scope, cloud.account, cloud.region, name) !== undefined;
  return taken ? `${name}-${cloud.keyId.slice(0, 8)}` : name;
}

function withoutEncrypt(policy: JsonObject): JsonObject {
  const deny = {
    Sid: "CCKM disable encrypt",
    Effect: "Deny",
    Principal: "*",
    Action: ["kms:Encrypt", "kms:GenerateDataKey*"],
    Resource: "*",
  };
  const statements = Array.isArray(policy["Statement"]) ? (policy["Statement"] as unknown[]) : [];
  return { ...policy, Statement: [...statements, deny] };
}

function disablesEncrypt({ body }: Call, one: string, all: string): boolean {
  if (body.flag(one) === true && body.flag(all) === true) throw invalid(`${one} and ${all} exclude each other`);
  return body.flag(one) === true || body.flag(all) === true;
}

/** Returns the new key. */
function rotate(call: Call): object {
  const target = targetKey(call);
  if (target.key.rotated_to !== undefined) throw conflict("the key has been rotated already; rotate its successor");
  const external = target.cloud.origin === "EXTERNAL";
  const given = findSource(call, call.body, "source_key_id");
  const source =
    given ?? (external ? createSource(call, tierOf(call.body), target.cloud.spec, nameOf(target.cloud)) : undefined);
  if (source !== undefined && specOfSource(source) !== target.cloud.spec) {
    throw invalid(`source key ${source.name} does not fit a key of spec ${target.cloud.spec}`);
  }
  const record = replaceKey(call, target, {
    source,
    description: call.body.text("description"),
    validTo: readExpiry(call.body, call.body, "valid_to"),
    retainAlias: call.body.flag("retain_alias") ?? false,
    disableEncrypt: disablesEncrypt(call, "disable_encrypt", "disable_encrypt_on_all_accounts"),
  });
  return keyView(call, record);
}

/** Binds the key to a schedule; the labels say what happens when its time comes. */
function enableRotationJob(call: Call): object {
  const { body } = call;
  const key = call.target(keys);
  const config = findJobConfig(call, body.requiredText("job_config_id"), "cckm_key_rotation", "aws");
  const source = body.text("auto_rotate_key_source") ?? "local";
  keySource(call, source);
  const one = "auto_rotate_disable_encrypt";
  const all = "auto_rotate_disable_encrypt_on_all_accounts";
  disablesEncrypt(call, one, all);
  const places = placeNames.map((name) => [name, body.text(name)]).filter(([, value]) => value !== undefined);
  const labels = {
    job_config_id: config.id,
    auto_rotate_key_source: source,
    disable_encrypt_on_auto_rotate: String(body.flag(one) ?? false),
    disable_encrypt_for_all_accounts_on_auto_rotate: String(body.flag(all) ?? false),
    ...(Object.fromEntries(places) as Record<string, string>),
  };
  return keyView(call, call.change(keys, key, { labels }));
}

export const rotationOperations: Operations = {
  "POST /cckm/aws/keys/{id}/rotate": rotate,
  "POST /cckm/aws/keys/{id}/enable-rotation-job": enableRotationJob,
  "POST /cckm/aws/keys/{id}/disable-rotation-job": (call) =>
    keyView(call, call.change(keys, call.target(keys), { labels: {} })),
};
