import { awsAccount } from "../lifecycle/fixtures/aws";
import { cluster } from "../lifecycle/fixtures/awsKeys";
import { microsoft } from "../lifecycle/fixtures/dke";
import { client } from "../lifecycle/fixtures/ekm";
import { cmLogin, cmNode, retail } from "../lifecycle/fixtures/externalCm";
import { frankfurt, lunaPassword, production } from "../lifecycle/fixtures/luna";
import { demoCertificates } from "../../emulator/shared/demoCertificates";
import { ociUser } from "../emulator/systems/ociWorld";
import { systems as rows } from "../emulator/systems/rows";
import { connectionTo, loginOf } from "../lifecycle/fixtures/fixture";
import { inner, systems, type Slots } from "./programs";

/**
 * Programs for runs without checkpoints: every type that carries a mark, and, deployed before such
 * a run, what those depend on and what carries none.
 */

const { accountId, accessKeyId, secretAccessKey } = awsAccount;
const cmNodes = [cmNode("cm-paris.example.com")];

const identity: Slots = {
  backups: {
    type: "VaultKey",
    args: 'onDestroy: "destroy", labels: { team: "a" }',
    change: 'labels: { team: "b" }',
    replace: 'name: "backups-2"',
  },
  archive: {
    type: "VaultKey",
    args: 'onDestroy: "destroy", size: 128',
    change: 'description: "two"',
    replace: "size: 192",
  },
  database: {
    type: "VaultSecret",
    args: 'onDestroy: "destroy", value: "Database-Secret-1"',
    change: 'value: "Database-Secret-2"',
    replace: 'name: "database-2"',
  },
  operator: { type: "User", args: 'password: "Quick-Start-1"', change: 'email: "op@example.com"' },
  operators: { type: "Group", args: "users: [operator.id]", change: 'description: "two"', replace: 'name: "ops"' },
  shop: {
    type: "Domain",
    args: 'admins: [operator.id], onDestroy: "destroy"',
    change: "meta: { a: 1 }",
    replace: 'name: "shop-2"',
  },
};

const account: Slots = {
  amazon: { type: "AwsConnection", args: inner({ accessKeyId, secretAccessKey }), isBefore: true },
  account: {
    type: "AwsKms",
    args: `connection: amazon.id, accountId: "${accountId}", regions: ["eu-west-1", "eu-central-1"]`,
    isBefore: true,
  },
};

const place = 'kms: account.id, region: "eu-west-1"';

const aws: Slots = {
  ...account,
  spare: { type: "AwsConnection", args: inner({ accessKeyId, secretAccessKey }), change: 'description: "two"' },
  source: { type: "VaultKey", args: 'onDestroy: "destroy"' },
  uploaded: {
    type: "AwsUploadedKey",
    args: `${place}, sourceKeyIdentifier: source.id`,
    change: 'description: "two"',
    replace: "multiRegion: true",
  },
  primary: { type: "AwsKey", args: `${place}, multiRegion: true, alias: ["crash/primary"]`, isBefore: true },
  replica: {
    type: "AwsReplicaKey",
    args: 'primaryKey: primary.id, region: "eu-central-1", alias: ["crash/replica"]',
    change: 'description: "two"',
  },
  named: { type: "AwsKey", args: `${place}, alias: ["crash/named"]`, change: 'tags: { team: "b" }' },
  nameless: {
    type: "AwsKey",
    args: `${place}, tags: { team: "nameless" }`,
    change: 'description: "still nameless", enabled: false',
    replace: 'customerMasterKeySpec: "RSA_2048"',
  },
};

/** A store cannot be deleted while AWS deletes its keys. */
const kept = { isBefore: true, options: "retainOnDelete: true", isKept: true } as const;

