import { systemOf } from "../system";

const private_key_id = "3f7a1c09e5b2d84610af73be92c5d8e04761ab3c";

/** A service account's key file of the default world. */
export const keyFile = (changes: object = {}, project = "acme-prod"): string =>
  JSON.stringify({
    type: "service_account",
    project_id: project,
    private_key_id,
    private_key: `-----BEGIN PRIVATE KEY-----\n${Buffer.from(`for the emulator only: ${project}`).toString("base64")}\n-----END PRIVATE KEY-----\n`,
    client_email: `key-manager@${project}.iam.gserviceaccount.com`,
    ...changes,
  });
export const email = "key-manager@acme-prod.iam.gserviceaccount.com";
export const payments = "projects/acme-prod/locations/europe-west3/keyRings/payments";
const documents = "projects/acme-prod/locations/europe-west3/keyRings/documents";
const ring = (name: string): object => ({ key_rings: [{ name }] });
const staging = keyFile({ private_key_id: "90b1e27d6a4c3f58e1d07b92a86c4f35d2e81097" }, "acme-staging");

export const google = systemOf({
  world: "google",
  called: "key-rings",
  service: "gcp",
  login: { key_file: keyFile() },
  shows: {
    category: "cloud",
    cloud_name: "gcp",
    client_email: email,
    private_key_id,
  },
  secrets: ["PRIVATE KEY"],
  wrong: [
    ["another key", { key_file: keyFile({ private_key: "other" }) }, "Invalid JWT Signature"],
    ["an unknown account", { key_file: keyFile({ client_email: "nobody@example.com" }) }, "account not found"],
    ["a key that is not the account's", { key_file: keyFile({ private_key_id: "0" }) }, "Invalid JWT Signature"],
  ],
  invalid: [
    ["no key file", { key_file: undefined }],
    ["a string that is not JSON", { key_file: "x" }],
    ["a user's key file", { key_file: keyFile({ type: "authorized_user" }) }],
    ["a key file without a key", { key_file: keyFile({ private_key: "" }) }],
    ["another cloud", { cloud_name: "aws" }],
  ],
  account: ["serviceAccounts", { email }],
  lockOut: [["serviceAccounts", { email, removeKeys: [private_key_id] }], "Invalid JWT Signature"],
  containers: {
    body: (...names) => ({ project_id: "acme-prod", key_rings: names.map((name) => ({ name })) }),
    list: "key_rings",
    offered: [payments, documents],
    stranger: { key_file: staging },
    lookup: ["/cckm/google/get-key-rings", { project_id: "acme-prod", location: "europe-west3" }, "key_rings", "name"],
    invalid: [
      ["no rings", { key_rings: [] }],
      ["a short name", ring("payments")],
      ["a ring of another project", ring(payments.replace("acme-prod", "acme-analytics"))],
      ["a ring that Google does not have", ring(`${payments}-2`)],
      ["an inaccessible project", { project_id: "acme-staging" }],
    ],
    filters: { name: payments, location: "europe-west3", project_id: "acme-prod" },
    shows: { name: payments, project_id: "acme-prod", location: "europe-west3", cloud_name: "gcp" },
    removal: "remove-key-ring",
  },
  refresh: {
    list: "key_rings",
    cloudName: "gcp",
    total: 5,
    found: ["keys", { keyRing: payments, add: { name: "found" } }],
    lost: ["keys", { key: `${payments}/cryptoKeys/refunds`, delete: true }],
    takes: (syncSeconds) => ["projects", { projectId: "acme-prod", syncSeconds }],
  },
});
