import type { Api, Wire } from "../../provider/api/client";
import type { ExistingObject } from "../../provider/lifecycle/vocabulary/definition";
import { isUnready } from "../../provider/lifecycle/values/diff";
import { decodeAll } from "../../provider/lifecycle/values/wire";
import { ApiError } from "../../provider/api/errors";
import { featureAt } from "../../provider/api/features";
import { auditRecords, type AuditRecord } from "../../provider/lookups/audit";
import * as aws from "../../provider/lookups/aws";
import * as azure from "../../provider/lookups/azure";
import { dkeRoles } from "../../provider/lookups/dke";
import { dsmDomainsOf } from "../../provider/lookups/dsm";
import { externalCmDomainsOf, externalCmKeyVersionsOf } from "../../provider/lookups/externalCm";
import * as google from "../../provider/lookups/google";
import { lunaClientOf, lunaPartitionsOf, type FoundLunaClient } from "../../provider/lookups/luna";
import * as oci from "../../provider/lookups/oci";
import { rotationStatus } from "../../provider/lookups/rotation/query";
import type { KeyRotationStatus } from "../../provider/lookups/rotation/result";
import { findSalesforceOrganizations } from "../../provider/lookups/salesforce";
import { findSapGroups } from "../../provider/lookups/sap";
import { reportCsv, reportRows } from "../../provider/resources/general/report";
import { systems } from "../../provider/resources/systems";
import { refusalOf } from "./refusals";
import { entryOf, type Entry } from "./report";
import { holes, type Declared, type Fields } from "./results";
import type { Context } from "./types";

/** The functions that only read: each is called once, for an object that the service has. */

export interface Lookup {
  /** Its name in programs. */
  name: string;
  /** The type of the objects that it is called for; absent if it needs none. */
  of?: string;
  /** The fields that its result has. */
  result: Declared;
  /** Calls it; `undefined` if there is nothing to call it for. */
  run(api: Api, object: ExistingObject): Promise<unknown>;
}

/** A function that only needs the id of an object, as this argument. */
function by<A, R>(
  name: string,
  of: string,
  argument: string,
  call: (api: Api, args: A) => Promise<R>,
  result: Fields<R>,
): Lookup {
  return { name, of, result: result, run: (api, { id }) => call(api, { [argument]: id } as A) };
}

/** A function of a container and the first of its regions. */
function inRegion(name: string, call: (api: Api, args: { kms: string; region: string }) => Promise<string[]>): Lookup {
  return {
    name,
    of: "AwsKms",
    result: true,
    async run(api, { id, record }) {
      const [region] = (record.regions ?? []) as string[];
      return region === undefined ? undefined : call(api, { kms: id, region });
    },
  };
}

/** A function of something that another one finds through the same connection. */
function behind<T, A extends object, R>(
  name: string,
  of: string,
  find: (api: Api, args: { connection: string }) => Promise<T[]>,
  argsOf: (first: T) => A,
  call: (api: Api, args: A & { connection: string }) => Promise<R>,
  result: Fields<NonNullable<R>>,
): Lookup {
  return {
    name,
    of,
    result: result,
    async run(api, { id: connection }) {
      const [first] = await find(api, { connection });
      return first === undefined ? undefined : call(api, { connection, ...argsOf(first) });
    },
  };
}

const ofSubscription = ({ subscriptionId }: azure.FoundAzureSubscription) => ({ subscriptionId });
const ofProject = ({ projectId }: google.FoundGoogleProject) => ({ projectId });

const subscription = { subscriptionId: true, displayName: true, state: true, tenantId: true } as const;
const azureVault = {
  name: true,
  type: true,
  azureVaultId: true,
  location: true,
  vaultUri: true,
  sku: true,
  softDeleteEnabled: true,
  purgeProtectionEnabled: true,
} as const;
const partition = {
  connection: true,
  connectionName: true,
  hostname: true,
  partitionLabel: true,
  serialNumber: true,
  isHaEnabled: true,
} as const;
const lunaClient: Fields<FoundLunaClient> = { hostname: true, certificate: true };
const auditRecord: Fields<AuditRecord> = { id: true, createdAt: true, severity: true, message: true };
const rotation: Fields<KeyRotationStatus> = {
  system: true,
  type: true,
  id: true,
  name: true,
  container: { type: true, id: true, name: true },
  lastRotation: true,
  lastRotationKnown: true,
  materialSince: true,
  ageDays: true,
  schedule: { id: true, name: true, runAt: true, ofContainer: true },
  rotatedBy: { by: true },
  nextRotation: true,
  dueBy: true,
  state: true,
  reason: true,
};

