const description = "recorded";
const connection = new ciphertrust.AwsConnection("aws", {
  accessKeyId: "AKIAIOSFODNN7EXAMPLE",
  secretAccessKey: "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY",
  labels: { team: "keys" },
  meta: { owner: "me" },
  description,
});
const account = new ciphertrust.AwsKms("account", {
  connection: connection.id,
  accountId: "123456789012",
  regions: ["eu-west-1", "eu-central-1"],
});
const orders = new ciphertrust.AwsKey("orders", {
  kms: account.id,
  region: "eu-west-1",
  alias: ["recorded/orders"],
  tags: { team: "a" },
  description,
});
const yearly = new ciphertrust.RotationSchedule("yearly", { cloud: "aws", runAt: "0 3 1 1 *", description });
new ciphertrust.KeyRotation("orders", { key: orders, schedule: yearly.id });
new ciphertrust.Refresh("all", { cloud: "aws", containers: [account.id] });

new ciphertrust.VaultKey("backups", { labels: { a: "1" }, aliases: ["b1"], onDestroy: "destroy", description });
const operator = new ciphertrust.User("operator", { password: "Quick-Start-1", email: "operator@example.com" });
new ciphertrust.Group("operators", { users: [operator.id], description });

const sap = new ciphertrust.SapConnection("sap", {
  apiEndpoint: "https://kms-eu10.datacustodian.example.com/kms/v2",
  userCredentials: { user: "cckm-operator", secret: "Sap-Demo-Secret-1", tenant: "acme-prod" },
  description,
});
const group = new ciphertrust.SapGroup("group", {
  connection: sap.id,
  groupId: "1f0c7d62-5a0e-4a2f-9c3b-2d6f0b7a1e01",
});
new ciphertrust.SapKey("ledger", {
  group: group.id,
  type: "AES",
  size: 256,
  operations: ["ENCRYPT", "DECRYPT"],
  onDestroy: "destroy",
  description,
});
