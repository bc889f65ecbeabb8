import { decodeAll } from "../../provider/lifecycle/values/wire";
import { sentToMake } from "./sent";
import { sapConnection } from "../../provider/resources/sap/connection";
import { sapGroup } from "../../provider/resources/sap/group";
import { sapKey } from "../../provider/resources/sap/key";
import { sapKeystore } from "../../provider/resources/sap/keystore";

/**
 * Requests and responses as the service's public clients and documentation show them. S: seen
 * there; I: inferred.
 */

const header = (id: string, tail: string) => ({
  id, // S
  uri: `kylo:kylo:${tail}${id}`, // S
  account: "kylo:kylo:admin:accounts:kylo", // S
  createdAt: "2026-02-01T10:00:00.123456Z", // S
  updatedAt: "2026-02-01T10:00:00.123456Z", // S
});

const endpoint = "https://kms.example.com/kms/v2";
const plain = { name: "c", apiEndpoint: endpoint, products: ["cckm"], labels: {} };

test.each([
  [
    "a user",
    { userCredentials: { user: "u", secret: "s", tenant: "t" } },
    { user_credentials: { user: "u", secret: "s", tenant: "t" } }, // S
  ],
  [
    "a technical user",
    { technicalUserCredentials: { apiKey: "a", secret: "s" } },
    { technical_user_credentials: { api_key: "a", secret: "s" } }, // S
  ],
])("a connection of %s", async (_name, inputs, body) => {
  expect(await sentToMake(sapConnection, { ...plain, ...inputs })).toEqual({
    "POST /connectionmgmt/services/sap-dc/connections": {
      name: "c", // S, as all that follow
      api_endpoint: endpoint,
      products: ["cckm"],
      labels: {},
      ...body,
    },
  });
  const response = {
    ...header("c-1", "connectionmgmt:connections:c-"),
    name: "c", // S, as all that follow unless marked
    service: "sap-dc",
    category: "cloud",
    products: ["cckm"],
    last_connection_ok: true,
    api_endpoint: endpoint,
    user_credentials: { user: "u", tenant: "t" }, // I
  };
  expect(decodeAll(sapConnection, response)).toEqual({ ...plain, state: "ready" });
});

test("a group", async () => {
  expect(await sentToMake(sapGroup, { connection: "c-1", groupId: "g" })).toMatchObject({
    "POST /cckm/sap/add-groups": { connection: "c-1" },
  }); // S
  const response = {
    ...header("r-1", "cckm:sap-group:"), // S
    name: "hana", // S, as all that follow
    group_id: "g",
    sap_application: "HANA",
    keystore_id: "ks-1",
    connection: "c-1",
    cloud_name: "sap",
  };
  const shown = { connection: "c-1", groupId: "g", name: "hana", application: "HANA", keystoreId: "ks-1" };
  expect(decodeAll(sapGroup, response)).toEqual(shown);
  // By the names of the list's filters, S; that records use them, I.
  const { sap_application: application, ...others } = response;
  const more = { tier: "PROD", region: "eu10", provider: "AWS", tenant: "t" };
  const byFilters = { ...others, application, key_store_name: "ks", creator_name: "me", ...more };
  expect(decodeAll(sapGroup, byFilters)).toEqual({ ...shown, ...more, keyStoreName: "ks" });
});

test("a key", async () => {
  const inputs = {
    group: "r-1",
    name: "orders",
    description: "d",
    type: "EC",
    operations: ["SIGN", "VERIFY"],
    exportable: true,
    enabled: true,
    onDestroy: "retain",
  };
  const common = {
    group: "r-1", // S, as all that follow; `enabled` is for PATCH
    name: "orders",
    description: "d",
    type: "EC",
    operations: ["SIGN", "VERIFY"],
    exportable: true,
  };
  const native = { curve: "SecP256K1", role: "MASTER_KEY" };
  expect(await sentToMake(sapKey, { ...inputs, ...native, sourceKeyTier: "local" })).toEqual({
    "POST /cckm/sap/keys": { ...common, ...native },
  });
  // An upload takes its size, curve and role from its source.
  const source = { sourceKeyIdentifier: "k-1", sourceKeyTier: "external-cm" };
  expect(await sentToMake(sapKey, { ...inputs, ...native, ...source })).toEqual({
    "POST /cckm/sap/upload-key": { ...common, source_key_identifier: "k-1", source_key_tier: "external-cm" },
  });
  const response = {
    ...header("k-9", "cckm:sap-key:orders-"), // S
    cloud_name: "sap", // S
    tenant: "t", // S
    key_material_origin: "cckm", // I
    version_count: 2, // I
    auto_rotate: true, // I
    labels: { job_config_id: "j-1", auto_rotate_key_source: "native" }, // I
    sap_param: {
      enabled: true, // S, as these five
      exportable: true,
      groupId: "g",
      sap_key_id: "sap-1",
      keystoreContext: { customerHeld: false },
      name: "orders", // I, as all that follow
      description: "d",
      type: "EC",
      curve: "SecP256K1",
      operations: ["SIGN", "VERIFY"],
      versions: [{ id: "v-1", version: 1, enabled: true, tenant: "t" }],
    },
  };
  expect(decodeAll(sapKey, response)).toEqual({
    name: "orders",
    description: "d",
    type: "EC",
    operations: ["SIGN", "VERIFY"],
    curve: "SecP256K1",
    role: "MASTER_KEY",
    exportable: true,
    enabled: true,
    sapKeyId: "sap-1",
    tenant: "t",
    keyMaterialOrigin: "cckm",
    versionCount: 2,
    versions: [{ id: "v-1", version: 1, enabled: true }],
  });
});

test("a keystore", async () => {
  const inputs = {
    name: "own",
    description: "d",
    certificate: "pem",
    keystoreUrlHostname: "cm.example.com",
    sapTenantId: "t",
    enableSuccessAuditEvent: false,
    blocked: false,
    archived: false,
    onDestroy: "retain",
  };
  const body = {
    name: "own", // S, as all that follow
    description: "d",
    certificate: "pem",
    keystore_url_hostname: "cm.example.com",
    sap_tenant_id: "t",
    enable_success_audit_event: false,
  };
  expect(await sentToMake(sapKeystore, inputs)).toEqual({ "POST /cckm/sap/ekm/keystores": body });
  const { onDestroy: _local, ...shown } = inputs;
  const response = { ...header("e-1", "cckm:sap-ekm-keystore:own-"), ...body }; // I
  // How a response represents blocked and archived is not known; both of these are accepted.
  expect(decodeAll(sapKeystore, { ...response, blocked: true })).toEqual({ ...shown, blocked: true });
  const archived = { ...response, status: "ARCHIVED" };
  expect(decodeAll(sapKeystore, archived)).toEqual({ ...shown, archived: true, status: "ARCHIVED" });
});
