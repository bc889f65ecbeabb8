import { invalid } from "../../core/errors";
import { outside, type Scope } from "../../core/scope";
import { Fields, type JsonObject } from "../../core/fields";
import { synchronization } from "../../shared/synchronization";
import { cloudKeys, type CloudKey } from "./cloud/key";
import { createRecord, keys, snapshot } from "./keys/record";
import { kmses, openKms, type Kms } from "./kms";
import { findAccount } from "./world/accounts";

function cloudKeysIn(scope: Scope, kms: Kms, region: string): CloudKey[] {
  return scope.in(outside).by(cloudKeys, "place", `${kms.account_id}/${region}`);
}

function load(scope: Scope, kms: Kms, request: JsonObject): Record<string, string> {
  openKms(scope, kms);
  const regions = new Fields(request).texts("regions") ?? kms.regions;
  const unknown = regions.filter((region) => !kms.regions.includes(region));
  if (unknown.length > 0) throw invalid(`the AWS KMS ${kms.name} does not cover ${unknown.join(", ")}`);
  for (const region of regions) loadRegion(scope, kms, region);
  return Object.fromEntries(
    regions.map((region) => [`${kms.account_id}/${region}`, "region synchronized successfully"]),
  );
}

/**
 * Keys that AWS has are recorded or read again; records whose key AWS no longer has are marked as
 * gone.
 */
function loadRegion(scope: Scope, kms: Kms, region: string): void {
  const known = new Map(
    scope
      .by(keys, "kms_id", kms.id)
      .filter((key) => key.region === region)
      .map((key) => [key.hidden.cloudKey, key]),
  );
  for (const cloud of cloudKeysIn(scope, kms, region)) {
    const key = known.get(cloud.id);
    if (key === undefined)
      createRecord(scope, kms, cloud, { key_material_origin: cloud.origin === "AWS_KMS" ? "native" : "unknown" });
  }
  for (const key of known.values()) snapshot(scope, key);
}

export const awsSynchronization = synchronization<Kms>({
  root: "/cckm/aws/synchronization-jobs",
  cloudName: "aws",
  containers: "kms",
  options: ["regions"],
  kind: kmses,
  covers: (kms) => kms.status === "active",
  effort: (scope, kms) => ({
    keys: kms.regions.reduce((sum, region) => sum + cloudKeysIn(scope, kms, region).length, 0),
    seconds: findAccount(scope, kms.account_id)?.syncSeconds,
  }),
  load,
});
