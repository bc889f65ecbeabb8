import { testExample } from "../example";
import { items, type World } from "../harness";

const endpoints = "/cckm/microsoft/dke/endpoints";
const board = async (world: World) => items(await world.api("GET", endpoints))[0]!;

testExample({
  folder: "dke",
  outputs: { status: "Enabled", keyUri: expect.stringMatching(/^https:\/\/keys\.example\.com\/.*\/keys\/ks-/) },
  change: { hostname: "dke.example.com:8443" },
  replace: { algorithm: "RSA_DECRYPT_OAEP_3072_SHA256" },
  async drift(world) {
    await world.api("POST", `${endpoints}/${String((await board(world)).id)}/archive`);
    return /archived\s*: true => false/;
  },
  material: async (world) => (await board(world)).kek_id,
  leaves: [endpoints, "/cckm/microsoft/dke/auth-tenants", "/scheduler/job-configs"],
});
