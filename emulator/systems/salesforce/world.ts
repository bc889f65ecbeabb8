import * as z from "zod";
import { listOf, worldPart } from "../../shared/world";
import { orgs } from "./cloud";

/**
 * What Salesforce looks like unless a world file says otherwise: a production organization and a
 * sandbox.
 */
export const salesforceWorld = worldPart("salesforce", z.strictObject({ organizations: listOf(orgs) }), {
  organizations: [
    {
      organizationId: "00D5g000008XyZaEAK",
      name: "Acme Corporation",
      domainName: "acme.my.salesforce.com",
      users: [
        { username: "keys@acme.example", password: "Sf-Demo-Passw0rd" },
        { username: "admin@acme.example", password: "Sf-Demo-Admin1" },
      ],
      clients: [{ clientId: "3MVG9EXAMPLEACMEPRODUCTION", clientSecret: "4A1B2C3D4E5F60718293EXAMPLE" }],
      namedCredentials: ["0XA5g000000ACMEGA0"],
      certificates: [{ name: "BYOK_2026" }, { name: "Legacy_2048", keySize: 2048 }],
      keys: [
        { type: "SearchIndex", status: "ARCHIVED", ageInDays: 420 },
        { type: "SearchIndex", status: "ARCHIVED", ageInDays: 230 },
        { type: "SearchIndex", ageInDays: 50 },
        { type: "EventBus", status: "ARCHIVED", ageInDays: 300 },
        { type: "EventBus", ageInDays: 120 },
        { type: "DeterministicData", status: "DESTROYED", ageInDays: 900 },
        { type: "DeterministicData", status: "ARCHIVED", source: "UPLOADED", derivation: "NONE", ageInDays: 500 },
        { type: "DeterministicData", source: "UPLOADED", derivation: "NONE", ageInDays: 140 },
      ],
    },
    {
      organizationId: "00D7Q000004UvWxUAS",
      name: "Acme Corporation Sandbox",
      sandbox: true,
      domainName: "acme--uat.sandbox.my.salesforce.com",
      users: [{ username: "keys@acme.example.uat", password: "Sf-Sandbox-Passw0rd" }],
      clients: [{ clientId: "3MVG9EXAMPLEACMESANDBOX", clientSecret: "9F8E7D6C5B4A39281706EXAMPLE" }],
      keys: [
        { type: "Data", status: "ARCHIVED", ageInDays: 200 },
        { type: "Data", ageInDays: 20 },
        { type: "Analytics", ageInDays: 75 },
      ],
    },
  ],
});
