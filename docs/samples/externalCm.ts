import * as pulumi from "@pulumi/pulumi";
import * as ciphertrust from "pulumi-ciphertrust";

const config = new pulumi.Config();

// Nodes of the other manager, and what makes them trusted.
const server = new ciphertrust.ExternalCmServer("subsidiary", {
  description: "Manager of the French subsidiary",
  nodes: [{ hostname: "cm-paris.example.com", serverCertificate: config.require("parisCertificate") }],
});

// A user there. Its nodes are trusted through the server above.
const connection = new ciphertrust.ExternalCmConnection(
  "subsidiary",
  { username: "cckm", password: config.requireSecret("parisPassword"), nodes: [{ hostname: "cm-paris.example.com" }] },
  { dependsOn: server },
);

// One of its domains becomes a container of keys.
const domain = new ciphertrust.ExternalCmDomain("retail", {
  connection: connection.id,
  domainId: "3f6f2a52-2d0e-4f5e-9a53-4f1c5b3f7a10",
});

const cards = new ciphertrust.ExternalCmKey("gift-cards", {
  domainId: domain.id,
  algorithm: "aes",
  size: 256,
  description: "Balances of gift cards",
  labels: { team: "retail" },
});

// What the other manager has, whether or not this service manages it.
export const domainsInParis = ciphertrust.getExternalCmDomains({ connection: connection.id });
export const versionsOfCards = ciphertrust.getExternalCmKeyVersions({ key: cards.id });

export const serversOfParis = ciphertrust.ExternalCmServer.list({ name: server.name });
export const connectionsToParis = ciphertrust.ExternalCmConnection.list({ name: connection.name });
export const retailDomains = ciphertrust.ExternalCmDomain.list({ name: "retail", connection: domain.connection });
export const keysInParis = ciphertrust.ExternalCmKey.list({ domainId: cards.domainId, keyName: cards.name });
