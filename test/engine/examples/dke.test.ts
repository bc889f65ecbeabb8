import { testExample } from "../example";
import { items, type World } from "../harness";

const endpoints = "/cckm/microsoft/dke/endpoints";
const board = async (world: World) => items(await world.api("GET", endpoints))[0]!;

testExample({
  folder: "dke",
  config: { tenantId: "5f0a1c9e-7d6b-4c7e-9f0e-2b1f4b6d8a10", hostname: "keys.example.com" },
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
