// Made from provider/resources by `npm run generate`: change the systems there.
import type { KindPlaces } from "../../provider/limits/kind";

/** Types of keys that schedules of the service rotate. */
export type RotatableType =
  | "AwsKey"
  | "AwsUploadedKey"
  | "AzureKey"
  | "GoogleKey"
  | "OciKey"
  | "SalesforceKey"
  | "SapKey"
  | "SapHyokKey"
  | "EkmEndpoint"
  | "DkeEndpoint";

/** What programs need to know of each. */
export const rotatable = {
  AwsKey: {
    system: "aws",
    sources: ["local", "ciphertrust", "dsm", "hsm-luna", "external-cm"],
    inPlace: {
      property: "customerMasterKeySpec",
      value: "SYMMETRIC_DEFAULT",
      why: "its spec is {}, and AWS rotates the material inside SYMMETRIC_DEFAULT keys only",
    },
    otherSource: {
      property: "origin",
      value: "AWS_KMS",
      why: "its material is from AWS, which also makes the new one inside the key, and takes it from no other source",
    },
    cloudRotates: "keyRotationEnabled",
  },
  AwsUploadedKey: {
    system: "aws",
    sources: ["local", "ciphertrust", "dsm", "hsm-luna", "external-cm"],
    inPlace: {
      property: "customerMasterKeySpec",
      value: "SYMMETRIC_DEFAULT",
      why: "its spec is {}, and AWS rotates the material inside SYMMETRIC_DEFAULT keys only",
    },
  },
  AzureKey: {
    system: "azure",
    sources: ["native", "ciphertrust", "dsm", "hsm-luna", "external-cm"],
    upload: {
      by: ["localKeyIdentifier", "dsmKeyIdentifier", "lunaKeyIdentifier", "externalCmKeyIdentifier", "sourceKeyTier"],
      again: "give its AzureKey another localKeyIdentifier, which is uploaded at once",
    },
  },
  GoogleKey: {
    system: "google",
    sources: ["native", "ciphertrust", "dsm", "hsm-luna", "external-cm"],
    upload: {
      by: ["sourceKeyId"],
      only: "importOnly",
      again: "declare a GoogleKeyVersion with isNative: false and a new sourceKeyId",
    },
    cloudRotates: "rotationPeriod",
  },
  OciKey: {
    system: "oci",
    sources: ["native", "ciphertrust", "dsm", "hsm-luna", "external-cm"],
    upload: { by: ["sourceKeyIdentifier"], again: "declare an OciKeyVersion with a new sourceKeyIdentifier" },
  },
  SalesforceKey: {
    system: "salesforce",
    sources: ["native", "ciphertrust", "dsm", "hsm-luna", "external-cm"],
    upload: {
      by: ["sourceKeyIdentifier"],
      again: "give its SalesforceKey another sourceKeyIdentifier, which is uploaded at once",
    },
  },
  SapKey: {
    system: "sap",
    sources: ["native", "ciphertrust", "dsm", "hsm-luna", "external-cm"],
    upload: {
      by: ["sourceKeyIdentifier"],
      again: "give its SapKey another sourceKeyIdentifier, which adds a version at once",
    },
  },
  SapHyokKey: { system: "sap", sources: ["ciphertrust", "hsm-luna"] },
  EkmEndpoint: { system: "ekm", sources: [] },
  DkeEndpoint: { system: "dke", sources: [] },
} as const;

/** Types of keys, and which of their properties tell the kind of a key. */
export type KeyType =
  | "AwsKey"
  | "AwsUploadedKey"
  | "AwsReplicaKey"
  | "AwsXksKey"
  | "AwsCloudHsmKey"
  | "AzureKey"
  | "GoogleKey"
  | "OciKey"
  | "OciExternalKey"
  | "SalesforceKey"
  | "SapKey"
  | "SapHyokKey"
  | "LunaKey"
  | "DsmKey"
  | "ExternalCmKey"
  | "EkmEndpoint"
  | "DkeEndpoint"
  | "VaultKey";

/** Systems that hold keys. */
export type KeySystem =
  "aws" | "azure" | "google" | "oci" | "salesforce" | "sap" | "luna" | "dsm" | "externalCm" | "ekm" | "dke" | "vault";

export const kinds: Readonly<Record<KeyType, KindPlaces & { readonly system: KeySystem }>> = {
  AwsKey: {
    system: "aws",
    algorithm: ["customerMasterKeySpec"],
    purpose: ["keyUsage"],
    tags: ["tags"],
    usual: ["SYMMETRIC_DEFAULT"],
  },
  AwsUploadedKey: { system: "aws", algorithm: ["customerMasterKeySpec"], purpose: ["keyUsage"], tags: ["tags"] },
  AwsReplicaKey: { system: "aws", algorithm: ["customerMasterKeySpec"], purpose: ["keyUsage"], tags: ["tags"] },
  AwsXksKey: { system: "aws", always: "SYMMETRIC_DEFAULT", tags: ["tags"] },
  AwsCloudHsmKey: { system: "aws", always: "SYMMETRIC_DEFAULT", tags: ["tags"] },
  AzureKey: {
    system: "azure",
    algorithm: ["currentKty", "kty"],
    size: ["currentKeySize", "keySize"],
    curve: ["currentCrv", "crv"],
    purpose: ["keyOps"],
    tags: ["tags"],
    usual: ["RSA_2048", "EC_P256"],
    copies: ["localKeyIdentifier", "dsmKeyIdentifier", "lunaKeyIdentifier", "externalCmKeyIdentifier", "sourceKeyTier"],
  },
  GoogleKey: {
    system: "google",
    algorithm: ["algorithm"],
    purpose: ["purpose"],
    tags: ["labels"],
    usual: ["GOOGLE_SYMMETRIC_ENCRYPTION"],
  },
  OciKey: {
    system: "oci",
    algorithm: ["algorithm"],
    bytes: ["length"],
    curve: ["curveId"],
    tags: ["freeformTags"],
    usual: ["AES256", "RSA2048", "ECDSA_P256"],
    copies: ["sourceKeyIdentifier"],
  },
  OciExternalKey: { system: "oci", always: "AES256" },
  SalesforceKey: { system: "salesforce", always: "AES256" },
  SapKey: { system: "sap", algorithm: ["type"], size: ["size"], curve: ["curve"], purpose: ["operations"] },
  SapHyokKey: { system: "sap", always: "AES256" },
  LunaKey: { system: "luna", algorithm: ["mechanism"], size: ["size"], purpose: ["attributes"] },
  DsmKey: { system: "dsm", algorithm: ["algorithm"] },
  ExternalCmKey: {
    system: "externalCm",
    algorithm: ["algorithm"],
    size: ["size"],
    curve: ["curveId"],
    purpose: ["usageMask"],
    tags: ["labels"],
    usual: ["AES256", "ARIA256", "TDES192"],
  },
  EkmEndpoint: { system: "ekm", algorithm: ["algorithm"], usual: ["AES256"] },
  DkeEndpoint: { system: "dke", algorithm: ["algorithm"], usual: ["RSA_DECRYPT_OAEP_2048_SHA256"] },
  VaultKey: {
    system: "vault",
    algorithm: ["parameterSet", "algorithm"],
    size: ["size"],
    curve: ["curveId"],
    purpose: ["usageMask"],
    tags: ["labels"],
    usual: ["AES256", "ARIA256", "TDES192"],
  },
};
