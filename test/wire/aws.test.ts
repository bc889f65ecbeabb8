import { decodeAll } from "../../provider/lifecycle/values/wire";
import { sentToMake } from "./sent";
import { awsCustomKeyStore } from "../../provider/resources/aws/customKeyStore";
import { awsPolicyTemplate } from "../../provider/resources/aws/policyTemplate";
import { awsReplicaKey } from "../../provider/resources/aws/replicaKey";
import { awsUploadedKey } from "../../provider/resources/aws/uploadedKey";
import { awsXksKey } from "../../provider/resources/aws/xksKey";
import { awsXksCredentialRotationSchedule } from "../../provider/resources/aws/xksSchedule";

/**
 * Requests and responses as public clients of the service send and read them. S: seen there; I:
 * inferred.
 */

const arn = "arn:aws:kms:eu-west-1:123456789012:key/1b2c3d4e";
const keyResponse = {
  id: "k1",
  kms_id: "kms1", // S, as all that follow unless marked
  kms: "prod",
  region: "eu-west-1",
  cloud_name: "aws",
  key_type: "symmetric",
  key_material_origin: "cckm",
  key_source: "local",
  local_key_id: "v1",
  gone: false,
  labels: {},
  key_users: ["arn:aws:iam::123456789012:user/alice"],
  aws_param: {
    AWSAccountId: "123456789012",
    Arn: arn,
    KeyID: "1b2c3d4e",
    KeyState: "Enabled",
    Enabled: true,
    Description: "one",
    KeyUsage: "ENCRYPT_DECRYPT",
    CustomerMasterKeySpec: "SYMMETRIC_DEFAULT",
    Origin: "EXTERNAL",
    Alias: ["alias/orders"],
    Tags: [
      { TagKey: "team", TagValue: "a" },
      { TagKey: "cckm_policy_template_id", TagValue: "t1" },
    ],
    ExpirationModel: "KEY_MATERIAL_EXPIRES",
    ValidTo: "2030-01-01T00:00:00Z",
    MultiRegion: false,
  },
};
const shownByEveryKey = {
  alias: ["orders"],
  description: "one",
  policyTemplate: "t1",
  keyUsers: ["alice"],
  tags: { team: "a" },
  enabled: true,
  arn,
  keyId: "1b2c3d4e",
  keyState: "Enabled",
};

test("an uploaded key", async () => {
  const inputs = {
    kms: "kms1",
    region: "eu-west-1",
    sourceKeyIdentifier: "v1",
    sourceKeyTier: "local",
    validTo: "2030-01-01T00:00:00Z",
    alias: ["orders", "second"],
    description: "one",
    tags: { team: "a" },
    keyUsers: ["alice"],
    policyTemplate: "t1",
    enabled: true,
    onDestroy: "retain",
  };
  expect(await sentToMake(awsUploadedKey, inputs)).toEqual({
    "POST /cckm/aws/upload-key": {
      kms: "kms1", // S
      region: "eu-west-1", // S
      source_key_identifier: "v1", // S
      key_expiration: true, // S
      source_key_tier: "local", // S
      key_users: ["alice"], // S
      policytemplate: "t1", // S
      aws_param: {
        Alias: "orders", // S
        Description: "one", // S
        Tags: [{ TagKey: "team", TagValue: "a" }], // S
        ValidTo: "2030-01-01T00:00:00Z", // S
      },
    },
  });
  expect(decodeAll(awsUploadedKey, keyResponse)).toEqual({
    ...shownByEveryKey,
    kms: "kms1",
    region: "eu-west-1",
    customerMasterKeySpec: "SYMMETRIC_DEFAULT",
    keyUsage: "ENCRYPT_DECRYPT",
    multiRegion: false,
    currentId: "k1",
    sourceKeyId: "v1",
    materialValidTo: "2030-01-01T00:00:00Z",
  });
});

test("a replica", async () => {
  const inputs = { primaryKey: "k0", region: "eu-west-1", alias: ["orders"], tags: {}, enabled: true };
  expect(await sentToMake(awsReplicaKey, inputs, { "/cckm/aws/keys/k0": { id: "k0" } })).toEqual({
    "POST /cckm/aws/keys/k0/replicate-key": {
      replica_region: "eu-west-1", // S
      aws_param: { Alias: "orders", Tags: [] }, // S
    },
  });
  const MultiRegionConfiguration = { MultiRegionKeyType: "REPLICA" }; // S
  const response = { ...keyResponse, aws_param: { ...keyResponse.aws_param, MultiRegionConfiguration } };
  expect(decodeAll(awsReplicaKey, response)).toEqual({
    ...shownByEveryKey,
    region: "eu-west-1",
    isPrimary: false,
    currentId: "k1",
  });
});

