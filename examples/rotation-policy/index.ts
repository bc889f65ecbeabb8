/**
 * "No production key is older than 90 days", in eight systems and the service's own vault at once.
 * The service needs a license for cloud key management.
 */
import * as pulumi from "@pulumi/pulumi";
import * as ciphertrust from "pulumi-ciphertrust";

const config = new pulumi.Config();

// AWS, Azure, Google Cloud and Oracle Cloud: what holds the keys, and a key each.
const aws = new ciphertrust.AwsConnection("policy-aws", {
  accessKeyId: config.require("awsAccessKeyId"),
  secretAccessKey: config.requireSecret("awsSecretAccessKey"),
});
const account = new ciphertrust.AwsKms("policy-aws", {
  connection: aws.id,
  accountId: config.require("awsAccountId"),
  regions: ["eu-west-1"],
});
const orders = new ciphertrust.AwsKey("orders", {
  kms: account.id,
  region: "eu-west-1",
  alias: ["policy/orders"],
  deletionWindowDays: 7,
});

const azure = new ciphertrust.AzureConnection("policy-azure", {
  clientId: config.require("azureClientId"),
  tenantId: config.require("azureTenantId"),
  clientSecret: config.requireSecret("azureClientSecret"),
});
const azureVault = new ciphertrust.AzureVault("policy-azure", {
  connection: azure.id,
  subscriptionId: config.require("azureSubscriptionId"),
  vault: config.require("azureVault"),
});
const invoices = new ciphertrust.AzureKey("invoices", { keyVault: azureVault.id, kty: "RSA", keySize: 3072 });

const google = new ciphertrust.GoogleConnection("policy-google", { keyFile: config.requireSecret("googleKeyFile") });
const ring = new ciphertrust.GoogleKeyRing("policy-google", {
  name: config.require("googleKeyRing"),
  connection: google.id,
});
const shop = new ciphertrust.GoogleKey("shop", { keyRing: ring.id, onDestroy: "scheduleDestroy" });

const region = config.require("ociRegion");
const oci = new ciphertrust.OciConnection("policy-oci", {
  region,
  tenancyOcid: config.require("ociTenancyOcid"),
  userOcid: config.require("ociUserOcid"),
  fingerprint: config.require("ociFingerprint"),
  credentials: { keyFile: config.requireSecret("ociKeyFile") },
});
const ociVault = new ciphertrust.OciVault("policy-oci", {
  connection: oci.id,
  region,
  vaultId: config.require("ociVaultId"),
});
const ledger = new ciphertrust.OciKey("ledger", { vault: ociVault.id, name: "policy-ledger", deletionWindowDays: 7 });

// Salesforce and SAP Data Custodian.
const salesforce = new ciphertrust.SalesforceConnection("policy-salesforce", {
  cloudName: config.require<"Salesforce Cloud" | "Salesforce Sandbox Cloud">("salesforceCloudName"),
  clientId: config.require("salesforceClientId"),
  clientSecret: config.requireSecret("salesforceClientSecret"),
  username: config.require("salesforceUsername"),
  password: config.requireSecret("salesforcePassword"),
});
const organization = new ciphertrust.SalesforceOrganization("policy-salesforce", {
  connection: salesforce.id,
  sfdcOrgId: config.require("salesforceOrganizationId"),
});
const customers = new ciphertrust.SalesforceKey("customers", {
  organization: organization.id,
  type: "Data",
  archiveActive: true,
});

const sap = new ciphertrust.SapConnection("policy-sap", {
  apiEndpoint: config.require("sapApiEndpoint"),
  technicalUserCredentials: { apiKey: config.require("sapApiKey"), secret: config.requireSecret("sapSecret") },
});
const group = new ciphertrust.SapGroup("policy-sap", { connection: sap.id, groupId: config.require("sapGroupId") });
const finance = new ciphertrust.SapKey("finance", {
  group: group.id,
  type: "AES",
  size: 256,
  operations: ["ENCRYPT", "DECRYPT"],
  onDestroy: "destroy",
});

// Keys that stay in the service: for Google Cloud from outside, and for Microsoft's double key encryption.
// The service knows a project already once a connection or a key ring of it is there: then it is taken over.
const project = new ciphertrust.GoogleProject("policy-ekm", {
  projectId: config.require("googleProjectId"),
  adopt: true,
});
const analytics = new ciphertrust.EkmEndpoint(
  "analytics",
  {
    keyURIHostname: "keys.example.com",
    policy: { basic: { clients: [config.require("ekmClient")] } },
    onDestroy: "delete",
  },
  { dependsOn: project },
);
const employees = new ciphertrust.DkeTenant("employees", {
  tenantId: config.require("azureTenantId"),
  authorizationType: "email",
  authorizedEmailAddresses: ["*@example.com"],
});
const directors = new ciphertrust.DkeEndpoint("directors", {
  keyUriHostname: "keys.example.com",
  authTenants: [employees.id],
  algorithm: "RSA_DECRYPT_OAEP_2048_SHA256",
  onDestroy: "delete",
});

// Keys of the service's own vault.
const records = new ciphertrust.VaultKey("policy-records", { algorithm: "aes", size: 256, onDestroy: "destroy" });
const contracts = new ciphertrust.VaultKey("policy-contracts", { algorithm: "rsa", size: 3072, onDestroy: "destroy" });

// What the service knows of the clouds is as old as its last refresh.
for (const cloud of ["aws", "azure", "google", "oci", "salesforce", "sap"] as const)
  new ciphertrust.RefreshSchedule(`policy-${cloud}`, { cloud, runAt: "30 2 * * *" });

// The sentence in the audit. Should a key grow older nevertheless, previews and updates say so.
const production = new ciphertrust.KeyRotationPolicy("production", {
  every: config.require("every"),
  keys: [orders, invoices, shop, ledger, customers, finance, analytics, directors, records, contracts],
  notify: "warning",
});

export const systems = Object.keys(production.schedules);
export const nextChecks = Object.values(production.schedules).at(0)?.nextRuns;
