/**
 * The filters of lists, as the API's public clients and pages show them, by the path of the list;
 * without those of paging and sorting. Written from these sources, not from the definitions.
 */
const tables = {
  "/cckm/aws/keys": `id keyid arn alias kms kms_id region cloud_name origin keystate keyusage keymanager CustomerMasterKeySpec
    key_material_origin key_source multi_region multi_region_key_type custom_key_store_id custom_key_store_name enabled gone
    blocked rotation_job_enabled job_config_id cckm_policy_template_id tags`,
  "/cckm/aws/keys/{id}/rotations": `key_source key_material_origin ImportState KeyMaterialState RotationType KeyMaterialId`,
  "/cckm/aws/custom-key-stores": `id name kms kms_id region cloud_name type custom_key_store_type connection_state source_key_tier
    xks_proxy_connectivity blocked linked_state`,
  "/cckm/aws/synchronization-jobs": "id overall_status kms",
  "/cckm/aws/reports": "id name report_type overall_status",
  "/cckm/azure/vaults": "id name location cloud_name subscription_id subscription_name job_config_id type",
  "/cckm/azure/keys": `id key_vault key_vault_id key_name cloud_name region crv status backup enabled key_size job_config_id
    backup_job_config_id deleted_in_azure algorithm kid gone version rotation_job_enabled tags key_material_origin managed
    external_key_id`,
  "/cckm/google/key-rings":
    "id name connection project_id location cloud_name organization_name organization_display_name",
  "/cckm/google/keys": `id name key_id key_ring_id location_id project_id create_status organization_name
    organization_display_name purpose algorithm protection_level job_config_id state rotation_job_enabled labels`,
  "/cckm/google/keys/{id}/versions":
    "version_id version name state algorithm is_primary deleted gone key_material_origin",
  "/cckm/google/synchronization-jobs": "id overall_status key_rings",
  "/cckm/oci/tenancy": "tenancy tenancy_ocid",
  "/cckm/oci/vaults": `id name display_name vault_name vault_id vault_type external_vault_type cloud_name tenancy compartment_name
    lifecycle_state region linked_state issuer_id state source_key_tier blocked`,
  "/cckm/oci/keys": `id key_name algorithm length key_id vault_name vault_id cckm_vault_id protection_mode curve_id job_config_id
    lifecycle_state tenancy compartment_name region gone local_hyok_key_id local_hyok_key_version_id local_key_store_id
    linked_state key_material_origin blocked state`,
  "/cckm/oci/keys/{id}/versions": "id version_id origin is_primary",
  "/cckm/sfdc/organizations": "id sfdc_org_id organization_type name connection cloud_name",
  "/cckm/sap/groups": `id name connection cloud_name group_id application tier region provider key_store_name creator_name
    tenant`,
  "/cckm/sap/keys": `name cloud_name origin type size enabled exportable gone tenant creator_name creator_id sap_application
    sap_group_name totalVersions`,
  "/cckm/sap/keys/{id}/versions": "version_id version tenant enabled origin cloud_name creator_name creator_id",
  "/cckm/microsoft/dke/endpoints": "id name algorithm status key_type key_uri auth_tenants",
  "/scheduler/job-configs": "id name operation disabled",
  "/scheduler/jobs": "id name job_config_id status operation processing_node",
  "/domains": "name",
  "/usermgmt/users": `name username email groups exclude_groups auth_domain_name account_expired allowed_auth_methods
    allowed_client_types password_policy`,
  "/usermgmt/groups": "name users clients connection",
  "/client-management/regtokens": "ca_id client_management_profile_id label max_clients name_prefix",
  "/client-management/clients": "client_management_profile_id name sha256_fingerprint state",
  "/connectionmgmt/connections": `id name service category products meta_contains labels last_connection_ok
    last_connection_before last_connection_after`,
  "/connectionmgmt/services/luna-network/servers": "hostname products channel",
  "/connectionmgmt/services/luna-network/connections": "operation_status",
  "/licensing/features": "bind_type",
  "/vault/keys2": `name alias state objectType usageMask labels keyCheckValue linkType sha1Fingerprint sha256Fingerprint
    compareIDWithUUID algorithm size curveid version`,
  "/audit/records": "severity clientIP message service source success",
  "/auth/tokens": "user_id labels expired revoked refreshed_before",
};

/** By the path of the list. */
export const listFilters: Readonly<Record<string, readonly string[]>> = Object.fromEntries(
  Object.entries(tables).map(([path, words]) => [path, words.split(/\s+/)]),
);

/** Filters that programs are not offered, with the reason. */
const unoffered: Readonly<Record<string, string>> = {
  "/cckm/aws/keys CustomerMasterKeySpec":
    "no other name begins with a capital letter: programs compare the key's own property",
  "/cckm/azure/keys backup": "no source shows whether its values are ids or booleans",
  "/cckm/google/keys labels": "no source shows which labels it means, nor how they are written",
  "/cckm/oci/vaults external_vault_type": "no source shows a value of it",
  "/cckm/oci/keys local_hyok_key_id": "no source shows a record with it",
  "/cckm/oci/keys local_hyok_key_version_id": "no source shows a record with it",
  "/cckm/oci/keys local_key_store_id": "no source shows a record with it",
  "/cckm/sap/keys totalVersions": "no other name is spelt so: programs compare the key's `versionCount`",
  "/vault/keys2 compareIDWithUUID": "it changes how other filters compare",
};

/** The filters of a list that programs are offered. */
export const filtersOf = (path: string): readonly string[] =>
  (listFilters[withoutSlash(path)] ?? []).filter((name) => !(`${withoutSlash(path)} ${name}` in unoffered));

export const withoutSlash = (path: string): string => path.replace(/\/$/, "");
