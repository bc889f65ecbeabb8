import { certificate } from "../../fixtures/sap";
import { demoCertificates } from "../../../../emulator/shared/demoCertificates";
import { make, type Rig } from "../../rig";
import type { Cases } from "../case";

const ownCertificate = { clientSecret: undefined, isCertificateUsed: true, readyTimeoutSeconds: 0 };
const stack = { cloudName: "AzureStack", azureStackConnectionType: "AAD", readyTimeoutSeconds: 0 };
const elsewhere = demoCertificates["dsm-1.example.com"];

export const azure: Cases = {
  AzureConnection: {
    isCertificateUsed: { other: true, along: ownCertificate },
    certDuration: { args: ownCertificate, written: 30, other: 40 },
    certificate: {
      args: { clientSecret: undefined, readyTimeoutSeconds: 0 },
      written: certificate,
      other: elsewhere,
    },
    azureStackConnectionType: { args: stack, other: "ADFS" },
  },
  AzureVault: {
    rotationSchedule: {
      other: async (rig: Rig) =>
        (await make(rig, "RotationSchedule", { name: "elsewhere", cloud: "azure", runAt: "0 3 2 * *" })).id,
    },
  },
  AzureSecret: { exp: { other: "2041-01-31T00:00:00Z" } },
};
