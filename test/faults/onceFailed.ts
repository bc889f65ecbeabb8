/** Runs that once ended wrongly because of a bug, in the format of `npm run faults -- --faults`. */
export const onceFailed: Readonly<Record<string, readonly string[]>> = {
  AwsKey: ["read.1.other-get", "update.2.other-get", "delete.2.other-get"],
  VaultKey: ["create.3.exchanged", "create.3.lag-destroy", "delete.4.accepted"],
  DsmKey: ["delete.2.error-2xx"],
  Domain: ["create.3.exchanged"],
  AwsConnection: ["create.3.lag-30"],
  OciVault: ["read.0.500"],
  OciKey: ["delete.2.other-get", "create.2.lag", "create.2.lost"],
  OciKeyVersion: ["create.2.500-done+update.1.refused", "create.3.lost"],
  AzureSecret: ["update.3.null"],
  VaultSecret: ["update.3.lag-30", "update.3.lag-destroy"],
  Report: ["create.2.restart", "create.2.empty+create.5.restart"],
  ApiSetting: ["update.3.lag"],
  RegisteredClient: ["update.3.500-done"],
};
