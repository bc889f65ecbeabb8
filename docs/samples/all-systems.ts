import * as pulumi from "@pulumi/pulumi";
import * as ciphertrust from "pulumi-ciphertrust";

const config = new pulumi.Config();

const connection = new ciphertrust.AwsConnection("staging", {
  accessKeyId: "AKIAI44QH8DHBEXAMPLE",
  secretAccessKey: config.requireSecret("stagingSecretAccessKey"),
});
const account = new ciphertrust.AwsKms("staging", {
  connection: connection.id,
  accountId: "210987654321",
  regions: ["eu-west-1"],
});

// Downloads the keys that the account has, once; another value of a trigger does so again.
const now = new ciphertrust.Refresh("staging", { cloud: "aws", containers: [account.id], triggers: { run: 1 } });

// The same every night, so that changes made in AWS are seen.
const nightly = new ciphertrust.RefreshSchedule("nightly", {
  cloud: "aws",
  containers: [account.id],
  runAt: "30 2 * * *",
});

// Adds accounts that appear behind the connection, every Sunday.
const weekly = new ciphertrust.ContainerDiscoverySchedule("new-accounts", {
  cloud: "aws",
  connection: connection.id,
  regions: ["eu-west-1"],
  runAt: "0 5 * * 0",
});

// No material older than 90 days, and the key that it is for: any of the program's keys, in any cloud that can rotate.
const quarterly = new ciphertrust.RotationSchedule("quarterly", {
  cloud: "aws",
  runAt: "0 3 * * *",
  rotationAfter: "89d",
  rotateMaterial: true,
});
const carts = new ciphertrust.AwsKey("carts", { kms: account.id, region: "eu-west-1", alias: ["carts"] });
const rotation = new ciphertrust.KeyRotation("carts", { key: carts, schedule: quarterly.id });

// After a leak: rotates the key at once. Another value of a trigger does so again.
new ciphertrust.RotateNow("carts-leak", { key: carts, triggers: { leak: "ticket 42" } });

// Permits a group to see keys and to make new ones in the account.
const developers = new ciphertrust.Group("developers");
new ciphertrust.ContainerAcl("developers", {
  container: account,
  group: developers.name,
  actions: ["viewnative", "keycreate"],
});

// Which keys are old: made once, after the refresh.
const aging = new ciphertrust.Report(
  "aging",
  { cloud: "aws", reportType: "key-aging", containers: [account.id] },
  { dependsOn: now },
);

// Anything of the service's API that has no class of its own.
new ciphertrust.ApiObject("auditors", {
  path: "/usermgmt/groups",
  body: { name: "auditors", description: "Read the audit records" },
  idField: "name",
  replaceOn: ["name"],
});

// Settings that are always there; destroying it puts back the values that they had.
new ciphertrust.ApiSetting("expiry-notices", {
  path: "/cckm/settings/aws_key_expiry_notification",
  values: { enabled: true, days: 30 },
});

// Lets the web interface accept certificates of a CA. It restarts for that.
const robots = new ciphertrust.LocalCa("robots", { cn: "Example Robots", allowClientAuthentication: true });
new ciphertrust.WebInterfaceTrust("robots", { ca: robots.id });

// The rows of a report, when a key was rotated last, and who did what.
export const oldKeys = ciphertrust.getReport({ cloud: "aws", id: aging.id });
export const rotations = rotation.id.apply(() => ciphertrust.getRotationStatus({ keys: [carts] }));
export const administrator = ciphertrust.getAuditRecords({ username: "admin", limit: 10 });

export const refreshSchedules = ciphertrust.RefreshSchedule.list({ name: nightly.name });
export const discoverySchedules = ciphertrust.ContainerDiscoverySchedule.list({ name: weekly.name });
export const rotationSchedules = ciphertrust.RotationSchedule.list({ name: quarterly.name });
