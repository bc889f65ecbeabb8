/**
 * What many AWS accounts share. The stacks of `examples/many-accounts` refer to its outputs. The
 * service needs a license for cloud key management.
 */
import * as pulumi from "@pulumi/pulumi";
import * as ciphertrust from "pulumi-ciphertrust";

const config = new pulumi.Config();

// One user in one account; every other account has a role that trusts it, so that only one secret has to be rotated.
const hub = new ciphertrust.AwsConnection("many-accounts-hub", {
  accessKeyId: config.require("accessKeyId"),
  secretAccessKey: config.requireSecret("secretAccessKey"),
});
const quarterly = new ciphertrust.RotationSchedule("many-accounts-quarterly", {
  cloud: "aws",
  runAt: "0 3 * * *",
  rotationAfter: "89d",
  rotateMaterial: true,
});
// One for all accounts, not one each: while a refresh of AWS is running, the service refuses to start another.
new ciphertrust.RefreshSchedule("many-accounts-nightly", { cloud: "aws", runAt: "0 22 * * *" });

export const connection = hub.id;
export const rotation = quarterly.id;
