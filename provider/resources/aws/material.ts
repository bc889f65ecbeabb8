import type { Api, Wire } from "../../api/client";
import type { Bag } from "../../lifecycle/vocabulary/definition";
import { pick } from "../../lifecycle/values/wire";
import { act } from "./keyRecord";

/** Material that the service imports into keys of origin EXTERNAL. */

export interface MaterialInputs {
  sourceKeyIdentifier?: string | undefined;
  sourceKeyTier: string;
  validTo?: string | undefined;
  keyMaterialDescription?: string | undefined;
}

/** Source of the current material: after a rotation, not that of the first. */
export function sourceIn({ local_key_id, source_key_tier }: Wire): Bag {
  return { sourceKeyIdentifier: local_key_id, sourceKeyTier: source_key_tier };
}

/** A replica has the material of its primary, and no other. */
export function isReplica(key: Wire): boolean {
  return pick(key, "aws_param.MultiRegionConfiguration.MultiRegionKeyType") === "REPLICA";
}

/** Of material that AWS, or the key's primary, already knows. */
export const existingMaterial = { import_type: "EXISTING_KEY_MATERIAL" } as const;

export function lacksMaterial(key: Wire): boolean {
  return pick(key, "aws_param.KeyState") === "PendingImport";
}

/** Expiration of material in requests, which also require a flag for it. */
export function expiry({ validTo }: { validTo?: string | undefined }): Wire {
  return { key_expiration: validTo !== undefined, valid_to: validTo };
}

/** What goes with new material. */
export function materialBody(inputs: MaterialInputs): Wire {
  return {
    source_key_identifier: inputs.sourceKeyIdentifier,
    source_key_tier: inputs.sourceKeyTier,
    key_material_description: inputs.keyMaterialDescription,
    ...expiry(inputs),
  };
}

/**
 * Imports the current material once more: after its loss, or with another end. A rotation may have
 * changed its source.
 */
export function importAgain(api: Api, key: Wire, inputs: MaterialInputs): Promise<Wire> {
  const sourceKeyIdentifier = (key.local_key_id as string | undefined) || inputs.sourceKeyIdentifier;
  const sourceKeyTier = (key.source_key_tier as string | undefined) || inputs.sourceKeyTier;
  const body = materialBody({ ...inputs, sourceKeyIdentifier, sourceKeyTier });
  return act(api, key, "import-material", { ...body, ...existingMaterial });
}
