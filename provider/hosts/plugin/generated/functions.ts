import type { Api } from "../../../api/client";

// Generated from the functions of the SDK: npm run generate.

type Lookup = (api: Api, args: never) => Promise<unknown>;

/* eslint-disable @typescript-eslint/no-require-imports, @typescript-eslint/consistent-type-imports -- loaded when needed */
/** The code of each function. */
export const functions: Readonly<Record<string, () => Lookup>> = {
  getAuditRecords: () => (require("../../../lookups/audit") as typeof import("../../../lookups/audit")).auditRecords,
  getAwsAccount: () => (require("../../../lookups/aws") as typeof import("../../../lookups/aws")).awsAccount,
  getAwsCloudHsmClusters: () =>
    (require("../../../lookups/aws") as typeof import("../../../lookups/aws")).awsCloudHsmClusters,
  getAwsIamRoles: () => (require("../../../lookups/aws") as typeof import("../../../lookups/aws")).awsIamRoles,
  getAwsIamUsers: () => (require("../../../lookups/aws") as typeof import("../../../lookups/aws")).awsIamUsers,
  getAwsLogGroups: () => (require("../../../lookups/aws") as typeof import("../../../lookups/aws")).awsLogGroups,
  getAwsRegions: () => (require("../../../lookups/aws") as typeof import("../../../lookups/aws")).awsRegions,
  getAzureManagedHsms: () =>
    (require("../../../lookups/azure") as typeof import("../../../lookups/azure")).offeredAzureManagedHsms,
  getAzureSubscriptions: () =>
    (require("../../../lookups/azure") as typeof import("../../../lookups/azure")).azureSubscriptions,
  getAzureVaults: () =>
    (require("../../../lookups/azure") as typeof import("../../../lookups/azure")).offeredAzureVaults,
  getDkeRoles: () => (require("../../../lookups/dke") as typeof import("../../../lookups/dke")).dkeRoles,
  getDsmDomains: () => (require("../../../lookups/dsm") as typeof import("../../../lookups/dsm")).dsmDomainsOf,
  getExternalCmDomains: () =>
    (require("../../../lookups/externalCm") as typeof import("../../../lookups/externalCm")).externalCmDomainsOf,
  getExternalCmKeyVersions: () =>
    (require("../../../lookups/externalCm") as typeof import("../../../lookups/externalCm")).externalCmKeyVersionsOf,
  getGoogleKeyRings: () =>
    (require("../../../lookups/google") as typeof import("../../../lookups/google")).googleKeyRingsSeen,
  getGoogleKeyVersions: () =>
    (require("../../../lookups/google") as typeof import("../../../lookups/google")).googleKeyVersions,
  getGoogleLocations: () =>
    (require("../../../lookups/google") as typeof import("../../../lookups/google")).googleLocations,
  getGoogleProjects: () =>
    (require("../../../lookups/google") as typeof import("../../../lookups/google")).googleProjects,
  getLunaClient: () => (require("../../../lookups/luna") as typeof import("../../../lookups/luna")).lunaClientOf,
  getLunaPartitions: () =>
    (require("../../../lookups/luna") as typeof import("../../../lookups/luna")).lunaPartitionsOf,
  getOciBuckets: () => (require("../../../lookups/oci") as typeof import("../../../lookups/oci")).ociBuckets,
  getOciCompartments: () => (require("../../../lookups/oci") as typeof import("../../../lookups/oci")).ociCompartments,
  getOciRegions: () => (require("../../../lookups/oci") as typeof import("../../../lookups/oci")).ociRegions,
  getOciVaults: () => (require("../../../lookups/oci") as typeof import("../../../lookups/oci")).ociVaults,
  getReport: () =>
    (require("../../../resources/general/report") as typeof import("../../../resources/general/report")).reportContents,
  getRotationStatus: () =>
    (require("../../../lookups/rotation/query") as typeof import("../../../lookups/rotation/query")).rotationStatus,
  getSalesforceOrganizations: () =>
    (require("../../../lookups/salesforce") as typeof import("../../../lookups/salesforce"))
      .findSalesforceOrganizations,
  getSapGroups: () => (require("../../../lookups/sap") as typeof import("../../../lookups/sap")).findSapGroups,
};
/* eslint-enable */
