import { systemOf } from "../system";

export const organizationId = "00D5g000008XyZaEAK";
const password = {
  cloud_name: "Salesforce Cloud",
  client_id: "3MVG9EXAMPLEACMEPRODUCTION",
  client_secret: "4A1B2C3D4E5F60718293EXAMPLE",
  username: "keys@acme.example",
  password: "Sf-Demo-Passw0rd",
};
const clientOnly = { username: "", password: "", domain_name: "acme.my.salesforce.com" };
export const byCertificate = { client_secret: "", password: "", is_certificate_used: true };
const sandbox = {
  cloud_name: "Salesforce Sandbox Cloud",
  client_id: "3MVG9EXAMPLEACMESANDBOX",
  client_secret: "9F8E7D6C5B4A39281706EXAMPLE",
  username: "keys@acme.example.uat",
  password: "Sf-Sandbox-Passw0rd",
};

export const salesforce = systemOf({
  world: "salesforce",
  root: "/cckm/sfdc",
  called: "organizations",
  login: password,
  shows: { category: "cloud", client_id: password.client_id, cert_duration: 730 },
  secrets: [password.client_secret, password.password],
  otherLogins: { "a client that logs in as itself": clientOnly, "a client with a certificate": byCertificate },
  wrong: [
    ["a wrong password", { password: "wrong" }, "authentication failure"],
    ["an unknown client", { client_id: "nobody" }, "invalid_client_id"],
    ["a wrong client secret", { client_secret: "wrong" }, "invalid_client:"],
    ["the wrong cloud", { cloud_name: "Salesforce Sandbox Cloud" }, "invalid_client_id"],
    ["another's domain", { ...clientOnly, domain_name: "other.my.salesforce.com" }, "no client credentials"],
    ["a certificate of an unknown user", { ...byCertificate, username: "x" }, "hasn't approved"],
  ],
  invalid: [
    ["no cloud", { cloud_name: "" }],
    ["no client", { client_id: "" }],
    ["a user without a password", { password: "" }],
    ["neither a user nor a domain", { username: "", password: "" }],
    ["no secret and no certificate", { client_secret: "" }],
    ["a certificate without a user", { ...byCertificate, username: "" }],
    ["mutual TLS without a certificate", { enable_mutual_tls: true }],
    ["an invalid certificate", { certificate: "-----BEGIN nothing" }],
  ],
  account: ["organizations", { organizationId }],
  lockOut: [["organizations", { organizationId, users: [] }], "authentication failure"],
  containers: {
    body: (sfdc_org_id) => ({ sfdc_org_id }),
    offered: [organizationId],
    stranger: sandbox,
    lookup: ["/cckm/sfdc/get-organizations", {}, undefined, "organization_id"],
    invalid: [
      ["no organization", { sfdc_org_id: "" }],
      ["an organization that the connection cannot access", { sfdc_org_id: "00D7Q000004UvWxUAS" }],
    ],
    filters: { sfdc_org_id: organizationId, name: "Acme Corporation", organization_type: "Regular" },
    shows: { name: "Acme Corporation", organization_id: organizationId, cloud_name: "sfdc", type: "Regular", acls: [] },
  },
  refresh: {
    path: "/cckm/sfdc/keys/synchronization-jobs",
    list: "organization_ids",
    scheduledAs: "organizations",
    cloudName: "sfdc",
    total: 7,
    found: ["keys", { organization: organizationId, type: "Data" }],
    lost: ["keys", { organization: organizationId, key: "02G5g000008X000EAK", delete: true }],
    takes: (syncSeconds) => ["organizations", { organizationId, syncSeconds }],
  },
});
