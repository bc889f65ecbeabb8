import { decodeAll } from "../../provider/lifecycle/values/wire";
import { sentToMake } from "./sent";
import { googleConnection } from "../../provider/resources/google/connection";
import { googleKey } from "../../provider/resources/google/key";
import { googleKeyRing } from "../../provider/resources/google/keyRing";
import { googleKeyVersion } from "../../provider/resources/google/keyVersion";
import { googleProject } from "../../provider/resources/google/project";

/** Requests and responses as the service's public sources show them. S: seen there; I: inferred. */

const id = "2f18eade-2fd9-4c48-85f7-550107729299";
const header = {
  id, // S
  account: "kylo:kylo:admin:accounts:kylo", // S
  createdAt: "2026-02-01T10:00:00.123456Z", // S
  updatedAt: "2026-02-01T10:00:00.123456Z", // S
};
const ring = "projects/acme-prod/locations/europe-west3/keyRings/payments";
const keyFile = JSON.stringify({ type: "service_account" });

test("a connection: request and response", async () => {
  const inputs = { name: "prod", keyFile, products: ["cckm"], labels: { a: "1" }, readyTimeoutSeconds: 30 };
  expect(await sentToMake(googleConnection, inputs)).toEqual({
    "POST /connectionmgmt/services/gcp/connections": {
      name: "prod", // S
      key_file: keyFile, // S
      products: ["cckm"], // S
      labels: { a: "1" }, // S
    },
  });
  const response = {
    ...header,
    name: "prod", // S
    service: "gcp", // S
    category: "cloud", // S
    cloud_name: "gcp", // S
    client_email: "key-manager@acme-prod.iam.gserviceaccount.com", // S
    private_key_id: "3f7a1c09", // S
    products: ["cckm"],
    last_connection_ok: false, // S
    last_connection_error: "invalid_grant", // S name, I value
  };
  expect(decodeAll(googleConnection, response)).toEqual({
    name: "prod",
    products: ["cckm"],
    labels: {},
    state: "failed",
    lastConnectionError: "invalid_grant",
    clientEmail: response.client_email,
    privateKeyId: "3f7a1c09",
  });
});

test("a project: request and response", async () => {
  const inputs = { projectId: "acme-prod", enableSuccessAuditEvent: true };
  expect(await sentToMake(googleProject, inputs)).toEqual({
    "POST /cckm/google/projects": {
      project_id: "acme-prod", // S
      enable_success_audit_event: true, // S
    },
  });
  const response = { ...header, name: "Production", project_id: "acme-prod", enable_success_audit_event: true }; // I
  expect(decodeAll(googleProject, response)).toEqual({
    projectId: "acme-prod",
    enableSuccessAuditEvent: true,
    name: "Production",
  });
});

test("a key ring: response; add-key-rings requests it", () => {
  const response = {
    ...header,
    name: ring, // S form, I place
    connection: "c-1", // I
    project_id: "acme-prod", // I
    location: "europe-west3", // I
    cloud_name: "gcp", // S filter
    acls: [], // S
  };
  expect(decodeAll(googleKeyRing, response)).toEqual({
    name: ring,
    connection: "c-1",
    projectId: "acme-prod",
    location: "europe-west3",
  });
});

const keyInputs = {
  keyRing: "r-1",
  keyName: "card-data",
  purpose: "ENCRYPT_DECRYPT",
  algorithm: "GOOGLE_SYMMETRIC_ENCRYPTION",
  protectionLevel: "HSM",
  labels: { team: "payments" },
  nextRotationTime: "2027-01-01T00:00:00Z",
  rotationPeriod: "7776000s",
  importOnly: false,
  enabled: true,
  onDestroy: "retain",
};

test("a key: request", async () => {
  expect(await sentToMake(googleKey, keyInputs)).toEqual({
    "POST /cckm/google/keys": {
      key_ring: "r-1", // S
      gcp_key_params: {
        key_name: "card-data", // S
        purpose: "ENCRYPT_DECRYPT", // S
        algorithm: "GOOGLE_SYMMETRIC_ENCRYPTION", // S
        protection_level: "HSM", // S
        labels: { team: "payments" }, // S
        next_rotation_time: "2027-01-01T00:00:00Z", // S
        rotation_period: "7776000s", // S
        import_only: false, // S
      },
    },
  });
  const upload = { ...keyInputs, sourceKeyId: "v-1", sourceKeyTier: "local" };
  expect(await sentToMake(googleKey, upload)).toMatchObject({
    "POST /cckm/google/upload-key": { source_key_id: "v-1", source_key_tier: "local" },
  }); // S
});

