import { awsAccount, makeAccount } from "../../lifecycle/fixtures/aws";
import { make } from "../../lifecycle/rig";
import { created, mistake, refused, type Mistake } from "../mistake";

const region = "eu-west-1";
const connections = "/connectionmgmt/services/aws/connections";
const { accountId, accessKeyId, secretAccessKey } = awsAccount;

export const references: Mistake[] = [
  refused(
    "An id of another kind",
    "AwsKey",
    { kms: "<connection.id>", region },
    "Pass `kms.id` of the `AwsKms` that stands on the connection.",
    async (rig) => {
      await makeAccount(rig);
      return { kms: (await rig.api.list(connections))[0]!.id };
    },
  ),
  refused(
    "An id that does not exist",
    "AwsKey",
    { kms: "k-1", region },
    "Pass the output of the resource, so that Pulumi knows the order too.",
    async (rig) => {
      await makeAccount(rig);
      return {};
    },
  ),
  refused(
    "A container on a missing connection",
    "AwsKms",
    { connection: "prod-connection", accountId, regions: [region] },
    "Pass `connection.id`.",
    async (rig) => {
      await make(rig, "TrialLicense", {});
      return {};
    },
  ),
  refused(
    "A container on a connection whose test fails",
    "AwsKms",
    { connection: "<connection.id>", accountId, regions: [region] },
    "Correct the credentials of the connection.",
    async (rig) => {
      await make(rig, "TrialLicense", {});
      const { id } = await rig.api.post(connections, {
        name: "prod",
        access_key_id: accessKeyId,
        secret_access_key: "wrong",
      });
      return { connection: id };
    },
  ),
  refused(
    "A connection whose credentials are wrong",
    "AwsConnection",
    { accessKeyId, secretAccessKey: "<secret>" },
    "Correct the credentials and run `pulumi up` again: the connection is recorded, and tested anew.",
    async () => ({ name: "prod", secretAccessKey: "wrong" }),
  ),
  refused(
    "An account that the connection does not reach",
    "AwsKms",
    { connection: "<connection.id>", accountId: "999999999999", regions: [region] },
    "Use a connection of that account, or `assumeRoleArn`.",
    async (rig) => {
      await make(rig, "TrialLicense", {});
      return { connection: (await make(rig, "AwsConnection", { name: "prod", accessKeyId, secretAccessKey })).id };
    },
  ),
  refused(
    "A region that the container does not manage",
    "AwsKey",
    { kms: "<kms.id>", region: "us-east-1" },
    "Add the region to the container's `regions`.",
    async (rig) => ({ kms: await makeAccount(rig) }),
  ),
  refused(
    "A user name where an id belongs",
    "ContainerAcl",
    { container: { type: "AwsKms", id: "<kms.id>" }, user: "alice", actions: ["keycreate"] },
    "Pass `alice.userId`.",
  ),
  refused("A user that does not exist", "Group", { name: "operators", users: ["local|nobody"] }, "Pass `user.userId`."),
  mistake(
    "A group that does not exist",
    'new ciphertrust.ContainerAcl("orders", { container: kms, group: "Auditors", actions: ["viewnative"] })',
    async (rig) => {
      const container = { type: "AwsKms", id: await makeAccount(rig) };
      return created(rig, "ContainerAcl", { container, group: "Auditors", actions: ["viewnative"] });
    },
    "Declare the group, and pass `group.name`.",
  ),
];
