/**
 * Another CipherTrust Manager, from trust to a key in one of its domains. The service needs a
 * license for cloud key management.
 */
import * as pulumi from "@pulumi/pulumi";
import * as ciphertrust from "pulumi-ciphertrust";

const config = new pulumi.Config();
const hostname = config.require("hostname");

const server = new ciphertrust.ExternalCmServer("subsidiary", {
  nodes: [{ hostname, serverCertificate: config.require("serverCertificate") }],
});
const connection = new ciphertrust.ExternalCmConnection(
  "subsidiary",
  {
    username: config.require("username"),
    password: config.requireSecret("password"),
    // What to trust there says the server above.
    nodes: [{ hostname }],
  },
  { dependsOn: server },
);

// The other manager tells which domains it has: one is taken by its name.
const wanted = config.require("domain");
const domainId = ciphertrust.getExternalCmDomains({ connection: connection.id }).apply((domains) => {
  const found = domains.find(({ name }) => name === wanted);
  if (!found) throw new pulumi.RunError(`the other manager has no domain ${wanted}`);
  return found.domainId;
});
const domain = new ciphertrust.ExternalCmDomain("retail", { connection: connection.id, domainId });

// The service has no schedule for such domains: they are refreshed on demand, here whenever `refreshOn` changes.
const refresh = new ciphertrust.Refresh("now", {
  cloud: "externalCm",
  containers: [domain.id],
  triggers: { on: config.require("refreshOn") },
});

const orders = new ciphertrust.ExternalCmKey(
  "orders",
  {
    domainId: domain.id,
    name: config.require("keyName"),
    description: config.require("description"),
    labels: { team: "orders" },
  },
  { dependsOn: refresh },
);

export const connectionState = connection.state;
export const domainName = domain.name;
export const keysFound = refresh.keys;
export const keyVersion = orders.version;
