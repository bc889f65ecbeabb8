import type { Bag } from "../../../../provider/lifecycle/vocabulary/definition";
import { make, type Rig } from "../../rig";
import { cluster, vaultKey } from "../../fixtures/awsKeys";
import type { Case, Cases } from "../case";

const policyFor = (user: string) =>
  JSON.stringify({
    Version: "2012-10-17",
    Statement: [
      {
        Sid: "All",
        Effect: "Allow",
        Principal: { AWS: `arn:aws:iam::123456789012:${user}` },
        Action: "kms:*",
        Resource: "*",
      },
    ],
  });

const template = (name: string, kms: unknown) => async (rig: Rig) =>
  (await make(rig, "AwsPolicyTemplate", { name, kms, keyAdmins: ["bob"] })).id;

const hosted = (name: string) => (response: Bag, value: unknown) => ({
  ...response,
  local_hosted_params: { ...(response.local_hosted_params as Bag), [name]: value },
});

/** The container of a key, whatever its type. */
async function accountOf(rig: Rig): Promise<unknown> {
  return (await rig.api.list("/cckm/aws/kms"))[0]!.id;
}

const policies: Record<string, Case> = {
  policy: { written: policyFor("root"), other: policyFor("user/mallory") },
  policyTemplate: {
    prepare: async (rig) => ({ policyTemplate: await template("ours", await accountOf(rig))(rig) }),
    other: async (rig: Rig) => template("theirs", await accountOf(rig))(rig),
  },
  externalAccounts: { written: ["111122223333"], other: ["111122223333", "444455556666"] },
};

const hsmStore = {
  customKeyStoreType: "AWS_CLOUDHSM",
  connected: false,
  ...cluster,
  linkedState: undefined,
  xksProxyUriEndpoint: undefined,
  healthCheckKeyId: undefined,
  maxCredentials: undefined,
};

const viaVpc = { xksProxyConnectivity: "VPC_ENDPOINT_SERVICE", xksProxyVpcEndpointServiceName: "com.example.keys" };

export const aws: Cases = {
  AwsConnection: {
    assumeRoleExternalId: { args: { assumeRoleArn: "arn:aws:iam::123456789012:role/OrderService" } },
  },
  AwsKms: {
    assumeRoleExternalId: { args: { assumeRoleArn: "arn:aws:iam::123456789012:role/OrderService" } },
  },
  AwsPolicyTemplate: {
    policy: { ...policies.policy!, args: { keyUsers: undefined, keyAdmins: undefined } },
    keyUsers: { other: ["alice", "mallory"] },
    externalAccounts: policies.externalAccounts!,
  },
  AwsKey: {
    ...policies,
    origin: {
      other: "EXTERNAL",
      response: (response) => ({ ...response, aws_param: { ...(response.aws_param as object), Origin: "EXTERNAL" } }),
    },
    keyRotationEnabled: { other: false, along: { rotationPeriodInDays: undefined } },
  },
  AwsUploadedKey: { ...policies, customerMasterKeySpec: { written: "SYMMETRIC_DEFAULT", other: "RSA_2048" } },
  AwsKeyMaterial: { key: { other: "another-key" } },
  AwsReplicaKey: policies,
  AwsXksKey: {
    ...policies,
    linkedState: {
      args: { linkedState: false, alias: [], description: undefined },
      other: true,
    },
  },
  AwsCloudHsmKey: policies,
  AwsCustomKeyStore: {
    linkedState: { args: { linkedState: false, connected: false }, other: true },
    xksProxyConnectivity: { written: "PUBLIC_ENDPOINT", other: "VPC_ENDPOINT_SERVICE", along: viaVpc },
    xksProxyVpcEndpointServiceName: { args: viaVpc, other: "com.example.elsewhere" },
    partitionId: { other: "another", response: hosted("partition_id") },
    maxCredentials: { other: 7, response: hosted("max_credentials") },
    healthCheckKeyId: { other: (rig: Rig) => vaultKey(rig, "healthier") },
    credentialRotationSchedule: {
      other: async (rig: Rig) =>
        (await make(rig, "AwsXksCredentialRotationSchedule", { name: "elsewhere", runAt: "0 3 2 * *" })).id,
    },
    cloudHsmClusterId: { args: hsmStore, other: "cluster-elsewhere1a" },
    trustAnchorCertificate: { args: hsmStore, other: "another" },
  },
};
