/**
 * AWS with keys of your own: one that is uploaded and rotates every 90 days, and one that AWS may
 * use but never holds. The service needs a license for cloud key management.
 */
import * as pulumi from "@pulumi/pulumi";
import * as ciphertrust from "pulumi-ciphertrust";

const config = new pulumi.Config();

const connection = new ciphertrust.AwsConnection("byok", {
  accessKeyId: config.require("accessKeyId"),
  secretAccessKey: config.requireSecret("secretAccessKey"),
});
const account = new ciphertrust.AwsKms("byok", {
  connection: connection.id,
  accountId: config.require("accountId"),
  regions: ["eu-central-1", "eu-west-1"],
});

// Bring your own key: the material comes from the service's vault, which keeps a copy.
const material = new ciphertrust.VaultKey("ledger", { onDestroy: "destroy" });
const ledger = new ciphertrust.AwsUploadedKey("ledger", {
  kms: account.id,
  region: "eu-west-1",
  sourceKeyIdentifier: material.id,
  alias: ["example/ledger"],
  description: config.require("description"),
  multiRegion: config.requireBoolean("multiRegion"),
  deletionWindowDays: 7,
});
const quarterly = new ciphertrust.RotationSchedule("ledger", {
  cloud: "aws",
  runAt: "0 3 * * *",
  rotationAfter: "89d",
  rotateMaterial: true,
});
new ciphertrust.KeyRotation("ledger", { key: ledger, schedule: quarterly.id });
new ciphertrust.RefreshSchedule("byok-nightly", { cloud: "aws", containers: [account.id], runAt: "30 2 * * *" });

// Hold your own key: set linkedState on both, and connected on the store, once AWS can reach the service. The key may
// neither leave the vault nor be deleted there; 60 permits it to encrypt, decrypt, wrap and unwrap.
const held = new ciphertrust.VaultKey("held", { unexportable: true, undeletable: true, usageMask: 60 });
const store = new ciphertrust.AwsCustomKeyStore("held", {
  kms: account.id,
  region: "eu-west-1",
  xksProxyUriEndpoint: config.require("endpoint"),
  healthCheckKeyId: held.id,
  maxCredentials: 2,
  onDestroy: "delete",
});
const vault = new ciphertrust.AwsXksKey("held", {
  customKeyStore: store.id,
  sourceKeyId: held.id,
  linkedState: false,
});

export const ledgerArn = ledger.arn;
export const storePath = store.xksProxyUriPath;
export const heldState = vault.keyState;
