import type * as pulumi from "@pulumi/pulumi";
import type * as discovery from "../provider/resources/aws/discovery";
import { call, type Arguments, type FunctionOptions } from "./function";

export type {
  AwsAccount,
  AwsAccountArgs,
  AwsCloudHsmClustersArgs,
  AwsIdentitiesArgs,
  AwsIdentity,
  AwsLogGroupsArgs,
  AwsRegionsArgs,
} from "../provider/resources/aws/discovery";

const looking = () => require("../provider/resources/aws/discovery") as typeof discovery;

/** The AWS account that a connection opens, and its regions. */
export function getAwsAccount(
  args: Arguments<discovery.AwsAccountArgs>,
  options?: FunctionOptions,
): pulumi.Output<discovery.AwsAccount> {
  return call("looking up an AWS account", () => looking().awsAccount, args, options);
}

/** Every region of a connection's AWS partition. */
export function getAwsRegions(
  args: Arguments<discovery.AwsRegionsArgs>,
  options?: FunctionOptions,
): pulumi.Output<string[]> {
  return call("looking up AWS regions", () => looking().awsRegions, args, options);
}

/** The IAM users of an account, all pages of them. */
export function getAwsIamUsers(
  args: Arguments<discovery.AwsIdentitiesArgs>,
  options?: FunctionOptions,
): pulumi.Output<discovery.AwsIdentity[]> {
  return call("looking up IAM users", () => looking().awsIamUsers, args, options);
}

/** The IAM roles of an account, all pages of them. */
export function getAwsIamRoles(
  args: Arguments<discovery.AwsIdentitiesArgs>,
  options?: FunctionOptions,
): pulumi.Output<discovery.AwsIdentity[]> {
  return call("looking up IAM roles", () => looking().awsIamRoles, args, options);
}

/** Names of the CloudWatch log groups of an account in a region, all pages of them. */
export function getAwsLogGroups(
  args: Arguments<discovery.AwsLogGroupsArgs>,
  options?: FunctionOptions,
): pulumi.Output<string[]> {
  return call("looking up CloudWatch log groups", () => looking().awsLogGroups, args, options);
}

/** Ids of the CloudHSM clusters of an account in a region that no custom key store uses yet. */
export function getAwsCloudHsmClusters(
  args: Arguments<discovery.AwsCloudHsmClustersArgs>,
  options?: FunctionOptions,
): pulumi.Output<string[]> {
  return call("looking up CloudHSM clusters", () => looking().awsCloudHsmClusters, args, options);
}
