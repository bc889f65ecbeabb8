import { offeredAzureVaults } from "../../provider/lookups/azure";
import { accountId, Client, credentials, idOf, listOf, withEmulator, type Loose } from "../emulator/client";
import { azureVault, changeWorld, connectionsPath } from "../emulator/azurePlace";
import { application, subscription_id } from "../emulator/systems/rows/azure";
import { startEmulator } from "../../emulator";
import { ociCredentials } from "../emulator/systems/rows/oci";
import { ociUser, ociWorld } from "../lifecycle/fixtures/oci";
import { azureSubscription, azureTenant, makeVault } from "../lifecycle/fixtures/azure";
import { salesforceOrg } from "../lifecycle/fixtures/salesforce";
import { make, startRig, type Rig } from "../lifecycle/rig";

/** Facts about containers and their connections, from the vendor's other clients and its public pages. */

const licensed = { licensing: { licenses: [{ feature: "CCKM" }] } };

interface Place {
  service: string;
  login: object;
  wrong: object;
  add(client: Client, connection: string): ReturnType<Client["post"]>;
}
const { clientId: client_id, clientSecret: client_secret, username, password } = salesforceOrg;
const places: Place[] = [
  {
    service: "aws",
    login: credentials,
    wrong: { secret_access_key: "wrong" },
    add: (client, connection) =>
      client.post("/cckm/aws/kms", { name: "prod", account_id: accountId, connection, regions: ["eu-west-1"] }),
  },
  {
    service: "azure",
    login: application,
    wrong: { client_secret: "wrong" },
    async add(client, connection) {
      const { body } = await client.post("/cckm/azure/get-vaults", { connection, subscription_id });
      const vaults = [listOf(body.vaults ?? ([{}] as unknown as Loose))[0]];
      return client.post("/cckm/azure/add-vaults", { connection, subscription_id, vaults });
    },
  },
  {
    service: "oci",
    login: ociCredentials,
    wrong: { fingerprint: "00:34:56:78:9a:bc:de:f0:12:34:56:78:9a:bc:de:f0" },
    add: (client, connection) =>
      client.post("/cckm/oci/add-vaults", { connection, region: ociUser.region, vault_id: [ociWorld.shared] }),
  },
  {
    service: "salesforce",
    login: { cloud_name: "Salesforce Cloud", client_id, client_secret, username, password },
    wrong: { password: "wrong" },
    add: (client, connection) =>
      client.post("/cckm/sfdc/add-organizations", { connection, sfdc_org_id: salesforceOrg.sfdcOrgId }),
  },
];
const connect = async (client: Client, { service, login }: Place, more: object = {}): Promise<string> =>
  idOf(await client.ok("POST", `/connectionmgmt/services/${service}/connections`, { name: "c", ...login, ...more }));

describe.each(places)("a connection to $service", (place) => {
  describe("of a strict service", () => {
    const shared = withEmulator();
    test("carries no container before it was tested", async () => {
      const connection = await connect(shared.client, place);
      expect((await place.add(shared.client, connection)).status).toBe(409);
    });
  });

  describe("of a lenient service", () => {
    const shared = withEmulator({ world: { ...licensed, readiness: "lenient" } });
    test("carries a container although it was never tested", async () => {
      const connection = await connect(shared.client, place);
      expect((await place.add(shared.client, connection)).status).toBe(201);
    });

    test("carries none with credentials that the cloud rejects, nor after a test that failed", async () => {
      const connection = await connect(shared.client, place, place.wrong);
      expect((await place.add(shared.client, connection)).status).toBe(400);
      await shared.client.ok("POST", `/connectionmgmt/services/${place.service}/connections/c/test`);
      expect((await place.add(shared.client, connection)).status).toBe(409);
    });
  });
});

test("an option makes the service lenient, and the world shows it", async () => {
  const emulator = await startEmulator({ readiness: "lenient" });
  const client = new Client(emulator);
  expect((await client.raw("GET", "/emulator/world")).body.readiness).toBe("lenient");
  await client.close();
  await emulator.close();
});

describe("an unlicensed service", () => {
  const shared = withEmulator({ world: {} });

  test.each(["projects", "key-rings"])("responds to a list of Google's %s", async (what) => {
    expect(await shared.client.get(`/cckm/google/${what}`)).toMatchObject({ status: 200, body: { total: 0 } });
  });

  test.each(["/cckm/google/keys", "/cckm/aws/keys"])(
    "refuses %s with 403 and a word about the license",
    async (path) => {
      expect(await shared.client.get(path)).toMatchObject({
        status: 403,
        body: { codeDesc: expect.stringContaining("License") },
      });
    },
  );
});

