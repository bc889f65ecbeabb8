import type { Wire } from "../../provider/api/client";
import type { Bag } from "../../provider/lifecycle/vocabulary/definition";
import { findSalesforceOrganizations } from "../../provider/lookups/salesforce";
import { salesforceLogin, salesforceOrg } from "./fixtures/salesforce";
import { make, startRig, type Rig } from "./rig";

const { sfdcOrgId, clientId, clientSecret, username, domainName } = salesforceOrg;

describe("SalesforceConnection", () => {
  test.each([
    ["no secret", { clientId, username }, ["clientSecret", "password"]],
    ["neither user nor domain", { clientId, clientSecret }, ["domainName"]],
    ["a password without a user", { clientId, clientSecret, domainName, password: "x" }, ["password", "username"]],
    ["a user and a domain", { ...salesforceLogin, domainName }, ["username", "password"]],
    ["a certificate without a user", { clientId, isCertificateUsed: true }, ["username"]],
    ["a certificate and a password", { ...salesforceLogin, isCertificateUsed: true }, ["password"]],
    ["mutual TLS alone", { ...salesforceLogin, enableMutualTls: true }, ["tlsClientCertificateWithPrivateKey"]],
  ])("is rejected by the check with %s", async (_name, args, properties) => {
    const rig = await startRig();
    const { failures } = rig.lifecycle("SalesforceConnection").check({}, { name: "c", ...args });
    expect(failures.map(({ property }) => property)).toEqual(properties);
    await rig.close();
  });
});

