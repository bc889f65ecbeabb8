import * as pulumi from "@pulumi/pulumi";
import * as ciphertrust from "pulumi-ciphertrust";

const config = new pulumi.Config();

// A technical user of SAP Data Custodian.
const connection = new ciphertrust.SapConnection("custodian", {
  apiEndpoint: "https://kms-eu10.datacustodian.example.com/kms/v2",
  technicalUserCredentials: { apiKey: "b1f4c1a0-TECHNICAL-EXAMPLE", secret: config.requireSecret("sapSecret") },
});

// A group becomes a container of keys.
const group = new ciphertrust.SapGroup("hana", {
  connection: connection.id,
  groupId: "1f0c7d62-5a0e-4a2f-9c3b-2d6f0b7a1e01",
});

const backups = new ciphertrust.SapKey("hana-backups", {
  group: group.id,
  description: "Encrypts backups of the databases",
  type: "AES",
  size: 256,
  operations: ["ENCRYPT", "DECRYPT"],
});

// A keystore of the service's own, which SAP calls: its keys never leave the service.
const keystore = new ciphertrust.SapKeystore("hold-your-own", {
  certificate: config.require("sapCertificate"),
  keystoreUrlHostname: "keys.example.com",
  sapTenantId: "acme-prod",
});

const source = new ciphertrust.VaultKey("sap-payroll", { algorithm: "aes", size: 256 });
const payroll = new ciphertrust.SapHyokKey("payroll", { keystore: keystore.id, sourceKeyIdentifier: source.id });

// What the connection reaches, before anything is added.
export const groupsInReach = ciphertrust.getSapGroups({ connection: connection.id });

export const sapConnections = ciphertrust.SapConnection.list({ name: connection.name });
export const hanaGroups = ciphertrust.SapGroup.list({ application: "HANA", connection: group.connection });
export const aesKeysInSap = ciphertrust.SapKey.list({ group: backups.group, type: "AES" });
export const keystores = ciphertrust.SapKeystore.list({ sapTenantId: keystore.sapTenantId });
export const keysHeldForSap = ciphertrust.SapHyokKey.list({ keystoreId: payroll.keystore });
