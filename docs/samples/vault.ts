import * as ciphertrust from "pulumi-ciphertrust";

// A key in the service's own vault: by itself, or as the source of keys in clouds.
const archive = new ciphertrust.VaultKey("archive", {
  algorithm: "aes",
  size: 256,
  description: "Encrypts the archive",
  labels: { team: "records" },
});

export const archiveKeys = ciphertrust.VaultKey.list({ name: archive.name, state: "Active" });
