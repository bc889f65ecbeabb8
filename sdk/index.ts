/** Pulumi resources for Thales CipherTrust Manager and its Cloud Key Manager. */
export * from "./aws";
export type { Filters, FunctionOptions, Listed } from "./function";
export * from "./identity";
export * from "./licensing";
export { Provider, type ProviderArgs } from "./provider";
export * from "./refresh";
export { CipherTrustResource, type CommonArgs } from "./resource";
export * from "./rotation";
export * from "./schedules";
export * from "./vault";
