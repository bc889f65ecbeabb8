// Made from provider/resources by `npm run generate`: change the systems there.
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
  AzureKey: { system: "azure", sources: ["native", "ciphertrust", "dsm", "hsm-luna", "external-cm"] },
  GoogleKey: { system: "google", sources: ["native", "ciphertrust", "dsm", "hsm-luna", "external-cm"] },
  OciKey: { system: "oci", sources: ["native", "ciphertrust", "dsm", "hsm-luna", "external-cm"] },
  SalesforceKey: { system: "salesforce", sources: ["native", "ciphertrust", "dsm", "hsm-luna", "external-cm"] },
  SapKey: { system: "sap", sources: ["native", "ciphertrust", "dsm", "hsm-luna", "external-cm"] },
  SapHyokKey: { system: "sap", sources: ["ciphertrust", "hsm-luna"] },
  EkmEndpoint: { system: "ekm", sources: [] },
  DkeEndpoint: { system: "dke", sources: [] },
} as const;
