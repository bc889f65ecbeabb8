import { awsAccount, makeAccount } from "../../lifecycle/fixtures/aws";
import { make } from "../../lifecycle/rig";
import { created, mistake, refused, type Mistake } from "../mistake";

const region = "eu-west-1";
const connections = "/connectionmgmt/services/aws/connections";
const { accountId, accessKeyId, secretAccessKey } = awsAccount;

export const ids: Mistake[] = [
  refused(
    "An id of another kind",
    "AwsKey",
    { kms: "<connection.id>", region },
    {
      prepare: async (rig) => {
        await makeAccount(rig);
        return { kms: (await rig.api.list(connections))[0]!.id };
      },
    },
  ),
  refused(
    "An id that does not exist",
    "AwsKey",
    { kms: "k-1", region },
    {
      prepare: async (rig) => {
        await makeAccount(rig);
        return {};
      },
    },
  ),
];

export const connection: Mistake[] = [
  refused(
    "A container on a missing connection",
    "AwsKms",
    { connection: "prod-connection", accountId, regions: [region] },
    {
      prepare: async (rig) => {
        await make(rig, "TrialLicense", {});
        return {};
      },
    },
  ),
  refused(
    "A container on a connection whose test fails",
    "AwsKms",
    { connection: "<connection.id>", accountId, regions: [region] },
    {
      prepare: async (rig) => {
        await make(rig, "TrialLicense", {});
        const { id } = await rig.api.post(connections, {
          name: "prod",
          access_key_id: accessKeyId,
          secret_access_key: "wrong",
        });
        return { connection: id };
      },
    },
  ),
  refused(
    "A connection whose credentials are wrong",
    "AwsConnection",
    { accessKeyId, secretAccessKey: "<secret>" },
    { prepare: async () => ({ name: "prod", secretAccessKey: "wrong" }) },
  ),
  refused(
    "An account that the connection does not reach",
    "AwsKms",
    { connection: "<connection.id>", accountId: "999999999999", regions: [region] },
    {
      next: "Use a connection of that account, or set `assumeRoleArn`.",
      prepare: async (rig) => {
        await make(rig, "TrialLicense", {});
        return { connection: (await make(rig, "AwsConnection", { name: "prod", accessKeyId, secretAccessKey })).id };
      },
    },
  ),
];

export const regions: Mistake[] = [
  refused(
    "A region that the container does not manage",
    "AwsKey",
    { kms: "<kms.id>", region: "us-east-1" },
    { prepare: async (rig) => ({ kms: await makeAccount(rig) }) },
  ),
];

export const access: Mistake[] = [
  refused("A user name where an id belongs", "ContainerAcl", {
    container: { type: "AwsKms", id: "<kms.id>" },
    user: "alice",
    actions: ["keycreate"],
  }),
  refused("A user that does not exist", "Group", { name: "operators", users: ["local|nobody"] }),
  mistake(
    "A group that does not exist",
    async (rig) => {
      const container = { type: "AwsKms", id: await makeAccount(rig) };
      return created(rig, "ContainerAcl", { container, group: "Auditors", actions: ["viewnative"] });
    },
    {
      written: 'new ciphertrust.ContainerAcl("orders", { container: kms, group: "Auditors", actions: ["viewnative"] })',
    },
  ),
];
