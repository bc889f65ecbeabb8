import { accountId, credentials } from "../../client";
import { systemOf } from "../system";

const staging = {
  access_key_id: "AKIAI44QH8DHBEXAMPLE",
  secret_access_key: "je7MtGbClwBF/2Zp9Utk/h3yCo8nvbEXAMPLEKEY",
};

export const aws = systemOf({
  world: "aws",
  called: "kms",
  login: credentials,
  shows: {
    category: "cloud",
    access_key_id: credentials.access_key_id,
    aws_region: "us-east-1",
    cloud_name: "aws",
    is_role_anywhere: false,
  },
  secrets: [credentials.secret_access_key],
  wrong: [
    ["a wrong secret", { secret_access_key: "wrong" }, "SignatureDoesNotMatch"],
    ["an unknown key id", { access_key_id: "AKIANOBODY" }, "InvalidClientTokenId"],
    ["a role of an unknown account", { assume_role_arn: "arn:aws:iam::999999999999:role/x" }, "AccessDenied"],
    ["no credentials", { access_key_id: "", secret_access_key: "" }, "NoCredentialProviders"],
  ],
  invalid: [
    ["half of the credentials", { secret_access_key: "" }],
    ["an unknown cloud", { cloud_name: "moon" }],
    ["roles anywhere without their settings", { is_role_anywhere: true }],
  ],
  account: ["accounts", { accountId }],
  lockOut: [["accounts", { accountId, removeCredentials: [credentials.access_key_id] }], "InvalidClientTokenId"],
  containers: {
    add: "/cckm/aws/kms",
    body: (account_id) => ({ name: "prod", account_id, regions: ["eu-west-1"] }),
    offered: [accountId],
    stranger: staging,
    invalid: [
      ["another account than the connection's", { account_id: "999999999999" }],
      ["an unknown region", { regions: ["mars-north-1"] }],
      ["no region", { regions: [] }],
    ],
    filters: { name: "prod", account_id: accountId, status: "active" },
    shows: { name: "prod", status: "active", acls: [] },
    permits: ["keycreate", "viewnative"],
  },
  refresh: {
    total: 7,
    found: ["keys", { account: accountId, region: "eu-west-1", aliases: ["found"] }],
    lost: ["keys", { account: accountId, region: "eu-west-1", key: "payments", delete: true }],
    takes: (syncSeconds) => ["accounts", { accountId, syncSeconds }],
  },
});
