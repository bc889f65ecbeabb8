/**
 * Oracle Cloud, from an API key to a key that rotates every 90 days. The service needs a license
 * for cloud key management.
 */
import * as pulumi from "@pulumi/pulumi";
import * as ciphertrust from "pulumi-ciphertrust";

const config = new pulumi.Config();
const region = config.require("region");

const connection = new ciphertrust.OciConnection("oracle", {
  region,
  tenancyOcid: config.require("tenancyOcid"),
  userOcid: config.require("userOcid"),
  fingerprint: config.require("fingerprint"),
  credentials: { keyFile: config.requireSecret("keyFile") },
});

// What the connection sees: the vault is found by its name.
const vaults = ciphertrust.getOciVaults({
  connection: connection.id,
  compartmentId: config.require("compartmentId"),
  region,
});
const vaultName = config.require("vaultName");
const vaultId = vaults.apply((all) => {
  const found = all.find(({ displayName }) => displayName === vaultName);
  if (!found) throw new Error(`the compartment has no vault called ${vaultName}`);
  return found.vaultId;
});

const vault = new ciphertrust.OciVault("shared", { connection: connection.id, region, vaultId });
const refresh = new ciphertrust.Refresh("now", { cloud: "oci", containers: [vault.id] });

const orders = new ciphertrust.OciKey(
  "orders",
  {
    vault: vault.id,
    name: "example-orders",
    freeformTags: { team: config.require("team") },
    length: config.requireNumber("length"),
    deletionWindowDays: 7,
  },
  { dependsOn: refresh },
);

const quarterly = new ciphertrust.RotationSchedule("oci-quarterly", {
  cloud: "oci",
  runAt: "0 3 * * *",
  rotationAfter: "89d",
});
new ciphertrust.KeyRotation("orders", { key: orders, schedule: quarterly.id });
new ciphertrust.RefreshSchedule("oci-nightly", { cloud: "oci", containers: [vault.id], runAt: "30 2 * * *" });

export const connectionState = connection.state;
export const keysFound = refresh.keys;
export const ordersKey = orders.keyId;
