/**
 * SAP Data Custodian, from credentials to a key that rotates every 90 days. The service needs a
 * license for cloud key management.
 */
import * as pulumi from "@pulumi/pulumi";
import * as ciphertrust from "pulumi-ciphertrust";

const config = new pulumi.Config();

const connection = new ciphertrust.SapConnection("custodian", {
  apiEndpoint: config.require("apiEndpoint"),
  technicalUserCredentials: { apiKey: config.require("apiKey"), secret: config.requireSecret("apiSecret") },
});
const group = new ciphertrust.SapGroup("hana", { connection: connection.id, groupId: config.require("groupId") });
const refresh = new ciphertrust.Refresh("now", { cloud: "sap", containers: [group.id] });

const orders = new ciphertrust.SapKey(
  "orders",
  {
    group: group.id,
    description: config.require("description"),
    type: "AES",
    size: config.requireNumber("keySize"),
    operations: ["ENCRYPT", "DECRYPT"],
    // For a demonstration; without it the key outlives the stack.
    onDestroy: "destroy",
  },
  { dependsOn: refresh },
);

const quarterly = new ciphertrust.RotationSchedule("sap-quarterly", {
  cloud: "sap",
  runAt: "0 3 * * *",
  rotationAfter: "89d",
});
new ciphertrust.KeyRotation("orders", { key: orders, schedule: quarterly.id, keySource: "ciphertrust" });
new ciphertrust.RefreshSchedule("sap-nightly", { cloud: "sap", containers: [group.id], runAt: "30 2 * * *" });

export const connectionState = connection.state;
export const keysFound = refresh.keys;
export const versionsOfOrders = orders.versionCount;
export const groupsInReach = ciphertrust
  .getSapGroups({ connection: group.connection })
  .apply((groups) => groups.map(({ name }) => name));
