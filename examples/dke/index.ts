/**
 * Microsoft double key encryption: who may open documents, and a key that rotates every 90 days.
 * The service needs a license for cloud key management.
 */
import * as pulumi from "@pulumi/pulumi";
import * as ciphertrust from "pulumi-ciphertrust";

const config = new pulumi.Config();

const staff = new ciphertrust.DkeTenant("staff", {
  tenantId: config.require("tenantId"),
  authorizationType: "email",
  authorizedEmailAddresses: config.requireObject<string[]>("addresses"),
});

const board = new ciphertrust.DkeEndpoint("board", {
  keyUriHostname: config.require("hostname"),
  authTenants: [staff.id],
  algorithm: config.require("algorithm"),
  description: "Documents of the board",
  // Documents that it protected can never be opened again once it is deleted: leave this out for real ones.
  onDestroy: "delete",
});

const quarterly = new ciphertrust.RotationSchedule("dke-quarterly", {
  cloud: "dke",
  runAt: "0 3 * * *",
  rotationAfter: "89d",
});
new ciphertrust.KeyRotation("board", { key: board, schedule: quarterly.id });

export const keyUri = board.keyUri;
export const status = board.status;
