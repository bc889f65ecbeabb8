import { badRequest, invalid, ServiceError } from "../../../core/errors";
import { list } from "../../../core/lists";
import type { Call, Operations } from "../../../core/scope";
import type { SourceKey } from "../../../core/sourceKey";
import { shown, text } from "../../../core/response";
import { findSource, tierOf } from "../../../shared/keySources";
import { needAlterable, needEnabled, needSymmetric } from "../cloud/actions";
import { awsError, changeCloudKey, family, isPrimary, type CloudKey } from "../cloud/key";
import {
  deleteMaterial,
  finishRotation,
  importMaterial,
  notImported,
  rotateMaterial,
  waitsForReplicas,
} from "../cloud/materials";
import { newPublicKey } from "../cloud/specs";
import { readExpiry } from "./create";
import { keys, keyView, lag, rotations, snapshot, targetKey, type AwsKey } from "./record";
import { noteSource } from "./provenance";
import { nameOf } from "./rotation";
import { createSource, sourceOf, specOfSource } from "./sources";
import { refreshFamily, relatives } from "./state";

function needExternal(cloud: CloudKey): void {
  if (cloud.origin === "EXTERNAL") return;
  throw awsError(
    "UnsupportedOperationException",
    `${cloud.arn} origin is ${cloud.origin}, which is not valid for this operation.`,
  );
}

/** The source that the request names, or a new AES-256 key of the service's vault. */
function materialSource(call: Call, key: AwsKey, cloud: CloudKey): SourceKey {
  const given = findSource(call, call.body, "source_key_identifier");
  if (given === undefined && (cloud.spec !== "SYMMETRIC_DEFAULT" || tierOf(call.body) !== "local")) {
    call.body.missing("source_key_identifier");
  }
  const source = given ?? reimported(call, key, cloud) ?? createSource(call, "local", cloud.spec, nameOf(cloud));
  if (specOfSource(source) !== cloud.spec)
    throw invalid(`source key ${source.name} does not fit a key of spec ${cloud.spec}`);
  return source;
}

/** The source of material that is imported again by its id. */
function reimported(call: Call, key: AwsKey, cloud: CloudKey): SourceKey | undefined {
  const id = call.body.text("key_material_id");
  if (id === undefined) return undefined;
  const entry = call.by(rotations, "local_key_id", key.id).find((one) => one.aws_param["KeyMaterialId"] === id);
  const source = entry?.source_key_identifier ?? "";
  if (entry === undefined || source === "")
    throw awsError("NotFoundException", `${cloud.arn} has no key material ${id} that came from here.`);
  const { find } =
    call.service.systems.map((system) => system.keySources?.["local"]).find((one) => one !== undefined) ?? {};
  return find?.(call, source);
}

function bring(call: Call, key: AwsKey, cloud: CloudKey): { source: SourceKey; cloud: CloudKey } {
  needExternal(needAlterable(cloud));
  const source = materialSource(call, key, cloud);
  const { body } = call;
  const again =
    body.choice("import_type", ["NEW_KEY_MATERIAL", "EXISTING_KEY_MATERIAL"]) === "EXISTING_KEY_MATERIAL" ||
    body.has("key_material_id");
  const validTo = readExpiry(body, body, "valid_to");
  const description = body.text("key_material_description");
  const changed = importMaterial(call, cloud, { fingerprint: source.fingerprint, description, validTo }, !again);
  return { source, cloud: changed };
}

function importKeyMaterial(call: Call): object {
  const { key, cloud } = targetKey(call);
  const brought = bring(call, key, cloud);
  refreshFamily(call, key, brought.cloud);
  const changed = snapshot(call, key, { key_material_origin: "cckm", ...sourceOf(brought.source) });
  noteSource(call, changed, cloud, brought.source);
  return keyView(call, changed);
}

function deleteKeyMaterial(call: Call): object {
  const { key, cloud } = targetKey(call);
  deleteMaterial(call, needAlterable(cloud), call.body.text("key_material_id"));
  return keyView(call, snapshot(call, key));
}

/**
 * New material for the same key. AWS takes a moment, so the response and the first poll still show
 * the old one.
 */
function rotateKeyMaterial(call: Call): object {
  const { key, cloud } = targetKey(call);
  const before = call.change(keys, key, { hidden: { ...key.hidden, rotationError: undefined } });
  const rotated = rotateNow(call, before, cloud);
  for (const relative of relatives(call, key, cloud)) lag(call, relative);
  return keyView(call, lag(call, rotated));
}