test("a policy template", async () => {
  const inputs = { name: "standard", kms: "kms1", keyUsers: ["alice"], keyAdminsRoles: ["Admin"] };
  const body = { name: "standard", kms: "kms1", key_users: ["alice"], key_admins_roles: ["Admin"] }; // S
  expect(await sentToMake(awsPolicyTemplate, inputs)).toEqual({ "POST /cckm/aws/templates": body });
  const response = { id: "t1", ...body, account_id: "123456789012", is_verified: true, kms_name: "prod" }; // S
  expect(decodeAll(awsPolicyTemplate, response)).toEqual({ ...inputs, accountId: "123456789012", isVerified: true });
});

test("an external key store", async () => {
  const inputs = {
    name: "hold",
    kms: "kms1",
    region: "eu-west-1",
    customKeyStoreType: "EXTERNAL_KEY_STORE",
    enableSuccessAuditEvent: false,
    linkedState: true,
    connected: true,
    xksProxyUriEndpoint: "https://keys.example.com",
    sourceKeyTier: "hsm-luna",
    partitionId: "p1",
    healthCheckKeyId: "h1",
    maxCredentials: 3,
    mtlsEnabled: false,
    blocked: false,
  };
  const local_hosted_params = {
    source_key_tier: "hsm-luna", // S
    partition_id: "p1", // S
    health_check_key_id: "h1", // S
    max_credentials: 3, // S
    mtls_enabled: false, // S
    blocked: false, // S
  };
  const aws_param = {
    custom_key_store_type: "EXTERNAL_KEY_STORE", // S
    xks_proxy_uri_endpoint: "https://keys.example.com", // S
  };
  const common = { name: "hold", region: "eu-west-1", enable_success_audit_event: false }; // S
  expect(await sentToMake(awsCustomKeyStore, inputs)).toEqual({
    "POST /cckm/aws/custom-key-stores": {
      ...common,
      kms: "kms1", // S
      linked_state: true, // S
      aws_param,
      local_hosted_params,
    },
  });
  const response = {
    id: "s1",
    ...common,
    kms: "prod",
    kms_id: "kms1", // S
    type: "LOCAL", // S
    access_key_id: "AKIDEXTERNALSTORE234", // S
    credential_version: 2, // S, its type I
    labels: { job_config_id: "j1" }, // S
    aws_param: {
      ...aws_param,
      xks_proxy_connectivity: "PUBLIC_ENDPOINT", // S
      connection_state: "CONNECTED", // S
      custom_key_store_id: "cks-1234567890abcdef0", // S
      xks_proxy_uri_path: "/api/v1/cckm/aws/xks-proxy-endpoints/s1/kms/xks/v1", // I
    },
    local_hosted_params: { ...local_hosted_params, source_key_tier: "luna-hsm", linked_state: true }, // S
  };
  expect(decodeAll(awsCustomKeyStore, response)).toEqual({
    ...inputs,
    xksProxyConnectivity: "PUBLIC_ENDPOINT",
    credentialRotationSchedule: "j1",
    storeType: "LOCAL",
    connectionState: "CONNECTED",
    awsStoreId: "cks-1234567890abcdef0",
    xksProxyUriPath: "/api/v1/cckm/aws/xks-proxy-endpoints/s1/kms/xks/v1",
    accessKeyId: "AKIDEXTERNALSTORE234",
    credentialVersion: 2,
  });
});

test("a key of an external key store", async () => {
  const inputs = {
    customKeyStore: "s1",
    sourceKeyId: "v1",
    sourceKeyTier: "local",
    blocked: true,
    linkedState: false,
    alias: [],
    tags: {},
    enabled: true,
  };
  expect(await sentToMake(awsXksKey, inputs)).toEqual({
    "POST /cckm/aws/create-hyok-key": {
      local_hosted_params: {
        custom_key_store_id: "s1", // S
        source_key_id: "v1", // S
        source_key_tier: "local", // S
        blocked: true, // S
        linked_state: false, // S
      },
      aws_param: { Tags: [] }, // S
    },
  });
  const response = {
    id: "k1",
    custom_key_store_id: "s1", // S
    blocked: true, // S
    linked_state: false, // S
    aws_param: { Alias: [], Tags: [], Arn: "", KeyState: "" }, // S
  };
  expect(decodeAll(awsXksKey, response)).toEqual({
    customKeyStore: "s1",
    blocked: true,
    linkedState: false,
    alias: [],
    tags: {},
    enabled: true,
    keyState: "Unlinked",
  });
});

test("a schedule for credentials", async () => {
  const inputs = { name: "credentials", runAt: "0 3 1 * *", runOn: "any", disabled: false };
  expect(await sentToMake(awsXksCredentialRotationSchedule, inputs)).toEqual({
    "POST /scheduler/job-configs": {
      operation: "cckm_xks_credential_rotation", // S
      cckm_xks_credential_rotation_params: { cloud_name: "aws" }, // S
      name: "credentials", // S
      run_at: "0 3 1 * *", // S
      run_on: "any", // S
      disabled: false, // S
    },
  });
  const response = { id: "j1", name: "credentials", run_at: "0 3 1 * *", run_on: "any", disabled: false };
  expect(decodeAll(awsXksCredentialRotationSchedule, response)).toEqual(inputs);
});
