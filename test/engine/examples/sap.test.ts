import { testExample } from "../example";
import { items, type World } from "../harness";

const orders = async (world: World) => {
  const keys = items(await world.api("GET", "/cckm/sap/keys?name=orders&status=AVAILABLE"));
  return keys[0]!;
};

testExample({
  folder: "sap",
  outputs: {
    connectionState: "ready",
    keysFound: 6,
    versionsOfOrders: 1,
    groupsInReach: ["hana-production", "s4h-production"],
  },
  change: { description: "Encrypts all orders" },
  replace: { keySize: "128" },
  async drift(world) {
    await world.api("PATCH", `/cckm/sap/keys/${String((await orders(world)).id)}`, { enabled: false });
    return /enabled\s*: false => true/;
  },
  material: async (world) => (await orders(world)).version_count,
  leaves: ["/connectionmgmt/connections", "/cckm/sap/groups", "/cckm/sap/keys", "/scheduler/job-configs"],
});
