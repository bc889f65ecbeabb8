import * as pulumi from "@pulumi/pulumi";
import * as ciphertrust from "pulumi-ciphertrust";

const config = new pulumi.Config();

// A connected app, and a user who may manage keys.
const connection = new ciphertrust.SalesforceConnection("acme-crm", {
  clientId: "3MVG9EXAMPLEACMEPRODUCTION",
  clientSecret: config.requireSecret("salesforceClientSecret"),
  username: "keys@acme.example",
  password: config.requireSecret("salesforcePassword"),
});

// The organization becomes a container of tenant secrets.
const organization = new ciphertrust.SalesforceOrganization("acme-crm", {
  connection: connection.id,
  sfdcOrgId: "00D5g000008XyZaEAK",
});

// Under its key, uploaded material is wrapped.
const wrapping = new ciphertrust.SalesforceCertificate("Search_Upload", { organization: organization.id });

// A tenant secret from the service's own vault; Salesforce makes the material where no source is named.
const material = new ciphertrust.VaultKey("salesforce-search", { algorithm: "aes", size: 256 });
const search = new ciphertrust.SalesforceKey("search", {
  organization: organization.id,
  type: "SearchIndex",
  sourceKeyIdentifier: material.id,
  certificate: wrapping.id,
  archiveActive: true,
});

// Lets Salesforce fetch keys from the service whenever it needs them.
const endpoint = new ciphertrust.SalesforceEndpoint("cache-only", {
  organization: organization.id,
  urlHostname: "keys.example.com",
  passwordAuthentication: { username: "salesforce", password: config.requireSecret("endpointPassword") },
});

// What the connection reaches, before anything is added.
export const organizationsInReach = ciphertrust.getSalesforceOrganizations({ connection: connection.id });

export const salesforceConnections = ciphertrust.SalesforceConnection.list({ name: connection.name });
export const regularOrganizations = ciphertrust.SalesforceOrganization.list({
  organizationType: "Regular",
  connection: organization.connection,
});
export const wrappingCertificates = ciphertrust.SalesforceCertificate.list({ organizationId: wrapping.organization });
export const searchSecrets = ciphertrust.SalesforceKey.list({
  organizationId: search.organization,
  type: "SearchIndex",
});
export const endpoints = ciphertrust.SalesforceEndpoint.list({ organizationId: endpoint.organization });
