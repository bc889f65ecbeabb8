import { generateKeyPairSync } from "node:crypto";
import { publicKeyFingerprint } from "../../../../provider/resources/oci/connection";
import type { Ground, Sample } from "../sample";
import { certificate } from "./certificate";

/**
 * Connections with credentials that open nothing: they are made, read, changed and deleted, but not
 * tested.
 */

const privateKey = () =>
  generateKeyPairSync("rsa", { modulusLength: 2048 }).privateKey.export({ type: "pkcs8", format: "pem" }).toString();

/** A key that was made just now, with the fingerprint that Oracle Cloud would show of it. */
function ociKey(): object {
  const keyFile = privateKey();
  return { fingerprint: publicKeyFingerprint(keyFile), credentials: { keyFile } };
}

/** No host has such a name. */
const host = (at: Ground, what: string) => `${at.name(what)}.example.invalid`;
const node = (at: Ground, what: string) => ({ hostname: host(at, what), serverCertificate: certificate });
const tenant = "00000000-0000-4000-8000-000000000000";
const labelled = { description: "one", labels: { step: "1", gone: "1" } };
const relabelled = { description: "two", labels: { step: "2" } };

/** A connection with labels: its own inputs, and those that are changed. */
const labelledConnection = (type: string, own: (at: Ground) => object, changed: object = {}): Sample => ({
  type,
  inputs: (at) => ({ ...labelled, ...own(at) }),
  change: { ...relabelled, ...changed },
});

export const connections: readonly Sample[] = [
  labelledConnection("AwsConnection", (at) => ({ accessKeyId: "AKIA0000000000000000", secretAccessKey: at.password }), {
    awsRegion: "eu-west-1",
  }),
  labelledConnection("AzureConnection", (at) => ({ clientId: tenant, tenantId: tenant, clientSecret: at.password })),
  labelledConnection("GoogleConnection", (at) => ({ keyFile: keyFile(at) })),
  labelledConnection(
    "OciConnection",
    () => ({
      region: "eu-frankfurt-1",
      tenancyOcid: "ocid1.tenancy.oc1..verify",
      userOcid: "ocid1.user.oc1..verify",
      ...ociKey(),
    }),
    { region: "eu-paris-1" },
  ),
  labelledConnection(
    "SalesforceConnection",
    (at) => ({
      clientId: "verify",
      clientSecret: at.password,
      username: "verify@example.invalid",
      password: at.password,
    }),
    { username: "other@example.invalid" },
  ),
  labelledConnection("SapConnection", (at) => ({
    apiEndpoint: `https://${host(at, "sap")}/kms/v2`,
    userCredentials: { user: "verify", secret: at.password, tenant: "verify" },
  })),
  {
    type: "DsmConnection",
    inputs: (at) => ({ ...labelled, username: "verify", password: at.password, nodes: [node(at, "dsm")] }),
    change: (at) => ({ ...relabelled, nodes: [node(at, "dsm"), node(at, "dsm2")] }),
  },
  {
    type: "LunaServer",
    inputs: (at) => ({ hostname: host(at, "hsm"), hsmCertificate: certificate, description: "one" }),
    change: { channel: "STC" },
  },
  {
    type: "LunaStcPartition",
    inputs: () => ({ label: "verify", serialNumber: "1000000000001", partitionIdentity: "dmVyaWZ5" }),
    change: "the service cannot change it",
  },
  {
    type: "LunaConnection",
    needs: ["LunaServer"],
    inputs: (at) => ({
      description: "one",
      password: at.password,
      partitions: [{ hostname: host(at, "hsm"), partitionLabel: "verify", serialNumber: "1000000000002" }],
    }),
    change: { description: "two" },
  },
  {
    type: "ExternalCmServer",
    inputs: (at) => ({ description: "one", nodes: [node(at, "cm")] }),
    change: (at) => ({ nodes: [node(at, "cm"), node(at, "cm2")] }),
  },
  {
    ...labelledConnection("ExternalCmConnection", (at) => ({
      username: "verify",
      password: at.password,
      nodes: [{ hostname: host(at, "cm") }],
    })),
    needs: ["ExternalCmServer"],
  },
];

/** Without a project, of which the service would keep a record. */
function keyFile(at: Ground): string {
  return JSON.stringify({
    type: "service_account",
    private_key_id: "0".repeat(40),
    private_key: privateKey(),
    client_email: `verify@${at.name("gc")}.iam.gserviceaccount.com`,
  });
}
