/** Runs that once ended wrongly because of a bug, in the format of `npm run faults -- --faults`. */
export const onceFailed: Readonly<Record<string, readonly string[]>> = {
  OciVault: ["read.0.500"],
  OciKey: ["create.2.lag", "create.2.lost"],
  OciKeyVersion: ["create.2.500-done+update.1.refused", "create.3.lost"],
  AzureSecret: ["update.3.null"],
  Report: ["create.2.restart", "create.2.empty+create.5.restart"],
  ApiSetting: ["update.3.lag"],
  RegisteredClient: ["update.3.500-done"],
};
