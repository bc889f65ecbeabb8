import { outside, type Call, type Scope, type Handler, type Operations } from "../../../core/scope";
import {
  addAlias,
  cancelDeletion,
  movePrimary,
  needAlterable,
  removeAlias,
  scheduleDeletion,
  setAutoRotation,
  setEnabled,
} from "../cloud/actions";
import { changeCloudKey, cloudKeys, family, isPrimary, refuseReserved, type CloudKey } from "../cloud/key";
import { bareAlias, readTags, verify } from "./create";
import { fromLists, noLists, readPolicy, templateTag } from "./policy";
import { keys, keyView, lag, snapshot, targetKey, type AwsKey } from "./record";

/** An action that changes the key in AWS and returns the record as it is afterwards. */
function action(act: (call: Call, cloud: CloudKey) => unknown): Handler {
  return (call) => {
    const { key, cloud } = targetKey(call);
    act(call, cloud);
    return keyView(call, refreshFamily(call, key, cloud));
  };
}

/** Reads the key and its relatives in other regions from AWS again. */
export function refreshFamily(scope: Scope, key: AwsKey, cloud: CloudKey): AwsKey {
  for (const relative of relatives(scope, key, cloud)) snapshot(scope, relative);
  return snapshot(scope, key);
}

export function relatives(scope: Scope, key: AwsKey, cloud: CloudKey): AwsKey[] {
  const others = family(scope, cloud).filter((one) => one.id !== cloud.id);
  return others.flatMap((one) => scope.by(keys, "cloudKey", one.id)).filter((record) => record.kms_id === key.kms_id);
}

function changeDescription(call: Call, cloud: CloudKey): void {
  changeCloudKey(call, needAlterable(cloud), { description: call.body.requiredText("description") });
}

function addTags(call: Call, cloud: CloudKey): void {
  const tags = readTags(call.body, "tags", "tag_key", "tag_value");
  if (Object.keys(tags).length === 0) call.body.missing("tags");
  changeCloudKey(call, needAlterable(cloud), { tags: { ...cloud.tags, ...tags } });
}

function removeTags(call: Call, cloud: CloudKey): void {
  const names = call.body.requiredTexts("tags");
  refuseReserved(names);
  const left = Object.entries(cloud.tags).filter(([name]) => !names.includes(name));
  changeCloudKey(call, needAlterable(cloud), { tags: Object.fromEntries(left) });
}

/**
 * Sets the policy, AWS's default one if the request names none; a template leaves its tag on the
 * key, anything else removes such a tag.
 */
function changePolicy(call: Call): object {
  const { key, kms, cloud } = targetKey(call);
  const wanted = readPolicy(call, call.body, call.body, kms) ?? fromLists(kms, noLists);
  const { [templateTag]: _old, ...tags } = cloud.tags;
  const tagged = wanted.template === undefined ? tags : { ...tags, [templateTag]: wanted.template.id };
  changeCloudKey(call, needAlterable(cloud), { policy: wanted.policy, tags: tagged });
  verify(call, wanted);
  return keyView(call, snapshot(call, key, { ...noLists, ...wanted.lists }));
}

function rotationStatus(call: Call): object {
  const { cloud } = targetKey(call);
  return {
    KeyId: cloud.keyId,
    KeyRotationEnabled: cloud.rotation !== undefined,
    RotationPeriodInDays: cloud.rotation?.days,
    NextRotationDate: cloud.rotation?.next,
  };
}

/** The swap takes AWS a moment, in every region of the key. */
function updatePrimary(call: Call): object {
  const { key, cloud } = targetKey(call);
  movePrimary(call, cloud, call.body.requiredText("PrimaryRegion"));
  for (const relative of relatives(call, key, cloud)) lag(call, relative);
  return keyView(call, lag(call, key));
}

/**
 * Reads from AWS in the background: the response and the first poll still show what the service
 * knew.
 */
function refresh(call: Call): object {
  const key = call.target(keys);
  const cloud = call.in(outside).get(cloudKeys, key.hidden.cloudKey);
  // A primary takes its replicas along.
  if (cloud !== undefined && isPrimary(cloud)) for (const one of relatives(call, key, cloud)) snapshot(call, one);
  return keyView(call, lag(call, key));
}

export const stateOperations: Operations = {
  "POST /cckm/aws/keys/{id}/enable": action((call, cloud) => setEnabled(call, cloud, true)),
  "POST /cckm/aws/keys/{id}/disable": action((call, cloud) => setEnabled(call, cloud, false)),
  "POST /cckm/aws/keys/{id}/schedule-deletion": action((call, cloud) =>
    scheduleDeletion(call, cloud, call.body.integer("days", 7, 30) ?? call.body.missing("days")),
  ),
  "POST /cckm/aws/keys/{id}/cancel-deletion": action((call, cloud) => cancelDeletion(call, cloud)),
  "POST /cckm/aws/keys/{id}/update-description": action(changeDescription),
  "POST /cckm/aws/keys/{id}/add-alias": action((call, cloud) =>
    addAlias(call, cloud, bareAlias(call.body.requiredText("alias"))),
  ),
  "POST /cckm/aws/keys/{id}/delete-alias": action((call, cloud) =>
    removeAlias(call, cloud, bareAlias(call.body.requiredText("alias"))),
  ),
  "POST /cckm/aws/keys/{id}/add-tags": action(addTags),
  "POST /cckm/aws/keys/{id}/remove-tags": action(removeTags),
  "POST /cckm/aws/keys/{id}/policy": changePolicy,
  "POST /cckm/aws/keys/{id}/enable-auto-rotation": action((call, cloud) =>
    setAutoRotation(call, cloud, call.body.integer("rotation_period_in_days", 90, 2560) ?? 365),
  ),
  "POST /cckm/aws/keys/{id}/disable-auto-rotation": action((call, cloud) => setAutoRotation(call, cloud, undefined)),
  "POST /cckm/aws/keys/{id}/get-key-rotation-status": rotationStatus,
  "POST /cckm/aws/keys/{id}/update-primary-region": updatePrimary,
  "POST /cckm/aws/keys/{id}/refresh": refresh,
};
