/** An AWS account in a program; `kms` is the container of its keys. */
export const account = (...regions: string[]): string => `
  const trial = new ciphertrust.TrialLicense("trial");
  const prod = new ciphertrust.AwsConnection("prod", {
    accessKeyId: "AKIAIOSFODNN7EXAMPLE", secretAccessKey: "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY",
  });
  const kms = new ciphertrust.AwsKms("prod", {
    connection: prod.id, accountId: "123456789012", regions: ${JSON.stringify(regions)},
  }, { dependsOn: trial });`;
