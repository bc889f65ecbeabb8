import * as pulumi from "@pulumi/pulumi";
import * as ciphertrust from "pulumi-ciphertrust";

const config = new pulumi.Config();

// An application of the directory, by its secret.
const connection = new ciphertrust.AzureConnection("contoso", {
  clientId: "0b7de3c4-58f1-4a0e-8d6a-1f9c2e7b4a35",
  tenantId: "7f2c1d0a-4b6e-4c1e-9a51-2f8d3e6b7c90",
  clientSecret: config.requireSecret("azureClientSecret"),
});

// A key vault becomes a container of keys, secrets and certificates.
const vault = new ciphertrust.AzureVault("production", {
  connection: connection.id,
  subscriptionId: "3a1e5b7c-9d2f-4e68-8b03-7c5a1d9e2f46",
  vault: "contoso-prod",
});

const orders = new ciphertrust.AzureKey("orders-azure", {
  keyVault: vault.id,
  kty: "RSA",
  keySize: 3072,
  keyOps: ["wrapKey", "unwrapKey"],
  tags: { team: "orders" },
});

const token = new ciphertrust.AzureSecret("mail-token", {
  keyVault: vault.id,
  value: config.requireSecret("mailToken"),
  contentType: "text/plain",
});

const website = new ciphertrust.AzureCertificate("website", {
  keyVault: vault.id,
  policy: {
    issuer: { name: "Self" },
    keyProps: { kty: "RSA", keySize: 2048, exportable: false },
    x509Props: { subject: "CN=www.example.com", sans: { dnsNames: ["www.example.com"] }, validityMonths: 6 },
    secretProps: { contentType: "application/x-pem-file" },
  },
});

const weekly = new ciphertrust.AzureKeyBackupSchedule("weekly-backups", { keys: [orders.id], runAt: "0 4 * * 0" });

// What the application sees, before anything is added.
export const subscriptions = ciphertrust.getAzureSubscriptions({ connection: connection.id });
export const vaultsInAzure = ciphertrust.getAzureVaults({
  connection: connection.id,
  subscriptionId: "3a1e5b7c-9d2f-4e68-8b03-7c5a1d9e2f46",
});
export const managedHsms = ciphertrust.getAzureManagedHsms({
  connection: connection.id,
  subscriptionId: "3a1e5b7c-9d2f-4e68-8b03-7c5a1d9e2f46",
});

export const azureConnections = ciphertrust.AzureConnection.list({ name: connection.name });
export const vaultsManaged = ciphertrust.AzureVault.list({ subscriptionId: vault.subscriptionId });
export const keysByName = ciphertrust.AzureKey.list({ keyName: orders.keyName });
export const secretsByName = ciphertrust.AzureSecret.list({ secretName: token.secretName });
export const certificatesByName = ciphertrust.AzureCertificate.list({ certName: website.certName });
export const backupSchedules = ciphertrust.AzureKeyBackupSchedule.list({ name: weekly.name });
