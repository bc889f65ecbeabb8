import { offeredAzureVaults } from "../../provider/lookups/azure";
import { Client, idOf, listOf, withEmulator } from "../emulator/client";
import { azureVault, changeWorld, connectionsPath } from "../emulator/azurePlace";
import { subscription_id } from "../emulator/systems/rows/azure";
import { startEmulator } from "../../emulator/index";
import { systems } from "../emulator/systems/rows";
import { SystemClient } from "../emulator/systems/system";
import { ociUser, ociWorld } from "../emulator/systems/ociWorld";
import { azureSubscription, azureTenant, makeVault } from "../lifecycle/fixtures/azure";
import { make, startRig, type Rig } from "../lifecycle/rig";

/**
 * Facts about containers and their connections, from the vendor's other clients and its public
 * pages.
 */

const licensed = { licensing: { licenses: [{ feature: "CCKM" }] } };

// A strict service is in test/emulator/systems/containers.test.ts.
describe("a connection of a lenient service", () => {
  const shared = withEmulator({ world: { ...licensed, readiness: "lenient" } });

  test.each(systems)("to %s carries a container although it was never tested", async (_name, system) => {
    const own = await SystemClient.of(shared.client, system);
    await own.create();
    expect((await own.add(own.name)).status).toBe(201);
  });

  test.each(systems)("to %s carries none with credentials that are rejected", async (_name, system) => {
    const own = await SystemClient.of(shared.client, system);
    await own.create(own.name, system.wrong[0][1]);
    expect((await own.add(own.name)).status).toBe(400);
    await own.test();
    expect((await own.add(own.name)).status).toBe(409);
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
    rig = await startRig();
  });
  afterAll(() => rig.close());
  beforeEach(() => rig.renew());

  test("reads every page of the vaults that Azure offers", async () => {
    await makeVault(rig);
    for (let index = 0; index < 25; index++)
      await rig.control("POST", "/world/azure/vaults", { name: `more-${index}`, subscription: azureSubscription });
    const [connection] = await rig.api.list(connectionsPath);
    const place = { connection: String(connection?.id), subscriptionId: azureSubscription };
    const found = await offeredAzureVaults(rig.api, place);
    expect(found.filter(({ name }) => name.startsWith("more-"))).toHaveLength(25);
  });

  test("finds its vault in a list that filters by nothing", async () => {
    const id = await makeVault(rig);
    const [first] = await rig.api.list(connectionsPath);
    await make(rig, "AzureVault", {
      connection: (await make(rig, "AzureConnection", { name: "second", ...azureTenant })).id,
      subscriptionId: azureSubscription,
      vault: "contoso-archive",
    });
    const life = rig.lifecycle("AzureVault");
    const args = {
      connection: String(first?.id),
      subscriptionId: azureSubscription,
      vault: "contoso-prod",
      adopt: true,
    };
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
