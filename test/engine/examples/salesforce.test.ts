import { testExample } from "../example";
import { items, type World } from "../harness";

const active = async (world: World, type: string) => {
  const keys = items(await world.api("GET", `/cckm/sfdc/keys?limit=100&status=ACTIVE&type=${type}`));
  return keys[0]!;
};

testExample({
  folder: "salesforce",
  outputs: {
    connectionState: "ready",
    organizationName: "Acme Corporation",
    keysFound: 7,
    origins: ["native", "cckm"],
    reachable: [{ sfdcOrgId: "00D5g000008XyZaEAK", name: "Acme Corporation", organizationType: "Regular" }],
  },
  change: { description: "Production, all clouds" },
  replace: { secretType: "Analytics" },
  async drift(world) {
    const [schedule] = items(await world.api("GET", "/scheduler/job-configs?name=salesforce-quarterly"));
    await world.api("PATCH", `/scheduler/job-configs/${String(schedule!.id)}`, { disabled: true });
    return /disabled\s*: true => false/;
  },
  material: async (_key, world) => (await active(world, "Analytics")).sfdc_params,
  unrotated: [{ name: "search", reason: "The key that is made of it rotates." }],
  leaves: ["/cckm/sfdc/certificates", "/vault/keys2?name=search"],
});
