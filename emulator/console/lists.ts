/** Which lists of the service the overview shows, and where their items hold what it needs. */

export interface KeyList {
  readonly system: string;
  readonly list: string;
  /** The fields that say what state the key is in; the first one that an item has counts. A boolean says whether it is enabled. */
  readonly state: readonly string[];
  /** The field that says when the key was created, in its cloud or in the vault; without, the service does not show it. */
  readonly created?: string;
}

export interface ContainerList {
  readonly system: string;
  readonly list: string;
}

export interface JobList {
  readonly what: string;
  readonly list: string;
}

export const containerLists: readonly ContainerList[] = [
  { system: "AWS", list: "/cckm/aws/kms" },
  { system: "AWS", list: "/cckm/aws/custom-key-stores" },
  { system: "Azure", list: "/cckm/azure/vaults" },
  { system: "Google Cloud", list: "/cckm/google/key-rings" },
  { system: "OCI", list: "/cckm/oci/vaults" },
  { system: "Salesforce", list: "/cckm/sfdc/organizations" },
  { system: "SAP", list: "/cckm/sap/groups" },
  { system: "Luna HSM", list: "/cckm/hsm/luna/partitions" },
  { system: "DSM", list: "/cckm/dsm/domains" },
  { system: "External CM", list: "/cckm/external-cm/domains" },
  { system: "Microsoft DKE", list: "/cckm/microsoft/dke/auth-tenants" },
];

const status = ["status"];

export const keyLists: readonly KeyList[] = [
  { system: "Vault", list: "/vault/keys2/", state: ["state"], created: "createdAt" },
  { system: "AWS", list: "/cckm/aws/keys", state: ["aws_param.KeyState"], created: "aws_param.CreationDate" },
  { system: "Azure", list: "/cckm/azure/keys", state: status, created: "azure_param.attributes.created" },
  { system: "Google Cloud", list: "/cckm/google/keys", state: status, created: "gcp_params.create_time" },
  {
    system: "OCI",
    list: "/cckm/oci/keys",
    state: ["oci_params.lifecycle_state", "state"],
    created: "oci_params.time_created",
  },
  { system: "Salesforce", list: "/cckm/sfdc/keys", state: status, created: "sfdc_param.CreatedDate" },
  { system: "SAP", list: "/cckm/sap/keys", state: status, created: "sap_param.meta.created" },
  { system: "Luna HSM", list: "/cckm/hsm/luna/keys", state: status },
  { system: "DSM", list: "/cckm/dsm/keys", state: status, created: "dsm_params.creationTime" },
  { system: "External CM", list: "/cckm/external-cm/keys", state: ["state"] },
  { system: "SAP HYOK", list: "/cckm/sap/ekm/keys", state: status, created: "createdAt" },
  { system: "EKM", list: "/cckm/ekm/endpoints", state: ["enabled"], created: "createdAt" },
  { system: "Microsoft DKE", list: "/cckm/microsoft/dke/endpoints", state: status, created: "createdAt" },
];

export const jobLists: readonly JobList[] = [
  { what: "Schedule", list: "/scheduler/jobs" },
  { what: "AWS refresh", list: "/cckm/aws/synchronization-jobs" },
  { what: "AWS custom key store refresh", list: "/cckm/aws/custom-key-stores/synchronization-jobs" },
  { what: "AWS bulk change", list: "/cckm/aws/bulkjob" },
  { what: "AWS report", list: "/cckm/aws/reports" },
  { what: "Azure refresh", list: "/cckm/azure/synchronization-jobs" },
  { what: "Azure report", list: "/cckm/azure/reports" },
  { what: "Google Cloud refresh", list: "/cckm/google/synchronization-jobs" },
  { what: "Google Cloud report", list: "/cckm/google/reports" },
  { what: "OCI refresh", list: "/cckm/oci/synchronization-jobs" },
  { what: "OCI report", list: "/cckm/oci/reports" },
  { what: "Salesforce refresh", list: "/cckm/sfdc/keys/synchronization-jobs" },
  { what: "Salesforce report", list: "/cckm/sfdc/reports" },
  { what: "SAP refresh", list: "/cckm/sap/synchronization-jobs" },
  { what: "SAP report", list: "/cckm/sap/reports" },
  { what: "Luna HSM refresh", list: "/cckm/hsm/luna/refresh" },
  { what: "DSM refresh", list: "/cckm/dsm/refresh" },
  { what: "External CM refresh", list: "/cckm/external-cm/refresh" },
];
