import * as z from "zod";
import { listOf, worldPart } from "../../shared/world";
import { tenants } from "./cloud";

/**
 * What SAP Data Custodian looks like unless a world file says otherwise: two tenants with three
 * groups.
 */
export const sapWorld = worldPart("sap", z.strictObject({ tenants: listOf(tenants) }), {
  tenants: [
    {
      tenant: "acme-prod",
      apiEndpoint: "https://kms-eu10.datacustodian.example.com/kms/v2",
      users: [{ user: "cckm-operator", secret: "Sap-Demo-Secret-1" }],
      technicalUsers: [{ apiKey: "b1f4c1a0-TECHNICAL-EXAMPLE", secret: "Sap-Demo-Technical-1" }],
      groups: [
        {
          groupId: "1f0c7d62-5a0e-4a2f-9c3b-2d6f0b7a1e01",
          name: "hana-production",
          keyStoreName: "hana-eu10",
          keys: [
            { name: "hana-master", size: 256, versions: 3, ageInDays: 700, description: "HANA data volumes" },
            { name: "hana-backup", size: 256, ageInDays: 410, description: "Backups" },
            { name: "hana-log", size: 256, enabled: false, ageInDays: 800 },
            { name: "hana-export", size: 256, exportable: true, ageInDays: 35 },
            { name: "hana-wrap", type: "RSA", size: 4096, operations: ["WRAP", "UNWRAP"], ageInDays: 300 },
            { name: "hana-sign", type: "EC", curve: "NistP256", operations: ["SIGN", "VERIFY"], ageInDays: 150 },
          ],
        },
        {
          groupId: "7c2a9e14-83d5-4d0b-8f57-9b1e4c6d2f02",
          name: "s4h-production",
          application: "S4H",
          provider: "Azure",
          keyStoreName: "s4h-eu10",
          keys: [
            { name: "s4h-master", size: 256, versions: 2, ageInDays: 520 },
            { name: "s4h-payroll", size: 256, ageInDays: 90, description: "Payroll clusters" },
            { name: "s4h-archive", size: 128, enabled: false, ageInDays: 1300 },
            { name: "s4h-tokens", type: "EC", curve: "SecP256K1", operations: ["SIGN", "VERIFY"], ageInDays: 60 },
          ],
        },
      ],
    },
    {
      tenant: "acme-test",
      apiEndpoint: "https://kms-us10.datacustodian.example.com/kms/v2",
      users: [{ user: "cckm-tester", secret: "Sap-Test-Secret-1" }],
      technicalUsers: [{ apiKey: "77d0a2ce-TECHNICAL-EXAMPLE", secret: "Sap-Test-Technical-1" }],
      groups: [
        {
          groupId: "e5b7d3f8-20c4-4b69-a1d2-6f3c8e9b4a03",
          name: "hana-test",
          tier: "TEST",
          region: "us10",
          keyStoreName: "hana-us10",
          keys: [
            { name: "test-master", size: 256, ageInDays: 15 },
            { name: "test-rsa", type: "RSA", size: 3072, ageInDays: 15 },
          ],
        },
      ],
    },
  ],
});
