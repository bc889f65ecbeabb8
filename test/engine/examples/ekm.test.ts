import { testExample } from "../example";
import { items, type World } from "../harness";

const orders = async (world: World) => items(await world.api("GET", "/cckm/ekm/endpoints?name=orders"))[0]!;

testExample({
  folder: "ekm",
  outputs: { keyURI: expect.stringMatching(/^https:\/\/keys\.example\.com\/api\/v1\/cckm\/ekm\/endpoints\//) },
  change: { hostname: "keys.example.com:8443" },
  replace: { signing: "true" },
  async drift(world) {
    await world.api("POST", `/cckm/ekm/endpoints/${String((await orders(world)).id)}/disable`);
    return /enabled\s*: false => true/;
  },
  material: async (world) => (await orders(world)).kekVersion,
  leaves: ["/cckm/ekm/endpoints", "/cckm/google/projects", "/scheduler/job-configs"],
});
