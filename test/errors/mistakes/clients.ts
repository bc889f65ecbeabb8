import { makeAuthority } from "../../api/certificates";
import { makeRequest, makeToken } from "../../lifecycle/fixtures/clients";
import { make } from "../../lifecycle/rig";
import { configured, created, mistake, refused, type Mistake } from "../mistake";

export const clients: Mistake[] = [
  refused(
    "A certificate that is no PEM text",
    "ExternalCa",
    { certificate: "partner.pem" },
    "Pass the content of the file.",
    async () => ({ name: "partner" }),
  ),
  refused(
    "A request that is no certificate request",
    "RegisteredClient",
    { registrationToken: "<token.token>", csr: "-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----\n" },
    "Pass the output `csr` of a `ClientKeyPair`.",
    async () => ({ name: "pipeline" }),
  ),
  mistake(
    "A registration token that has expired",
    'new ciphertrust.RegisteredClient("pipeline", { registrationToken: token.token, csr: pair.csr })',
    async (rig) => {
      const { token } = await makeToken(rig);
      const { csr } = await makeRequest(rig);
      await rig.advance(2 * 3_600);
      return created(rig, "RegisteredClient", { name: "pipeline", registrationToken: token, csr });
    },
    "Change a value of the token's `triggers`: that makes a new one.",
  ),
  mistake(
    "A registration token that is used up",
    'new ciphertrust.RegistrationToken("token", { profile: profile.id, maxClients: 1 })',
    async (rig) => {
      const profile = await make(rig, "ClientProfile", { name: "machines" });
      const { state } = await make(rig, "RegistrationToken", { profile: profile.id, lifetime: "1h", maxClients: 1 });
      for (const name of ["first", "second"]) {
        const { csr } = await makeRequest(rig, name);
        const args = { name, registrationToken: state.token, csr };
        if (name === "second") return created(rig, "RegisteredClient", args);
        await make(rig, "RegisteredClient", args);
      }
      throw new Error("the mistake went through");
    },
    "Raise `maxClients`, or make a token for each client.",
  ),
  mistake(
    "A registration token of a profile that needs other parameters",
    'new ciphertrust.RegisteredClient("pipeline", { registrationToken: token.token })',
    async (rig) => {
      const { token } = await makeToken(rig);
      return created(rig, "RegisteredClient", { name: "pipeline", registrationToken: token });
    },
    "Pass a `csr`, or a token of a profile with `csrParameters`.",
  ),
  mistake(
    "A certificate of an unknown CA",
    'new ciphertrust.RegisteredClient("pipeline", { registrationToken: token.token, externalCertificate: other })',
    async (rig) => {
      const { token } = await makeToken(rig);
      const { certificate } = await (await makeAuthority()).issue("pipeline");
      return created(rig, "RegisteredClient", {
        name: "pipeline",
        registrationToken: token,
        externalCertificate: certificate,
      });
    },
    "Declare the CA that signed it as an `ExternalCa` first.",
  ),
  mistake(
    "A registration token that does not exist",
    'new ciphertrust.RegisteredClient("pipeline", { registrationToken: "<token of another service>", csr: pair.csr })',
    async (rig) => {
      const { csr } = await makeRequest(rig);
      return created(rig, "RegisteredClient", { name: "pipeline", registrationToken: "x".repeat(64), csr });
    },
    "Pass the output `token` of a `RegistrationToken` of this service.",
  ),
  mistake(
    "A login with another client's certificate",
    "ciphertrust:clientId of one client, clientCertificate of another",
    async (rig) => {
      const { token } = await makeToken(rig);
      const register = async (name: string) => {
        const { csr, privateKey } = await makeRequest(rig, name);
        const { id, state } = await make(rig, "RegisteredClient", { name, registrationToken: token, csr });
        return { id, clientCertificate: String(state.certificate), clientKey: privateKey };
      };
      const [one, { clientCertificate, clientKey }] = [await register("one"), await register("other")];
      return configured(rig, { clientId: one.id, clientCertificate, clientKey });
    },
    "Give identity, certificate and key of the same registration.",
  ),
];
