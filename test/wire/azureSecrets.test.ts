import { decoded, header, id } from "./azure";
import { sentToMake } from "./sent";
import { azureCertificate } from "../../provider/resources/azure/certificate";
import { azureSecret } from "../../provider/resources/azure/secret";

/** Requests and responses as the service's public sources show them. S: seen there; I: inferred. */

test("a secret: request and response", async () => {
  const inputs = { secretName: "token", keyVault: "v", value: "x", contentType: "text/plain", tags: {}, enabled: true };
  expect(await sentToMake(azureSecret, inputs)).toEqual({
    "POST /cckm/azure/secrets": {
      secret_name: "token", // S, as all that follow
      key_vault: "v",
      azure_param: { value: "x", contentType: "text/plain", tags: {}, attributes: { enabled: true } },
    },
  });
  const response = {
    ...header,
    secret_name: "token", // I, as all that follow
    key_vault_id: "v",
    status: "AVAILABLE",
    version: "ab",
    azure_param: {
      id: "https://contoso.vault.azure.net/secrets/token/ab",
      contentType: "text/plain",
      attributes: { enabled: false },
      tags: { a: "1" },
    },
  };
  expect(decoded(azureSecret, response)).toEqual({
    secretName: "token",
    keyVault: "v",
    contentType: "text/plain",
    tags: { a: "1" },
    enabled: false,
    status: "AVAILABLE",
    secretId: "https://contoso.vault.azure.net/secrets/token/ab",
    version: "ab",
    managedVersion: "ab",
    currentId: id,
  });
});

test("a certificate: request and response", async () => {
  const policy = {
    keyProps: { kty: "RSA", keySize: 2048, reuseKey: true },
    x509Props: { subject: "CN=x", sans: { dnsNames: ["x"] }, validityMonths: 12 },
    lifetimeActions: [{ action: { actionType: "AutoRenew" }, trigger: { daysBeforeExpiry: 30 } }],
    secretProps: { contentType: "application/x-pkcs12" },
  };
  expect(
    await sentToMake(azureCertificate, { certName: "shop", keyVault: "v", policy, tags: {}, enabled: true }),
  ).toEqual({
    "POST /cckm/azure/certificates": {
      cert_name: "shop", // S, as all that follow
      key_vault: "v",
      azure_param: {
        policy: {
          key_props: { kty: "RSA", key_size: 2048, reuse_key: true },
          x509_props: { subject: "CN=x", sans: { dns_names: ["x"] }, validity_months: 12 },
          lifetime_actions: [{ action: { action_type: "AutoRenew" }, trigger: { days_before_expiry: 30 } }],
          secret_props: { contentType: "application/x-pkcs12" },
        },
        tags: {},
      },
    },
  });
  const response = {
    ...header,
    cert_name: "shop", // I, as all that follow
    key_vault_id: "v",
    status: "AVAILABLE",
    version: "ab",
    azure_param: {
      id: "https://contoso.vault.azure.net/certificates/shop/ab",
      attributes: { enabled: true },
      tags: {},
    },
  };
  expect(decoded(azureCertificate, response)).toEqual({
    certName: "shop",
    keyVault: "v",
    tags: {},
    enabled: true,
    status: "AVAILABLE",
    certificateId: "https://contoso.vault.azure.net/certificates/shop/ab",
    version: "ab",
    managedVersion: "ab",
    currentId: id,
  });
});