const cloudHsm: Slots = {
  amazon: { ...account.amazon!, ...kept },
  account: { ...account.account!, ...kept },
  hsm: {
    type: "AwsCustomKeyStore",
    args: `${place}, customKeyStoreType: "AWS_CLOUDHSM", connected: true, ${inner(cluster)}`,
    ...kept,
  },
  held: { type: "AwsCloudHsmKey", args: "customKeyStore: hsm.id", change: 'description: "two"' },
  health: { type: "VaultKey", args: "size: 256", ...kept },
  outside: { type: "VaultKey", args: "unexportable: true, undeletable: true, usageMask: 60", ...kept },
  proxy: {
    type: "AwsCustomKeyStore",
    args: `${place}, linkedState: true, connected: true, maxCredentials: 3, xksProxyUriEndpoint: "https://keys.example.com", healthCheckKeyId: health.id`,
    ...kept,
  },
  external: {
    type: "AwsXksKey",
    args: 'customKeyStore: proxy.id, sourceKeyId: outside.id, alias: ["crash/external"]',
    change: 'description: "two"',
  },
};

/**
 * Connections that need nothing but a login, as their rows say it. AWS has one already (`spare`),
 * and a second one must not be in the plan that keeps one: objects of a type that is kept are not
 * counted.
 */
const clouds: Slots = Object.fromEntries(
  rows
    .filter(([name, { prepare }]) => prepare === undefined && name !== "aws")
    .map(([name, row]) => [
      `${name}Login`,
      { type: connectionTo(row).type, args: inner(loginOf(row)), change: 'labels: { a: "2" }' },
    ]),
);

const oci: Slots = {
  oracle: { type: "OciConnection", args: inner(ociUser), isBefore: true },
  shared: { ...systems.oci!.shared!, isBefore: true },
  second: { type: "OciConnection", args: inner(ociUser), change: 'description: "two"' },
  ledger: systems.oci!.ledger!,
  journal: systems.oci!.journal!,
};

const hardware: Slots = {
  frankfurt: {
    type: "LunaServer",
    args: inner({ hostname: frankfurt, hsmCertificate: demoCertificates[frankfurt] }),
    change: 'channel: "STC"',
  },
  channel: {
    type: "LunaStcPartition",
    args: inner({ label: "p", serialNumber: production.serialNumber, partitionIdentity: "cGFydGl0aW9u" }),
    replace: 'label: "q"',
  },
  hsms: {
    type: "LunaConnection",
    args: inner({ password: lunaPassword, partitions: [production] }),
    options: "dependsOn: frankfurt",
    change: 'description: "two"',
  },
};

const subsidiary: Slots = {
  paris: { type: "ExternalCmServer", args: inner({ nodes: cmNodes }), replace: 'description: "two"' },
  manager: {
    type: "ExternalCmConnection",
    args: inner({ ...cmLogin, nodes: cmNodes }),
    options: "dependsOn: paris",
    change: 'description: "two"',
  },
};

const subsidiaryKeys: Slots = {
  paris: { ...subsidiary.paris!, isBefore: true },
  manager: { ...subsidiary.manager!, isBefore: true },
  stores: { type: "ExternalCmDomain", args: `connection: manager.id, domainId: "${retail}"`, isBefore: true },
  till: {
    type: "ExternalCmKey",
    args: 'domainId: stores.id, onDestroy: "destroy"',
    change: 'labels: { a: "2" }',
    replace: 'name: "till-2"',
  },
};

const endpoints: Slots = {
  project: { type: "GoogleProject", args: 'projectId: "acme-external"', isBefore: true },
  staff: { type: "DkeTenant", args: inner(microsoft), isBefore: true },
  board: {
    type: "DkeEndpoint",
    args: 'keyUriHostname: "keys.example.com", authTenants: [staff.id], onDestroy: "delete"',
    replace: 'algorithm: "RSA_DECRYPT_OAEP_3072_SHA256"',
  },
  external: {
    type: "EkmEndpoint",
    args: `keyURIHostname: "keys.example.com", onDestroy: "delete", policy: { basic: { clients: ["${client}"] } }`,
    options: "dependsOn: project",
    replace: 'keyType: "asymmetric", algorithm: "EC_SIGN_P256_SHA256"',
  },
};

export const marked: Readonly<Record<string, Slots>> = {
  identity,
  aws,
  cloudHsm,
  clouds,
  oci,
  hardware,
  subsidiary,
  subsidiaryKeys,
  endpoints,
};
