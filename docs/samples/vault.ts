import * as pulumi from "@pulumi/pulumi";
import * as ciphertrust from "pulumi-ciphertrust";

const config = new pulumi.Config();

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

const frequency = new ciphertrust.VaultKeyRotation("archive", { key: archive.id, frequencyDays: 89 });

// After a leak, the key gets a new version, and the old one protects nothing new.
const leak = { key: archive, triggers: { leak: 42 } };
const rotation = new ciphertrust.RotateNow("archive-leak", leak, { dependsOn: frequency });
new ciphertrust.VaultKeyRevocation(
  "archive-leak",
  { key: archive.id, version: 0, reason: "KeyCompromise", compromisedAt: "2026-11-28T00:00:00Z" },
  { dependsOn: rotation },
);

// A password that the service keeps. Another value makes a new version of it.
const database = new ciphertrust.VaultSecret("archive-database", {
  value: config.requireSecret("databasePassword"),
  labels: { team: "records" },
  unexportable: true,
});

export const archiveKeys = ciphertrust.VaultKey.list({ name: archive.name, state: "Active" });

export const vaultSchedules = ciphertrust.VaultRotationSchedule.list({ name: daily.name });

export const archiveSecrets = ciphertrust.VaultSecret.list({ name: database.name });
