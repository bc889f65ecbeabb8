import type * as z from "zod";
import type { googleSchema } from "./schema";

type World = z.input<typeof googleSchema>;

/** No key at all: what stands between the lines says so. */
const privateKey = (text: string): string =>
  `-----BEGIN PRIVATE KEY-----\n${Buffer.from(`for the emulator only: ${text}`).toString("base64")}\n-----END PRIVATE KEY-----\n`;

/**
 * What Google looks like unless a world file says otherwise: three projects with the sort of keys
 * that teams have.
 */
export const defaultGoogleWorld: World = {
  serviceAccounts: [
    {
      email: "key-manager@acme-prod.iam.gserviceaccount.com",
      keys: [{ privateKeyId: "3f7a1c09e5b2d84610af73be92c5d8e04761ab3c", privateKey: privateKey("acme-prod") }],
      projects: ["acme-prod", "acme-analytics"],
    },
    {
      email: "key-manager@acme-staging.iam.gserviceaccount.com",
      keys: [{ privateKeyId: "90b1e27d6a4c3f58e1d07b92a86c4f35d2e81097", privateKey: privateKey("acme-staging") }],
      projects: ["acme-staging"],
    },
  ],
  projects: [
    {
      projectId: "acme-prod",
      name: "Production",
      number: "402817365510",
      labels: { env: "prod", team: "platform" },
      locations: ["global", "europe-west3", "europe-west4", "us-east1"],
      keyRings: [
        {
          name: "payments",
          location: "europe-west3",
          keys: [
            {
              name: "card-data",
              labels: { team: "payments", tier: "1", "goog-terraform-provisioned": "true" },
              rotationDays: 90,
              nextRotationInDays: 40,
              versions: [{ state: "DISABLED" }, {}, {}],
              ageInDays: 230,
            },
            { name: "refunds", labels: { team: "payments" }, protectionLevel: "HSM", ageInDays: 400 },
            {
              name: "receipt-signing",
              purpose: "ASYMMETRIC_SIGN",
              algorithm: "EC_SIGN_P256_SHA256",
              labels: { team: "payments" },
              versions: [{}, {}],
            },
            { name: "webhook-mac", purpose: "MAC", ageInDays: 60 },
            {
              name: "legacy-vault",
              versions: [{ state: "DESTROYED" }, { state: "DESTROY_SCHEDULED" }],
              destroyDays: 30,
              ageInDays: 1400,
            },
          ],
        },
        {
          name: "documents",
          location: "europe-west3",
          keys: [
            {
              name: "archive",
              labels: { team: "legal" },
              versions: [{ imported: true }],
              importOnly: true,
              ageInDays: 700,
            },
            {
              name: "partner-exchange",
              purpose: "ASYMMETRIC_DECRYPT",
              algorithm: "RSA_DECRYPT_OAEP_3072_SHA256",
              protectionLevel: "HSM",
              ageInDays: 120,
            },
            {
              name: "contracts",
              versions: [{ state: "DISABLED" }],
              labels: { team: "legal", retired: "yes" },
              ageInDays: 1100,
            },
          ],
        },
        {
          name: "shared",
          location: "global",
          keys: [
            { name: "config", rotationDays: 30, nextRotationInDays: 12, ageInDays: 300 },
            {
              name: "wallet",
              purpose: "ASYMMETRIC_SIGN",
              algorithm: "EC_SIGN_SECP256K1_SHA256",
              protectionLevel: "HSM",
            },
          ],
        },
      ],
    },
    {
      projectId: "acme-analytics",
      name: "Analytics",
      number: "731905528846",
      labels: { env: "prod", team: "data" },
      locations: ["global", "europe-west3"],
      keyRings: [
        {
          name: "lake",
          location: "europe-west3",
          keys: [
            { name: "raw", labels: { zone: "raw" }, rotationDays: 365, nextRotationInDays: 200, ageInDays: 165 },
            { name: "curated", labels: { zone: "curated" }, versions: [{}, {}] },
          ],
        },
      ],
    },
    {
      projectId: "acme-staging",
      name: "Staging",
      number: "118264750932",
      labels: { env: "staging" },
      locations: ["global", "us-east1"],
      keyRings: [
        {
          name: "staging",
          location: "us-east1",
          keys: [
            { name: "orders-db", labels: { env: "staging" }, ageInDays: 15 },
            { name: "byok-trial", versions: [{ imported: true }], ageInDays: 3 },
            { name: "load-test", protectionLevel: "HSM", ageInDays: 20 },
          ],
        },
      ],
    },
  ],
};
