import * as z from "zod";
import { demoCertificates } from "../../shared/demoCertificates";
import { listOf, worldPart } from "../../shared/world";
import { managers } from "./manager";

const node = (hostname: string) => ({ hostname, certificate: demoCertificates[hostname] ?? "" });

/** A cluster of the French subsidiary, and the manager of a partner with a single domain. */
export const externalCmWorld = worldPart("externalCm", z.strictObject({ managers: listOf(managers) }), {
  managers: [
    {
      name: "subsidiary",
      nodes: [node("cm-paris.example.com"), node("cm-lyon.example.com")],
      users: [{ username: "cckm", password: "Cm-Demo-Password-1" }],
      domains: [
        {
          id: "3f6f2a52-2d0e-4f5e-9a53-4f1c5b3f7a10",
          name: "retail",
          keys: [
            { name: "loyalty-cards", versions: 4, labels: { team: "retail" }, ageInDays: 800 },
            { name: "web-shop", versions: 2, labels: { team: "web" } },
            { name: "shop-signing", algorithm: "EC", size: 384, curveId: "secp384r1", usageMask: 3 },
            { name: "partner-exchange", algorithm: "RSA", size: 3072, usageMask: 15 },
            { name: "request-mac", algorithm: "HMAC-SHA256", usageMask: 384 },
            { name: "pos-terminals", algorithm: "TDES", size: 168, state: "Deactivated", ageInDays: 3000 },
            { name: "root-of-trust", undeletable: true, unexportable: true },
          ],
        },
        {
          id: "8b1df7d4-6c1e-4b0d-8f8e-0f7c9f0d2e11",
          name: "logistics",
          keys: [
            { name: "tracking", size: 128 },
            { name: "customs-archive", algorithm: "ARIA", versions: 3 },
            { name: "lost-device", state: "Compromised" },
          ],
        },
      ],
    },
    {
      name: "partner",
      nodes: [node("cm-partner.example.net")],
      users: [{ username: "exchange", password: "Cm-Demo-Password-2" }],
      domains: [
        {
          id: "c2a6b7c8-9d0e-4f12-8a34-56789abcdef0",
          name: "shared",
          keys: [{ name: "exchange-2026", description: "Shared with us for one year" }],
        },
      ],
    },
  ],
});
