import * as ciphertrust from "pulumi-ciphertrust";

// A key in the service's own vault: by itself, or as the source of keys in clouds.
const archive = new ciphertrust.VaultKey("archive", {
  algorithm: "aes",
  size: 256,
  description: "Encrypts the archive",
  labels: { team: "records" },
});

// Every day, the service makes a new version of the key if its last one is 89 days old.
const daily = new ciphertrust.VaultRotationSchedule("archive", {
  query: { names: [archive.name], rotationDateReached: true },
  runAt: "0 3 * * *",
});

new ciphertrust.VaultKeyRotation("archive", { key: archive.id, frequencyDays: 89 });

export const archiveKeys = ciphertrust.VaultKey.list({ name: archive.name, state: "Active" });

export const vaultSchedules = ciphertrust.VaultRotationSchedule.list({ name: daily.name });
