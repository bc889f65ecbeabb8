import { ociCompartment } from "../../provider/resources/oci/compartment";
import { ociConnection } from "../../provider/resources/oci/connection";
import { ociExternalVault } from "../../provider/resources/oci/externalVault";
import { ociIssuer } from "../../provider/resources/oci/issuer";
import { ociTenancy } from "../../provider/resources/oci/tenancy";
import { ociVault } from "../../provider/resources/oci/vault";
import { header, tenancyOcid, compartmentId, vaultOcid, fingerprint, testWire } from "./oci";

/** The connection and the containers of Oracle Cloud. */
const pem = "-----BEGIN PRIVATE KEY-----\nYQ==\n-----END PRIVATE KEY-----\n";

testWire([
  {
    // S: request and response.
    name: "connection",
    definition: ociConnection,
    inputs: {
      name: "oracle",
      region: "eu-frankfurt-1",
      tenancyOcid,
      userOcid: "ocid1.user.oc1..u",
      fingerprint,
      credentials: { keyFile: pem, passPhrase: "phrase" },
    },
    request: {
      "POST /connectionmgmt/services/oci/connections": {
        name: "oracle",
        region: "eu-frankfurt-1",
        tenancy_ocid: tenancyOcid,
        user_ocid: "ocid1.user.oc1..u",
        fingerprint,
        credentials: { key_file: pem, pass_phrase: "phrase" },
        products: ["cckm"],
        labels: {},
      },
    },
    response: {
      ...header,
      id: "1",
      name: "oracle",
      service: "oci",
      category: "cloud",
      region: "eu-frankfurt-1",
      tenancy_ocid: tenancyOcid,
      user_ocid: "ocid1.user.oc1..u",
      fingerprint,
      products: ["cckm"],
      last_connection_ok: false,
      last_connection_error: "NotAuthenticated",
      last_connection_at: "2026-05-04T03:02:02Z",
    },
    state: {
      name: "oracle",
      region: "eu-frankfurt-1",
      tenancyOcid,
      userOcid: "ocid1.user.oc1..u",
      fingerprint,
      products: ["cckm"],
      labels: {},
      state: "failed",
      lastConnectionError: "NotAuthenticated",
    },
  },
  {
    // S: fields of both.
    name: "tenancy",
    definition: ociTenancy,
    inputs: { tenancyOcid, tenancy: "acme" },
    request: { "POST /cckm/oci/add-tenancy": { tenancy_ocid: tenancyOcid, tenancy: "acme" } },
    response: { ...header, id: "1", tenancy: "acme", tenancy_ocid: tenancyOcid, connection: "" },
    state: { tenancyOcid, tenancy: "acme" },
  },
  {
    // S: the request, whose OCID becomes a list in the call; I: the response.
    name: "compartment",
    definition: ociCompartment,
    inputs: { connection: "c-1", compartmentId },
    request: { "POST /cckm/oci/add-compartments": { connection: "c-1", compartment_id: [compartmentId] } },
    response: {
      ...header,
      id: "1",
      connection: "c-1",
      compartment_id: compartmentId,
      name: "security",
      description: "keys",
      lifecycle_state: "ACTIVE",
      tenancy: "acme",
    },
    state: {
      connection: "c-1",
      compartmentId,
      name: "security",
      description: "keys",
      lifecycleState: "ACTIVE",
      tenancy: "acme",
    },
  },
  {
    // S: the request, with a list of OCIDs; S: the record.
    name: "vault",
    definition: ociVault,
    inputs: {
      connection: "c-1",
      region: "eu-frankfurt-1",
      vaultId: vaultOcid,
      bucketName: "backups",
      bucketNamespace: "acme",
    },
    request: {
      "POST /cckm/oci/add-vaults": {
        connection: "c-1",
        region: "eu-frankfurt-1",
        vault_id: [vaultOcid],
        bucket_name: "backups",
        bucket_namespace: "acme",
      },
    },
    response: {
      ...header,
      id: "1",
      connection: "c-1",
      compartment_id: compartmentId,
      compartment_name: "security",
      display_name: "shared",
      vault_id: vaultOcid,
      lifecycle_state: "ACTIVE",
      management_endpoint: "https://m.kms.eu-frankfurt-1.oraclecloud.com",
      vault_type: "DEFAULT",
      wrappingkey_id: "ocid1.key.oc1.eu-frankfurt-1.w",
      freeform_tags: null,
      tenancy: "acme",
      region: "eu-frankfurt-1",
      bucket_name: "backups",
      bucket_namespace: "acme",
      acls: null,
    },
    state: {
      connection: "c-1",
      region: "eu-frankfurt-1",
      vaultId: vaultOcid,
      bucketName: "backups",
      bucketNamespace: "acme",
      displayName: "shared",
      compartmentId,
      compartmentName: "security",
      tenancy: "acme",
      lifecycleState: "ACTIVE",
      managementEndpoint: "https://m.kms.eu-frankfurt-1.oraclecloud.com",
      vaultType: "DEFAULT",
      wrappingkeyId: "ocid1.key.oc1.eu-frankfurt-1.w",
    },
  },
  {
    // S: the request; I: the record, and that the regional URLs are lists.
    name: "issuer",
    definition: ociIssuer,
    inputs: {
      name: "idcs",
      openidConfigUrl: "https://i.example.com/c",
      jwksUriProtected: true,
      clientId: "me",
      clientSecret: "hush",
      regionalJwksUris: ["https://fra.example.com/k"],
    },
    request: {
      "POST /cckm/oci/issuers": {
        name: "idcs",
        openid_config_url: "https://i.example.com/c",
        jwks_uri_protected: true,
        client_id: "me",
        client_secret: "hush",
        regional_jwks_uris: ["https://fra.example.com/k"],
        regional_open_id_config_urls: [],
      },
    },
    response: {
      ...header,
      id: "1",
      name: "idcs",
      openid_config_url: "https://i.example.com/c",
      issuer: "https://i.example.com",
      jwks_uri: "https://i.example.com/k",
      jwks_uri_protected: true,
      client_id: "me",
      regional_jwks_uris: ["https://fra.example.com/k"],
    },
    state: {
      name: "idcs",
      openidConfigUrl: "https://i.example.com/c",
      issuer: "https://i.example.com",
      jwksUri: "https://i.example.com/k",
      jwksUriProtected: true,
      clientId: "me",
      regionalJwksUris: ["https://fra.example.com/k"],
      regionalOpenIdConfigUrls: [],
    },
  },
  {
    // S: the request and the record's fields; I: the value of `vault_type` and the form of the URL.
    name: "external vault",
    definition: ociExternalVault,
    inputs: {
      vaultName: "held",
      endpointUrlHostname: "cm.example.com",
      clientApplicationId: "app",
      issuerId: "i-1",
      connection: "c-1",
      policy: "package p",
    },
    request: {
      "POST /cckm/oci/create-external-vault": {
        vault_name: "held",
        endpoint_url_hostname: "cm.example.com",
        endpoint_url_port: 443,
        client_application_id: "app",
        issuer_id: "i-1",
        connection: "c-1",
        policy: "package p",
        enable_success_audit_event: false,
      },
    },
    response: {
      ...header,
      id: "1",
      vault_type: "EXTERNAL",
      vault_name: "held",
      connection: "c-1",
      tenancy: "acme",
      endpoint_url: "https://cm.example.com:443/api/v1/cckm/oci/ekm/v1/vaults/1",
      endpoint_url_hostname: "cm.example.com",
      endpoint_url_port: 443,
      client_application_id: "app",
      issuer_id: "i-1",
      policy: "package p",
      linked_state: false,
      blocked: true,
      state: "BLOCKED",
      source_key_tier: "",
      partition_id: "",
      enable_success_audit_event: false,
    },
    state: {
      vaultName: "held",
      endpointUrlHostname: "cm.example.com",
      endpointUrlPort: 443,
      clientApplicationId: "app",
      issuerId: "i-1",
      connection: "c-1",
      tenancy: "acme",
      policy: "package p",
      enableSuccessAuditEvent: false,
      blocked: true,
      endpointUrl: "https://cm.example.com:443/api/v1/cckm/oci/ekm/v1/vaults/1",
      state: "BLOCKED",
      linkedState: false,
    },
  },
]);

test("native and external vaults share a collection, and are told apart", () => {
  const records = [{ vault_type: "DEFAULT" }, { vault_type: "VIRTUAL_PRIVATE" }, { vault_type: "EXTERNAL" }];
  expect(records.map((record) => ociVault.isOne!(record))).toEqual([true, true, false]);
  expect(records.map((record) => ociExternalVault.isOne!(record))).toEqual([false, false, true]);
});
