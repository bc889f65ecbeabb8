import * as pulumi from "@pulumi/pulumi";
import * as ciphertrust from "pulumi-ciphertrust";

const config = new pulumi.Config();

// The HSM, trusted by its certificate.
const server = new ciphertrust.LunaServer("frankfurt", {
  hostname: "hsm-frankfurt.example.com",
  hsmCertificate: config.require("hsmCertificate"),
  meta: { rack: 7 },
});

// A partition that is reached by secure trusted channels, with the identity that the HSM exported.
const overStc = new ciphertrust.LunaStcPartition("payments", {
  label: "payments",
  serialNumber: "1312109861413",
  partitionIdentity: config.require("partitionIdentity"),
});

// The crypto officer of a partition. The HSM's administrator has registered the service, as getLunaClient shows it.
const connection = new ciphertrust.LunaConnection("frankfurt", {
  password: config.requireSecret("partitionPassword"),
  partitions: [{ hostname: server.hostname, partitionLabel: "production", serialNumber: "1312109861412" }],
});

// The partition becomes a container of keys.
const partition = new ciphertrust.LunaPartition("production", { connection: connection.id });

// Never leaves the HSM; hyokKey lets it serve clouds from there.
const contracts = new ciphertrust.LunaKey("contracts", {
  partitionId: partition.id,
  mechanism: "CKM_AES_KEY_GEN",
  size: 256,
  attributes: ["CKA_ENCRYPT", "CKA_DECRYPT"],
  hyokKey: true,
});

// Stands for that key: an AwsXksKey takes its id as sourceKeyId.
const virtual = new ciphertrust.VirtualKey("contracts", { sourceKeyId: contracts.id, deletable: true });

// What an administrator registers on the HSM, and what connections name.
export const lunaClient = ciphertrust.getLunaClient();
export const partitionsNamed = ciphertrust.getLunaPartitions({ connection: connection.id });

export const hsms = ciphertrust.LunaServer.list({ hostname: server.hostname });
export const stcPartitions = ciphertrust.LunaStcPartition.list({ label: overStc.label });
export const hsmConnections = ciphertrust.LunaConnection.list({ name: connection.name });
export const partitionsAdded = ciphertrust.LunaPartition.list({ connection: partition.connection });
export const hyokKeysInHsm = ciphertrust.LunaKey.list({ partitionId: contracts.partitionId, hyokKey: true });
export const virtualKeys = ciphertrust.VirtualKey.list({ sourceKeyId: virtual.sourceKeyId });
