import { makeAccount } from "../../lifecycle/fixtures/aws";
import { make } from "../../lifecycle/rig";
import { created, mistake, refused, type Mistake } from "../mistake";

export const keys: Mistake[] = [
  refused(
    "Key material of a wrong length",
    "VaultKey",
    { algorithm: "aes", size: 100 },
    { prepare: async () => ({ name: "orders" }) },
  ),
  refused("A known value in another case", "VaultKey", { name: "orders", algorithm: "RSA" }),
  refused(
    "A key usage that does not fit the key spec",
    "AwsKey",
    { kms: "<kms.id>", region: "eu-west-1", customerMasterKeySpec: "RSA_2048", keyUsage: "GENERATE_VERIFY_MAC" },
    { prepare: async (rig) => ({ kms: await makeAccount(rig) }) },
  ),
  refused(
    "A source key that does not fit",
    "AwsUploadedKey",
    { kms: "<kms.id>", region: "eu-west-1", sourceKeyIdentifier: "<key.id>" },
    {
      next: "Upload an AES key with 256 bits, or set the key spec that fits.",
      prepare: async (rig) => {
        const kms = await makeAccount(rig);
        const key = await make(rig, "VaultKey", { name: "short", algorithm: "aes", size: 128 });
        return { kms, sourceKeyIdentifier: key.id };
      },
    },
  ),
];

export const schedules: Mistake[] = [
  refused(
    "A schedule for a system that has none",
    "RotationSchedule",
    { cloud: "luna", runAt: "0 3 1 * *" },
    { next: "Rotate keys of clouds instead, with the HSM as the source of their material." },
  ),
  refused(
    "A refresh schedule for a system that the service cannot schedule",
    "RefreshSchedule",
    { cloud: "externalCm", runAt: "0 3 * * *" },
    { next: "Use a `Refresh` with a trigger." },
  ),
  refused("A key that cannot rotate on a schedule", "KeyRotation", {
    key: { type: "AwsXksKey", id: "<key.id>" },
    schedule: "<schedule.id>",
  }),
  mistake(
    "A key that is bound to another schedule",
    async (rig) => {
      const kms = await makeAccount(rig);
      const key = { type: "AwsKey", id: (await make(rig, "AwsKey", { kms, region: "eu-west-1" })).id };
      const [monthly, weekly] = [
        await make(rig, "RotationSchedule", { name: "monthly", cloud: "aws", runAt: "0 3 1 * *" }),
        await make(rig, "RotationSchedule", { name: "weekly", cloud: "aws", runAt: "0 3 * * 1" }),
      ];
      await make(rig, "KeyRotation", { key, schedule: monthly.id });
      return created(rig, "KeyRotation", { key, schedule: weekly.id });
    },
    { written: 'new ciphertrust.KeyRotation("orders", { key, schedule: weekly.id })' },
  ),
  refused("A key source that the system does not take", "KeyRotation", {
    key: { type: "AwsKey", id: "<key.id>" },
    schedule: "<schedule.id>",
    keySource: "native",
  }),
  refused("A key source without its container", "KeyRotation", {
    key: { type: "AzureKey", id: "<key.id>" },
    schedule: "<schedule.id>",
    keySource: "hsm-luna",
  }),
  refused("An argument of another system", "RotationSchedule", {
    cloud: "azure",
    runAt: "0 3 1 * *",
    rotateMaterial: true,
  }),
  refused("An item that the system does not download", "Refresh", { cloud: "aws", items: ["secrets"] }),
  refused("A report that the system does not make", "Report", {
    cloud: "salesforce",
    reportType: "key-aging",
    containers: ["<organization.id>"],
  }),
];
