import { created } from "../../../core/response";
import { invalid } from "../../../core/errors";
import { outside, type Call, type Operations } from "../../../core/scope";
import type { SourceKey } from "../../../core/sourceKey";
import { isObject } from "../../../core/fields";
import { needSource, tierOf } from "../../../shared/keySources";
import { notAuthorizedOrNotFound, quotaReached } from "../cloud/errors";
import { cloudKeys, createCloudKey, ocidOf } from "../cloud/key";
import { readShape, shapeOfSource, type Shape } from "../cloud/shapes";
import { namedVault, openVault, type Vault } from "../vault";
import { findCloudVault, findTenancy, type CloudVault } from "../world/tenancies";
import { createRecord, keyView, underWay } from "./record";

export interface Tags {
  readonly freeformTags: Record<string, string>;
  readonly definedTags: Record<string, Record<string, unknown>>;
}

/** Tags of a request; `undefined` where it names none. */
export function readTags({ body }: Call): Partial<Tags> {
  const freeform = body.labels("freeform_tags");
  if (freeform !== undefined && Object.values(freeform).includes(null))
    throw invalid("freeform_tags must be a map of strings");
  const defined = body.json("defined_tags");
  if (defined !== undefined && !Object.values(defined).every(isObject))
    throw invalid("defined_tags must be maps of values by namespace");
  return {
    ...(freeform === undefined ? {} : { freeformTags: freeform as Record<string, string> }),
    ...(defined === undefined ? {} : { definedTags: defined as Tags["definedTags"] }),
  };
}

/** The OCID of a compartment of the vault's tenancy. */
export function readCompartment(call: Call, cloudVault: CloudVault): string {
  const ocid = call.body.requiredText("compartment_id");
  const tenancy = findTenancy(call, cloudVault.tenancy);
  if (tenancy?.compartments.find((one) => one.ocid === ocid)?.accessible !== true)
    throw notAuthorizedOrNotFound(`The compartment ${ocid}`);
  return ocid;
}

function make(call: Call, vault: Vault, cloudVault: CloudVault, shape: Shape, source?: SourceKey): object {
  const displayName = call.body.requiredText("name");
  if (cloudVault.state !== "ACTIVE") throw invalid(`the vault ${cloudVault.displayName} is ${cloudVault.state}`);
  refuseBeyondLimit(call, cloudVault);
  const protectionMode =
    call.body.choice("protection_mode", ["HSM", "SOFTWARE"]) ?? call.body.missing("protection_mode");
  const tenancy = findTenancy(call, cloudVault.tenancy);
  const cloud = createCloudKey(call, {
    ...shape,
    id: ocidOf("key", cloudVault.region),
    vault: cloudVault.id,
    region: cloudVault.region,
    displayName,
    protectionMode,
    compartment: readCompartment(call, cloudVault),
    freeformTags: {},
    definedTags: {},
    ...readTags(call),
    fingerprint: source?.fingerprint,
    oracleTags: tenancy?.oracleTags,
    tagDefaults: tenancy?.tagDefaults,
  });
  const origin = source === undefined ? "native" : "cckm";
  const key = createRecord(call, vault, cloud, origin, source);
  return created(keyView(call, underWay(call, key)));
}

function refuseBeyondLimit(call: Call, { tenancy }: CloudVault): void {
  const limit = findTenancy(call, tenancy)?.keyLimit;
  const ours = (vault: string) => findCloudVault(call, vault)?.tenancy === tenancy;
  if (
    limit !== undefined &&
    call
      .in(outside)
      .all(cloudKeys)
      .filter(({ vault }) => ours(vault)).length >= limit
  )
    throw quotaReached(limit);
}

function createKey(call: Call): object {
  const vault = namedVault(call, false);
  return make(call, vault, openVault(call, vault), readShape(call.body));
}

/** Makes a key of material that the service brings. */
function uploadKey(call: Call): object {
  const vault = namedVault(call, false);
  if (!call.body.has("source_key_tier")) call.body.missing("source_key_tier");
  if (!["local", "dsm", "hsm-luna", "external-cm"].includes(tierOf(call.body)))
    throw invalid("source_key_tier must be one of local, dsm, hsm-luna, external-cm");
  const source = needSource(call, call.body, "source_key_identifier");
  return make(call, vault, openVault(call, vault), shapeOfSource(source), source);
}

export const createOperations: Operations = {
  "POST /cckm/oci/keys": createKey,
  "POST /cckm/oci/upload-key": uploadKey,
};
