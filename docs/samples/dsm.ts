import * as pulumi from "@pulumi/pulumi";
import * as ciphertrust from "pulumi-ciphertrust";

const config = new pulumi.Config();

// A user of the Data Security Manager, at its nodes.
const connection = new ciphertrust.DsmConnection("headquarters", {
  username: "cckm",
  password: config.requireSecret("dsmPassword"),
  nodes: [{ hostname: "dsm-1.example.com", serverCertificate: config.require("dsmCertificate") }],
});

// A domain becomes a container of keys once its connection is ready.
const domain = new ciphertrust.DsmDomain("databases", { connection: connection.id, domainId: 1001 });

// Extractable, so that keys in clouds can take their material from it.
const ledger = new ciphertrust.DsmKey("ledger-source", {
  domain: domain.id,
  algorithm: "AES256",
  extractable: true,
  description: "Source of the ledger keys in clouds",
});

// What the DSM has, whether or not the service manages it.
export const dsmDomains = ciphertrust.getDsmDomains({ connection: connection.id });

export const dsmConnections = ciphertrust.DsmConnection.list({ name: connection.name });
export const allAdminDomains = ciphertrust.DsmDomain.list({ connection: domain.connection, adminType: "ALL_ADMIN" });
export const extractableKeys = ciphertrust.DsmKey.list({ domain: ledger.domain, extractable: true });
