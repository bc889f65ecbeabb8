import type { Overview, System } from "../core/scope";

/** Which lists of the service the overview shows, and where their items hold what it needs. */

interface KeyList {
  readonly system: string;
  readonly list: string;
  /**
   * The fields that say what state the key is in; the first one that an item has counts. A boolean
   * says whether it is enabled.
   */
  readonly state: readonly string[];
  /**
   * The field that says when the key was created, in its cloud or in the vault; without, the
   * service does not show it.
   */
  readonly created?: string;
}

interface ContainerList {
  readonly system: string;
  readonly list: string;
}

interface JobList {
  readonly what: string;
  readonly list: string;
}

const containerLists: readonly ContainerList[] = [
  { system: "AWS", list: "/cckm/aws/kms" },
  { system: "AWS", list: "/cckm/aws/custom-key-stores" },
  { system: "Azure", list: "/cckm/azure/vaults" },
  { system: "Google Cloud", list: "/cckm/google/key-rings" },
  { system: "OCI", list: "/cckm/oci/vaults" },
  { system: "Salesforce", list: "/cckm/sfdc/organizations" },
  { system: "Luna HSM", list: "/cckm/hsm/luna/partitions" },
  { system: "Microsoft DKE", list: "/cckm/microsoft/dke/auth-tenants" },
];

const status = ["status"];

const keyLists: readonly KeyList[] = [
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
  { system: "Salesforce", list: "/cckm/sfdc/keys", state: status, created: "sfdc_params.created_date" },
  { system: "Luna HSM", list: "/cckm/hsm/luna/keys", state: status },
  { system: "SAP HYOK", list: "/cckm/sap/ekm/keys", state: status, created: "createdAt" },
  { system: "EKM", list: "/cckm/ekm/endpoints", state: ["enabled"], created: "createdAt" },
  { system: "Microsoft DKE", list: "/cckm/microsoft/dke/endpoints", state: status, created: "createdAt" },
];

const jobLists: readonly JobList[] = [
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
  { what: "Luna HSM refresh", list: "/cckm/hsm/luna/refresh" },
];

const keysOf = ({ system, keys: list, created }: Overview): KeyList => ({
  ...{ system, list, created },
  state: ["status", "state", "cm_key_params.key_state"],
});

const jobsOf = ({ system, refreshes, reports }: Overview): JobList[] => [
  { what: `${system} refresh`, list: refreshes },
  ...(reports === undefined ? [] : [{ what: `${system} report`, list: reports }]),
];

/** Those above, and those of the systems whose lists follow from their parts. */
export function listsOf(systems: readonly System[]) {
  const others = systems.flatMap(({ overview }) => (overview === undefined ? [] : [overview]));
  return {
    containers: [...containerLists, ...others.map(({ system, containers: list }) => ({ system, list }))],
    keys: [...keyLists, ...others.map(keysOf)],
    jobs: [...jobLists, ...others.flatMap(jobsOf)],
  };
}
