/** Types that have no sample, and why. */

const account = "it needs an account of its cloud";
const tenant = "it needs a tenant of SAP Data Custodian";
const organization = "it needs a Salesforce organization";
const manager = "it needs another key manager, and a login there";
const hsm = "it needs a Luna HSM";
const license = "licenses are the whole service's: installing one, or starting the one trial, is left to you";
const keys = "it needs a key or a container of a cloud";

export const reasons: Readonly<Record<string, string>> = {
  AwsKms: account,
  AwsPolicyTemplate: account,
  AwsKey: account,
  AwsUploadedKey: account,
  AwsKeyMaterial: account,
  AwsReplicaKey: account,
  AwsCustomKeyStore: account,
  AwsXksKey: account,
  AwsCloudHsmKey: account,
  AwsXksCredentialRotationSchedule: account,
  AzureVault: account,
  AzureKey: account,
  AzureSecret: account,
  AzureCertificate: account,
  AzureKeyBackupSchedule: account,
  GoogleKeyRing: account,
  GoogleKey: account,
  GoogleKeyVersion: account,
  OciTenancy: account,
  OciCompartment: account,
  OciVault: account,
  OciKey: account,
  OciKeyVersion: account,
  OciIssuer: "the service reads the configuration of the identity provider that it names",
  OciExternalVault: account,
  OciExternalKey: account,
  SalesforceOrganization: organization,
  SalesforceCertificate: organization,
  SalesforceKey: organization,
  SalesforceEndpoint: organization,
  SapGroup: tenant,
  SapKey: tenant,
  SapKeystore: tenant,
  SapHyokKey: tenant,
  LunaPartition: hsm,
  LunaKey: hsm,
  VirtualKey: hsm,
  DsmDomain: manager,
  DsmKey: manager,
  ExternalCmDomain: manager,
  ExternalCmKey: manager,
  License: license,
  TrialLicense: license,
  Refresh: keys,
  KeyRotation: keys,
  ContainerAcl: keys,
  Report: keys,
  WebInterfaceTrust: "it restarts the web interface, which interrupts every client of the service",
  ApiSetting: "settings always exist: none of them is this run's own",
};
