import * as z from "zod";
import { defineResource } from "../../lifecycle/define";
import { field, ref } from "../../lifecycle/field";
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

/** What the service calls a vault whose keys it holds itself. The public sources do not show the value; this is an assumption. */
export const externalVaultType = "EXTERNAL";

/** A vault in Oracle Cloud whose keys the service manages: the container of `OciKey`s. It waits until its connection is `ready`. Destroying it leaves the vault and every key in Oracle Cloud untouched. */
export const ociVault = defineResource({
  type: "OciVault",
  role: "container",
  path: "/cckm/oci/vaults",
  createPath: "/cckm/oci/add-vaults",
  adds: "vaults",
  inputs: {
    /** Id of the `OciConnection` to reach the vault through; it must be, or become, `ready`. */
    connection: ref(ociConnection),
    /** OCI region of the vault. */
    region: field(ociRegion, { change: "replace" }),
    /** OCID of the vault. */
    vaultId: field(ocid("vault"), {
      change: "replace",
      wire: { to: "vault_id", from: "vault_id", encode: (id: string) => [id] },
    }),
    /** Object storage bucket for the backups of the vault's keys. Needs `bucketNamespace`. Default: no backups. */
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
  isOne: ({ vault_type }) => vault_type !== externalVaultType,
  filters: [
    "id",
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
