import * as z from "zod";
import { field, open } from "../../lifecycle/vocabulary/field";
import { defineConnection } from "../connections";
import { certificates, keyFlaw, privateKey } from "../pem";
import { credential } from "../credential";

/**
 * AWS credentials under which the service reaches one or more AWS accounts; tested until `ready`
 * when it is made and when a credential changes. Destroying it removes it from the service, unless
 * containers use it; nothing in AWS changes.
 */
export const awsConnection = defineConnection("aws", {
  type: "AwsConnection",
  untested: ["awsRegion", "awsStsRegionalEndpoints", "isRoleAnywhere"],
  inputs: {
    /** Id of the AWS access key. Required unless `isRoleAnywhere` is true. */
    accessKeyId: credential().optional(),
    /** Secret of the AWS access key. */
    secretAccessKey: field(credential().optional(), { seen: "never", secret: true }),
    /** ARN of an IAM role to assume. */
    assumeRoleArn: z.string().startsWith("arn:", "must be the ARN of a role").optional(),
    /** External id for assuming the role. */
    assumeRoleExternalId: z.string().optional(),
    /**
     * AWS region whose endpoints the service calls. Default: the service's choice for the cloud
     * (us-east-1, us-gov-east-1 or cn-north-1).
     */
    awsRegion: field(z.string().optional(), { absent: "theirs" }),
    /** Which STS endpoints to use: `legacy` or `regional`. Default: the service's choice, `legacy`. */
    awsStsRegionalEndpoints: field(open(["legacy", "regional"]).optional(), { absent: "theirs" }),
    /** AWS partition: `aws`, `aws-us-gov` or `aws-cn`. */
    cloudName: open(["aws", "aws-us-gov", "aws-cn"]).default("aws"),
    /** True to log in through IAM Roles Anywhere instead of an access key. */
    isRoleAnywhere: field(z.boolean().default(false), { change: "replace" }),
    /**
     * The IAM Roles Anywhere identity: ARNs of role, trust anchor and profile, and the certificate
     * with its private key as PEM. Secret as a whole; never returned.
     */
    iamRoleAnywhere: field(
      z
        .object({
          /** ARN of the role to assume. */
          anywhereRoleArn: z.string(),
          /** ARN of the trust anchor. */
          trustAnchorArn: z.string(),
          /** ARN of the profile. */
          profileArn: z.string(),
          /** Certificate, PEM text. */
          certificate: certificates(),
          /** Private key of the certificate, PEM text. */
          privateKey: privateKey(),
        })
        .superRefine(({ certificate, privateKey }, context) => {
          const message = keyFlaw(certificate, privateKey);
          if (message !== undefined) context.addIssue({ code: "custom", path: ["privateKey"], message });
        })
        .optional(),
      { seen: "never", secret: true },
    ),
    /** Labels, a map of strings. */
    labels: field(z.record(z.string(), z.string()).optional(), { as: "merge" }),
  },
  update: { together: [["accessKeyId", "secretAccessKey"]] },
  rules: [
    { when: { isRoleAnywhere: true }, requires: ["iamRoleAnywhere"] },
    { when: "accessKeyId", unless: { isRoleAnywhere: true }, requires: ["secretAccessKey"] },
    { when: "secretAccessKey", unless: { isRoleAnywhere: true }, requires: ["accessKeyId"] },
  ],
});
