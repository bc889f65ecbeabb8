import type { Definition } from "../../lifecycle/vocabulary/definition";

// Generated from the definitions: npm run generate.

interface Home {
  readonly system: string;
  definitions(): readonly Definition[];
}

/* eslint-disable @typescript-eslint/no-require-imports, @typescript-eslint/consistent-type-imports -- loaded when needed, and synchronously, as Pulumi's host requires */
const aws: Home = { system: "aws", definitions: () => (require("../aws") as typeof import("../aws")).aws.definitions };
const azure: Home = {
  system: "azure",
  definitions: () => (require("../azure") as typeof import("../azure")).azure.definitions,
};
const google: Home = {
  system: "google",
  definitions: () => (require("../google") as typeof import("../google")).google.definitions,
};
const oci: Home = { system: "oci", definitions: () => (require("../oci") as typeof import("../oci")).oci.definitions };
const salesforce: Home = {
  system: "salesforce",
  definitions: () => (require("../salesforce") as typeof import("../salesforce")).salesforce.definitions,
};
const sap: Home = { system: "sap", definitions: () => (require("../sap") as typeof import("../sap")).sap.definitions };
const luna: Home = {
  system: "luna",
  definitions: () => (require("../luna") as typeof import("../luna")).luna.definitions,
};
const dsm: Home = { system: "dsm", definitions: () => (require("../dsm") as typeof import("../dsm")).dsm.definitions };
const externalCm: Home = {
  system: "externalCm",
  definitions: () => (require("../externalCm") as typeof import("../externalCm")).externalCm.definitions,
};
const ekm: Home = { system: "ekm", definitions: () => (require("../ekm") as typeof import("../ekm")).ekm.definitions };
const dke: Home = { system: "dke", definitions: () => (require("../dke") as typeof import("../dke")).dke.definitions };
const vault: Home = {
  system: "vault",
  definitions: () => (require("../vault") as typeof import("../vault")).vault.definitions,
};
const identity: Home = {
  system: "identity",
  definitions: () => (require("../identity") as typeof import("../identity")).identity.definitions,
};
const clients: Home = {
  system: "clients",
  definitions: () => (require("../clients") as typeof import("../clients")).clients.definitions,
};
const licensing: Home = {
  system: "licensing",
  definitions: () => (require("../licensing") as typeof import("../licensing")).licensing.definitions,
};
/* eslint-enable */

/** The system of each type, with its definitions. */
export const homes: Readonly<Record<string, Home>> = {
  AwsConnection: aws,
  AwsKms: aws,
  AwsPolicyTemplate: aws,
  AwsKey: aws,
  AwsUploadedKey: aws,
  AwsKeyMaterial: aws,
  AwsReplicaKey: aws,
  AwsCustomKeyStore: aws,
  AwsXksKey: aws,
  AwsCloudHsmKey: aws,
  AwsXksCredentialRotationSchedule: aws,
  AzureConnection: azure,
  AzureVault: azure,
  AzureKey: azure,
  AzureSecret: azure,
  AzureCertificate: azure,
  AzureKeyBackupSchedule: azure,
  GoogleConnection: google,
  GoogleProject: google,
  GoogleKeyRing: google,
  GoogleKey: google,
  GoogleKeyVersion: google,
  OciConnection: oci,
  OciTenancy: oci,
  OciCompartment: oci,
  OciVault: oci,
  OciKey: oci,
  OciKeyVersion: oci,
  OciIssuer: oci,
  OciExternalVault: oci,
  OciExternalKey: oci,
  SalesforceConnection: salesforce,
  SalesforceOrganization: salesforce,
  SalesforceCertificate: salesforce,
  SalesforceKey: salesforce,
  SalesforceEndpoint: salesforce,
  SapConnection: sap,
  SapGroup: sap,
  SapKey: sap,
  SapKeystore: sap,
  SapHyokKey: sap,
  LunaServer: luna,
  LunaStcPartition: luna,
  LunaConnection: luna,
  LunaPartition: luna,
  LunaKey: luna,
  VirtualKey: luna,
  DsmConnection: dsm,
  DsmDomain: dsm,
  DsmKey: dsm,
  ExternalCmServer: externalCm,
  ExternalCmConnection: externalCm,
  ExternalCmDomain: externalCm,
  ExternalCmKey: externalCm,
  EkmEndpoint: ekm,
  DkeTenant: dke,
  DkeEndpoint: dke,
  VaultKey: vault,
  VaultRotationSchedule: vault,
  VaultKeyRotation: vault,
  VaultKeyRevocation: vault,
  VaultSecret: vault,
  Domain: identity,
  Group: identity,
  User: identity,
  LdapIdentityProvider: identity,
  OidcIdentityProvider: identity,
  LocalCa: clients,
  ExternalCa: clients,
  ClientProfile: clients,
  RegistrationToken: clients,
  ClientKeyPair: clients,
  RegisteredClient: clients,
  License: licensing,
  TrialLicense: licensing,
};
