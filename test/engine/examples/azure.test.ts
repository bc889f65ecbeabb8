import { testExample } from "../example";
import { items, type World } from "../harness";

const orders = async (world: World) => {
  const keys = items(await world.api("GET", "/cckm/azure/keys?key_name=orders-2027&version=-1"));
  return keys[0]!;
};

testExample({
  folder: "azure",
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
