/**
 * Keys in three clouds, none of which gets older than 30 days. The service needs a license for
 * cloud key management.
 */
import * as pulumi from "@pulumi/pulumi";
import * as ciphertrust from "pulumi-ciphertrust";

const config = new pulumi.Config();

// What holds keys in AWS, Azure and Google Cloud; each connection is tested before anything uses it.
const aws = new ciphertrust.AwsConnection("tour-aws", {
  accessKeyId: config.require("awsAccessKeyId"),
  secretAccessKey: config.requireSecret("awsSecretAccessKey"),
});
const account = new ciphertrust.AwsKms("tour-aws", {
  connection: aws.id,
  accountId: config.require("awsAccountId"),
  regions: ["eu-west-1"],
});

const azure = new ciphertrust.AzureConnection("tour-azure", {
  clientId: config.require("azureClientId"),
  tenantId: config.require("azureTenantId"),
  clientSecret: config.requireSecret("azureClientSecret"),
});
const vault = new ciphertrust.AzureVault("tour-azure", {
  connection: azure.id,
  subscriptionId: config.require("azureSubscriptionId"),
  vault: config.require("azureVault"),
});

const google = new ciphertrust.GoogleConnection("tour-google", { keyFile: config.requireSecret("googleKeyFile") });
const ring = new ciphertrust.GoogleKeyRing("tour-google", {
  name: config.require("googleKeyRing"),
  connection: google.id,
});

// A key in each.
const orders = new ciphertrust.AwsKey("orders", {
  kms: account.id,
  region: "eu-west-1",
  alias: ["orders"],
  deletionWindowDays: 7,
});
const invoices = new ciphertrust.AzureKey("invoices", { keyVault: vault.id, kty: "RSA", keySize: 3072 });
const reports = new ciphertrust.GoogleKey("reports", { keyRing: ring.id, onDestroy: "scheduleDestroy" });

// The service rotates each before it is 30 days old, and looks every night for what has changed in the clouds.
new ciphertrust.KeyRotationPolicy("tour", { every: "30d", keys: [orders, invoices, reports] });
new ciphertrust.RefreshSchedule("tour-aws-nightly", { cloud: "aws", containers: [account.id], runAt: "30 2 * * *" });
new ciphertrust.RefreshSchedule("tour-azure-nightly", { cloud: "azure", containers: [vault.id], runAt: "30 2 * * *" });
new ciphertrust.RefreshSchedule("tour-google-nightly", { cloud: "google", containers: [ring.id], runAt: "30 2 * * *" });
