import { idOf, withEmulator } from "../emulator/client";
import { salesforceOrg } from "../lifecycle/fixtures/salesforce";
import { startRig, type Rig } from "../lifecycle/rig";
import { certificate } from "../rules/pem";

/** Facts about logins to Salesforce, as the vendor's PowerShell module sends them. */

const { clientId, clientSecret, username, password, domainName } = salesforceOrg;
const connections = "/connectionmgmt/services/salesforce/connections";
const byPassword = { client_id: clientId, client_secret: clientSecret, username, password };
const asItself = { client_id: clientId, client_secret: clientSecret, domain_name: domainName };
const uploaded = { client_id: clientId, username, certificate };
const mixtures: [string, object][] = [
  ["a certificate with a client secret", { ...uploaded, client_secret: clientSecret }],
  ["a certificate with is_certificate_used", { ...uploaded, is_certificate_used: true }],
  ["a domain with a user", { ...asItself, username, password }],
];

describe("the service", () => {
  const shared = withEmulator();
  const create = (login: object) =>
    shared.client.post(connections, { name: "c", cloud_name: "Salesforce Cloud", ...login });

  test.each([
    ["a user with a password", byPassword],
    ["a client that logs in as itself", asItself],
    ["an uploaded certificate", uploaded],
  ])("takes %s", async (_name, login) => {
    expect((await create(login)).status).toBe(201);
  });

  test.each(mixtures)("refuses %s", async (_name, login) => {
    expect((await create(login)).status).toBe(400);
  });

  test("changes the kind of cloud, and tests the connection anew", async () => {
    const { client } = shared;
    const at = `${connections}/${idOf((await create(byPassword)).body)}`;
    await client.ok("POST", `${at}/test`);
    const changed = await client.ok("PATCH", at, { cloud_name: "Salesforce Sandbox Cloud" });
    expect(changed.cloud_name).toBe("Salesforce Sandbox Cloud");
    expect(changed).not.toHaveProperty("last_connection_ok");
    expect((await client.ok("POST", `${at}/test`)).connection_ok).toBe(false);
  });

  test("takes blanks for what is not given", async () => {
    const at = `${connections}/${idOf((await create(byPassword)).body)}`;
    const blanks = { client_id: "", username: "", password: "", client_secret: "", domain_name: "", cert_duration: 0 };
    const changed = await shared.client.ok("PATCH", at, blanks);
    expect(changed).toMatchObject({ client_id: clientId, username, cert_duration: 730 });
    expect(await shared.client.ok("POST", `${at}/test`)).toEqual({ connection_ok: true });
  });
});

describe("a SalesforceConnection", () => {
  let rig: Rig;
  beforeAll(async () => {
    rig = await startRig();
  });
  afterAll(() => rig.close());

  const logins = {
    password: { clientId, clientSecret, username, password },
    itself: { clientId, clientSecret, domainName },
    made: { clientId, username, isCertificateUsed: true },
    uploaded: { clientId, username, certificate },
  };

  test("moves from any kind of login to any other, in place", async () => {
    const life = rig.lifecycle("SalesforceConnection");
    const checked = (login: object, olds = {}) => life.check(olds, { name: "moving", ...login });
    let { id, state } = await life.create(checked(logins.password).inputs);
    const route = [
      "itself",
      "made",
      "uploaded",
      "password",
      "made",
      "itself",
      "uploaded",
      "itself",
      "password",
    ] as const;
    for (const next of route) {
      const { inputs, failures } = checked(logins[next], state);
      expect(failures).toEqual([]);
      expect(life.diff(state, inputs).replaces).toEqual([]);
      ({ id, state } = await life.update(id, state, inputs));
      expect([next, state.state]).toEqual([next, "ready"]);
      const seen = await life.read(id, state);
      expect([next, life.diff(seen!.state, inputs).changes]).toEqual([next, false]);
    }
  });

  test("changes its cloud in place", async () => {
    const life = rig.lifecycle("SalesforceConnection");
    const args = { name: "boxed", ...logins.password, readyTimeoutSeconds: 0 };
    const made = await life.create(life.check({}, args).inputs);
    const { inputs } = life.check(made.state, { ...args, cloudName: "Salesforce Sandbox Cloud" });
    expect(life.diff(made.state, inputs)).toMatchObject({ changes: true, replaces: [] });
  });
});
