/**
 * "Every AES key at most 365 days, every RSA key 730, keys for cards 90." The evidence is the
 * rotation report with the same limits, which a pipeline keeps every month.
 */
import * as ciphertrust from "pulumi-ciphertrust";

const records = new ciphertrust.VaultKey("records", { algorithm: "aes", size: 256, onDestroy: "destroy" });
const cards = new ciphertrust.VaultKey("cards", { algorithm: "aes", labels: { pci: "yes" }, onDestroy: "destroy" });
const contracts = new ciphertrust.VaultKey("contracts", { algorithm: "rsa", size: 3072, onDestroy: "destroy" });

const regulator = new ciphertrust.KeyRotationPolicy("regulator", {
  every: "AES 365d, RSA 730d, tag pci=yes 90d",
  keys: [records, cards, contracts],
  notify: "warning",
});

export const schedules = Object.keys(regulator.schedules);
