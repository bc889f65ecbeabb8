/**
 * Google Cloud, from a service account to a key that rotates every 90 days. The service needs a
 * license for cloud key management.
 */
import * as pulumi from "@pulumi/pulumi";
import * as ciphertrust from "pulumi-ciphertrust";

const config = new pulumi.Config();
const projectId = config.require("projectId");
const location = config.require("location");

const connection = new ciphertrust.GoogleConnection("google", { keyFile: config.requireSecret("keyFile") });

// What the service account can see, before anything is added.
const found = ciphertrust.getGoogleKeyRings({ connection: connection.id, projectId, location });

const ring = new ciphertrust.GoogleKeyRing("documents", {
  name: `projects/${projectId}/locations/${location}/keyRings/${config.require("keyRing")}`,
  connection: connection.id,
});
const refresh = new ciphertrust.Refresh("now", { cloud: "google", containers: [ring.id] });

const orders = new ciphertrust.GoogleKey(
  "orders",
  {
    keyRing: ring.id,
    // Google never frees a name: what replaces the key needs another one.
    keyName: config.require("keyName"),
    labels: { team: config.require("team") },
    onDestroy: "scheduleDestroy",
  },
  { dependsOn: refresh },
);

const quarterly = new ciphertrust.RotationSchedule("google-quarterly", {
  cloud: "google",
  runAt: "0 3 * * *",
  rotationAfter: "89d",
});
new ciphertrust.KeyRotation("orders", { key: orders, schedule: quarterly.id, keySource: "ciphertrust" });
new ciphertrust.RefreshSchedule("google-nightly", { cloud: "google", containers: [ring.id], runAt: "30 2 * * *" });

export const connectionState = connection.state;
export const ringsSeen = found.apply((rings) => rings.map(({ keyRing }) => keyRing));
export const keysFound = refresh.keys;
export const ordersName = orders.resourceName;