describe("tenant secrets", () => {
  let rig: Rig;
  let organization: string;
  beforeAll(async () => {
    rig = await startRig({ world: { licensing: { licenses: [{ feature: "CCKM" }] } } });
  });
  afterAll(() => rig.close());
  beforeEach(async () => {
    await rig.renew();
    const connection = await make(rig, "SalesforceConnection", { name: "below", ...salesforceLogin });
    organization = (await make(rig, "SalesforceOrganization", { connection: connection.id, sfdcOrgId })).id;
  });

  test("are in an organization whose id is the same in its short form: it is not replaced", async () => {
    const one = rig.lifecycle("SalesforceOrganization");
    const { state, inputs } = (await one.read(organization, {}))!;
    const short = { ...inputs, sfdcOrgId: sfdcOrgId.slice(0, 15) };
    expect(one.diff(state, short)).toMatchObject({ changes: false });
    const other = { ...inputs, sfdcOrgId: "00D5g000008AbCd" };
    expect(one.diff(state, other)).toMatchObject({ replaces: ["sfdcOrgId"] });
  });

  const lifecycle = () => rig.lifecycle("SalesforceKey");
  const checked = (args: Bag, olds: Bag = {}) => {
    const { inputs, failures } = lifecycle().check(olds, args);
    expect(failures).toEqual([]);
    return inputs;
  };
  const key = (id: unknown) => rig.api.get(`/cckm/sfdc/keys/${String(id)}`);

  test("are never created over an ACTIVE one unless the program says so", async () => {
    const args = { organization, type: "Data" };
    const first = await make(rig, "SalesforceKey", args);
    await expect(lifecycle().create(first.inputs)).rejects.toThrow(/archiveActive: true .* adopt: "/s);
    const second = await lifecycle().create(checked({ ...args, archiveActive: true }));
    expect(second.id).not.toBe(first.id);
    expect([await key(first.id), await key(second.id)]).toMatchObject([{ status: "ARCHIVED" }, { status: "ACTIVE" }]);
  });

  /**
   * As versions of the service show them that name the organization by the service's id, and have
   * capitals.
   */
  const inCapitals = (record: Wire): Wire => {
    const { sfdc_params, ...rest } = record as { sfdc_params?: Wire };
    if (!sfdc_params) return record;
    return {
      ...rest,
      organization_id: organization,
      sfdc_param: { Id: sfdc_params.salesforce_id, Version: sfdc_params.version },
    };
  };
  const asIs = (record: Wire): Wire => record;

  test.each([
    ["by its id in Salesforce", asIs],
    ["by the service's id", inCapitals],
  ])(
    "name their organization %s: neither drift nor an import replaces one, or makes a second",
    async (_id, version) => {
      rig.onResponse = version;
      const args = { organization, type: "Data" };
      const made = await make(rig, "SalesforceKey", args);
      const sfdcKeyId = expect.stringMatching(/^02G/) as string;
      for (const known of [made.state, {}]) {
        const seen = await lifecycle().read(made.id, known);
        expect(seen!.state).toMatchObject({ organization, version: 1, sfdcKeyId });
        expect(lifecycle().diff(seen!.state, checked(args))).toMatchObject({ replaces: [] });
      }
      await expect(lifecycle().create(made.inputs)).rejects.toThrow(/archiveActive: true/);
      expect((await lifecycle().create({ ...made.inputs, adopt: true })).id).toBe(made.id);
      rig.onResponse = asIs;
    },
  );

  test("of an organization that the service does not show are not archived either", async () => {
    const made = await make(rig, "SalesforceKey", { organization, type: "Data" });
    rig.onResponse = (record) => (record.cloud_name === "sfdc" && "acls" in record ? { id: record.id } : record);
    await expect(lifecycle().create(made.inputs)).rejects.toThrow(/archiveActive: true/);
    rig.onResponse = asIs;
    expect(await key(made.id)).toMatchObject({ status: "ACTIVE" });
  });

  test("are followed when a newer one archives them, which is not drift", async () => {
    const args = { organization, type: "Data" };
    const made = await make(rig, "SalesforceKey", args);
    const newer = await rig.api.post("/cckm/sfdc/keys", { organization_id: organization, type: "Data" });
    const seen = await lifecycle().read(made.id, made.state);
    expect(seen).toMatchObject({ id: made.id, state: { currentId: newer.id, status: "ACTIVE", version: 2 } });
    expect(lifecycle().diff(seen!.state, checked(args, seen!.inputs))).toMatchObject({ changes: false });
    for (const verb of ["destroy", "delete-backup"]) await rig.api.post(`/cckm/sfdc/keys/${made.id}/${verb}`);
    expect(await lifecycle().read(made.id, seen!.state)).toMatchObject({ state: { currentId: newer.id } });
    expect(await lifecycle().read(made.id, made.state)).toMatchObject({ state: { currentId: newer.id } });
  });

  test("are uploaded in place, and go back to material of Salesforce", async () => {
    const certificate = await make(rig, "SalesforceCertificate", { name: "Upload", organization });
    const source = await make(rig, "VaultKey", { name: "material", algorithm: "aes", size: 256 });
    const plain = { organization, type: "Data" };
    const made = await make(rig, "SalesforceKey", plain);
    const uploaded = { ...plain, sourceKeyIdentifier: source.id, certificate: certificate.id };
    const inputs = checked(uploaded, made.inputs);
    expect(lifecycle().diff(made.state, inputs)).toMatchObject({ changes: true, replaces: [] });
    const then = await lifecycle().update(made.id, made.state, inputs);
    expect(then.state).toMatchObject({ keyMaterialOrigin: "cckm", version: 2, status: "ACTIVE" });
    expect(lifecycle().diff(then.state, inputs)).toMatchObject({ changes: false });
    const back = await lifecycle().update(made.id, then.state, checked(plain, inputs));
    expect(back.state).toMatchObject({ keyMaterialOrigin: "native", version: 3 });
    expect(lifecycle().diff(back.state, checked(plain))).toMatchObject({ changes: false });
  });

  test("may be cache-only, with an endpoint at which Salesforce requests them", async () => {
    const certificate = await make(rig, "SalesforceCertificate", { name: "Upload", organization });
    const source = await make(rig, "VaultKey", { name: "material", algorithm: "aes", size: 256 });
    const args = { organization, type: "Data", sourceKeyIdentifier: source.id, certificate: certificate.id };
    const sfdcNamedCredentialId = "0XA5g000000ACMEGA0";
    const made = await make(rig, "SalesforceKey", { ...args, sfdcNamedCredentialId });
    expect(made.state).toMatchObject({ sfdcNamedCredentialId, keyMaterialOrigin: "cckm", status: "ACTIVE" });
    expect(await key(made.id)).toMatchObject({ sfdc_params: { source: "CACHE-ONLY" } });
    const uploaded = await lifecycle().update(made.id, made.state, checked(args, made.inputs));
    expect(await key(uploaded.state.currentId)).toMatchObject({ sfdc_params: { source: "UPLOADED" } });
  });

  test.each([
    [
      "a derivation mode for a cache-only key",
      { sourceKeyIdentifier: "x", certificate: "y", sfdcNamedCredentialId: "z", keyDerivationMode: "NONE" },
      ["keyDerivationMode"],
    ],
    ["a source without a certificate", { sourceKeyIdentifier: "x" }, ["certificate"]],
    [
      "a certificate without a source",
      { certificate: "x", keyDerivationMode: "NONE" },
      ["certificate", "keyDerivationMode"],
    ],
  ])("are rejected by the check with %s", (_name, args, properties) => {
    const { failures } = lifecycle().check({}, { organization, type: "Data", ...args });
    expect(failures.map(({ property }) => property)).toEqual(properties);
  });

  test("are destroyed only if requested, and never the ACTIVE one", async () => {
    const kept = await make(rig, "SalesforceKey", { organization, type: "Data" });
    const doomed = await make(rig, "SalesforceKey", { organization, type: "Analytics", onDestroy: "destroy" });
    for (const type of ["Data", "Analytics"])
      await rig.api.post("/cckm/sfdc/keys", { organization_id: organization, type });
    const seen = await lifecycle().read(doomed.id, doomed.state);
    await lifecycle().delete(kept.id, kept.state);
    await lifecycle().delete(doomed.id, seen!.state);
    expect([await key(kept.id), await key(doomed.id), await key(seen!.state.currentId)]).toMatchObject([
      { status: "ARCHIVED" },
      { status: "DESTROYED" },
      { status: "ACTIVE" },
    ]);
  });

  test("rotate on a schedule, and stay bound to it", async () => {
    const made = await make(rig, "SalesforceKey", { organization, type: "Data" });
    const plan = await make(rig, "RotationSchedule", { name: "p", cloud: "salesforce", runAt: "0 0 * * *" });
    const args = { key: { type: "SalesforceKey", id: made.id }, schedule: plan.id };
    const binding = await make(rig, "KeyRotation", args);
    const bindings = rig.lifecycle("KeyRotation");
    await rig.advance(86_400);
    const [key, bound] = [await lifecycle().read(made.id, made.state), await bindings.read(binding.id, binding.state)];
    expect(key?.state).toMatchObject({ version: 2, status: "ACTIVE" });
    expect(bindings.diff(bound!.state, bindings.check(bound!.inputs, args).inputs)).toMatchObject({ changes: false });
    await bindings.delete(binding.id, bound!.state);
    await rig.advance(86_400);
    expect((await lifecycle().read(made.id, key!.state))?.state).toMatchObject({ version: 2 });
  });

  test("are refreshed with the certificates, and reported on", async () => {
    const refresh = await make(rig, "Refresh", {
      cloud: "salesforce",
      containers: [organization],
      items: ["keys", "certificates"],
    });
    expect(refresh.state).toMatchObject({ status: "completed", keys: 9, newKeys: 9, goneKeys: 0 });
    const report = await make(rig, "Report", { name: "r", cloud: "salesforce", containers: [organization] });
    expect(report.state).toMatchObject({ status: "completed", rows: 7 });
    await rig.lifecycle("Report").delete(report.id, report.state);
  });

  test("are kept in Salesforce when their organization and connection are deleted here", async () => {
    const before = await rig.control("GET", "/world");
    const state = (await rig.lifecycle("SalesforceOrganization").read(organization, { sfdcOrgId }))!.state;
    await rig.lifecycle("SalesforceOrganization").delete(organization, state);
    await rig.lifecycle("SalesforceConnection").delete(String(state.connection), { name: "below" });
    expect(await rig.control("GET", "/world")).toEqual(before);
  });

  test("belong to organizations that a connection lists before they are added", async () => {
    const [{ id }] = (await rig.api.list("/connectionmgmt/connections", { name: "below" })) as [{ id: string }];
    expect(await findSalesforceOrganizations(rig.api, { connection: id })).toEqual([
      { sfdcOrgId, name: "Acme Corporation", organizationType: "Regular" },
    ]);
  });

  test("move with their organization to another connection, in place", async () => {
    const other = await make(rig, "SalesforceConnection", { name: "other", ...salesforceLogin });
    const organizations = rig.lifecycle("SalesforceOrganization");
    const seen = await organizations.read(organization, { sfdcOrgId });
    const { inputs } = organizations.check(seen!.inputs, { connection: other.id, sfdcOrgId });
    expect(organizations.diff(seen!.state, inputs)).toMatchObject({ changes: true, replaces: [] });
    expect((await organizations.update(organization, seen!.state, inputs)).state).toMatchObject({
      connection: other.id,
    });
  });
});
