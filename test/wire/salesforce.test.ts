import { decodeAll } from "../../provider/lifecycle/values/wire";
import { sentToMake } from "./sent";
import { salesforceCertificate } from "../../provider/resources/salesforce/certificate";
import { salesforceConnection } from "../../provider/resources/salesforce/connection";
import { salesforceEndpoint } from "../../provider/resources/salesforce/endpoint";
import { salesforceKey } from "../../provider/resources/salesforce/key";
import { salesforceOrganization } from "../../provider/resources/salesforce/organization";

/**
 * Requests and responses as the service's public clients and documentation show them. S: seen
 * there; I: inferred.
 */

const header = (id: string, tail: string) => ({
  id, // S
  uri: `kylo:kylo:${tail}${id}`, // S
  account: "kylo:kylo:admin:accounts:kylo", // S
  application: "ncryptify:gemalto:admin:apps:kylo", // S
  devAccount: "ncryptify:gemalto:admin:accounts:gemalto", // S
  createdAt: "2026-02-01T10:00:00.123456Z", // S
  updatedAt: "2026-02-01T10:00:00.123456Z", // S
});

test("a connection", async () => {
  const inputs = {
    name: "acme",
    description: "d",
    cloudName: "Salesforce Sandbox Cloud",
    clientId: "3MVG9",
    clientSecret: "s",
    username: "u",
    password: "p",
    isCertificateUsed: false,
    enableMutualTls: true,
    tlsClientCertificateWithPrivateKey: "pem",
    tlsClientPrivateKeyPassword: "q",
    products: ["cckm"],
    meta: { Owner: "me" },
    labels: {},
    readyTimeoutSeconds: 30,
  };
  expect(await sentToMake(salesforceConnection, inputs)).toEqual({
    "POST /connectionmgmt/services/salesforce/connections": {
      name: "acme", // S, as all that follow
      description: "d",
      cloud_name: "Salesforce Sandbox Cloud",
      client_id: "3MVG9",
      client_secret: "s",
      username: "u",
      password: "p",
      is_certificate_used: false,
      enable_mutual_tls: true,
      tls_client_certificate_with_private_key: "pem",
      tls_client_private_key_password: "q",
      products: ["cckm"],
      meta: { Owner: "me" },
      labels: {},
    },
  });
  const response = {
    ...header("c-1", "connectionmgmt:connections:acme-"),
    name: "acme", // S, as all that follow unless marked
    description: "d",
    service: "salesforce",
    category: "cloud",
    resource_url: "/v1/connectionmgmt/services/salesforce/connections/c-1",
    products: ["cckm"],
    meta: { Owner: "me" },
    last_connection_ok: false,
    last_connection_error: "invalid_grant",
    last_connection_at: "2026-02-01T10:00:01Z",
    cloud_name: "Salesforce Sandbox Cloud",
    client_id: "3MVG9",
    username: "u",
    cert_duration: 730, // value S, shown unasked I
    enable_mutual_tls: true,
  };
  expect(decodeAll(salesforceConnection, response)).toEqual({
    name: "acme",
    description: "d",
    cloudName: "Salesforce Sandbox Cloud",
    clientId: "3MVG9",
    username: "u",
    isCertificateUsed: false,
    certDuration: 730,
    enableMutualTls: true,
    products: ["cckm"],
    meta: { Owner: "me" },
    labels: {},
    state: "failed",
    lastConnectionError: "invalid_grant",
  });
});

test("an organization", async () => {
  const inputs = { connection: "c-1", sfdcOrgId: "00D5g000008XyZaEAK" };
  expect(await sentToMake(salesforceOrganization, inputs)).toEqual({
    "POST /cckm/sfdc/add-organizations": {
      connection: "c-1", // S
      sfdc_org_id: "00D5g000008XyZaEAK", // S
    },
  });
  const common = { ...header("o-1", "cckm:sfdc-organization:"), name: "Acme", connection: "c", cloud_name: "sfdc" }; // S
  const shown = { name: "Acme", connection: "c", sfdcOrgId: "00D5g000008XyZaEAK", organizationType: "Regular" };
  const response = { ...common, organization_id: "00D5g000008XyZaEAK", type: "Regular" }; // S
  expect(decodeAll(salesforceOrganization, response)).toEqual(shown);
  // By the names of the list's filters, S; that records use them, I.
  const byFilters = { ...common, sfdc_org_id: "00D5g000008XyZaEAK", organization_type: "Regular" };
  expect(decodeAll(salesforceOrganization, byFilters)).toEqual(shown);
});

