import { testExample } from "../example";
import { items, type World } from "../harness";

const orders = async (world: World) => {
  const keys = items(await world.api("GET", "/cckm/oci/keys?key_name=example-orders&lifecycle_state=ENABLED"));
  return keys[0]!;
};

testExample({
  folder: "oci",
  outputs: {
    connectionState: "ready",
    keysFound: 7,
    ordersKey: expect.stringMatching(/^ocid1\.key\.oc1\.eu-frankfurt-1\./),
  },
  change: { team: "sales" },
  replace: { length: "24" },
  async drift(world) {
    await world.api("POST", `/cckm/oci/keys/${String((await orders(world)).id)}/disable`);
    await world.control("POST", "/clock", { advanceSeconds: 5 });
    return /enabled\s*: false => true/;
  },
  material: async (world) => ((await orders(world)).oci_params as Record<string, unknown>).current_key_version,
  leaves: ["/connectionmgmt/connections", "/cckm/oci/vaults", "/cckm/oci/keys", "/scheduler/job-configs"],
});
