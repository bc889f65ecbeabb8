/**
 * A Data Security Manager, from a login to a key in one of its domains. The service needs a license
 * for cloud key management.
 */
import * as pulumi from "@pulumi/pulumi";
import * as ciphertrust from "pulumi-ciphertrust";

const config = new pulumi.Config();

const connection = new ciphertrust.DsmConnection("headquarters", {
  description: config.require("description"),
  username: config.require("username"),
  password: config.requireSecret("password"),
  nodes: [{ hostname: config.require("hostname"), serverCertificate: config.require("serverCertificate") }],
});

// The DSM tells which domains it has: one is taken by its name.
const wanted = config.require("domain");
const domainId = ciphertrust.getDsmDomains({ connection: connection.id }).apply((domains) => {
  const found = domains.find(({ name }) => name === wanted);
  if (!found) throw new pulumi.RunError(`the DSM has no domain ${wanted}`);
  return found.domainId;
});
const domain = new ciphertrust.DsmDomain("databases", { connection: connection.id, domainId });
const refresh = new ciphertrust.Refresh("now", { cloud: "dsm", containers: [domain.id] });

// A key in a DSM never changes: another name makes another key, and the former one stays in the DSM.
const orders = new ciphertrust.DsmKey(
  "orders",
  {
    domain: domain.id,
    name: config.require("keyName"),
    algorithm: "AES256",
    extractable: true,
  },
  { dependsOn: refresh },
);

new ciphertrust.RefreshSchedule("dsm-nightly", { cloud: "dsm", containers: [domain.id], runAt: "45 2 * * *" });

export const connectionState = connection.state;
export const domainName = domain.name;
export const keysFound = refresh.keys;
export const keyId = orders.keyId;
