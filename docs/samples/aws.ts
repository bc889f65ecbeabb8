import * as pulumi from "@pulumi/pulumi";
import * as ciphertrust from "pulumi-ciphertrust";

const config = new pulumi.Config();

// An IAM user who may manage keys.
const connection = new ciphertrust.AwsConnection("production", {
  accessKeyId: "AKIAIOSFODNN7EXAMPLE",
  secretAccessKey: config.requireSecret("awsSecretAccessKey"),
});

// The account becomes a container of keys; the service manages those of its regions.
const account = new ciphertrust.AwsKms("production", {
  connection: connection.id,
  accountId: "123456789012",
  regions: ["eu-west-1", "eu-central-1"],
});

// A key policy that several keys share: they take its id as policyTemplate.
const standard = new ciphertrust.AwsPolicyTemplate("standard", {
  kms: account.id,
  keyAdminsRoles: ["KeyAdministrator"],
  keyUsersRoles: ["OrderService"],
});

// AWS makes the material of this one.
const orders = new ciphertrust.AwsKey("orders", {
  kms: account.id,
  region: "eu-west-1",
  alias: ["orders"],
  description: "Encrypts orders",
  keyAdminsRoles: ["KeyAdministrator"],
  keyUsersRoles: ["OrderService"],
  tags: { team: "shop" },
});

// Bring your own key: the material comes from the service's vault, which keeps it.
const material = new ciphertrust.VaultKey("aws-ledger", { algorithm: "aes", size: 256 });
const ledger = new ciphertrust.AwsUploadedKey("ledger", {
  kms: account.id,
  region: "eu-west-1",
  sourceKeyIdentifier: material.id,
  alias: ["ledger"],
});

// The same in two steps, for a key that was made without material.
const empty = new ciphertrust.AwsKey("claims", {
  kms: account.id,
  region: "eu-west-1",
  origin: "EXTERNAL",
  alias: ["claims"],
});
new ciphertrust.AwsKeyMaterial("claims", {
  key: empty.id,
  sourceKeyIdentifier: material.id,
  validTo: "2031-12-31T00:00:00Z",
});

// A multi-region key, and its replica in another region.
const primary = new ciphertrust.AwsKey("sessions", {
  kms: account.id,
  region: "eu-west-1",
  multiRegion: true,
  alias: ["sessions"],
});
const replica = new ciphertrust.AwsReplicaKey("sessions", {
  primaryKey: primary.id,
  region: "eu-central-1",
  alias: ["sessions"],
});

// Hold your own key: AWS calls the service for each use. The key may neither leave the vault nor be deleted there; 60
// permits it to encrypt, decrypt, wrap and unwrap.
const held = new ciphertrust.VaultKey("aws-medical", { unexportable: true, undeletable: true, usageMask: 60 });
const store = new ciphertrust.AwsCustomKeyStore("held", {
  kms: account.id,
  region: "eu-west-1",
  xksProxyUriEndpoint: "https://keys.example.com",
  healthCheckKeyId: held.id,
  maxCredentials: 3,
  linkedState: true,
  connected: true,
  onDestroy: "delete",
});
const medical = new ciphertrust.AwsXksKey("medical", {
  customKeyStore: store.id,
  sourceKeyId: held.id,
  alias: ["medical"],
});

// New credentials once a month, for stores that name it as their credentialRotationSchedule.
const credentials = new ciphertrust.AwsXksCredentialRotationSchedule("store-credentials", { runAt: "0 3 1 * *" });

// A key store of a CloudHSM cluster, and a key in it.
const cluster = new ciphertrust.AwsCustomKeyStore("cluster", {
  kms: account.id,
  region: "eu-west-1",
  customKeyStoreType: "AWS_CLOUDHSM",
  cloudHsmClusterId: "cluster-kmshsm2eu3a",
  keyStorePassword: config.requireSecret("keyStorePassword"),
  trustAnchorCertificate: config.require("clusterCertificate"),
  connected: true,
  onDestroy: "delete",
});
const cards = new ciphertrust.AwsCloudHsmKey("cards", { customKeyStore: cluster.id, alias: ["cards"] });

// What the connection and the account have, whether or not the service manages it.
export const accountBehind = ciphertrust.getAwsAccount({ connection: connection.id });
export const regionsOfAws = ciphertrust.getAwsRegions({ connection: connection.id });
export const iamUsers = ciphertrust.getAwsIamUsers({ kms: account.id });
export const iamRoles = ciphertrust.getAwsIamRoles({ kms: account.id });
export const logGroups = ciphertrust.getAwsLogGroups({
  kms: account.id,
  region: "eu-west-1",
  prefix: "aws-cloudtrail",
});
export const freeClusters = ciphertrust.getAwsCloudHsmClusters({ kms: account.id, region: "eu-west-1" });

export const awsConnections = ciphertrust.AwsConnection.list({ name: connection.name });
export const accounts = ciphertrust.AwsKms.list({ accountId: account.accountId });
export const templates = ciphertrust.AwsPolicyTemplate.list({ name: standard.name });
export const keysInIreland = ciphertrust.AwsKey.list({ kmsId: orders.kms, region: "eu-west-1" });
export const uploadedKeys = ciphertrust.AwsUploadedKey.list({ kmsId: ledger.kms, keySource: "local" });
export const replicas = ciphertrust.AwsReplicaKey.list({ region: replica.region, multiRegionKeyType: "REPLICA" });
export const stores = ciphertrust.AwsCustomKeyStore.list({ name: store.name });
export const heldKeys = ciphertrust.AwsXksKey.list({ customKeyStoreId: medical.customKeyStore });
export const clusterKeys = ciphertrust.AwsCloudHsmKey.list({ customKeyStoreId: cards.customKeyStore });
export const credentialSchedules = ciphertrust.AwsXksCredentialRotationSchedule.list({ name: credentials.name });
