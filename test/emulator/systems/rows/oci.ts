import { ociUser, ociWorld, protectedUser, stagingUser } from "../ociWorld";
import { systemOf } from "../system";

/** A connection's fields in the service's format. */
export const ociCredentials = {
  region: ociUser.region,
  tenancy_ocid: ociUser.tenancyOcid,
  user_ocid: ociUser.userOcid,
  fingerprint: ociUser.fingerprint,
  credentials: { key_file: ociUser.credentials.keyFile },
};

const { tenancy, shared } = ociWorld;
const noKey = "-----BEGIN PRIVATE KEY-----\nno";
const bucket = { bucket_name: "nope", bucket_namespace: "acmeprod" };

export const oci = systemOf({
  world: "oci",
  called: "vaults",
  login: ociCredentials,
  shows: { category: "cloud", fingerprint: ociUser.fingerprint, region: ociUser.region },
  secrets: [ociUser.credentials.keyFile.split("\n")[1]!],
  wrong: [
    ["another fingerprint", { fingerprint: protectedUser.fingerprint }, "NotAuthenticated.*fingerprint"],
    ["an unknown user", { user_ocid: "ocid1.user.oc1..nobody" }, "NotAuthenticated.*user"],
    ["an unknown tenancy", { tenancy_ocid: "ocid1.tenancy.oc1..nobody" }, "NotAuthenticated.*tenancy"],
    ["another key", { credentials: { key_file: noKey } }, "NotAuthenticated"],
    ["a string that is not a key", { credentials: { key_file: "secret" } }, "not a private key in PEM form"],
    ["a region without subscription", { region: "ap-tokyo-1" }, "not subscribed to the region ap-tokyo-1"],
  ],
  invalid: [
    ["no region", { region: "" }, "region"],
    ["another object's OCID", { tenancy_ocid: "ocid1.user.oc1..a" }, "tenancy_ocid"],
    ["no fingerprint", { fingerprint: null }, "fingerprint"],
    ["no credentials", { credentials: undefined }, "credentials"],
    ["no key", { credentials: { pass_phrase: "x" } }, "credentials.key_file"],
  ],
  account: ["tenancies", { tenancy }],
  lockOut: [["tenancies", { tenancy, removeUsers: [ociUser.userOcid] }], "unknown user"],
  containers: {
    body: (...vault_id) => ({ region: "eu-frankfurt-1", vault_id }),
    list: "vaults",
    offered: [shared],
    stranger: {
      tenancy_ocid: stagingUser.tenancyOcid,
      user_ocid: stagingUser.userOcid,
      fingerprint: stagingUser.fingerprint,
      credentials: { key_file: stagingUser.credentials.keyFile },
    },
    lookup: [
      "/cckm/oci/get-vaults",
      { compartment_id: ociWorld.security, region: "eu-frankfurt-1" },
      "data",
      "vault_id",
    ],
    invalid: [
      ["no vaults", { vault_id: [] }],
      ["a vault of another region", { region: "uk-london-1" }],
      ["a vault that does not exist", { vault_id: ["ocid1.vault.oc1.eu-frankfurt-1.none"] }],
      ["half a bucket", { bucket_name: "key-backups" }],
      ["an unknown bucket", bucket],
    ],
    filters: { vault_id: shared, display_name: "shared", region: "eu-frankfurt-1" },
    shows: {
      vault_id: shared,
      display_name: "shared",
      compartment_name: "security",
      tenancy: "acme-production",
      lifecycle_state: "ACTIVE",
      vault_type: "DEFAULT",
    },
  },
  refresh: {
    scheduledAs: "oci_vaults",
    total: 7,
    place: { vault: "shared" },
    loses: "invoices",
    takes: (syncSeconds) => ["tenancies", { tenancy, syncSeconds }],
  },
});
