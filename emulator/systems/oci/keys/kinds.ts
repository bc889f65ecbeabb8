import type { JsonObject } from "../../../core/fields";
import { addresses, type Header } from "../../../core/scope";
import { defineKind } from "../../../core/store";
import type { CloudKey } from "../cloud/key";
import { byJobConfig, type Rotating } from "../../scheduler/binding";

/** What only a key that the service itself holds has. */
export interface HyokParams {
  readonly name: string;
  readonly linked_state: boolean;
  readonly blocked: boolean;
  readonly state: "ACTIVE" | "BLOCKED";
  readonly policy: string;
}

/** What the service knows of an OCI key: as of the last action on it, refresh or synchronization. */
export interface OciKey extends Header, Rotating {
  readonly cloud_name: "oci";
  /** OCID of the vault. */
  readonly vault_id: string;
  /** Id of the vault's record. */
  readonly cckm_vault_id: string;
  readonly tenancy: string;
  readonly region: string;
  readonly compartment_name: string;
  readonly key_material_origin: "native" | "cckm" | "unknown";
  readonly refreshed_at: string;
  readonly gone: boolean;
  readonly oci_params?: JsonObject;
  readonly hyok_key_params?: HyokParams;
  readonly hidden: {
    /** OCID of the key in Oracle Cloud. */
    readonly cloudKey?: string;
    /** The key as it was last backed up into the vault's bucket. */
    readonly backup?: CloudKey;
  };
}

/** What the service knows of one generation of a key's material. */
export interface OciVersion extends Header {
  readonly cloud_name: "oci";
  readonly gone: boolean;
  readonly key_material_origin: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly refreshed_at: string;
  readonly source_key_identifier: string;
  readonly source_key_name: string;
  readonly source_key_tier: string;
  readonly vault_id: string;
  readonly oci_key_version_params?: JsonObject;
  readonly hyok_key_version_params?: JsonObject;
  /** Id of the key's record, and OCID of the version. */
  readonly hidden: { readonly key: string; readonly version: string };
}

export const keys = defineKind<OciKey>("oci-keys", {
  address: addresses,
  cckm_vault_id: (key) => key.cckm_vault_id,
  cloudKey: (key) => key.hidden.cloudKey,
  ...byJobConfig,
});

export const versions = defineKind<OciVersion>("oci-key-versions", {
  key: (version) => version.hidden.key,
});
