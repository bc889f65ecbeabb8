import * as z from "zod";
import { defineResource, namedAfterResource, type Failure } from "../../engine/definition";
import { connectionFilters, connectionNames, connectionReady, connectionWire } from "../connections";

const path = "/connectionmgmt/services/aws/connections";

/** AWS credentials under which the service reaches one or more AWS accounts; tested until `ready` when it is made and when a credential changes. Destroying it removes it from the service, unless containers use it; nothing in AWS changes. */
export const awsConnection = defineResource({
  type: "AwsConnection",
  path,
  inputs: {
    /** Name of the connection, unique in the service. Default: the resource's name in the program. A change replaces the connection. */
    name: namedAfterResource(z.string().min(1)),
    /** Free text. Changes in place; once set, the service cannot empty it. */
    description: z.string().optional(),
    /** Id of the AWS access key. Required unless `isRoleAnywhere` is true. Changes in place and tests the connection again. */
    accessKeyId: z.string().min(1).optional(),
    /** Secret of the AWS access key. Secret; never returned by the service, so that a change made elsewhere is not seen. Changes in place and tests again. */
    secretAccessKey: z.string().min(1).optional(),
    /** ARN of an IAM role to assume. Changes in place and tests again. Default: none. */
    assumeRoleArn: z.string().startsWith("arn:", "must be the ARN of a role").optional(),
    /** External id for assuming the role. Changes in place and tests again. Default: none. */
    assumeRoleExternalId: z.string().optional(),
    /** AWS region whose endpoints the service calls. Default: the service's choice for the cloud (us-east-1, us-gov-east-1 or cn-north-1). Changes in place. */
    awsRegion: z.string().optional(),
    /** Which STS endpoints to use: `legacy` or `regional`. Default: the service's choice, `legacy`. Changes in place. */
    awsStsRegionalEndpoints: z.enum(["legacy", "regional"]).optional(),
    /** AWS partition: `aws`, `aws-us-gov` or `aws-cn`. Default `aws`. Changes in place and tests again. */
    cloudName: z.enum(["aws", "aws-us-gov", "aws-cn"]).default("aws"),
    /** True to log in through IAM Roles Anywhere instead of an access key. Default false. A change replaces the connection. */
    isRoleAnywhere: z.boolean().default(false),
    /** The IAM Roles Anywhere identity: ARNs of role, trust anchor and profile, and the certificate with its private key as PEM. Secret as a whole; never returned. Changes in place and tests again. */
    iamRoleAnywhere: z
      .object({
        /** ARN of the role to assume. */
        anywhereRoleArn: z.string(),
        /** ARN of the trust anchor. */
        trustAnchorArn: z.string(),
        /** ARN of the profile. */
        profileArn: z.string(),
        /** Certificate, PEM text. */
        certificate: z.string(),
        /** Private key of the certificate, PEM text. */
        privateKey: z.string(),
      })
      .optional(),
    /** Parts of the service that may use the connection. Default `["cckm"]`, cloud key management. Changes in place. */
    products: z.array(z.string()).min(1, "needs at least one product").default(["cckm"]),
    /** Free JSON values by key. Changes in place; keys can be changed but not removed. Default: none. */
    meta: z.record(z.string(), z.unknown()).optional(),
    /** Labels, text by key. Changes in place. Default: none. */
    labels: z.record(z.string(), z.string()).optional(),
    /** Seconds to wait for the connection to become `ready`, 1 to 3600. Default 30. Kept by the provider. */
    readyTimeoutSeconds: z.number().min(1).max(3600).optional(),
  },
  outputs: {
    /** `untested`, `testing`, `ready` or `failed`: only a `ready` connection may carry containers. */
    state: z.enum(["untested", "testing", "ready", "failed"]),
    /** Why the last test failed, in the service's words; absent when it succeeded. */
    lastConnectionError: z.string().optional(),
  },
  immutable: ["name", "isRoleAnywhere"],
  secret: ["secretAccessKey", "iamRoleAnywhere"],
  writeOnly: ["secretAccessKey", "iamRoleAnywhere"],
  unordered: ["products"],
  merged: ["labels"],
  together: [["accessKeyId", "secretAccessKey"]],
  computed: ["awsRegion", "awsStsRegionalEndpoints"],
  sticky: ["description", "meta"],
  local: ["readyTimeoutSeconds"],
  wire: connectionWire,
  filters: connectionFilters,
  namesWithin: connectionNames,
  mark: "meta",
  ready: connectionReady(path, [
    "accessKeyId",
    "secretAccessKey",
    "assumeRoleArn",
    "assumeRoleExternalId",
    "iamRoleAnywhere",
    "cloudName",
  ]),
  hooks: {
    check({ isRoleAnywhere, iamRoleAnywhere, accessKeyId, secretAccessKey }): Failure[] {
      if (isRoleAnywhere) {
        return iamRoleAnywhere
          ? []
          : [{ property: "iamRoleAnywhere", reason: "is required when isRoleAnywhere is true" }];
      }
      if ((accessKeyId === undefined) === (secretAccessKey === undefined)) return [];
      return accessKeyId === undefined
        ? [{ property: "accessKeyId", reason: "is required with secretAccessKey" }]
        : [{ property: "secretAccessKey", reason: "is required with accessKeyId" }];
    },
    async users(api, id) {
      const containers = await api.list("/cckm/aws/kms", { connection: id });
      return containers.map((one) => `AwsKms "${String(one.name)}"`).join(", ") || undefined;
    },
  },
});
