import { decodeAll } from "../../provider/lifecycle/values/wire";
import { sentToMake } from "./sent";
import { dkeEndpoint } from "../../provider/resources/dke/endpoint";
import { dkeTenant } from "../../provider/resources/dke/tenant";

/**
 * Requests and responses as the service's public documentation shows them. S: seen there; I:
 * inferred.
 */

const id = "8a3b0f52-6c0e-4f6f-9b0c-0a4d6d1f2e3c";
const kek = "0123456789abcdef".repeat(4);
const header = {
  id,
  uri: `kylo:kylo:cckm:dke-endpoint:${id}`, // S
  account: "kylo:kylo:admin:accounts:kylo", // S
  createdAt: "2026-02-01T10:00:00.123456Z",
  updatedAt: "2026-02-01T10:00:00.123456Z",
};

test("an endpoint: request and response", async () => {
  const inputs = {
    name: "board",
    keyUriHostname: "keys.example.com",
    authTenants: ["t1"],
    algorithm: "RSA_DECRYPT_OAEP_2048_SHA256",
    enableSuccessAuditEvent: true,
    meta: { ownerName: "me" },
    existingKekId: kek,
    enabled: true,
    archived: false,
    onDestroy: "archive",
  };
  expect(await sentToMake(dkeEndpoint, inputs)).toEqual({
    "POST /cckm/microsoft/dke/endpoints": {
      name: "board", // S
      key_uri_hostname: "keys.example.com", // S
      auth_tenants: ["t1"], // S
      algorithm: "RSA_DECRYPT_OAEP_2048_SHA256", // field S, value I
      enable_success_audit_event: true, // S
      meta: { ownerName: "me" }, // S
      kek_id: kek, // I
    },
  });
  const response = {
    ...header,
    name: "board", // S, as all that follow unless marked
    description: "",
    key_uri_hostname: "keys.example.com",
    key_uri: `https://keys.example.com/api/v1/cckm/microsoft/dke-data-plane/endpoints/${id}/keys/ks-${kek}`,
    kek_name: `ks-${kek}`,
    kek_id: kek,
    algorithm: "RSA_DECRYPT_OAEP_2048_SHA256",
    key_type: "asymmetric",
    status: "Disabled", // I
    meta: { ownerName: "me" },
    auth_tenants: ["t1"], // I
    enable_success_audit_event: true, // I
  };
  expect(decodeAll(dkeEndpoint, response)).toEqual({
    name: "board",
    keyUriHostname: "keys.example.com",
    authTenants: ["t1"],
    algorithm: "RSA_DECRYPT_OAEP_2048_SHA256",
    enableSuccessAuditEvent: true,
    meta: { ownerName: "me" },
    enabled: false,
    archived: false,
    keyUri: response.key_uri,
    kekName: response.kek_name,
    kekId: kek,
    keyType: "asymmetric",
    status: "Disabled",
  });
  expect(decodeAll(dkeEndpoint, { ...response, status: "archived" })).toMatchObject({ archived: true, enabled: true });
});

test("an authorized tenant: request and response", async () => {
  const inputs = {
    name: "staff",
    tenantId: "5f0a1c9e-7d6b-4c7e-9f0e-2b1f4b6d8a10",
    authorizationType: "email",
    authorizedEmailAddresses: ["*@example.com"],
    authorizedRoles: [],
  };
  const body = {
    name: "staff", // S
    tenant_id: "5f0a1c9e-7d6b-4c7e-9f0e-2b1f4b6d8a10", // S
    authorization_type: "email", // S
    authorized_email_addresses: ["*@example.com"], // S
    authorized_roles: [], // S
  };
  expect(await sentToMake(dkeTenant, inputs)).toEqual({ "POST /cckm/microsoft/dke/auth-tenants": body });
  const issuer = "https://sts.windows.net/5f0a1c9e-7d6b-4c7e-9f0e-2b1f4b6d8a10/"; // form S
  expect(decodeAll(dkeTenant, { ...header, ...body, issuer, description: "" })).toEqual({ ...inputs, issuer });
});
