import * as pulumi from "@pulumi/pulumi";
import * as ciphertrust from "pulumi-ciphertrust";

const config = new pulumi.Config();

// A service account, by its key file.
const connection = new ciphertrust.GoogleConnection("acme", { keyFile: config.requireSecret("googleKeyFile") });

// A project whose service accounts may use an EkmEndpoint. Key rings need none.
const project = new ciphertrust.GoogleProject("staging", { projectId: "acme-staging" });

// A key ring becomes a container of keys.
const ring = new ciphertrust.GoogleKeyRing("payments", {
  name: "projects/acme-prod/locations/europe-west3/keyRings/payments",
  connection: connection.id,
});

// Google never frees the name of a key: another one needs another name.
const settlement = new ciphertrust.GoogleKey("settlement", {
  keyRing: ring.id,
  purpose: "ENCRYPT_DECRYPT",
  labels: { team: "payments" },
});

// A version with material of the service's own vault.
const material = new ciphertrust.VaultKey("google-settlement", { algorithm: "aes", size: 256 });
new ciphertrust.GoogleKeyVersion("settlement-2", { key: settlement.id, isNative: false, sourceKeyId: material.id });

// What the service account sees, before anything is added.
export const projects = ciphertrust.getGoogleProjects({ connection: connection.id });
export const locations = ciphertrust.getGoogleLocations({ connection: connection.id, projectId: "acme-prod" });
export const rings = ciphertrust.getGoogleKeyRings({
  connection: connection.id,
  projectId: "acme-prod",
  location: "europe-west3",
});
export const versionsOfSettlement = ciphertrust.getGoogleKeyVersions({ key: settlement.id, state: "ENABLED" });

export const googleConnections = ciphertrust.GoogleConnection.list({ name: connection.name });
export const projectsAdded = ciphertrust.GoogleProject.list({ projectId: project.projectId });
export const ringsAdded = ciphertrust.GoogleKeyRing.list({ location: "europe-west3", name: ring.name });
export const keysOfRing = ciphertrust.GoogleKey.list({ keyRingId: "payments", keyId: settlement.keyName });
