import { testExample } from "../example";
import { items, type World } from "../harness";

const ledger = async (world: World) => {
  const keys = items(await world.api("GET", "/cckm/aws/keys?alias=example/ledger"));
  return keys.find(({ aws_param }) => (aws_param as Record<string, unknown>).KeyState === "Enabled")!;
};

testExample({
  folder: "aws-byok",
  outputs: {
    ledgerArn: expect.stringMatching(/^arn:aws:kms:eu-west-1:210987654321:key\//),
    storePath: expect.stringContaining("/xks-proxy-endpoints/"),
    heldState: "Unlinked",
  },
  change: { description: "Encrypts the whole ledger" },
  replace: { multiRegion: "true" },
  async drift(world) {
    await world.api("POST", `/cckm/aws/keys/${String((await ledger(world)).id)}/delete-material`);
    return /enabled\s*: false => true/;
  },
  material: async (_key, world) => ((await ledger(world)).aws_param as Record<string, unknown>).CurrentKeyMaterialId,
  unrotated: [
    { name: "ledger", reason: "The key that is made of it rotates." },
    { name: "held", reason: "AWS uses this key itself, which its external key store names." },
  ],
  leaves: ["/cckm/aws/kms", "/cckm/aws/keys", "/cckm/aws/custom-key-stores"],
});
