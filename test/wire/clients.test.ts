import { decodeAll } from "../../provider/lifecycle/values/wire";
import { sentToMake } from "./sent";
import { externalCa } from "../../provider/resources/clients/externalCa";
import { localCa } from "../../provider/resources/clients/localCa";
import { clientProfile } from "../../provider/resources/clients/profile";
import { registeredClient } from "../../provider/resources/clients/registeredClient";
import { registrationToken } from "../../provider/resources/clients/registrationToken";
import { certificate, request } from "../rules/pem";

/**
 * Requests and responses as the service's public documentation and clients show them. S: seen
 * there; I: inferred.
 */

const id = "8a3b0f52-6c0e-4f6f-9b0c-0a4d6d1f2e3c";
const validity = {
  notBefore: expect.stringMatching(/^20\d\d-.*Z$/),
  notAfter: expect.stringMatching(/^21\d\d-.*Z$/),
};

test("a local CA: request and response", async () => {
  const inputs = {
    name: "machines",
    cn: "Machines",
    names: [{ country: "FR", organization: "Example", organizationalUnit: "Build" }],
    algorithm: "RSA",
    size: 2048,
    dnsNames: ["ca.example.com"],
    emailAddresses: [],
    ipAddresses: [],
    parent: "another",
    duration: 365,
    allowClientAuthentication: true,
  };
  expect(await sentToMake(localCa, inputs)).toEqual({
    "POST /ca/local-cas": {
      cn: "Machines", // S, as all that follow
      algorithm: "RSA",
      size: 2048,
      name: "machines",
      names: [{ C: "FR", O: "Example", OU: "Build" }],
      dnsNames: ["ca.example.com"],
      emailAddresses: [],
      ipAddresses: [],
    },
  });
  const response = {
    id, // S, as all that follow
    uri: `kylo:kylo:naboo:localca:${id}`,
    account: "kylo:kylo:admin:accounts:kylo",
    createdAt: "2024-06-18T09:16:46.346715Z",
    updatedAt: "2024-06-18T09:16:46.346715Z",
    name: "machines",
    state: "active",
    cert: certificate,
    serialNumber: "160021281963285293911911843284432480",
    subject: "/C=FR/O=Example/CN=Machines",
    issuer: "/CN=Root",
    notBefore: "2024-06-17T09:16:46Z",
    notAfter: "2025-06-18T09:16:46Z",
    sha1Fingerprint: "AB",
    sha256Fingerprint: "ABCD",
    sha512Fingerprint: "ABCDEF",
    purpose: { client_authentication: "Enabled", user_authentication: "Disabled" },
  };
  const shown = {
    name: "machines",
    allowClientAuthentication: true,
    allowUserAuthentication: false,
    state: "active",
    uri: response.uri,
    certificate,
    serialNumber: response.serialNumber,
    subject: response.subject,
    issuer: response.issuer,
    sha256Fingerprint: "ABCD",
    ...validity,
  };
  expect(decodeAll(localCa, response)).toEqual(shown);
  const pending = { ...response, state: "pending", cert: undefined, csr: request, notBefore: "0001-01-01T00:00:00Z" };
  expect(decodeAll(localCa, pending)).not.toHaveProperty("notBefore");
});

test("an external CA: request and response", async () => {
  const body = { cert: certificate, name: "partner", parent: id }; // S
  expect(await sentToMake(externalCa, { certificate, name: "partner", parent: id })).toEqual({
    "POST /ca/external-cas": body,
  });
  const response = {
    id,
    uri: `kylo:kylo:naboo:external_ca:${id}`, // S
    name: "partner",
    cert: certificate,
    parent: `kylo:kylo:naboo:localca:${id}`,
    purpose: { client_authentication: "Disabled" }, // S
  };
  expect(decodeAll(externalCa, response)).toEqual({
    name: "partner",
    certificate,
    allowClientAuthentication: false,
    uri: response.uri,
    ...validity,
  });
});

