import { testExample } from "../example";
import { items, type World } from "../harness";

const orders = async (world: World) => items(await world.api("GET", "/cckm/hsm/luna/keys?label=example-orders-2"))[0]!;

testExample({
  folder: "luna",
  outputs: { connectionState: "ready", keysFound: 11, keyStatus: "AVAILABLE" },
  change: { wraps: "true" },
  replace: { label: "example-orders-2" },
  async drift(world) {
    const attributes = ["CKA_DECRYPT", "CKA_EXTRACTABLE", "CKA_MODIFIABLE"];
    await world.api("PATCH", `/cckm/hsm/luna/keys/${String((await orders(world)).id)}`, { attributes });
    return /attributes\s*: \[/;
  },
  leaves: [
    "/connectionmgmt/connections",
    "/connectionmgmt/services/luna-network/servers",
    "/cckm/hsm/luna/partitions",
    "/cckm/hsm/luna/keys",
    "/cckm/virtual/keys",
    "/scheduler/job-configs",
  ],
});
