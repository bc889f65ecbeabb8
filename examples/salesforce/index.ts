/**
 * Salesforce, from credentials to a tenant secret that rotates every 90 days. The service needs a
 * license for cloud key management.
 */
import * as pulumi from "@pulumi/pulumi";
import * as ciphertrust from "pulumi-ciphertrust";

const config = new pulumi.Config();

const connection = new ciphertrust.SalesforceConnection("acme", {
  description: config.require("description"),
  clientId: config.require("clientId"),
  clientSecret: config.requireSecret("clientSecret"),
  username: config.require("username"),
  password: config.requireSecret("password"),
});
const organization = new ciphertrust.SalesforceOrganization("acme", {
  connection: connection.id,
  sfdcOrgId: config.require("organizationId"),
});
const refresh = new ciphertrust.Refresh("now", { cloud: "salesforce", containers: [organization.id] });

// Salesforce makes the material of this one.
const records = new ciphertrust.SalesforceKey(
  "records",
  { organization: organization.id, type: config.require<"Data" | "Analytics">("secretType") },
  { dependsOn: refresh },
);

// The material of this one is a key of the service's own vault, wrapped under a certificate of the organization.
const material = new ciphertrust.VaultKey("search", { algorithm: "aes", size: 256, onDestroy: "destroy" });
const wrapping = new ciphertrust.SalesforceCertificate("Search_2027", { organization: organization.id });
const search = new ciphertrust.SalesforceKey(
  "search",
  {
    organization: organization.id,
    type: "SearchIndex",
    sourceKeyIdentifier: material.id,
    certificate: wrapping.id,
    archiveActive: true,
  },
  { dependsOn: refresh },
);

const quarterly = new ciphertrust.RotationSchedule("salesforce-quarterly", {
  cloud: "salesforce",
  runAt: "0 3 * * *",
  rotationAfter: "89d",
});
new ciphertrust.KeyRotation("records", { key: records, schedule: quarterly.id });
// New material of this one comes from the vault as well, and its source stays there.
new ciphertrust.KeyRotation("search", { key: search, schedule: quarterly.id, keySource: "ciphertrust" });
new ciphertrust.RefreshSchedule("salesforce-nightly", {
  cloud: "salesforce",
  containers: [organization.id],
  runAt: "30 2 * * *",
});

export const connectionState = connection.state;
export const organizationName = organization.name;
export const keysFound = refresh.keys;
export const origins = [records.keyMaterialOrigin, search.keyMaterialOrigin];
export const reachable = ciphertrust.getSalesforceOrganizations({
  // The connection may be looked through once the organization shows that it is ready.
  connection: organization.connection,
});
