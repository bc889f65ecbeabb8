import { withEmulator } from "./client";
import { distrust, localCa, makeRequest, ok, register, send, tokenFor, type Facts } from "./machine";

const shared = withEmulator();
const machine = makeRequest("/O=Example/OU=Build/CN=builder");

/** The subject of a client's certificate; `<id>` stands for its identity. */
const subjectOf = (client: Facts): string => client.subject_dn.replace(client.id, "<id>");

describe("client profiles", () => {
  test("are stored, updated in part, and cannot be deleted while a token uses them", async () => {
    const { client } = shared;
    const ca = await localCa(client);
    const csr_parameters = { csr_cn: "x", csr_key_use: "whatever" };
    const made = await ok(client, "POST", "/client-management/profiles", { name: "p", ca_id: ca.uri, csr_parameters });
    expect(made).toMatchObject({ name: "p", ca_id: ca.id, cert_duration: 730, groups: [], csr_parameters });
    const at = `/client-management/profiles/${made.id}`;
    const changed = await ok(client, "PATCH", at, { name: "q", groups: ["admin"], cert_duration: 30 });
    expect(changed).toMatchObject({ name: "q", ca_id: ca.id, cert_duration: 30, groups: ["admin"], csr_parameters });
    const token = await ok(client, "POST", "/client-management/regtokens", { client_management_profile_id: "q" });
    expect((await send(client, "DELETE", at)).body.message).toContain(token.id);
    expect((await send(client, "DELETE", `/ca/local-cas/${ca.id}`)).body.message).toContain(
      'used by client profile "q"',
    );
    await send(client, "DELETE", `/client-management/regtokens/${token.id}`);
    expect((await send(client, "DELETE", at)).status).toBe(204);
    await distrust(client, ca);
    expect((await send(client, "DELETE", `/ca/local-cas/${ca.id}`)).status).toBe(204);
  });

  test.each([
    ["no name", {}, 400],
    ["a name that is taken", { name: "taken" }, 409],
    ["an unknown authority", { name: "p", ca_id: "nowhere" }, 400],
    ["an unknown group", { name: "p", groups: ["Nobody"] }, 400],
    ["a negative duration", { name: "p", cert_duration: -1 }, 400],
    ["parameters without a name", { name: "p", csr_parameters: { csr_country: "D" } }, 400],
  ])("are refused with %s", async (_name, body, status) => {
    await ok(shared.client, "POST", "/client-management/profiles", { name: "taken" });
    const reply = await send(shared.client, "POST", "/client-management/profiles", body);
    expect(reply.status).toBe(status);
  });
});

describe("the subject of a certificate", () => {
  const profile = { csr_parameters: { csr_cn: "from-profile", csr_country: "DE", csr_org_name: "Profile" } };
  const cases: [string, object, object, string][] = [
    ["of a request contains the identity as its unit", {}, { csr: machine.csr }, "/O=Example/OU=<id>/CN=builder"],
    ["of a request gets a unit", {}, { csr: makeRequest("/O=Example/CN=app").csr }, "/O=Example/OU=<id>/CN=app"],
    [
      "contains it in the named field",
      {},
      { csr: machine.csr, subject_dn_field_to_modify: "CN" },
      "/O=Example/OU=Build/CN=<id>",
    ],
    [
      "contains it in a new field",
      {},
      { csr: machine.csr, subject_dn_field_to_modify: "UID" },
      "/O=Example/OU=Build/UID=<id>/CN=builder",
    ],
    ["is not changed", {}, { csr: machine.csr, do_not_modify_subject_dn: true }, "/O=Example/OU=Build/CN=builder"],
    [
      "is not changed whatever field is named",
      {},
      { csr: machine.csr, do_not_modify_subject_dn: true, subject_dn_field_to_modify: "CN" },
      "/O=Example/OU=Build/CN=builder",
    ],
    ["comes from the profile", profile, { do_not_modify_subject_dn: true }, "/C=DE/O=Profile/CN=from-profile"],
    [
      "comes from the registration before the profile",
      profile,
      { csr_parameters: { csr_org_unit: "Here", csr_email: "a@example.com" }, do_not_modify_subject_dn: true },
      "/OU=Here/emailAddress=a@example.com/CN=app",
    ],
    ["comes from a request before the profile", profile, { csr: machine.csr }, "/O=Example/OU=<id>/CN=builder"],
    ["of a request by the service contains the identity, too", profile, {}, "/C=DE/O=Profile/OU=<id>/CN=from-profile"],
  ];

  test.each(cases)("%s", async (_name, parameters, body, subject) => {
    const { client } = shared;
    const token = await tokenFor(client, await localCa(client), parameters);
    const { body: registered } = await register(client, token, { name: "app", ...body });
    expect(subjectOf(registered)).toBe(subject);
    expect("key" in (registered as object)).toBe(!("csr" in body));
  });
});
