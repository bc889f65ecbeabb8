import * as z from "zod";
import { segment, type Api } from "../../api/client";
import { defineResource } from "../../lifecycle/vocabulary/definition";
import { field, named, ref } from "../../lifecycle/vocabulary/field";
import { awsConnection } from "./connection";

/** An AWS region name, such as eu-west-1 or us-gov-east-1. */
export const awsRegion = z.string().regex(/^[a-z]{2}(-[a-z]+)+-\d$/, "must be an AWS region such as eu-west-1");

/**
 * Actions that users and groups can be permitted in an AWS account; the service adds the matching
 * view action by itself.
 */
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

/** The argument that is wrong if the container does not manage the region. */
export async function regionCulprit(
  api: Api,
  { kms, region }: { kms: string; region: string },
): Promise<string | undefined> {
  const { regions } = await api.get(`/cckm/aws/kms/${segment(kms)}`);
  if (!Array.isArray(regions) || regions.includes(region)) return undefined;
  return `region: the container manages ${regions.join(", ")}, not ${region}. Change \`region\`, or add it to the \`regions\` of the AwsKms.`;
}

/**
 * An AWS account whose keys the service manages: the container of `AwsKey`s. It waits until its
 * connection is `ready`. Destroying it leaves every key in AWS untouched; the service shows them
 * again, with the same ids, once a container covers their region. A container with custom key
 * stores cannot be destroyed, and an `AwsCustomKeyStore` stays by default. To keep both, give the
 * container the option `retainOnDelete`. To delete both, give the store `onDestroy: "delete"`, in
 * an update before.
 */
export const awsKms = defineResource({
  type: "AwsKms",
  role: "container",
  path: "/cckm/aws/kms",
  inputs: {
    /** Name of the container, unique in the service. */
    name: named(z.string().min(1), { change: "replace" }),
    /** Id of the `AwsConnection` to reach the account through; it must be, or become, `ready`. */
    connection: ref(awsConnection, { holds: true }),
    /** AWS account number, 12 digits. */
    accountId: field(z.string().regex(/^\d{12}$/, "must be an AWS account number of 12 digits"), { change: "replace" }),
    /**
     * Regions whose keys are managed, at least one. An account may have several containers with
     * different regions. A region is not removed while this stack has keys in it: remove them in an
     * update before.
     */
    regions: field(z.array(awsRegion).min(1, "needs at least one region"), {
      as: "set",
      covers: {
        by: "region",
        lost: (held: string[], wanted: string[]) => held.filter((region) => !wanted.includes(region)),
        effect:
          "Keys there stay in AWS as they are; the service no longer shows, changes or rotates them until a container covers their region again.",
      },
    }),
    /** ARN of an IAM role to assume in the account. */
    assumeRoleArn: z.string().startsWith("arn:", "must be the ARN of a role").optional(),
    /** External id for assuming the role. */
    assumeRoleExternalId: z.string().optional(),
  },
  outputs: {
    /** ARN under which the service reaches the account. */
    arn: z.string().optional(),
    /** `active` or `archived`. */
    status: z.string().optional(),
  },
  unique: [["name"], ["accountId", "regions"]],
  update: { together: [["assumeRoleArn", "assumeRoleExternalId"]] },
  filters: ["id", "name", "accountId", "connection", "cloudName", "status"],
});