const version1 = { name: `${ring}/cryptoKeys/card-data/cryptoKeyVersions/3`, state: "ENABLED" }; // I
const keyResponse = {
  ...header,
  cloud_name: "gcp", // S
  key_id: "card-data", // S
  project_id: "acme-prod", // S
  location_id: "europe-west3", // S
  key_ring_id: "payments", // S
  key_ring_name: ring, // S
  gone: false, // S
  auto_rotate: true, // S
  status: "AVAILABLE", // S
  create_status: "AVAILABLE", // S
  labels: { job_config_id: "j-1", auto_rotate_key_source: "native" }, // S
  gcp_params: {
    name: `${ring}/cryptoKeys/card-data`, // S
    primary: version1, // S name, I shape
    create_time: "2026-01-01T00:00:00Z", // I from here
    next_rotation_time: "2027-01-01T00:00:00Z",
    rotation_period: "7776000s",
    purpose: "ENCRYPT_DECRYPT",
    labels: { team: "payments" },
    version_template: { protection_level: "HSM", algorithm: "GOOGLE_SYMMETRIC_ENCRYPTION" },
    import_only: false,
    destroy_scheduled_duration: "86400s",
  },
};
const keyState = {
  keyName: "card-data",
  purpose: "ENCRYPT_DECRYPT",
  algorithm: "GOOGLE_SYMMETRIC_ENCRYPTION",
  protectionLevel: "HSM",
  labels: { team: "payments" },
  rotationPeriod: "7776000s",
  destroyScheduledDuration: "86400s",
  importOnly: false,
  primaryVersionId: "3",
  enabled: true,
  resourceName: `${ring}/cryptoKeys/card-data`,
  state: "ENABLED",
  primaryVersion: "3",
  upcomingRotationTime: "2027-01-01T00:00:00Z",
};

test("a key: response", () => {
  expect(decodeAll(googleKey, keyResponse)).toEqual(keyState);
});

test.each([
  ["camel case", { primary: version1, nextRotationTime: "2027-01-01T00:00:00Z", rotationPeriod: "7776000s" }],
  ["a primary version with only its name", { primary: version1.name, next_rotation_time: "2027-01-01T00:00:00Z" }],
])("Google's part of a key is read with %s", (_name, params) => {
  const { primary: _primary, next_rotation_time: _next, ...rest } = keyResponse.gcp_params;
  const response = { ...keyResponse, gcp_params: { ...rest, ...params } };
  expect(decodeAll(googleKey, response)).toEqual({ ...keyState, state: expect.any(String) });
});

test("a version: request and response", async () => {
  const inputs = {
    key: id,
    isNative: false,
    sourceKeyId: "v-1",
    sourceKeyTier: "local",
    algorithm: "EC_SIGN_P256_SHA256",
    enabled: true,
    onDestroy: "retain",
  };
  expect(await sentToMake(googleKeyVersion, inputs)).toEqual({
    [`POST /cckm/google/keys/${id}/versions`]: {
      is_native: false, // S
      source_key_id: "v-1", // S
      source_key_tier: "local", // S
      algorithm: "EC_SIGN_P256_SHA256", // S
    },
  });
  const response = {
    ...header,
    parent_key_id: id, // S
    parent_key_name: "card-data", // S
    key_ring_name: ring, // S
    version: 2, // S
    is_primary: true, // S
    key_material_origin: "cckm", // S
    deleted: false, // S
    gone: false, // S
    gcp_cloud_resource_name: `${ring}/cryptoKeys/card-data/cryptoKeyVersions/2`, // S
    state: "DESTROY_SCHEDULED", // S value, I place
    algorithm: "EC_SIGN_P256_SHA256", // S name, I place
    destroyTime: "2027-01-02T00:00:00Z", // S
  };
  expect(decodeAll(googleKeyVersion, response)).toEqual({
    isNative: false,
    algorithm: "EC_SIGN_P256_SHA256",
    enabled: false,
    version: 2,
    resourceName: response.gcp_cloud_resource_name,
    state: "DESTROY_SCHEDULED",
    isPrimary: true,
  });
});
