/**
 * A Luna HSM, from its certificate to a key that lives in it. The service needs a license for cloud
 * key management.
 */
import * as pulumi from "@pulumi/pulumi";
import * as ciphertrust from "pulumi-ciphertrust";

const config = new pulumi.Config();

const server = new ciphertrust.LunaServer("frankfurt", {
  hostname: config.require("hostname"),
  hsmCertificate: config.require("hsmCertificate"),
});
// The HSM's administrator has registered the service there, as `ciphertrust.getLunaClient()` shows it.
const connection = new ciphertrust.LunaConnection("production", {
  password: config.requireSecret("password"),
  partitions: [
    server.hostname.apply((hostname) => ({
      hostname,
      partitionLabel: config.require("partitionLabel"),
      serialNumber: config.require("serialNumber"),
    })),
  ],
});
const partition = new ciphertrust.LunaPartition("production", { connection: connection.id });
const refresh = new ciphertrust.Refresh("now", { cloud: "luna", containers: [partition.id] });

// Extractable, so that clouds can take their material from it; destroying or replacing the resource leaves it in the HSM.
const orders = new ciphertrust.LunaKey(
  "orders",
  {
    partitionId: partition.id,
    label: config.require("label"),
    mechanism: "CKM_AES_KEY_GEN",
    size: 256,
    attributes: [
      "CKA_ENCRYPT",
      "CKA_DECRYPT",
      "CKA_EXTRACTABLE",
      "CKA_MODIFIABLE",
      ...(config.requireBoolean("wraps") ? (["CKA_WRAP", "CKA_UNWRAP"] as const) : []),
    ],
  },
  { dependsOn: refresh },
);

// Never leaves the HSM: an `AwsXksKey` takes the virtual key's id as its source.
const held = new ciphertrust.LunaKey(
  "held",
  {
    partitionId: partition.id,
    label: "example-held",
    mechanism: "CKM_AES_KEY_GEN",
    size: 256,
    attributes: ["CKA_ENCRYPT", "CKA_DECRYPT"],
    hyokKey: true,
  },
  { dependsOn: refresh },
);
const virtual = new ciphertrust.VirtualKey("held", { sourceKeyId: held.id, deletable: true, onDestroy: "destroy" });

new ciphertrust.RefreshSchedule("luna-nightly", { cloud: "luna", containers: [partition.id], runAt: "30 2 * * *" });

export const connectionState = connection.state;
export const keysFound = refresh.keys;
export const keyStatus = orders.status;
export const virtualKey = virtual.id;
