/**
 * Azure, from an application's credentials to a key that gets a new version every 90 days. The
 * service needs a license for cloud key management.
 */
import * as pulumi from "@pulumi/pulumi";
import * as ciphertrust from "pulumi-ciphertrust";

const config = new pulumi.Config();
const subscriptionId = config.require("subscriptionId");

const connection = new ciphertrust.AzureConnection("azure", {
  clientId: config.require("clientId"),
  tenantId: config.require("tenantId"),
  clientSecret: config.requireSecret("clientSecret"),
});
// What the connection can see: a program could as well add all vaults that carry a tag.
const offered = ciphertrust.getAzureVaults({ connection: connection.id, subscriptionId });

const vault = new ciphertrust.AzureVault("azure", {
  connection: connection.id,
  subscriptionId,
  vault: config.require("vault"),
});
const refresh = new ciphertrust.Refresh("now", {
  cloud: "azure",
  containers: [vault.id],
  items: ["keys", "secrets", "certificates"],
});

const orders = new ciphertrust.AzureKey(
  "orders",
  {
    keyVault: vault.id,
    keyName: config.require("keyName"),
    kty: "RSA",
    keySize: 3072,
    tags: { team: config.require("team") },
  },
  { dependsOn: refresh },
);

const quarterly = new ciphertrust.RotationSchedule("azure-quarterly", {
  cloud: "azure",
  runAt: "0 3 * * *",
  rotationAfter: "89d",
});
new ciphertrust.KeyRotation("orders", { key: orders, schedule: quarterly.id, keySource: "ciphertrust" });
new ciphertrust.RefreshSchedule("azure-nightly", { cloud: "azure", containers: [vault.id], runAt: "30 2 * * *" });
new ciphertrust.AzureKeyBackupSchedule("azure-weekly", { keys: [orders.id], runAt: "0 4 * * 0" });

export const connectionState = connection.state;
export const vaultsOffered = offered.apply((vaults) => vaults.map(({ name }) => name));
export const objectsFound = refresh.keys;
export const ordersKid = orders.kid;