test("a client profile: request and response", async () => {
  const inputs = {
    name: "pipelines",
    ca: id,
    certDuration: 90,
    groups: ["Key Users"],
    csrParameters: { cn: "x", country: "FR", state: "s", city: "c", orgName: "o", orgUnit: "u", email: "a@b.c" },
  };
  const body = {
    name: "pipelines", // S, as all fields of the profile itself
    ca_id: id,
    cert_duration: 90,
    groups: ["Key Users"],
    csr_parameters: {
      csr_cn: "x", // I: the names are seen at the application profiles beside it
      csr_country: "FR",
      csr_state: "s",
      csr_city: "c",
      csr_org_name: "o",
      csr_org_unit: "u",
      csr_email: "a@b.c",
    },
  };
  expect(await sentToMake(clientProfile, inputs)).toEqual({ "POST /client-management/profiles": body });
  expect(decodeAll(clientProfile, { id, ...body })).toEqual(inputs);
  expect(decodeAll(clientProfile, { id, name: "pipelines", ca_id: id })).toMatchObject({
    certDuration: 730,
    groups: [],
  });
});

test("a registration token: request and response", async () => {
  const inputs = {
    profile: id,
    lifetime: "24h",
    maxClients: 2,
    namePrefix: "ci-",
    label: {},
    labels: { team: "build" },
  };
  expect(await sentToMake(registrationToken, { ...inputs, triggers: { year: 1 } })).toEqual({
    "POST /client-management/regtokens/": {
      client_management_profile_id: id, // S, as all that follow
      lifetime: "24h",
      max_clients: 2,
      name_prefix: "ci-",
      label: {},
      labels: { team: "build" },
    },
  });
  const response = {
    id, // S, as all that follow
    uri: `kylo:kylo:clientmgmt:regtokens:${id}`,
    token: "t".repeat(64),
    client_management_profile_id: id,
    max_clients: 2,
    name_prefix: "ci-",
    labels: { team: "build" },
    valid_until: "2027-01-01T00:00:00Z",
    clients_registered: 1,
  };
  const { lifetime: _never, ...returned } = inputs;
  const outputs = { token: response.token, validUntil: response.valid_until, clientsRegistered: 1 };
  expect(decodeAll(registrationToken, response)).toEqual({ ...returned, ...outputs });
  expect(decodeAll(registrationToken, { ...response, valid_until: "0001-01-01T00:00:00Z" }).validUntil).toBeUndefined();
});

test("a registration: request and response", async () => {
  const inputs = {
    name: "pipeline",
    registrationToken: "t",
    subjectDnFieldToModify: "OU",
    doNotModifySubjectDn: false,
    renewBeforeDays: 30,
    revoked: false,
    revocationReason: "superseded",
    onDestroy: "delete",
    triggers: {},
  };
  const common = {
    name: "pipeline", // S, as all that follow
    registration_token: "t",
    subject_dn_field_to_modify: "OU",
    do_not_modify_subject_dn: false,
  };
  expect(await sentToMake(registeredClient, { ...inputs, csr: request })).toEqual({
    "POST /client-management/clients/": { ...common, csr: request },
  }); // S
  expect(await sentToMake(registeredClient, { ...inputs, externalCertificate: certificate })).toEqual({
    "POST /client-management/clients/": {
      ...common,
      ext_cert: certificate, // S
    },
  });
  expect(await sentToMake(registeredClient, { ...inputs, csrParameters: { cn: "x" } })).toEqual({
    "POST /client-management/clients/": {
      ...common,
      csr_parameters: { csr_cn: "x" }, // I
    },
  });
  const response = {
    id, // S
    name: "pipeline", // S
    cert: certificate, // S
    sha256_fingerprint: "ABCD", // S
    ca_id: id, // S
    state: "active", // field S, value I
    issuer: "/CN=Machines", // S
    valid_until: "2027-01-01T00:00:00Z", // S
    key: "-----BEGIN PRIVATE KEY-----", // I
  };
  const outputs = {
    clientId: id,
    ca: id,
    certificate,
    privateKey: response.key,
    state: "active",
    issuer: "/CN=Machines",
    sha256Fingerprint: "ABCD",
    ...validity,
  };
  expect(decodeAll(registeredClient, response)).toEqual({ name: "pipeline", revoked: false, groups: [], ...outputs });
  expect(decodeAll(registeredClient, { ...response, state: "revoked" })).toMatchObject({ revoked: true });
});
