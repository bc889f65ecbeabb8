import * as pulumi from "@pulumi/pulumi";
import * as ciphertrust from "pulumi-ciphertrust";

const config = new pulumi.Config();

// Signs the certificates of machines; a WebInterfaceTrust makes the service accept them.
const machines = new ciphertrust.LocalCa("machines", {
  cn: "Example Machines",
  names: [{ organization: "Example", country: "FR" }],
  duration: 1825,
  allowClientAuthentication: true,
});

// A CA outside the service, whose certificates log in too.
const partner = new ciphertrust.ExternalCa("partner", {
  certificate: config.require("partnerCa"),
  allowClientAuthentication: true,
});

// What clients have in common: the CA, how long their certificates live, and the groups that they join.
const builds = new ciphertrust.ClientProfile("builds", { ca: machines.id, certDuration: 90, groups: ["Key Users"] });

// Good for one client, within an hour.
const token = new ciphertrust.RegistrationToken("build-server", { profile: builds.id, lifetime: "1h", maxClients: 1 });

// Made on the machine that runs Pulumi: the private key never goes to the service.
const keyPair = new ciphertrust.ClientKeyPair("build-server", { cn: "build-server" });

// The client with its certificate, which is renewed in place.
const server = new ciphertrust.RegisteredClient("build-server", {
  registrationToken: token.token,
  csr: keyPair.csr,
  renewBeforeDays: 30,
});

export const localCas = ciphertrust.LocalCa.list({ name: machines.name });
export const externalCas = ciphertrust.ExternalCa.list({ name: partner.name });
export const profiles = ciphertrust.ClientProfile.list({ name: builds.name });
export const registered = ciphertrust.RegisteredClient.list({ name: server.name });
