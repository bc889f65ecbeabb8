/**
 * AWS, from credentials to a key that rotates every 90 days. The service needs a license for cloud
 * key management.
 */
import * as pulumi from "@pulumi/pulumi";
import * as ciphertrust from "pulumi-ciphertrust";

const config = new pulumi.Config();

const connection = new ciphertrust.AwsConnection("aws", {
  accessKeyId: config.require("accessKeyId"),
  secretAccessKey: config.requireSecret("secretAccessKey"),
});
const account = new ciphertrust.AwsKms("aws", {
  connection: connection.id,
  accountId: config.require("accountId"),
  regions: ["eu-central-1", "eu-west-1"],
});
const refresh = new ciphertrust.Refresh("now", { cloud: "aws", containers: [account.id] });

const orders = new ciphertrust.AwsKey(
  "orders",
  {
    kms: account.id,
    region: "eu-west-1",
    alias: ["example/orders"],
    description: config.require("description"),
    multiRegion: config.requireBoolean("multiRegion"),
    deletionWindowDays: 7,
  },
  { dependsOn: refresh },
);

const quarterly = new ciphertrust.RotationSchedule("aws-quarterly", {
  cloud: "aws",
  runAt: "0 3 * * *",
  rotationAfter: "89d",
  rotateMaterial: true,
});
new ciphertrust.KeyRotation("orders", { key: orders, schedule: quarterly.id });
new ciphertrust.RefreshSchedule("aws-nightly", { cloud: "aws", containers: [account.id], runAt: "30 2 * * *" });

export const connectionState = connection.state;
export const keysFound = refresh.keys;
export const ordersArn = orders.arn;
