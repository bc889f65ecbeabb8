/**
 * Two keys of a key ceremony, from their files through the service's vault to five clouds: an AES
 * key for AWS, Google Cloud, Oracle Cloud and Salesforce, an RSA key for Azure. The service needs a
 * license for cloud key management.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import * as pulumi from "@pulumi/pulumi";
import * as ciphertrust from "pulumi-ciphertrust";

const config = new pulumi.Config();

// What the ceremony left on this machine. Once the files are destroyed, the program gives nothing, and the state forgets them.
// A `materialFormat` or `materialPassword` goes with its file: give `isDestroyed ? undefined : "base64"`.
const isDestroyed = config.requireBoolean("filesDestroyed");
const keyFile = (name: string) =>
  isDestroyed ? undefined : pulumi.secret(readFileSync(join(config.require("keyFolder"), name), "utf8"));

const orders = new ciphertrust.VaultKey("ceremony-orders", {
  algorithm: "aes",
  size: 256,
  material: keyFile("orders.hex"),
  // In production leave both out: the vault's key is your copy of what the clouds have.
  onDestroy: "destroy",
});
const documents = new ciphertrust.VaultKey("ceremony-documents", {
  algorithm: "rsa",
  size: 3072,
  material: keyFile("documents.pem"),
  onDestroy: "destroy",
});

const aws = new ciphertrust.AwsConnection("ceremony-aws", {
  accessKeyId: config.require("awsAccessKeyId"),
  secretAccessKey: config.requireSecret("awsSecretAccessKey"),
});
const account = new ciphertrust.AwsKms("ceremony-aws", {
  connection: aws.id,
  accountId: config.require("awsAccountId"),
  regions: ["eu-west-1"],
});
const awsOrders = new ciphertrust.AwsUploadedKey("orders", {
  kms: account.id,
  region: "eu-west-1",
  sourceKeyIdentifier: orders.id,
  alias: ["ceremony/orders"],
  deletionWindowDays: 7,
});

const azure = new ciphertrust.AzureConnection("ceremony-azure", {
  clientId: config.require("azureClientId"),
  tenantId: config.require("azureTenantId"),
  clientSecret: config.requireSecret("azureClientSecret"),
});
const vault = new ciphertrust.AzureVault("ceremony-azure", {
  connection: azure.id,
  subscriptionId: config.require("azureSubscriptionId"),
  vault: config.require("azureVault"),
});
const azureDocuments = new ciphertrust.AzureKey("documents", {
  keyVault: vault.id,
  localKeyIdentifier: documents.id,
});

const google = new ciphertrust.GoogleConnection("ceremony-google", { keyFile: config.requireSecret("googleKeyFile") });
const ring = new ciphertrust.GoogleKeyRing("ceremony-google", {
  name: config.require("googleKeyRing"),
  connection: google.id,
});
const googleOrders = new ciphertrust.GoogleKey("ceremony-orders", {
  keyRing: ring.id,
  sourceKeyId: orders.id,
  importOnly: true,
  onDestroy: "scheduleDestroy",
});

const region = config.require("ociRegion");
const oci = new ciphertrust.OciConnection("ceremony-oci", {
  region,
  tenancyOcid: config.require("ociTenancyOcid"),
  userOcid: config.require("ociUserOcid"),
  fingerprint: config.require("ociFingerprint"),
  credentials: { keyFile: config.requireSecret("ociKeyFile") },
});
const ociVault = new ciphertrust.OciVault("ceremony-oci", {
  connection: oci.id,
  region,
  vaultId: config.require("ociVaultId"),
});
const ociOrders = new ciphertrust.OciKey("orders", {
  vault: ociVault.id,
  name: "ceremony-orders",
  sourceKeyIdentifier: orders.id,
  deletionWindowDays: 7,
});

const salesforce = new ciphertrust.SalesforceConnection("ceremony-salesforce", {
  cloudName: config.require<"Salesforce Cloud" | "Salesforce Sandbox Cloud">("salesforceCloudName"),
  clientId: config.require("salesforceClientId"),
  clientSecret: config.requireSecret("salesforceClientSecret"),
  username: config.require("salesforceUsername"),
  password: config.requireSecret("salesforcePassword"),
});
const organization = new ciphertrust.SalesforceOrganization("ceremony-salesforce", {
  connection: salesforce.id,
  sfdcOrgId: config.require("salesforceOrganizationId"),
});
const wrapping = new ciphertrust.SalesforceCertificate("Ceremony_2027", { organization: organization.id });
const salesforceOrders = new ciphertrust.SalesforceKey("orders", {
  organization: organization.id,
  type: "Data",
  sourceKeyIdentifier: orders.id,
  certificate: wrapping.id,
  archiveActive: true,
});

// For the record of the ceremony: compare both with what its participants noted.
export const ordersCheckValue = orders.checkValue;
export const documentsFingerprint = documents.publicKeyFingerprint;
export const comparedBy = [orders.materialProof, documents.materialProof];
export const inClouds = {
  aws: awsOrders.arn,
  azure: azureDocuments.kid,
  google: googleOrders.resourceName,
  oci: ociOrders.keyId,
  salesforce: salesforceOrders.sfdcKeyId,
};
