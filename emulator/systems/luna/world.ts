import * as z from "zod";
import { demoCertificates } from "../../shared/demoCertificates";
import { listOf } from "../../shared/world/level";
import { worldPart } from "../../shared/world/part";
import { hsms } from "./hsm";
import { changeKeys } from "./worldKeys";

const wrapping = ["CKA_WRAP", "CKA_UNWRAP", "CKA_SENSITIVE"];
const signing = ["CKA_SIGN", "CKA_VERIFY", "CKA_SENSITIVE", "CKA_MODIFIABLE"];
const exportable = ["CKA_ENCRYPT", "CKA_DECRYPT", "CKA_EXTRACTABLE", "CKA_SENSITIVE", "CKA_MODIFIABLE"];

/**
 * Two HSMs: a production partition that is mirrored as an HA group, one for payments, and a full
 * one.
 */
export const lunaWorld = worldPart(
  "luna",
  z.strictObject({ hsms: listOf(hsms) }),
  {
    hsms: [
      {
        hostname: "hsm-frankfurt.example.com",
        certificate: demoCertificates["hsm-frankfurt.example.com"] ?? "",
        partitions: [
          {
            label: "production",
            serialNumber: "1312109861412",
            password: "Partition-Demo-1",
            keys: [
              { label: "card-pin-encryption", algorithm: "DES3", size: 192 },
              { label: "database-master", size: 256, attributes: wrapping },
              { label: "byok-orders", size: 256, attributes: exportable },
              { label: "byok-signing", algorithm: "RSA", size: 3072, attributes: exportable },
              { label: "code-signing", algorithm: "RSA", size: 4096, attributes: signing },
              { label: "document-signing", algorithm: "EC", size: 256, curve: "prime256v1", attributes: signing },
              { label: "legacy-archive", size: 128, attributes: ["CKA_DECRYPT"] },
              { label: "audit-mac", algorithm: "GENERIC_SECRET", size: 512, attributes: ["CKA_SIGN", "CKA_VERIFY"] },
            ],
          },
          {
            label: "payments",
            serialNumber: "1312109861413",
            password: "Partition-Demo-2",
            keys: [
              { label: "acquirer-zone", size: 192, attributes: wrapping },
              { label: "terminal-root", algorithm: "RSA", size: 2048, attributes: signing },
            ],
          },
          { label: "full", serialNumber: "1312109861414", password: "Partition-Demo-3", capacity: 0 },
        ],
      },
      {
        hostname: "hsm-dublin.example.com",
        certificate: demoCertificates["hsm-dublin.example.com"] ?? "",
        partitions: [
          {
            label: "production",
            serialNumber: "1501222987001",
            password: "Partition-Demo-1",
            copyOf: "1312109861412",
          },
        ],
      },
    ],
  },
  { keys: changeKeys },
);
