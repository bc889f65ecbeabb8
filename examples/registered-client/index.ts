/**
 * A pipeline's own identity, from certificate authority to first call. The first `pulumi up` is run
 * by an administrator with a password; from then on the pipeline runs the same stack as the client:
 * see docs/registered-clients.md.
 */
import * as pulumi from "@pulumi/pulumi";
import * as ciphertrust from "pulumi-ciphertrust";

const config = new pulumi.Config();

// The root signs one intermediate CA, and that signs machines: the root can be kept for the day this one must go.
const root = new ciphertrust.LocalCa("root", {
  cn: "Example Root",
  names: [{ organization: "Example" }],
  allowClientAuthentication: true,
});
const machines = new ciphertrust.LocalCa("machines", {
  cn: "Example Machines",
  names: [{ organization: "Example" }],
  parent: root.id,
  duration: 1825,
  allowClientAuthentication: true,
});

// The service accepts client certificates of CAs that its web interface trusts. It restarts for that, once: other requests wait.
const trusted = Object.entries({ root, machines }).map(
  ([name, { id }]) => new ciphertrust.WebInterfaceTrust(name, { ca: id }),
);

// Key pair, profile, token and registration in one. The private key is made here and never goes to the service.
const pipeline = new ciphertrust.RestClient(
  "pipeline",
  {
    ca: machines.id,
    certDuration: config.requireNumber("certDays"),
    // What it takes to run this stack: CAs, clients and keys.
    groups: ["CA Admins", "Client Admins", "Key Admins"],
    renewBeforeDays: 30,
  },
  { dependsOn: trusted },
);

// The first call: a key that the pipeline makes itself.
const asPipeline = new ciphertrust.Provider("pipeline", pipeline.login);
const key = new ciphertrust.VaultKey(
  "builds",
  { algorithm: "aes", size: 256, description: config.require("description"), onDestroy: "destroy" },
  { provider: asPipeline },
);

// The service remembers who made it.
const made = key.id.apply(() => pipeline.clientId);
const records = ciphertrust.getAuditRecords({ clientId: made, limit: 1 }, { provider: asPipeline });

export const clientId = pipeline.clientId;
export const certificate = pipeline.certificate;
export const privateKey = pipeline.privateKey;
export const certificateEnds = pipeline.notAfter;
export const issuers = pulumi.interpolate`${machines.certificate}${root.certificate}`;
export const recordedAs = records.apply((newest) => newest[0]?.clientId);