test("a certificate", async () => {
  const inputs = { name: "Upload", organization: "o-1", onDestroy: "retain" };
  expect(await sentToMake(salesforceCertificate, inputs)).toEqual({
    "POST /cckm/sfdc/certificates": {
      name: "Upload", // S
      organization_id: "o-1", // S
    },
  });
  const response = {
    ...header("x-1", "cckm:sfdc-certificate:"), // kind of the URI: I
    name: "Upload", // I, as all that follow
    organization_id: "o-1",
    sfdc_param: { Id: "0P1", CertificateChain: "pem" },
  };
  expect(decodeAll(salesforceCertificate, response)).toEqual({
    name: "Upload",
    organization: "o-1",
    sfdcCertificateId: "0P1",
    certificate: "pem",
  });
});

test("an endpoint for cache-only keys", async () => {
  const inputs = {
    name: "keys",
    organization: "o-1",
    urlHostname: "cm.example.com",
    passwordAuthentication: { username: "u", password: "p" },
    onDestroy: "retain",
  };
  expect(await sentToMake(salesforceEndpoint, inputs)).toEqual({
    "POST /cckm/sfdc/endpoints": {
      name: "keys", // S, as all that follow
      organization_id: "o-1",
      url_hostname: "cm.example.com",
      password_authentication: { username: "u", password: "p" },
    },
  });
  const response = {
    ...header("e-1", "cckm:sfdc-endpoint:"), // kind of the URI: I
    name: "keys", // S, as all that follow unless marked
    organization_id: "o-1",
    url_hostname: "cm.example.com",
    endpoint_url: "https://cm.example.com/api/v1/cckm/sfdc/endpoints/e-1/keys/", // I
  };
  expect(decodeAll(salesforceEndpoint, response)).toEqual({
    name: "keys",
    organization: "o-1",
    urlHostname: "cm.example.com",
    endpointUrl: "https://cm.example.com/api/v1/cckm/sfdc/endpoints/e-1/keys/",
  });
});

test("a tenant secret", async () => {
  const inputs = {
    organization: "o-1",
    type: "DeterministicData",
    sourceKeyIdentifier: "k-1",
    sourceKeyTier: "dsm",
    certificate: "x-1",
    keyDerivationMode: "NONE",
    archiveActive: false,
    onDestroy: "retain",
  };
  expect(await sentToMake(salesforceKey, inputs)).toEqual({
    "POST /cckm/sfdc/keys/upload": {
      organization_id: "o-1", // S
      type: "DeterministicData", // S
      source_key_identifier: "k-1", // S
      source_key_tier: "dsm", // value I
      certificate_id: "x-1", // S
      key_derivation_mode: "NONE", // S
    },
  });
  const response = {
    ...header("s-1", "cckm:Tenant_Secret:"), // S
    status: "ACTIVE", // S
    organization_id: "o-1", // S; the lifecycle's tests have it by its id in Salesforce
    type: "DeterministicData", // I, as all that follow
    cloud_name: "sfdc",
    key_material_origin: "cckm",
    source_key_identifier: "k-1",
    source_key_tier: "dsm",
    sfdc_param: { Id: "02G", Version: 3, Status: "ACTIVE" },
  };
  expect(decodeAll(salesforceKey, response)).toEqual({
    organization: "o-1",
    type: "DeterministicData",
    status: "ACTIVE",
    sfdcKeyId: "02G",
    version: 3,
    keyMaterialOrigin: "cckm",
    currentId: "s-1",
  });
  const { sfdc_param: _older, ...others } = response;
  const sfdc_params = {
    salesforce_id: "02G", // S, as all that follow unless marked
    created_by_id: "005",
    last_modified_date: "2026-02-01T10:00:00Z",
    last_modified_by_id: "005",
    system_modstamp: "2026-02-01T10:00:00Z",
    version: 3, // I
  };
  const other = { ...others, name: "n", error_msg: "", sfdc_params }; // S
  expect(decodeAll(salesforceKey, other)).toMatchObject({ sfdcKeyId: "02G", version: 3 });
});
