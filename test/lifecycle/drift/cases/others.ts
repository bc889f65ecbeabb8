import { certificateFor, privateKey } from "../../../rules/pem";
import type { Bag } from "../../../../provider/lifecycle/vocabulary/definition";
import { azureTenant } from "../../fixtures/azure";
import { demoCertificates } from "../../../../emulator/shared/demoCertificates";
import { makeLunaConnection, mirror, production } from "../../fixtures/luna";
import { make, type Rig } from "../../rig";
import type { Cases } from "../case";

const signedIn = async (rig: Rig, name: string) => (await make(rig, "AzureConnection", { name, ...azureTenant })).id;

/** Permits the holders of a role, who are looked up through a connection. */
const byRole = async (rig: Rig): Promise<Bag> => ({
  authorizationType: "role",
  authorizedRoles: ["Key.Reader"],
  connection: await signedIn(rig, "directory"),
});

const bySalesforceCertificate = {
  isCertificateUsed: true,
  clientSecret: undefined,
  password: undefined,
  readyTimeoutSeconds: 1,
};

const confidential = { endpointType: "ekm-ude" };
const rego = "package ekm\ndefault allow = true";
const ellipticPair = { type: "EC", size: undefined, curve: "NistP256", operations: ["SIGN", "VERIFY"] };

export const others: Cases = {
  SalesforceConnection: {
    domainName: {
      args: { username: undefined, password: undefined },
      written: "acme.my.salesforce.com",
      other: "elsewhere.my.salesforce.com",
    },
    isCertificateUsed: { other: true, along: bySalesforceCertificate },
    certDuration: { args: bySalesforceCertificate, written: 30, other: 40 },
    certificate: {
      args: { clientSecret: undefined, password: undefined, username: "admin@acme.example" },
      written: demoCertificates["dsm-1.example.com"],
      other: demoCertificates["dsm-2.example.com"],
    },
    enableMutualTls: {
      other: true,
      along: { tlsClientCertificateWithPrivateKey: `${certificateFor(privateKey)}${privateKey}` },
    },
  },
  ContainerAcl: { user: { other: "local|0d3f9a52-5b4c-4c1e-9d4c-0f6a1f8b2c3d" } },
  SalesforceOrganization: { sfdcOrgId: { other: "00D5g000008AbCdEAK" } },
  SapConnection: { apiEndpoint: { other: "https://elsewhere.example.com/kms/v2" } },
  SapKey: { curve: { args: ellipticPair, other: "NistP384" } },
  LunaConnection: {
    products: { other: ["cckm", "hsm_anchored_domain"] },
    isHaEnabled: { args: { partitions: [production, mirror] }, other: true },
  },
  VirtualKey: { deletable: { args: { onDestroy: "retain" }, other: false } },
  LunaPartition: {
    connection: { other: (rig: Rig) => makeLunaConnection(rig, "elsewhere") },
  },
  EkmEndpoint: {
    rawPolicyEnabled: { other: true, along: { policy: { rego } } },
    cvmRequiredForEncrypt: { args: confidential, other: true },
    cvmRequiredForDecrypt: { args: confidential, other: true },
  },
  DkeTenant: {
    tenantId: { other: "0b6c2c0e-1a58-4b0c-8a0e-6a3d2f1c4e55" },
    authorizationType: { prepare: byRole, args: {}, other: "email" },
    connection: { prepare: byRole, other: (rig: Rig) => signedIn(rig, "elsewhere") },
  },
  DkeEndpoint: {
    authTenants: {
      other: async (rig: Rig) => {
        const tenantId = "0b6c2c0e-1a58-4b0c-8a0e-6a3d2f1c4e55";
        const args = {
          name: "guests",
          tenantId,
          authorizationType: "email",
          authorizedEmailAddresses: ["*@guest.example"],
        };
        return [(await make(rig, "DkeTenant", args)).id];
      },
    },
  },
  VaultKey: {
    size: { written: 256, other: 128 },
    curveId: { args: { algorithm: "ec" }, written: "prime256v1", other: "secp384r1" },
    parameterSet: { args: { algorithm: "ml-dsa" }, written: "ML-DSA-65", other: "ML-DSA-87" },
    permissions: { written: { UseKey: ["operators"] }, other: { UseKey: ["everybody"] } },
  },
  VaultSecret: { permissions: { written: { ReadKey: ["operators"] }, other: { ReadKey: ["everybody"] } } },
  TrialLicense: { name: { written: "CCKM", other: "elsewhere" } },
};
