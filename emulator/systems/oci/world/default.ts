import type * as z from "zod";
import type { ociSchema } from "./schema";

type World = z.input<typeof ociSchema>;

/** Not a real private key: the emulated cloud only compares it. */
const demoKey = (text: string): string =>
  `-----BEGIN PRIVATE KEY-----\n${`${text}EXAMPLE`.repeat(4)}\n-----END PRIVATE KEY-----\n`;

const tenancyOcid = "ocid1.tenancy.oc1..aaaaaaaaexampletenancyproduction";

/**
 * What Oracle Cloud looks like unless a world file says otherwise: a tenancy with the sort of
 * vaults and keys that teams have, and a small one.
 */
export const defaultOciWorld: World = {
  tenancies: [
    {
      tenancyOcid,
      name: "acme-production",
      regions: ["eu-frankfurt-1", "uk-london-1", "us-ashburn-1"],
      namespace: "acmeprod",
      users: [
        {
          userOcid: "ocid1.user.oc1..aaaaaaaaexampleuserciphertrust",
          fingerprint: "12:34:56:78:9a:bc:de:f0:12:34:56:78:9a:bc:de:f0",
          keyFile: demoKey("MIIEvQIBADANBgkqhki"),
        },
        {
          userOcid: "ocid1.user.oc1..aaaaaaaaexampleuserprotected",
          fingerprint: "a1:b2:c3:d4:e5:f6:07:18:29:3a:4b:5c:6d:7e:8f:90",
          keyFile: demoKey("MIIFHDBOBgkqhkiG9w0"),
          passPhrase: "example-pass-phrase",
        },
      ],
      compartments: [
        {
          ocid: "ocid1.compartment.oc1..aaaaaaaaexamplecompartmentsecurity",
          name: "security",
          description: "Vaults and keys of all teams",
          freeformTags: { owner: "security" },
        },
        {
          ocid: "ocid1.compartment.oc1..aaaaaaaaexamplecompartmentpayments",
          name: "payments",
          description: "Payment services",
          freeformTags: { owner: "payments" },
        },
        {
          ocid: "ocid1.compartment.oc1..aaaaaaaaexamplecompartmentpayeu",
          name: "payments-eu",
          description: "Payment services in Europe",
          parent: "payments",
        },
        { name: "sandbox", description: "Try things here", accessible: false },
      ],
      buckets: [
        { name: "key-backups", compartment: "security" },
        { name: "key-archive", compartment: "security" },
        { name: "invoices", compartment: "payments" },
      ],
      tagNamespaces: [
        { name: "Operations", tags: ["CostCenter", "Stage"] },
        { name: "Oracle-Tags", tags: ["CreatedBy", "CreatedOn"] },
      ],
      vaults: [
        {
          ocid: "ocid1.vault.oc1.eu-frankfurt-1.aaaaexamplevaultshared",
          name: "shared",
          compartment: "security",
          region: "eu-frankfurt-1",
          freeformTags: { managed: "ciphertrust" },
          keys: [
            { name: "customer-db", versions: 3, ageInDays: 900, freeformTags: { team: "crm" } },
            {
              name: "invoices",
              protectionMode: "SOFTWARE",
              ageInDays: 400,
              definedTags: { Operations: { CostCenter: "4711" } },
            },
            { name: "document-signing", algorithm: "RSA", length: 512, freeformTags: { team: "legal" } },
            { name: "jwt-signing", algorithm: "ECDSA", curveId: "NIST_P256", ageInDays: 30 },
            { name: "old-archive", state: "DISABLED", ageInDays: 1500 },
            { name: "legacy-export", state: "PENDING_DELETION", deletionDays: 14, ageInDays: 1800 },
            { name: "own-material", uploaded: true, versions: 2, ageInDays: 200 },
          ],
        },
        {
          ocid: "ocid1.vault.oc1.eu-frankfurt-1.aaaaexamplevaultpayments",
          name: "payments",
          compartment: "payments",
          region: "eu-frankfurt-1",
          type: "VIRTUAL_PRIVATE",
          freeformTags: { managed: "ciphertrust", pci: "true" },
          keys: [
            { name: "card-data", versions: 5, ageInDays: 700, freeformTags: { pci: "true" } },
            { name: "card-tokens", length: 16, ageInDays: 350 },
            { name: "settlement", algorithm: "RSA", length: 384, compartment: "payments-eu" },
          ],
        },
        {
          ocid: "ocid1.vault.oc1.us-ashburn-1.aaaaexamplevaultanalytics",
          name: "analytics",
          compartment: "security",
          region: "us-ashburn-1",
          keys: [
            { name: "data-lake", ageInDays: 500 },
            { name: "model-signing", algorithm: "ECDSA", curveId: "NIST_P384", protectionMode: "SOFTWARE" },
          ],
        },
        {
          ocid: "ocid1.vault.oc1.uk-london-1.aaaaexamplevaultretired",
          name: "retired",
          compartment: "security",
          region: "uk-london-1",
          state: "PENDING_DELETION",
        },
      ],
    },
    {
      tenancyOcid: "ocid1.tenancy.oc1..aaaaaaaaexampletenancystaging",
      name: "acme-staging",
      regions: ["eu-frankfurt-1"],
      namespace: "acmestage",
      users: [
        {
          userOcid: "ocid1.user.oc1..aaaaaaaaexampleuserstaging",
          fingerprint: "0f:1e:2d:3c:4b:5a:69:78:87:96:a5:b4:c3:d2:e1:f0",
          keyFile: demoKey("MIIEvgIBADANBgkqhki"),
        },
      ],
      vaults: [
        {
          ocid: "ocid1.vault.oc1.eu-frankfurt-1.aaaaexamplevaultstaging",
          name: "staging",
          region: "eu-frankfurt-1",
          keys: [{ name: "staging-db", protectionMode: "SOFTWARE" }],
        },
      ],
    },
  ],
};
