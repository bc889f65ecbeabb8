import { testExample } from "../example";
import { items, type World } from "../harness";

const orders = async (world: World) => {
  const keys = items(await world.api("GET", "/cckm/aws/keys?alias=example/orders"));
  return keys.find(({ aws_param }) => (aws_param as Record<string, unknown>).KeyState === "Enabled")!;
};

testExample({
  folder: "aws",
  outputs: {
    connectionState: "ready",
    keysFound: expect.any(Number),
    ordersArn: expect.stringMatching(/^arn:aws:kms:eu-west-1:123456789012:key\//),
  },
  change: { description: "Encrypts all orders" },
  replace: { multiRegion: "true" },
  async drift(world) {
    await world.api("POST", `/cckm/aws/keys/${String((await orders(world)).id)}/disable`);
    return /enabled\s*: false => true/;
  },
  material: async (_key, world) => ((await orders(world)).aws_param as Record<string, unknown>).CurrentKeyMaterialId,
});
