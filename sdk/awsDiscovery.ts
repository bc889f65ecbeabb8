import type * as pulumi from "@pulumi/pulumi";
import type * as discovery from "../provider/lookups/aws";
import { call, type Arguments, type FunctionOptions } from "./function";

export type {
  FoundAwsAccount,
  GetAwsAccountArgs,
  GetAwsCloudHsmClustersArgs,
  GetAwsIdentitiesArgs,
  FoundAwsIdentity,
  GetAwsLogGroupsArgs,
  GetAwsRegionsArgs,
} from "../provider/lookups/aws";

const looking = () => require("../provider/lookups/aws") as typeof discovery;

/** The AWS account that a connection opens, and its regions. */
export function getAwsAccount(
  args: Arguments<discovery.GetAwsAccountArgs>,
  options?: FunctionOptions,
): pulumi.Output<discovery.FoundAwsAccount> {
  return call("looking up an AWS account", () => looking().awsAccount, args, options);
}

/** Every region of a connection's AWS partition. */
export function getAwsRegions(
  args: Arguments<discovery.GetAwsRegionsArgs>,
  options?: FunctionOptions,
): pulumi.Output<string[]> {
  return call("looking up AWS regions", () => looking().awsRegions, args, options);
}

/** The IAM users of an account, all pages of them. */
export function getAwsIamUsers(
  args: Arguments<discovery.GetAwsIdentitiesArgs>,
  options?: FunctionOptions,
): pulumi.Output<discovery.FoundAwsIdentity[]> {
  return call("looking up IAM users", () => looking().awsIamUsers, args, options);
}

/** The IAM roles of an account, all pages of them. */
export function getAwsIamRoles(
  args: Arguments<discovery.GetAwsIdentitiesArgs>,
  options?: FunctionOptions,
): pulumi.Output<discovery.FoundAwsIdentity[]> {
  return call("looking up IAM roles", () => looking().awsIamRoles, args, options);
}

/** Names of the CloudWatch log groups of an account in a region, all pages of them. */
export function getAwsLogGroups(
  args: Arguments<discovery.GetAwsLogGroupsArgs>,
  options?: FunctionOptions,
): pulumi.Output<string[]> {
  return call("looking up CloudWatch log groups", () => looking().awsLogGroups, args, options);
}

/** Ids of the CloudHSM clusters of an account in a region that no custom key store uses yet. */
export function getAwsCloudHsmClusters(
  args: Arguments<discovery.GetAwsCloudHsmClustersArgs>,
  options?: FunctionOptions,
): pulumi.Output<string[]> {
  return call("looking up CloudHSM clusters", () => looking().awsCloudHsmClusters, args, options);
}
