import { segment, type Api, type Wire } from "../api/client";
import { lookUp } from "./lookUp";

/** What can be asked of AWS before anything is added: nothing is stored. */

/** What {@link getAwsAccount} needs to know. */
export interface GetAwsAccountArgs {
  /** Id or name of the `AwsConnection` to look through. */
  connection: string;
  /** ARN of an IAM role to assume first. Default: none. */
  assumeRoleArn?: string;
  /** External id for assuming the role. Default: none. */
  assumeRoleExternalId?: string;
}

/** The account that a connection opens. */
export interface FoundAwsAccount {
  /** AWS account number, 12 digits. */
  accountId: string;
  /** Regions that are enabled in the account. */
  regions: string[];
}

export async function awsAccount(api: Api, args: GetAwsAccountArgs): Promise<FoundAwsAccount> {
  const body = {
    connection: args.connection,
    assume_role_arn: args.assumeRoleArn,
    assume_role_external_id: args.assumeRoleExternalId,
  };
  const { account_id, regions } = await ask(api, "accounts", body);
  return { accountId: String(account_id), regions: (regions ?? []) as string[] };
}

/** What {@link getAwsRegions} needs to know. */
export interface GetAwsRegionsArgs {
  /** Id or name of the `AwsConnection` to look through. */
  connection: string;
}

/** Every region of the connection's AWS partition. */
export function awsRegions(api: Api, { connection }: GetAwsRegionsArgs): Promise<string[]> {
  return lookUp<string>(api, "/cckm/aws/get-all-regions", { connection }, "regions");
}

/** What {@link getAwsIamUsers} and {@link getAwsIamRoles} need to know. */
export interface GetAwsIdentitiesArgs {
  /** Id or name of the `AwsKms` container, the AWS account. */
  kms: string;
  /** Only names below this path, such as `/teams/`. Default: all. */
  pathPrefix?: string;
}

/** An IAM user or role. */
export interface FoundAwsIdentity {
  /** Name, as `keyUsers`, `keyAdmins` and so on take it. */
  name: string;
  /** ARN of the user or role. */
  arn?: string;
}

export function awsIamUsers(api: Api, args: GetAwsIdentitiesArgs): Promise<FoundAwsIdentity[]> {
  return identities(api, "get-iam-users", "User", args);
}

export function awsIamRoles(api: Api, args: GetAwsIdentitiesArgs): Promise<FoundAwsIdentity[]> {
  return identities(api, "get-iam-roles", "Role", args);
}

/** The service passes on AWS's own pages, which a marker connects. */
async function identities(
  api: Api,
  path: string,
  title: "User" | "Role",
  { kms, pathPrefix }: GetAwsIdentitiesArgs,
): Promise<FoundAwsIdentity[]> {
  const found: FoundAwsIdentity[] = [];
  let marker: unknown;
  do {
    const page = await ask(api, path, { kms, path_prefix: pathPrefix, max_items: 1000, marker });
    const items = (page[`${title}s`] ?? page.resources ?? []) as Wire[];
    found.push(...items.map((one) => identity(one, title)));
    marker = page.IsTruncated === true ? page.Marker : undefined;
  } while (typeof marker === "string" && marker !== "");
  return found;
}

function identity(one: Wire, title: "User" | "Role"): FoundAwsIdentity {
  return { name: String(one[`${title}Name`] ?? one.name), ...(typeof one.Arn === "string" ? { arn: one.Arn } : {}) };
}

/** What {@link getAwsLogGroups} needs to know. */
export interface GetAwsLogGroupsArgs {
  /** Id or name of the `AwsKms` container, the AWS account. */
  kms: string;
  /** Region to look in. */
  region: string;
  /** Only names that begin so. Default: all. */
  prefix?: string;
}

/** Names of CloudWatch log groups, from which reports are made. */
export async function awsLogGroups(api: Api, { kms, region, prefix }: GetAwsLogGroupsArgs): Promise<string[]> {
  const names: string[] = [];
  let nextToken: unknown;
  do {
    const parameters = { logGroupNamePrefix: prefix, limit: 50, nextToken };
    const page = await ask(api, "get-log-groups", { kms, region, cloud_watch_params: parameters });
    const groups = (page.logGroups ?? page.log_groups ?? page.resources ?? []) as (Wire | string)[];
    names.push(...groups.map(groupName));
    nextToken = page.nextToken ?? page.next_token;
  } while (typeof nextToken === "string" && nextToken !== "");
  return names;
}

function groupName(group: Wire | string): string {
  return typeof group === "string" ? group : String(group.logGroupName ?? group.log_group_name ?? group.name);
}

/** What {@link getAwsCloudHsmClusters} needs to know. */
export interface GetAwsCloudHsmClustersArgs {
  /** Id or name of the `AwsKms` container, the AWS account. */
  kms: string;
  /** Region to look in. */
  region: string;
}

/**
 * Ids of the CloudHSM clusters that no custom key store uses yet. The API's public sources do not
 * document the response: several spellings are accepted.
 */
export async function awsCloudHsmClusters(api: Api, args: GetAwsCloudHsmClustersArgs): Promise<string[]> {
  const body = { kms: args.kms, region: args.region };
  const path = "/cckm/aws/custom-key-stores/get-unused-cloudhsm-clusters";
  const clusters = await lookUp<Wire | string>(api, path, body, "Clusters", "clusters");
  return clusters.map((one) => (typeof one === "string" ? one : String(one.ClusterId ?? one.cluster_id ?? one.id)));
}

function ask(api: Api, action: string, body: Wire): Promise<Wire> {
  return api.post(`/cckm/aws/${segment(action)}`, body, { repeatable: true, expect: "items" });
}
