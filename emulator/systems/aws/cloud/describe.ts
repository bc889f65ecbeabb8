import type { JsonObject } from "../../../core/fields";
import { outside, type Scope } from "../../../core/scope";
import { family, isPrimary, type CloudKey } from "./key";
import { algorithmsOf } from "./specs";
import { cloudStores } from "./store";

/** A key in the words of AWS, as the service stores it in `aws_param`. */
export function describe(scope: Scope, key: CloudKey): JsonObject {
  const current = key.materials.find((material) => material.state === "CURRENT");
  const reachable = key.storeId === undefined || scope.in(outside).get(cloudStores, key.storeId)?.state === "CONNECTED";
  const state = reachable || key.state === "PendingDeletion" ? key.state : "Unavailable";
  return {
    AWSAccountId: key.account,
    Arn: key.arn,
    KeyID: key.keyId,
    KeyId: key.keyId,
    KeyManager: key.manager,
    KeyState: state,
    Enabled: state === "Enabled",
    Description: key.description,
    KeyUsage: key.usage,
    CustomerMasterKeySpec: key.spec,
    Origin: key.origin,
    CreationDate: key.createdAt,
    Alias: key.aliases.map((alias) => `alias/${alias}`),
    Tags: Object.entries(key.tags).map(([TagKey, TagValue]) => ({ TagKey, TagValue })),
    Policy: key.policy,
    ...algorithmsOf(key.spec, key.usage),
    ...expiry(key, current?.importState === "IMPORTED", current?.validTo),
    DeletionDate: key.deletionDate,
    KeyRotationEnabled: key.rotation !== undefined,
    RotationPeriodInDays: key.rotation?.days,
    NextRotationDate: key.rotation?.next,
    CurrentKeyMaterialId: current?.id,
    CustomKeyStoreId: key.storeId,
    XksKeyConfiguration: key.xksKeyId === undefined ? undefined : { Id: key.xksKeyId },
    MultiRegion: key.primaryRegion !== undefined,
    MultiRegionConfiguration: key.primaryRegion === undefined ? undefined : regions(scope, key),
  };
}

function expiry(key: CloudKey, imported: boolean, validTo: string | undefined): JsonObject {
  if (key.origin !== "EXTERNAL" || !imported) return {};
  if (validTo === undefined) return { ExpirationModel: "KEY_MATERIAL_DOES_NOT_EXPIRE" };
  return { ExpirationModel: "KEY_MATERIAL_EXPIRES", ValidTo: validTo };
}

function regions(scope: Scope, key: CloudKey): JsonObject {
  const place = ({ arn, region }: CloudKey): object => ({ Arn: arn, Region: region });
  const all = family(scope, key);
  return {
    MultiRegionKeyType: isPrimary(key) ? "PRIMARY" : "REPLICA",
    PrimaryKey: all.filter(isPrimary).map(place)[0],
    ReplicaKeys: all.filter((one) => !isPrimary(one)).map(place),
  };
}
