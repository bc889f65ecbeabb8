import { testExample } from "../example";

testExample({
  folder: "externalCm",
  outputs: { connectionState: "ready", domainName: "retail", keysFound: 7, keyVersion: 0 },
  change: { description: "Encrypts all orders" },
  replace: { keyName: "example-orders-2" },
  key: "/cckm/external-cm/keys?key_name=example-orders-2",
  async drift(world, { path }) {
    // A new version is not drift; a label changed outside Pulumi is.
    await world.api("POST", `${path}/versions`);
    await world.api("PATCH", path, { labels: { team: "elsewhere" } });
    return /team\s*: "elsewhere" => "orders"/;
  },
  leaves: ["/connectionmgmt/services/external-cm"],
});
