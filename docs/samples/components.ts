import * as pulumi from "@pulumi/pulumi";
import * as ciphertrust from "pulumi-ciphertrust";

const config = new pulumi.Config();

// Another service, or the same one as somebody else. Resources take it as an option.
const paris = new ciphertrust.Provider("paris", {
  address: config.require("parisAddress"),
  username: "admin",
  password: config.requireSecret("parisAdminPassword"),
  caCertificate: config.require("parisCa"),
});
new ciphertrust.VaultKey("paris-backups", { algorithm: "aes", size: 256 }, { provider: paris });

// A machine's identity: key pair, profile, token and registration in one. Its CA must be trusted by the web interface
// before the client can log in.
const pipelines = new ciphertrust.LocalCa("pipelines", { cn: "Example Pipelines", allowClientAuthentication: true });
const pipeline = new ciphertrust.RestClient("pipeline", {
  ca: pipelines.id,
  certDuration: 90,
  groups: ["Key Admins", "CCKM Admins"],
});
export const clientId = pipeline.clientId;

// No key is older than 90 days: a schedule for each system, and a binding for each key.
const connection = new ciphertrust.AzureConnection("records", {
  clientId: "0b7de3c4-58f1-4a0e-8d6a-1f9c2e7b4a35",
  tenantId: "7f2c1d0a-4b6e-4c1e-9a51-2f8d3e6b7c90",
  clientSecret: config.requireSecret("azureClientSecret"),
});
const vault = new ciphertrust.AzureVault("records", {
  connection: connection.id,
  subscriptionId: "3a1e5b7c-9d2f-4e68-8b03-7c5a1d9e2f46",
  vault: "contoso-archive",
});
const invoices = new ciphertrust.AzureKey("paid-invoices", { keyVault: vault.id, kty: "RSA", keySize: 3072 });
const policy = new ciphertrust.KeyRotationPolicy("production", { every: "90d", keys: [invoices], notify: "warning" });
export const nextChecks = policy.schedules.azure?.nextRuns;