describe("Azure vaults", () => {
  const shared = withEmulator();

  test("have a backup limit of 0 or none unless it is given", async () => {
    expect((await azureVault(shared.client)).cloud_key_backup_limit ?? 0).toBe(0);
  });

  test("are offered in pages of 10, or of at most 1000", async () => {
    const { client } = shared;
    await azureVault(client);
    for (let index = 0; index < 25; index++)
      await changeWorld(client, "vaults", { name: `more-${index}`, subscription: subscription_id });
    const page = async (more: object) => {
      const { vaults, nextLink } = await client.ok("POST", "/cckm/azure/get-vaults", {
        connection: "azure",
        subscription_id,
        ...more,
      });
      return [listOf(vaults).length, nextLink !== ""];
    };
    expect(await page({})).toEqual([10, true]);
    expect(await page({ limit: 1000 })).toEqual([expect.any(Number), false]);
  });

  test("show the release policy of a key's rotation as a JSON object", async () => {
    const { client } = shared;
    const key_vault = idOf(await azureVault(client));
    const key = await client.ok("POST", "/cckm/azure/keys", { key_name: "k", key_vault, azure_param: { kty: "RSA" } });
    const schedule = await client.ok("POST", "/scheduler/job-configs", {
      ...{ name: "plan", operation: "cckm_key_rotation", run_at: "0 3 1 * *", run_on: "any" },
      cckm_key_rotation_params: { cloud_name: "AzureCloud" },
    });
    const policy = { version: "1.0.0", anyOf: [{ authority: "https://x" }] };
    const bound = await client.ok("POST", `/cckm/azure/keys/${idOf(key)}/enable-rotation-job`, {
      job_config_id: schedule.id,
      auto_rotate_key_source: "native",
      auto_rotate_release_policy: policy,
    });
    expect(bound.labels).toMatchObject({ job_config_id: schedule.id, auto_rotate_release_policy: policy });
    expect((await client.ok("GET", `/cckm/azure/keys?job_config_id=${schedule.id}`)).total).toBe(1);
  });
});

describe("the provider", () => {
  let rig: Rig;
  beforeAll(async () => {
    rig = await startRig({ hurry: true });
  });
  afterAll(() => rig.close());
  beforeEach(() => rig.renew());

  test("reads every page of the vaults that Azure offers", async () => {
    await makeVault(rig);
    for (let index = 0; index < 25; index++)
      await rig.control("POST", "/world/azure/vaults", { name: `more-${index}`, subscription: azureSubscription });
    const connection = "tenant";
    const found = await offeredAzureVaults(rig.api, { connection, subscriptionId: azureSubscription });
    expect(found.filter(({ name }) => name.startsWith("more-"))).toHaveLength(25);
  });

  test("finds its vault in a list that filters by nothing", async () => {
    const id = await makeVault(rig);
    await make(rig, "AzureVault", {
      connection: (await make(rig, "AzureConnection", { name: "second", ...azureTenant })).id,
      subscriptionId: azureSubscription,
      vault: "contoso-archive",
    });
    const life = rig.lifecycle("AzureVault");
    const { id: connection } = (await rig.api.get(`${connectionsPath}/tenant`)) as { id: string };
    const args = { connection, subscriptionId: azureSubscription, vault: "contoso-prod", adopt: true };
    expect((await life.create(life.check({}, args).inputs)).id).toBe(id);
  });

  test("names the compartment of an external OCI vault, and accepts an address as its host", async () => {
    await makeVault(rig);
    const connection = (await make(rig, "OciConnection", { name: "oracle", ...ociUser })).id;
    const openidConfigUrl = "https://idcs.example.com/.well-known/openid-configuration";
    const issuerId = (await make(rig, "OciIssuer", { name: "idcs", openidConfigUrl })).id;
    const args = {
      vaultName: "held",
      connection,
      issuerId,
      clientApplicationId: "app-1",
      endpointUrlHostname: "203.0.113.7",
    };
    const made = await make(rig, "OciExternalVault", { ...args, compartmentId: ociWorld.security });
    expect(await rig.api.get(`/cckm/oci/vaults/${made.id}`)).toMatchObject({ compartment_id: ociWorld.security });
    expect(made.state.endpointUrl).toMatch(/^https:\/\/203\.0\.113\.7:443\//);
  });
});
