import * as pulumi from "@pulumi/pulumi";
import type { MockMonitor } from "@pulumi/pulumi/runtime/mocks";
import type { Provider } from "./provider";

/** In a unit test, functions call the mocks set by `pulumi.runtime.setMocks`, as resources do. */

type Mocks = pulumi.runtime.Mocks;

/** What stands in for Pulumi's engine; nothing outside of unit tests. */
export function mocksInPlace(): Mocks | undefined {
  const { getMonitor } = pulumi.runtime as Partial<typeof pulumi.runtime>;
  const monitor: object | undefined = getMonitor?.();
  return monitor && "mocks" in monitor ? (monitor as MockMonitor).mocks : undefined;
}

/** What a function does, in the words of its errors, by the name that users call it by. */
const functions = {
  getAuditRecords: "reading audit records",
  getAwsAccount: "looking up an AWS account",
  getAwsCloudHsmClusters: "looking up CloudHSM clusters",
  getAwsIamRoles: "looking up IAM roles",
  getAwsIamUsers: "looking up IAM users",
  getAwsLogGroups: "looking up CloudWatch log groups",
  getAwsRegions: "looking up AWS regions",
  getAzureManagedHsms: "listing the managed HSMs of an Azure subscription",
  getAzureSubscriptions: "listing the subscriptions of an Azure connection",
  getAzureVaults: "listing the vaults of an Azure subscription",
  getDkeRoles: "looking up the roles of a directory",
  getDsmDomains: "looking for DSM domains",
  getExternalCmDomains: "looking for domains of another CipherTrust Manager",
  getExternalCmKeyVersions: "looking for versions of an external key",
  getGoogleKeyRings: "looking up Google key rings",
  getGoogleKeyVersions: "looking up versions of a Google key",
  getGoogleLocations: "looking up Google locations",
  getGoogleProjects: "looking up Google projects",
  getLunaClient: "looking up the service's identity for Luna HSMs",
  getLunaPartitions: "looking for Luna partitions",
  getOciBuckets: "looking up OCI buckets",
  getOciCompartments: "looking up OCI compartments",
  getOciRegions: "looking up OCI regions",
  getOciVaults: "looking up OCI vaults",
  getReport: "reading a report",
  getRotationStatus: "reading the status of rotations",
  getSalesforceOrganizations: "looking up Salesforce organizations",
  getSapGroups: "looking up SAP groups",
  // A rotation policy reads the name of a vault key that it only knows by its id.
  "VaultKey/get": "reading a VaultKey",
};

const listing = "listing ";

/**
 * The token that mocks receive: `ciphertrust:index:getAwsAccount`; the `list` of a class is
 * `ciphertrust:index:AwsKey/list`, a read of a component `ciphertrust:index:VaultKey/get`.
 */
function tokenOf(task: string): string {
  const known = Object.entries(functions).find(([, words]) => words === task);
  if (!known && !task.startsWith(listing)) throw new Error(`No function is known to be ${task}.`);
  return `ciphertrust:index:${known ? known[0] : `${task.slice(listing.length)}/list`}`;
}

/** The result of the mocks; their errors are the function's. */
export function askMocks<R>(
  mocks: Mocks,
  task: string,
  args: pulumi.Input<object>,
  provider: Provider | undefined,
): pulumi.Output<R> {
  const reference = provider ? pulumi.interpolate`${provider.urn}::${provider.id}` : "";
  return pulumi.all([args, reference]).apply(async ([known, through]) => {
    // As an engine would get them: without undefined values.
    const inputs = JSON.parse(JSON.stringify(known)) as unknown;
    // A result may contain outputs, secret ones too.
    return pulumi.output(await mocks.call({ token: tokenOf(task), inputs, provider: through }));
  }) as pulumi.Output<R>;
}
