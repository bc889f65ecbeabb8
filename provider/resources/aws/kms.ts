import * as z from "zod";
import { defineResource, namedAfterResource } from "../../engine/definition";
import { awsConnection } from "./connection";

/** An AWS region name, such as eu-west-1 or us-gov-east-1. */
export const awsRegion = z.string().regex(/^[a-z]{2}(-[a-z]+)+-\d$/, "must be an AWS region such as eu-west-1");

/** What users and groups may be permitted in an AWS account; the service adds the matching view action by itself. */
export const kmsActions = [
  "keycreate",
  "keymaterialimport",
  "keymaterialdelete",
  "keyrotate",
  "keydelete",
  "keycanceldelete",
  "keysynchronize",
  "keyupdate",
  "keyupload",
  "viewnative",
  "viewbyok",
  "reportcreate",
  "reportdelete",
  "reportdownload",
  "reportview",
  "viewhyokkey",
  "hyokkeycreate",
  "hyokkeyblockunblock",
  "hyokkeydelete",
  "hyokkeylink",
  "viewcloudhsmkey",
  "cloudhsmkeycreate",
  "cloudhsmkeydelete",
  "viewkeystore",
  "keystoreadd",
  "keystoreupdate",
  "keystoredelete",
  "keystoreblock",
  "keystoreunblock",
  "keystoreconnect",
  "keystoredisconnect",
  "keystorelink",
  "keybulkoperation",
] as const;

/** An AWS account whose keys the service manages: the container of `AwsKey`s. It waits until its connection is `ready`. Destroying it leaves every key in AWS untouched. */
export const awsKms = defineResource({
  type: "AwsKms",
  path: "/cckm/aws/kms",
  feature: "CCKM",
  inputs: {
    /** Name of the container, unique in the service. Default: the resource's name in the program. A change replaces the container and, with it, the `AwsKey`s declared in it. */
    name: namedAfterResource(z.string().min(1)),
    /** Id of the `AwsConnection` to reach the account through; it must be, or become, `ready`. Changes in place. */
    connection: z.string().min(1),
    /** AWS account number, 12 digits. A change replaces the container and, with it, the `AwsKey`s declared in it. */
    accountId: z.string().regex(/^\d{12}$/, "must be an AWS account number of 12 digits"),
    /** Regions whose keys are managed, at least one. Order has no meaning. Changes in place. */
    regions: z.array(awsRegion).min(1, "needs at least one region"),
    /** ARN of an IAM role to assume in the account. Changes in place. Default: none. */
    assumeRoleArn: z.string().startsWith("arn:", "must be the ARN of a role").optional(),
    /** External id for assuming the role. Changes in place. Default: none. */
    assumeRoleExternalId: z.string().optional(),
  },
  outputs: {
    /** ARN under which the service reaches the account. */
    arn: z.string().optional(),
    /** `active` or `archived`. */
    status: z.string().optional(),
  },
  unique: [["name"], ["accountId"]],
  immutable: ["name", "accountId"],
  unordered: ["regions"],
  together: [["assumeRoleArn", "assumeRoleExternalId"]],
  needs: { connection: awsConnection },
  filters: ["id", "name", "accountId", "connection", "cloudName", "status"],
});
