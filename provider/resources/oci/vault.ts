import * as z from "zod";
import type { Wire } from "../../api/client";
import { isEmpty } from "../../api/shown";
import { defineResource } from "../../lifecycle/vocabulary/definition";
import { field, ref } from "../../lifecycle/vocabulary/field";
import { addedInList, toAdd } from "../container";
import { ociConnection } from "./connection";
import { ocid, ociRegion } from "./ocid";

/** Actions that users and groups can be permitted in a vault. */
export const vaultActions = [
  "view",
  "keycreate",
  "keyupload",
  "keydelete",
  "keycanceldelete",
  "keyrestore",
  "keyupdate",
  "deletebackup",
  "keyrotatetonative",
  "keyrotatetobyok",
  "keysynchronize",
  "keyremove",
  "reportcreate",
  "reportdelete",
  "reportdownload",
  "reportview",
] as const;

/** The types of vaults that Oracle Cloud holds itself. */
const cloudVaultTypes = ["DEFAULT", "VIRTUAL_PRIVATE"];

/**
 * True for a vault that the service itself is. No independent source shows what the service calls
 * its type, so any other than those of Oracle Cloud counts; where none is shown, a vault that
 * Oracle Cloud does not identify.
 */
export function isExternalVault({ vault_type, vault_id }: Wire): boolean {
  return isEmpty(vault_type) ? isEmpty(vault_id) : !cloudVaultTypes.includes(String(vault_type));
}

/**
 * A vault in Oracle Cloud whose keys the service manages: the container of `OciKey`s. It waits
 * until its connection is `ready`. Destroying it leaves the vault and every key in Oracle Cloud
 * untouched.
 */
export const ociVault = defineResource({
  type: "OciVault",
  ...addedInList("/cckm/oci/vaults"),
  inputs: {
    /** Id of the `OciConnection` to reach the vault through; it must be, or become, `ready`. */
    connection: ref(ociConnection, { holds: true }),
    /** OCI region of the vault. */
    region: field(ociRegion, { change: "replace" }),
    /** OCID of the vault. */
    vaultId: toAdd(ocid("vault"), "vault_id"),
    /**
     * Object storage bucket for the backups of the vault's keys. Needs `bucketNamespace`. Default:
     * no backups.
     */
    bucketName: field(z.string().min(1).optional(), { absent: "keep" }),
    /** Object storage namespace of that bucket. Needs `bucketName`. */
    bucketNamespace: field(z.string().min(1).optional(), { absent: "keep" }),
  },
  outputs: {
    /** Name of the vault in Oracle Cloud. */
    displayName: z.string(),
    /** OCID of the vault's compartment. */
    compartmentId: z.string(),
    /** Name of that compartment. */
    compartmentName: z.string().optional(),
    /** Name of the tenancy. */
    tenancy: z.string().optional(),
    /** State of the vault in Oracle Cloud, such as `ACTIVE`. */
    lifecycleState: z.string(),
    /** URL at which Oracle Cloud manages the vault's keys. */
    managementEndpoint: z.string(),
    /** `DEFAULT` or `VIRTUAL_PRIVATE`. */
    vaultType: z.string(),
    /** OCID of the key that wraps uploaded material. */
    wrappingkeyId: z.string().optional(),
  },
  unique: [["vaultId"]],
  isOne: (record) => !isExternalVault(record),
  filters: [
    "id",
    "name",
    "displayName",
    "vaultId",
    "vaultType",
    "cloudName",
    "tenancy",
    "compartmentName",
    "lifecycleState",
    "region",
  ],
  rules: [{ pair: ["bucketName", "bucketNamespace"] }],
});
