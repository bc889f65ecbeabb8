import { created, shown } from "../../../core/answer";
import { invalid } from "../../../core/errors";
import type { Fields } from "../../../core/fields";
import type { Call, Scope } from "../../../core/scope";
import type { Operations } from "../../../core/system";
import { keySource, needSource, type SourceKey } from "../../../shared/key-sources";
import { fits, protectionLevels, purposes, shapeOf } from "../cloud/algorithms";
import { createCloudKey, type NewCloudKey } from "../cloud/key";
import { openRing, rings, type Ring } from "../reach";
import { createRecord } from "./record";

function place(call: Call): Ring {
  const reference = call.body.requiredText("key_ring");
  const ring = call.find(rings, reference);
  if (ring === undefined) throw invalid(`there is no Google key ring ${reference}`);
  openRing(call, ring);
  return ring;
}

/** "86400s" as a number of seconds. */
export function readSeconds(fields: Fields, name: string): number | undefined {
  const text = fields.text(name);
  if (text === undefined) return undefined;
  if (!/^\d+(\.0+)?s$/.test(text)) throw invalid(`${name} must be a number of seconds such as 86400s, not "${text}"`);
  return Number(text.slice(0, -1));
}

export function readLabels(fields: Fields, name: string): Record<string, string> | undefined {
  const labels = fields.labels(name);
  if (labels === undefined) return undefined;
  return Object.fromEntries(Object.entries(labels).filter((entry): entry is [string, string] => entry[1] !== null));
}

function details(call: Call, ring: Ring): NewCloudKey {
  const params = call.body.object("gcp_key_params") ?? call.body.missing("gcp_key_params");
  return {
    ring: ring.name,
    keyName: params.requiredText("key_name"),
    purpose: params.choice("purpose", purposes) ?? params.missing("purpose"),
    algorithm: params.requiredText("algorithm"),
    protectionLevel: params.choice("protection_level", protectionLevels) ?? params.missing("protection_level"),
    labels: readLabels(params, "labels"),
    nextRotationTime: params.time("next_rotation_time"),
    rotationSeconds: readSeconds(params, "rotation_period"),
    destroySeconds: readSeconds(params, "destroy_scheduled_duration"),
    importOnly: params.flag("import_only"),
  };
}

function createKey(call: Call): object {
  const ring = place(call);
  const wanted = details(call, ring);
  const cloud = createCloudKey(call, wanted, wanted.importOnly === true ? undefined : {});
  return created(shown(createRecord(call, ring, cloud)));
}

function uploadKey(call: Call): object {
  const ring = place(call);
  const source = needSource(call, call.body, "source_key_id");
  const wanted = details(call, ring);
  needFit(source, wanted.algorithm);
  const cloud = createCloudKey(call, wanted, { imported: source.fingerprint });
  return created(shown(createRecord(call, ring, cloud, source)));
}

export function needFit(source: SourceKey, algorithm: string): void {
  if (fits(source, algorithm)) return;
  const { name, algorithm: own, size } = source;
  throw invalid(`source key ${name} (${own} ${size}) does not fit the algorithm ${algorithm}`);
}

/** Has a source make new material for a version of that algorithm, in that container where the source has several. */
export function createSource(
  scope: Scope,
  tier: string,
  algorithm: string,
  keyName: string,
  container?: string,
): SourceKey {
  return keySource(scope, tier).create(scope, shapeOf(algorithm), `gcp-${keyName}-${scope.now}`, container);
}

export const createOperations: Operations = {
  "POST /cckm/google/keys": createKey,
  "POST /cckm/google/upload-key": uploadKey,
};
