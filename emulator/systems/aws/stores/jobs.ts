import { counted } from "../../../core/counted";
import { outside, type Scope, type ScheduledWork } from "../../../core/scope";
import { Fields, type JsonObject } from "../../../core/fields";
import { synchronization } from "../../../shared/synchronization";
import { cloudKeys } from "../cloud/key";
import { cloudStores, type CloudStore } from "../cloud/store";
import { createRecord, keys, snapshot } from "../keys/record";
import { kmses, openKms, type Kms } from "../kms";
import { addCredential, stores, type Store } from "./record";

/** Rotates the credential of every store that is bound to the schedule. */
export const credentialRotation: ScheduledWork = {
  operation: "cckm_xks_credential_rotation",
  cloudName: "aws",
  run: (scope, configId) => {
    const bound = scope.by(stores, "job_config_id", configId);
    for (const store of bound) addCredential(scope, store);
    return { milliseconds: 200 + 10 * bound.length, result: `${counted(bound.length, "credential")} rotated` };
  },
};

function storesIn(scope: Scope, kms: Kms, region: string): CloudStore[] {
  return scope.in(outside).by(cloudStores, "place", `${kms.account_id}/${region}`);
}

/**
 * Stores that somebody made in AWS are recorded, with their keys; what is known already is read
 * again.
 */
function load(scope: Scope, kms: Kms, request: JsonObject): Record<string, string> {
  openKms(scope, kms);
  const regions = new Fields(request).texts("regions") ?? kms.regions;
  for (const region of regions) {
    for (const cloud of storesIn(scope, kms, region)) {
      const store = scope.by(stores, "cloudStore", cloud.id)[0] ?? recordStore(scope, kms, cloud);
      loadKeys(scope, kms, store, cloud);
    }
  }
  return Object.fromEntries(
    regions.map((region) => [`${kms.account_id}/${region}`, "region synchronized successfully"]),
  );
}

function recordStore(scope: Scope, kms: Kms, cloud: CloudStore): Store {
  const { name, region, type } = cloud;
  const taken = scope.by(stores, "name", name).length > 0;
  return scope.put(stores, {
    ...scope.header("cckm:aws-custom-key-store", `${name}-`),
    name: taken ? `${name}-${cloud.id}` : name,
    kms_id: kms.id,
    region,
    cloud_name: kms.cloud_name,
    type: type === "AWS_CLOUDHSM" ? "CloudHSM" : "REMOTE",
    enable_success_audit_event: false,
    labels: {},
    aws_param: {
      custom_key_store_type: type,
      cloud_hsm_cluster_id: cloud.clusterId,
      trust_anchor_certificate: cloud.trustAnchor,
      xks_proxy_connectivity: cloud.connectivity,
      xks_proxy_uri_endpoint: cloud.endpoint,
      xks_proxy_vpc_endpoint_service_name: cloud.vpcService,
    },
    hidden: { cloudStore: cloud.id },
  });
}

function loadKeys(scope: Scope, kms: Kms, store: Store, cloud: CloudStore): void {
  const details = { custom_key_store_id: store.id, custom_key_store_name: store.name, linked_state: true };
  for (const key of scope.in(outside).by(cloudKeys, "store", cloud.id)) {
    const known = scope.by(keys, "cloudKey", key.id).find((one) => one.kms_id === kms.id);
    if (known === undefined) createRecord(scope, kms, key, { ...details, key_material_origin: "unknown" });
    else snapshot(scope, known, details);
  }
}

export const storeSynchronization = synchronization<Kms>({
  root: "/cckm/aws/custom-key-stores/synchronization-jobs",
  cloudName: "aws",
  containers: "kms",
  options: ["regions"],
  kind: kmses,
  covers: (kms) => kms.status === "active",
  effort: (scope, kms) => ({
    keys: kms.regions.reduce((sum, region) => sum + storesIn(scope, kms, region).length, 0),
  }),
  load,
});
