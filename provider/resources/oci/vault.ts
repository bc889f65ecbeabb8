import * as z from "zod";
import { defineResource, type Failure } from "../../engine/definition";
import { firstAdded } from "../added";
import { ociConnection } from "./connection";
import { ocid, ociRegion } from "./ocid";

/** What users and groups may be permitted in a vault. */
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

/** What the service calls a vault whose keys it holds itself. The public sources do not show the value; this is our guess. */
export const externalVaultType = "EXTERNAL";

/** A vault in Oracle Cloud whose keys the service manages: the container of `OciKey`s. It waits until its connection is `ready`. Destroying it leaves the vault and every key in Oracle Cloud untouched. */
export const ociVault = defineResource({
  type: "OciVault",
  path: "/cckm/oci/vaults",
  feature: "CCKM",
  label: ({ vaultId }) => vaultId as string | undefined,
  inputs: {
    /** Id of the `OciConnection` to reach the vault through; it must be, or become, `ready`. Changes in place. */
    connection: z.string().min(1),
    /** OCI region of the vault. A change replaces the container and, with it, the `OciKey`s declared in it. */
    region: ociRegion,
    /** OCID of the vault. A change replaces the container and, with it, the `OciKey`s declared in it. */
    vaultId: ocid("vault"),
    /** Object storage bucket for the backups of the vault's keys. Needs `bucketNamespace`. Changes in place; once set, the service cannot empty it. Default: no backups. */
    bucketName: z.string().min(1).optional(),
    /** Object storage namespace of that bucket. Needs `bucketName`. Changes in place; once set, the service cannot empty it. Default: none. */
    bucketNamespace: z.string().min(1).optional(),
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
  immutable: ["region", "vaultId"],
  sticky: ["bucketName", "bucketNamespace"],
  needs: { connection: ociConnection },
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
  hooks: {
    check({ bucketName, bucketNamespace }): Failure[] {
      if ((bucketName === undefined) === (bucketNamespace === undefined)) return [];
      const missing = bucketName === undefined ? "bucketName" : "bucketNamespace";
      return [{ property: missing, reason: "is required: a bucket is known by its name and its namespace" }];
    },
    async create({ api }, body) {
      const answer = await api.post("/cckm/oci/add-vaults", { ...body, vault_id: [body.vault_id] });
      return firstAdded(answer, "vaults", "add-vaults");
    },
  },
});
