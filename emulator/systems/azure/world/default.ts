import type * as z from "zod";
import type { azureSchema } from "./schema";

type World = z.input<typeof azureSchema>;

/**
 * What Azure looks like unless a world file says otherwise: two tenants with the sort of vaults
 * that teams have.
 */
export const defaultAzureWorld: World = {
  tenants: [
    {
      tenantId: "7f2c1d0a-4b6e-4c1e-9a51-2f8d3e6b7c90",
      applications: [
        {
          clientId: "0b7de3c4-58f1-4a0e-8d6a-1f9c2e7b4a35",
          secrets: ["example~azure-client-secret"],
          certificates: [],
        },
        // For demos of certificates: it takes any, so that none has to be uploaded.
        { clientId: "9d5f6a12-3e74-4b8c-b0d1-6c2a8e4f7d19", acceptAnyCertificate: true },
      ],
      subscriptions: [
        {
          subscriptionId: "3a1e5b7c-9d2f-4e68-8b03-7c5a1d9e2f46",
          displayName: "Production",
          vaults: [
            {
              name: "contoso-prod",
              resourceGroup: "security",
              sku: "premium",
              tags: { stage: "production", team: "platform" },
              keys: [
                { name: "payments", size: 3072, tags: { team: "payments", tier: "1" }, versions: 4, ageInDays: 900 },
                { name: "customer-db", tags: { team: "crm" }, versions: 2, ageInDays: 700 },
                { name: "invoices", enabled: false, ageInDays: 1100 },
                { name: "legacy-export", deleted: true, ageInDays: 1500 },
                { name: "document-signing", kty: "EC", crv: "P-384", ops: ["sign", "verify"], tags: { team: "legal" } },
                { name: "hr-records", kty: "RSA-HSM", size: 4096, tags: { team: "hr" }, versions: 2, ageInDays: 400 },
                { name: "jwt-signing", kty: "EC-HSM", tags: { team: "identity" }, versions: 3, ageInDays: 270 },
                { name: "byok-kek", kty: "RSA-HSM", ops: ["import"] },
                { name: "data-lake", notBefore: "2020-01-01T00:00:00Z", expires: "2040-01-01T00:00:00Z" },
                { name: "blockchain", kty: "EC", crv: "SECP256K1", ageInDays: 30 },
              ],
              secrets: [
                { name: "orders-db-password", contentType: "text/plain", tags: { team: "orders" }, versions: 3 },
                { name: "smtp-token", enabled: false },
                { name: "old-api-key", deleted: true },
              ],
              certificates: [
                { name: "shop", subject: "CN=shop.contoso.example", tags: { team: "web" }, versions: 2 },
                { name: "api", subject: "CN=api.contoso.example" },
              ],
            },
            {
              name: "contoso-archive",
              resourceGroup: "archive",
              location: "northeurope",
              purgeProtection: true,
              tags: { stage: "production", team: "records" },
              keys: [
                { name: "archive-2024", ageInDays: 600 },
                { name: "archive-2025", ageInDays: 250 },
              ],
            },
            {
              name: "contoso-hsm",
              resourceGroup: "security",
              managedHsm: true,
              sku: "premium",
              location: "westeurope",
              purgeProtection: true,
              retentionDays: 30,
              tags: { stage: "production" },
              keys: [
                { name: "root-of-trust", kty: "RSA-HSM", size: 4096 },
                { name: "tde", kty: "RSA-HSM" },
              ],
            },
          ],
        },
        {
          subscriptionId: "c4d8f2a6-1b3e-4597-a6d0-8e2b4f7c9d13",
          displayName: "Staging",
          vaults: [
            {
              name: "contoso-staging",
              tags: { stage: "staging" },
              keys: [{ name: "payments" }, { name: "customer-db" }],
              secrets: [{ name: "orders-db-password" }],
            },
            { name: "contoso-legacy", softDelete: false, tags: { stage: "staging" }, keys: [{ name: "scratch" }] },
          ],
        },
      ],
    },
    {
      tenantId: "e8b0c5d7-2a94-4f36-b1e8-5d7c3a9f0b62",
      cloudName: "AzureUSGovernment",
      applications: [{ clientId: "51c9e0d3-7f28-4a6b-9e14-b3d5a7c8f206", secrets: ["example~azure-gov-secret"] }],
      subscriptions: [
        {
          subscriptionId: "f6a9d1e3-4c7b-4820-95f8-0b2d6e8a1c74",
          displayName: "Government",
          vaults: [{ name: "agency-keys", location: "usgovvirginia", keys: [{ name: "records" }] }],
        },
      ],
    },
  ],
};