function rotateNow(call: Call, key: AwsKey, cloud: CloudKey): AwsKey {
  needEnabled(cloud);
  if (cloud.primaryRegion !== undefined && !isPrimary(cloud)) {
    throw awsError("UnsupportedOperationException", `${cloud.arn} is not a multi-Region primary key.`);
  }
  needSymmetric(cloud);
  if (cloud.origin !== "EXTERNAL") {
    rotateMaterial(call, cloud, "ON_DEMAND");
    return key;
  }
  if (!call.body.has("source_key_identifier")) {
    finishRotation(call, cloud);
    return call.change(keys, key, currentSource(call, key, cloud));
  }
  const inFamily = isPrimary(cloud) && family(call, cloud).length > 1;
  return inFamily ? accepted(key, () => takeOver(call, key, cloud)) : takeOver(call, key, cloud);
}

/** Brings new material into the key, and rotates to it unless the replicas lack it. */
function takeOver(call: Call, key: AwsKey, cloud: CloudKey): AwsKey {
  const brought = bring(call, key, cloud);
  const rotated = isWaitingForReplicas(brought.cloud) ? undefined : finishRotation(call, brought.cloud);
  const changed = snapshot(call, key, rotated && sourceOf(brought.source));
  noteSource(call, changed, cloud, brought.source);
  return rotated === undefined
    ? failed(changed, `new key material of ${cloud.arn} ${notImported} into its replicas`)
    : changed;
}

/** Where the material came from that waited for this rotation. */
function currentSource(call: Call, { id }: AwsKey, cloud: CloudKey): Partial<AwsKey> {
  const waiting = cloud.materials.find(({ state }) => state === "PENDING_ROTATION");
  const entry = call.by(rotations, "local_key_id", id).find((one) => one.aws_param["KeyMaterialId"] === waiting?.id);
  const { source_key_identifier = "", source_key_name, source_key_tier } = entry ?? {};
  if (source_key_identifier === "") return {};
  return { local_key_id: source_key_identifier, local_key_name: source_key_name, source_key_tier };
}

const isWaitingForReplicas = ({ materials }: CloudKey): boolean =>
  materials.some(({ state }) => state === waitsForReplicas);

/** A rotation that was accepted and did not succeed: only its status tells. */
const failed = (key: AwsKey, rotationError: string): AwsKey => ({ ...key, hidden: { ...key.hidden, rotationError } });

/** A call that is accepted in any case: what AWS refuses is a matter of the status. */
function accepted(key: AwsKey, work: () => AwsKey): AwsKey {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    return failed(key, error.message);
  }
}

function rotateStatus(call: Call): object {
  const key = call.target(keys);
  const { lagging, rotationError } = key.hidden;
  if (lagging) return { overall_status: "in_progress" };
  return rotationError === undefined
    ? { overall_status: "success", error_details: "" }
    : { overall_status: "failed", error_details: rotationError };
}

/** Newest first, unless the request sorts. */
function listRotations(call: Call): object {
  const key = call.target(keys);
  return list(call, {
    kind: rotations,
    rows: call.by(rotations, "local_key_id", key.id).reverse(),
    view: shown,
    part: "aws_param",
    filters: [
      "id",
      "key_source",
      "key_material_origin",
      "ImportState",
      "KeyMaterialState",
      "RotationType",
      "KeyMaterialId",
    ],
  });
}

function downloadPublicKey(call: Call): object {
  const { cloud } = targetKey(call);
  const publicKey = cloud.publicKey ?? newPublicKey(cloud.spec);
  if (publicKey === undefined) throw badRequest("only an asymmetric key has a public key");
  changeCloudKey(call, cloud, { publicKey });
  return text(publicKey, "application/x-pem-file");
}

export const materialOperations: Operations = {
  "POST /cckm/aws/keys/{id}/import-material": importKeyMaterial,
  "POST /cckm/aws/keys/{id}/delete-material": deleteKeyMaterial,
  "POST /cckm/aws/keys/{id}/rotate-material": rotateKeyMaterial,
  "GET /cckm/aws/keys/{id}/rotations": listRotations,
  "GET /cckm/aws/keys/{id}/download-public-key": downloadPublicKey,
};

/** Public clients poll it although the service's list doesn't have it. */
export const unlistedMaterialOperations: Operations = {
  "GET /cckm/aws/keys/{id}/rotate-material/status": rotateStatus,
};
