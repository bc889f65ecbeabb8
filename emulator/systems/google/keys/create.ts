import { body, choice, flag, labels, object, text, time } from "../../../core/body";
import { created } from "../../../core/response";
import { invalid } from "../../../core/errors";
import type { Call, Operations } from "../../../core/scope";
import type { SourceKey } from "../../../core/sourceKey";
import { namedContainer } from "../../../shared/containers";
import { needSource } from "../../../shared/keySources";
import { fits, protectionLevels, purposes } from "../cloud/algorithms";
import { createCloudKey, type NewCloudKey } from "../cloud/key";
import { openRing, rings, type Ring } from "../reach";
import { createRecord, keyView } from "./record";

function place(call: Call): Ring {
  const ring = namedContainer(call, rings, "key_ring", "Google key ring");
  openRing(call, ring);
  return ring;
}

/** "86400s" as a number of seconds. */
const seconds = text.as((given, name) => {
  if (!/^\d+(\.0+)?s$/.test(given)) throw invalid(`${name} must be a number of seconds such as 86400s, not "${given}"`);
  return Number(given.slice(0, -1));
});

const newKey = body({
  gcp_key_params: object(
    body({
      key_name: text.required,
      purpose: choice(purposes).required,
      algorithm: text.required,
      protection_level: choice(protectionLevels).required,
      labels,
      next_rotation_time: time,
      rotation_period: seconds,
      destroy_scheduled_duration: seconds,
      import_only: flag,
    }),
  ).required,
});

/** What both kinds of keys take after they are made. */
export const changes = body({ labels, next_rotation_time: time, rotation_period: seconds });

function details(call: Call, ring: Ring): NewCloudKey {
  const { gcp_key_params: params } = newKey(call.body);
  return {
    ring: ring.name,
    keyName: params.key_name,
    purpose: params.purpose,
    algorithm: params.algorithm,
    protectionLevel: params.protection_level,
    labels: params.labels,
    nextRotationTime: params.next_rotation_time,
    rotationSeconds: params.rotation_period,
    destroySeconds: params.destroy_scheduled_duration,
    importOnly: params.import_only,
  };
}

function createKey(call: Call): object {
  const ring = place(call);
  const wanted = details(call, ring);
  const cloud = createCloudKey(call, wanted, wanted.importOnly === true ? undefined : {});
  return created(keyView(createRecord(call, ring, cloud)));
}

function uploadKey(call: Call): object {
  const ring = place(call);
  const source = needSource(call, call.body, "source_key_id");
  const wanted = details(call, ring);
  needFit(source, wanted.algorithm);
  const cloud = createCloudKey(call, wanted, { imported: source.fingerprint });
  return created(keyView(createRecord(call, ring, cloud, source)));
}

export function needFit(source: SourceKey, algorithm: string): void {
  if (fits(source, algorithm)) return;
  const { name, algorithm: own, size } = source;
  throw invalid(`source key ${name} (${own} ${size}) does not fit the algorithm ${algorithm}`);
}

export const createOperations: Operations = {
  "POST /cckm/google/keys": createKey,
  "POST /cckm/google/upload-key": uploadKey,
};
