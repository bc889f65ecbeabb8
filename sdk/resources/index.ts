// Made from provider/resources by `npm run generate`: change the definitions there.

export * from "./aws";
export * from "./azure";
export * from "./google";
export * from "./oci";
export * from "./salesforce";
export * from "./sap";
export * from "./luna";
export * from "./dsm";
export * from "./externalCm";
export * from "./ekm";
export * from "./dke";
export * from "./vault";
export * from "./identity";
export * from "./clients";
export * from "./licensing";
export * from "./all-systems";
