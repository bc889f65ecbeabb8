import { decoded, header, id } from "./azure";
import { sentToMake } from "./sent";
import { azureConnection } from "../../provider/resources/azure/connection";
import { azureKey } from "../../provider/resources/azure/key";
import { azureKeyBackupSchedule } from "../../provider/resources/azure/keyBackupSchedule";
import { azureVault } from "../../provider/resources/azure/vault";

/** Requests and responses as the service's public sources show them. S: seen there; I: inferred. */

test("a connection: request and response", async () => {
  const inputs = {
    name: "prod",
    clientId: "c",
    tenantId: "t",
    clientSecret: "s",
    isCertificateUsed: false,
    cloudName: "AzureStack",
    azureStackConnectionType: "ADFS",
    activeDirectoryEndpoint: "https://adfs",
    keyVaultDnsSuffix: "vault.local",
    products: ["cckm"],
    labels: { a: "1" },
    readyTimeoutSeconds: 30,
  };
  expect(await sentToMake(azureConnection, inputs)).toEqual({
    "POST /connectionmgmt/services/azure/connections": {
      name: "prod", // S, as all that follow
      client_id: "c",
      tenant_id: "t",
      client_secret: "s",
      is_certificate_used: false,
      cloud_name: "AzureStack",
      azure_stack_connection_type: "ADFS",
      active_directory_endpoint: "https://adfs",
      key_vault_dns_suffix: "vault.local",
      products: ["cckm"],
      labels: { a: "1" },
    },
  });
  const response = {
    ...header,
    name: "prod", // S, as all that follow unless marked
    service: "azure",
    category: "cloud",
    client_id: "c",
    tenant_id: "t",
    cloud_name: "AzureCloud",
    certificate: "-----BEGIN CERTIFICATE-----",
    certificate_thumbprint: "AB12",
    external_certificate_used: false,
    is_certificate_used: true,
    cert_duration: 730,
    products: ["cckm"],
    labels: {},
    last_connection_ok: false,
    last_connection_error: "AADSTS700027", // I
  };
  expect(decoded(azureConnection, response)).toEqual({
    name: "prod",
    clientId: "c",
    tenantId: "t",
    cloudName: "AzureCloud",
    certificate: "-----BEGIN CERTIFICATE-----",
    certificateThumbprint: "AB12",
    externalCertificateUsed: false,
    isCertificateUsed: true,
    certDuration: 730,
    products: ["cckm"],
    labels: {},
    state: "failed",
    lastConnectionError: "AADSTS700027",
  });
});

test("a vault: response", () => {
  const response = {
    ...header,
    name: "contoso::sub", // S, as all that follow unless marked
    azure_name: "contoso",
    azure_vault_id: "/subscriptions/sub/resourceGroups/rg/providers/Microsoft.KeyVault/vaults/contoso",
    cloud_name: "AzureCloud",
    connection: "prod",
    location: "westeurope",
    subscription_id: "sub",
    subscription_name: "Production",
    type: "Microsoft.KeyVault/vaults",
    properties: {
      sku: { family: "A", name: "Premium" },
      vaultUri: "https://contoso.vault.azure.net/",
      enableSoftDelete: true,
      enablePurgeProtection: false,
    },
    tags: { team: "a" },
    labels: { job_config_id: "j", override_key_scheduler: "true" }, // I
    cloud_key_backup_limit: 10,
  };
  expect(decoded(azureVault, response)).toEqual({
    connection: "prod",
    subscriptionId: "sub",
    vault: "contoso",
    type: "Microsoft.KeyVault/vaults",
    cloudKeyBackupLimit: 10,
    rotationSchedule: "j",
    overrideKeyScheduler: true,
    name: "contoso::sub",
    azureVaultId: response.azure_vault_id,
    location: "westeurope",
    vaultUri: "https://contoso.vault.azure.net/",
    sku: "premium",
    cloudName: "AzureCloud",
    subscriptionName: "Production",
    softDeleteEnabled: true,
    purgeProtectionEnabled: false,
    tags: { team: "a" },
  });
});

test("a key: request and response", async () => {
  const inputs = {
    keyName: "orders",
    keyVault: "v",
    kty: "RSA",
    keySize: 3072,
    keyOps: ["encrypt"],
    tags: { team: "a" },
    enabled: true,
    nbf: "2026-01-01T00:00:00Z",
    exp: "2027-01-01T00:00:00Z",
    exportable: false,
    hsm: false,
    onDestroy: "softDelete",
  };
  expect(await sentToMake(azureKey, inputs)).toEqual({
    "POST /cckm/azure/keys": {
      key_name: "orders", // S, as all that follow
      key_vault: "v",
      azure_param: {
        kty: "RSA",
        key_size: 3072,
        key_ops: ["encrypt"],
        tags: { team: "a" },
        attributes: { enabled: true, nbf: 1767225600, exp: 1798761600 },
      },
    },
  });
  const response = {
    ...header,
    key_name: "orders", // S, as all that follow unless marked
    key_vault: "contoso::sub",
    key_vault_id: "v",
    status: "AVAILABLE",
    version: "0123456789abcdef0123456789abcdef",
    version_count: 2,
    key_size: 3072,
    deleted: false,
    key_soft_deleted_in_azure: false,
    key_material_origin: "native", // I
    azure_param: {
      key: {
        kid: "https://contoso.vault.azure.net/keys/orders/0123",
        kty: "RSA",
        key_ops: ["encrypt"],
        n: "x",
        e: "AQAB",
      },
      attributes: { enabled: true, exp: 1798761600, created: 1767225600, recoveryLevel: "Recoverable+Purgeable" },
      tags: { team: "a" },
    },
  };
  expect(decoded(azureKey, response)).toEqual({
    keyName: "orders",
    keyVault: "v",
    keyOps: ["encrypt"],
    tags: { team: "a" },
    enabled: true,
    exp: "2027-01-01T00:00:00Z",
    status: "AVAILABLE",
    kid: "https://contoso.vault.azure.net/keys/orders/0123",
    version: "0123456789abcdef0123456789abcdef",
    versionCount: 2,
    managedVersion: "0123456789abcdef0123456789abcdef",
    currentId: id,
    currentKty: "RSA",
    currentKeySize: 3072,
    keyMaterialOrigin: "native",
    recoveryLevel: "Recoverable+Purgeable",
  });
});

test("an upload: request", async () => {
  const inputs = { keyName: "orders", keyVault: "v", sourceKeyTier: "local", localKeyIdentifier: "k", hsm: true };
  expect(await sentToMake(azureKey, { ...inputs, enabled: true, kekKid: "kek" })).toEqual({
    "POST /cckm/azure/upload-key": {
      key_name: "orders", // S, as all that follow
      key_vault: "v",
      source_key_tier: "local",
      local_key_identifier: "k",
      kek_kid: "kek",
      azure_param: { hsm: true, attributes: { enabled: true } },
    },
  });
});

test("a backup schedule: response", () => {
  const response = { ...header, name: "weekly", run_at: "0 4 * * 0", run_on: "any", disabled: true }; // S
  expect(decoded(azureKeyBackupSchedule, { ...response, bound_keys: ["k"] })).toEqual({
    name: "weekly",
    keys: ["k"],
    runAt: "0 4 * * 0",
    runOn: "any",
    disabled: true,
  });
});