export const lookups: readonly Lookup[] = [
  by("getAwsAccount", "AwsConnection", "connection", aws.awsAccount, { accountId: true, regions: true }),
  by("getAwsRegions", "AwsConnection", "connection", aws.awsRegions, true),
  by("getAwsIamUsers", "AwsKms", "kms", aws.awsIamUsers, { name: true }),
  by("getAwsIamRoles", "AwsKms", "kms", aws.awsIamRoles, { name: true }),
  inRegion("getAwsLogGroups", aws.awsLogGroups),
  inRegion("getAwsCloudHsmClusters", aws.awsCloudHsmClusters),
  by("getAzureSubscriptions", "AzureConnection", "connection", azure.azureSubscriptions, subscription),
  behind(
    "getAzureVaults",
    "AzureConnection",
    azure.azureSubscriptions,
    ofSubscription,
    azure.offeredAzureVaults,
    azureVault,
  ),
  behind(
    "getAzureManagedHsms",
    "AzureConnection",
    azure.azureSubscriptions,
    ofSubscription,
    azure.offeredAzureManagedHsms,
    azureVault,
  ),
  by("getGoogleProjects", "GoogleConnection", "connection", google.googleProjects, { projectId: true }),
  behind("getGoogleLocations", "GoogleConnection", google.googleProjects, ofProject, google.googleLocations, true),
  behind(
    "getGoogleKeyRings",
    "GoogleConnection",
    google.googleProjects,
    ofProject,
    async (api, args) => {
      const [location] = await google.googleLocations(api, args);
      return google.googleKeyRingsSeen(api, { ...args, location });
    },
    { name: true, projectId: true, location: true, keyRing: true },
  ),
  by("getGoogleKeyVersions", "GoogleKey", "key", google.googleKeyVersions, {
    id: true,
    version: true,
    state: true,
    isPrimary: true,
  }),
  by("getOciRegions", "OciConnection", "connection", oci.ociRegions, true),
  by("getOciCompartments", "OciConnection", "connection", oci.ociCompartments, { id: true }),
  behind("getOciBuckets", "OciConnection", oci.ociCompartments, ({ id }) => ({ compartmentId: id }), oci.ociBuckets, {
    name: true,
  }),
  behind(
    "getOciVaults",
    "OciConnection",
    oci.ociCompartments,
    ({ id }) => ({ compartmentId: id }),
    async (api, args) => {
      const [region] = await oci.ociRegions(api, args);
      return region === undefined ? undefined : oci.ociVaults(api, { ...args, region });
    },
    { vaultId: true },
  ),
  by("getSalesforceOrganizations", "SalesforceConnection", "connection", findSalesforceOrganizations, {
    sfdcOrgId: true,
  }),
  by("getSapGroups", "SapConnection", "connection", findSapGroups, { groupId: true }),
  by("getLunaPartitions", "LunaConnection", "connection", lunaPartitionsOf, partition),
  { name: "getLunaClient", result: lunaClient, run: (api) => lunaClientOf(api) },
  by("getDsmDomains", "DsmConnection", "connection", dsmDomainsOf, { domainId: true, name: true }),
  by("getExternalCmDomains", "ExternalCmConnection", "connection", externalCmDomainsOf, { domainId: true, name: true }),
  by("getExternalCmKeyVersions", "ExternalCmKey", "key", externalCmKeyVersionsOf, {
    id: true,
    version: true,
    state: true,
  }),
  by("getDkeRoles", "AzureConnection", "connection", dkeRoles, { name: true }),
  { name: "getAuditRecords", result: auditRecord, run: (api) => auditRecords(api, { limit: 20 }) },
  // Its rows are the cloud's.
  { name: "getReport", result: true, run: (api) => anyReport(api) },
  ...systems
    .flatMap(({ rotatable = {} }) => Object.keys(rotatable))
    .map((type) => ({
      name: "getRotationStatus",
      of: type,
      result: rotation,
      run: (api: Api, { id }: ExistingObject) => rotationStatus(api, { keys: [{ type, id }] }).then(({ keys }) => keys),
    })),
];

/** The contents of a finished report, of whatever system has one. */
async function anyReport(api: Api): Promise<unknown> {
  for (const { name: cloud, report } of systems) {
    if (!report) continue;
    const { resources } = await api.get(report.path, { limit: 20 });
    const finished = ((resources ?? []) as Wire[]).find(({ overall_status: status }) => status === "completed");
    if (!finished) continue;
    const wanted = { cloud, id: String(finished.id) };
    return [...(await reportRows(api, wanted)), { csv: await reportCsv(api, wanted) }];
  }
  return undefined;
}

/** Calls a function for the first object that is ready for it. */
export async function verifyLookup(
  { api, isLicensed }: Pick<Context, "api" | "isLicensed">,
  lookup: Lookup,
  found: readonly ExistingObject[],
): Promise<Entry> {
  const { name, of } = lookup;
  const object = of === undefined ? none : found.find((one) => one.definition.type === of && isUsable(one));
  if (object === undefined) return entryOf(name, "empty");
  try {
    const result = await lookup.run(api, object);
    const isEmpty = result === undefined || (Array.isArray(result) && result.length === 0);
    return entryOf(name, isEmpty ? "empty" : "works", holes(result, lookup.result, "result"));
  } catch (error) {
    const { outcome, differences } = refusalOf(error, "call", await isLicensed(featureOf(error)));
    return entryOf(name, outcome, differences);
  }
}

const none = {} as ExistingObject;

/** The licensed feature that a refused request belongs to. */
function featureOf(error: unknown): string | undefined {
  return error instanceof ApiError ? featureAt(error.facts.call.replace(/^\w+ /, "")) : undefined;
}

function isUsable({ definition, record }: ExistingObject): boolean {
  return record.gone !== true && !isUnready(definition, decodeAll(definition, record));
}
