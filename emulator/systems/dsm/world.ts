import * as z from "zod";
import { demoCertificates } from "../../shared/demoCertificates";
import { listOf, worldPart } from "../../shared/world";
import { managers } from "./manager";

const node = (hostname: string) => ({ hostname, certificate: demoCertificates[hostname] ?? "" });

/**
 * One DSM of two nodes with three domains, as companies have them that came to it for file
 * encryption.
 */
export const dsmWorld = worldPart("dsm", z.strictObject({ managers: listOf(managers) }), {
  managers: [
    {
      name: "headquarters",
      nodes: [node("dsm-1.example.com"), node("dsm-2.example.com")],
      users: [
        { username: "cckm", password: "Dsm-Demo-Password-1" },
        { username: "finance", password: "Dsm-Demo-Password-2", domainIds: [1002] },
      ],
      domains: [
        {
          id: 1001,
          name: "databases",
          description: "Transparent encryption of databases",
          kmipEnabled: true,
          keys: [
            { name: "oracle-tde", description: "Oracle wallets", ageInDays: 900 },
            { name: "mssql-ekm", algorithm: "RSA2048", description: "SQL Server EKM", ageInDays: 700 },
            { name: "postgres-xts", encryptionMode: "XTS", keyVersionLifeSpan: 365 },
            { name: "byok-orders", description: "For upload into clouds" },
            { name: "locked-in", extractable: false, description: "Never leaves the manager" },
            { name: "legacy-aes128", algorithm: "AES128", encryptionMode: "CBC_CS1", ageInDays: 2500 },
          ],
        },
        {
          id: 1002,
          name: "finance",
          description: "File servers of finance",
          keys: [
            { name: "payroll", keyVersionLifeSpan: 90 },
            { name: "ledger", algorithm: "ARIA256" },
            { name: "tax-2031", expirationTime: "2031-12-31T00:00:00Z" },
            { name: "signing", algorithm: "RSA4096", extractable: false },
          ],
        },
        { id: 1003, name: "laboratory", adminType: "RESTRICTED_ADMIN", description: "Empty, for tests" },
      ],
    },
  ],
});
