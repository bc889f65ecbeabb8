import { makeAuthority } from "../../api/certificates";
import { makeRequest, makeToken } from "../../lifecycle/fixtures/clients";
import { make } from "../../lifecycle/rig";
import { configured, created, mistake, refused, type Mistake } from "../mistake";

export const login: Mistake[] = [
  mistake("A login with another client's certificate", async (rig) => {
    const { token } = await makeToken(rig);
    const register = async (name: string) => {
      const { csr, privateKey } = await makeRequest(rig, name);
      const { id, state } = await make(rig, "RegisteredClient", { name, registrationToken: token, csr });
      return { id, clientCertificate: String(state.certificate), clientKey: privateKey };
    };
    const [one, { clientCertificate, clientKey }] = [await register("one"), await register("other")];
    return configured(rig, { clientId: one.id, clientCertificate, clientKey });
  }),
];

export const clients: Mistake[] = [
  refused(
    "A certificate that is no PEM text",
    "ExternalCa",
    { certificate: "partner.pem" },
    { prepare: async () => ({ name: "partner" }) },
  ),
  refused(
    "A request that is no certificate request",
    "RegisteredClient",
    { registrationToken: "<token.token>", csr: "-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----\n" },
    { next: "Pass the output `csr` of a `ClientKeyPair`.", prepare: async () => ({ name: "pipeline" }) },
  ),
  mistake(
    "A registration token that has expired",
    async (rig) => {
      const { token } = await makeToken(rig);
      const { csr } = await makeRequest(rig);
      await rig.advance(2 * 3_600);
      return created(rig, "RegisteredClient", { name: "pipeline", registrationToken: token, csr });
    },
    { written: 'new ciphertrust.RegisteredClient("pipeline", { registrationToken: token.token, csr: pair.csr })' },
  ),
  mistake(
    "A registration token that is used up",
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
    {
      next: "Or raise `maxClients`.",
      written: 'new ciphertrust.RegistrationToken("token", { profile: profile.id, maxClients: 1 })',
    },
  ),
  mistake(
    "A registration token of a profile that needs other parameters",
    async (rig) => {
      const { token } = await makeToken(rig);
      return created(rig, "RegisteredClient", { name: "pipeline", registrationToken: token });
    },
    {
      next: "Pass a `csr`, or a token of a profile with `csrParameters`.",
      written: 'new ciphertrust.RegisteredClient("pipeline", { registrationToken: token.token })',
    },
  ),
  mistake(
    "A certificate of an unknown CA",
    async (rig) => {
      const { token } = await makeToken(rig);
      const { certificate } = await (await makeAuthority()).issue("pipeline");
      return created(rig, "RegisteredClient", {
        name: "pipeline",
        registrationToken: token,
        externalCertificate: certificate,
      });
    },
    {
      next: "Declare the CA as an `ExternalCa` first.",
      written:
        'new ciphertrust.RegisteredClient("pipeline", { registrationToken: token.token, externalCertificate: other })',
    },
  ),
  mistake(
    "A registration token that does not exist",
    async (rig) => {
      const { csr } = await makeRequest(rig);
      return created(rig, "RegisteredClient", { name: "pipeline", registrationToken: "x".repeat(64), csr });
    },
    {
      written:
        'new ciphertrust.RegisteredClient("pipeline", { registrationToken: "<token of another service>", csr: pair.csr })',
    },
  ),
];
