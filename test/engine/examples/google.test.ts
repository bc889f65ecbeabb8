import { testExample } from "../example";
import { items, type World } from "../harness";

const orders = async (world: World) =>
  items(await world.api("GET", "/cckm/google/keys?key_id=orders*&key_ring_id=documents&state=ENABLED"))[0]!;
const primary = async (world: World) => {
  const { id } = await orders(world);
  const [version] = items(await world.api("GET", `/cckm/google/keys/${String(id)}/versions?is_primary=true`));
  return { key: String(id), version: String(version?.id) };
};

testExample({
  folder: "google",
  outputs: {
    connectionState: "ready",
    ringsSeen: ["payments", "documents"],
    keysFound: 3,
    ordersName: "projects/acme-prod/locations/europe-west3/keyRings/documents/cryptoKeys/orders",
  },
  change: { team: "logistics" },
  replace: { keyName: "orders-2" },
  async drift(world) {
    const { key, version } = await primary(world);
    await world.api("POST", `/cckm/google/keys/${key}/versions/${version}/disable`);
    return /enabled\s*: false => true/;
  },
  material: (_key, world) => primary(world),
});
