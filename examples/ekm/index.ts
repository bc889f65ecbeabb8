/**
 * A key for Google Cloud that never leaves the service. It needs a license for cloud key
 * management, but no connection to Google.
 */
import * as pulumi from "@pulumi/pulumi";
import * as ciphertrust from "pulumi-ciphertrust";

const config = new pulumi.Config();

const project = new ciphertrust.GoogleProject("orders", { projectId: config.require("projectId") });

const orders = new ciphertrust.EkmEndpoint(
  "orders",
  {
    keyURIHostname: config.require("hostname"),
    policy: {
      basic: {
        clients: [config.require("client")],
        justificationRequired: true,
        justificationReason: ["CUSTOMER_INITIATED_ACCESS", "GOOGLE_INITIATED_SYSTEM_OPERATION"],
      },
    },
    keyType: config.requireBoolean("signing") ? "asymmetric" : "symmetric",
    algorithm: config.requireBoolean("signing") ? "EC_SIGN_P256_SHA256" : "AES256",
    // In production leave this out: without the endpoint Google can no longer decrypt.
    onDestroy: "delete",
  },
  { dependsOn: project },
);

const quarterly = new ciphertrust.RotationSchedule("ekm-quarterly", {
  cloud: "ekm",
  runAt: "0 3 * * *",
  rotationAfter: "89d",
});
new ciphertrust.KeyRotation("orders", { key: orders, schedule: quarterly.id });

export const keyURI = orders.keyURI;
