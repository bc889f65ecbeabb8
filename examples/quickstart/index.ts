/**
 * One AWS account under management: license, connection, container, keys, and a schedule that
 * rotates them.
 *
 * Configuration, which `npm run up` sets: `awsAccountId`, the AWS account, 12 digits;
 * `awsAccessKeyId` and `awsSecretAccessKey` (a secret), credentials of a user who may manage keys
 * there.
 */
import * as pulumi from "@pulumi/pulumi";
import * as ciphertrust from "pulumi-ciphertrust";

const config = new pulumi.Config();

// Cloud key management needs a license; the trial ships with the service.
const license = new ciphertrust.TrialLicense("trial");

// The AWS credentials: made, tested, and ready before anything uses them.
const connection = new ciphertrust.AwsConnection("prod", {
  description: "Production account",
  accessKeyId: config.require("awsAccessKeyId"),
  secretAccessKey: config.requireSecret("awsSecretAccessKey"),
});

// The account becomes a container of keys; the service accepts it only on a ready connection.
const account = new ciphertrust.AwsKms(
  "prod",
  {
    connection: connection.id,
    accountId: config.require("awsAccountId"),
    regions: ["eu-central-1", "eu-west-1"],
  },
  { dependsOn: license },
);

// Download the keys that are there already.
const refresh = new ciphertrust.Refresh("now", { cloud: "aws", containers: [account.id] });

// Two keys in AWS, one in the service's own vault.
const orders = new ciphertrust.AwsKey(
  "orders",
  {
    kms: account.id,
    region: "eu-west-1",
    alias: ["quickstart/orders"],
    description: "Encrypts orders",
    tags: { team: "shop" },
    deletionWindowDays: 7,
  },
  { dependsOn: refresh },
);
const signatures = new ciphertrust.AwsKey(
  "signatures",
  {
    kms: account.id,
    region: "eu-west-1",
    alias: ["quickstart/signatures"],
    customerMasterKeySpec: "ECC_NIST_P256",
    deletionWindowDays: 7,
  },
  { dependsOn: refresh },
);
const backups = new ciphertrust.VaultKey("backups", {
  description: "Encrypts backups",
  labels: { team: "platform" },
  onDestroy: "destroy",
});

// Before it is 90 days old, the orders key gets new material; every night the service looks at the account again.
const quarterly = new ciphertrust.RotationSchedule(
  "quarterly",
  { cloud: "aws", runAt: "0 3 * * *", rotationAfter: "89d", rotateMaterial: true },
  { dependsOn: license },
);
new ciphertrust.RefreshSchedule("nightly", { cloud: "aws", containers: [account.id], runAt: "30 2 * * *" });
new ciphertrust.KeyRotation("orders", { key: orders, schedule: quarterly.id });

// AWS changes no material inside a key for signatures: a rotation makes a new key, with material from the service's
// own vault, and moves the alias to it.
const successors = new ciphertrust.RotationSchedule(
  "successors",
  { cloud: "aws", runAt: "0 3 * * *", rotationAfter: "89d" },
  { dependsOn: license },
);
new ciphertrust.KeyRotation("signatures", { key: signatures, schedule: successors.id });

// The service's own keys get new versions. A policy makes their schedule, and selects them in it.
new ciphertrust.KeyRotationPolicy("backups", { every: "90d", keys: [backups] });

export const connectionState = connection.state;
export const keysFound = refresh.keys;
export const ordersArn = orders.arn;
export const signaturesArn = signatures.arn;
export const backupsState = backups.state;
export const nextRotation = quarterly.nextRuns.apply((runs) => runs[0]);
