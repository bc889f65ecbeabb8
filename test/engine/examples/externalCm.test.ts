import { testExample } from "../example";
import { items, type World } from "../harness";

const orders = async (world: World) =>
  items(await world.api("GET", "/cckm/external-cm/keys?name=example-orders-2&gone=false"))[0]!;

testExample({
  folder: "externalCm",
  outputs: { connectionState: "ready", domainName: "retail", keysFound: 7, keyVersion: 0 },
  change: { description: "Encrypts all orders" },
  replace: { keyName: "example-orders-2" },
  async drift(world) {
    const path = `/cckm/external-cm/keys/${String((await orders(world)).id)}`;
    // A new version is not drift; a label changed outside Pulumi is.
    await world.api("POST", `${path}/versions`);
    await world.api("PATCH", path, { labels: { team: "elsewhere" } });
    return /team\s*: "elsewhere" => "orders"/;
  },
  leaves: [
    "/connectionmgmt/connections",
    "/connectionmgmt/services/external-cm",
    "/cckm/external-cm/domains",
    "/cckm/external-cm/keys",
  ],
});
