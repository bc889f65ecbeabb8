import { testExample } from "../example";

testExample({
  folder: "oci",
  outputs: {
    connectionState: "ready",
    keysFound: 7,
    ordersKey: expect.stringMatching(/^ocid1\.key\.oc1\.eu-frankfurt-1\./),
  },
  change: { team: "sales" },
  replace: { length: "24" },
  key: "/cckm/oci/keys?key_name=example-orders&lifecycle_state=ENABLED",
  async drift(world, { path }) {
    await world.api("POST", `${path}/disable`);
    await world.control("POST", "/clock", { advanceSeconds: 5 });
    return /enabled\s*: false => true/;
  },
  material: ({ oci_params }) => (oci_params as Record<string, unknown>).current_key_version,
});
