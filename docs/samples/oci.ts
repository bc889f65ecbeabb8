import * as pulumi from "@pulumi/pulumi";
import * as ciphertrust from "pulumi-ciphertrust";

const config = new pulumi.Config();

// A user of the tenancy, with an API key.
const connection = new ciphertrust.OciConnection("oracle", {
  region: "eu-frankfurt-1",
  tenancyOcid: "ocid1.tenancy.oc1..aaaaaaaaexampletenancyproduction",
  userOcid: "ocid1.user.oc1..aaaaaaaaexampleuserciphertrust",
  fingerprint: "12:34:56:78:9a:bc:de:f0:12:34:56:78:9a:bc:de:f0",
  credentials: { keyFile: config.requireSecret("ociKeyFile") },
});

// The service's records of a tenancy and of a compartment. A vault can be added without them.
const tenancy = new ciphertrust.OciTenancy("production", { connection: connection.id });
const security = new ciphertrust.OciCompartment("security", {
  connection: connection.id,
  compartmentId: "ocid1.compartment.oc1..aaaaaaaaexamplecompartmentsecurity",
});

// A vault becomes a container of keys.
const vault = new ciphertrust.OciVault("shared", {
  connection: connection.id,
  region: "eu-frankfurt-1",
  vaultId: "ocid1.vault.oc1.eu-frankfurt-1.aaaaexamplevaultshared",
});

const payroll = new ciphertrust.OciKey("payroll", {
  vault: vault.id,
  algorithm: "AES",
  length: 32,
  freeformTags: { team: "hr" },
});

// Another version of that key; another value makes the next one.
new ciphertrust.OciKeyVersion("payroll-2027", { key: payroll.id, triggers: { year: 2027 } });

// Who issues the tokens with which Oracle Cloud calls external vaults.
const issuer = new ciphertrust.OciIssuer("identity-domain", {
  openidConfigUrl: "https://idcs.example.com/.well-known/openid-configuration",
});

// A vault that stays in the service: Oracle Cloud calls it for its keys. In production leave onDestroy out, which retains it.
const held = new ciphertrust.OciExternalVault("held", {
  connection: connection.id,
  issuerId: issuer.id,
  endpointUrlHostname: "keys.example.com",
  clientApplicationId: "ciphertrust-external-vault",
  onDestroy: "destroy",
});

const source = new ciphertrust.VaultKey("oci-contracts", { algorithm: "aes", size: 256 });
const contracts = new ciphertrust.OciExternalKey("contracts", {
  vault: held.id,
  sourceKeyIdentifier: source.id,
  onDestroy: "destroy",
});

// What the connection sees, before anything is added.
export const ociRegions = ciphertrust.getOciRegions({ connection: connection.id });
export const compartments = ciphertrust.getOciCompartments({ connection: connection.id });
export const vaultsOfSecurity = ciphertrust.getOciVaults({
  connection: connection.id,
  compartmentId: "ocid1.compartment.oc1..aaaaaaaaexamplecompartmentsecurity",
  region: "eu-frankfurt-1",
});
export const buckets = ciphertrust.getOciBuckets({
  connection: connection.id,
  compartmentId: "ocid1.compartment.oc1..aaaaaaaaexamplecompartmentsecurity",
});

export const ociConnections = ciphertrust.OciConnection.list({ name: connection.name });
export const tenancies = ciphertrust.OciTenancy.list({ tenancyOcid: tenancy.tenancyOcid.apply((ocid) => ocid ?? "") });
export const compartmentsAdded = ciphertrust.OciCompartment.list({ compartmentId: security.compartmentId });
export const vaultsAdded = ciphertrust.OciVault.list({ vaultId: vault.vaultId });
export const aesKeysInVault = ciphertrust.OciKey.list({ cckmVaultId: payroll.vault, algorithm: "AES" });
export const versionsOfPayroll = ciphertrust.OciKeyVersion.list({ key: payroll.id });
export const issuers = ciphertrust.OciIssuer.list({ name: issuer.name });
export const externalVaults = ciphertrust.OciExternalVault.list({ vaultName: held.vaultName });
export const externalKeys = ciphertrust.OciExternalKey.list({ cckmVaultId: contracts.vault });
