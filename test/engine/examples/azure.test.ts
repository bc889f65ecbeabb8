import { testExample } from "../example";
import { items, type World } from "../harness";

const orders = async (world: World) => {
  const keys = items(await world.api("GET", "/cckm/azure/keys?key_name=orders-2027&version=-1"));
  return keys[0]!;
};

testExample({
  folder: "azure",
  config: {
    clientId: "0b7de3c4-58f1-4a0e-8d6a-1f9c2e7b4a35",
    tenantId: "7f2c1d0a-4b6e-4c1e-9a51-2f8d3e6b7c90",
    subscriptionId: "3a1e5b7c-9d2f-4e68-8b03-7c5a1d9e2f46",
    vault: "contoso-prod",
  },
  secrets: { clientSecret: "example~azure-client-secret" },
  outputs: {
    connectionState: "ready",
    vaultsOffered: ["contoso-prod", "contoso-archive"],
    objectsFound: expect.any(Number),
    ordersKid: expect.stringMatching(/^https:\/\/contoso-prod\.vault\.azure\.net\/keys\/orders\/[0-9a-f]{32}$/),
  },
  change: { team: "shop" },
  replace: { keyName: "orders-2027" },
  async drift(world) {
    await world.api("PATCH", `/cckm/azure/keys/${String((await orders(world)).id)}`, {
      attributes: { enabled: false },
    });
    return /enabled\s*: false => true/;
  },
  material: async (world) => (await orders(world)).version,
  leaves: ["/connectionmgmt/connections", "/cckm/azure/vaults", "/cckm/azure/keys", "/scheduler/job-configs"],
});
