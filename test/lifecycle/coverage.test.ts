import type { Lifecycle } from "../boundLifecycle";
import type { Bag } from "../../provider/lifecycle/vocabulary/definition";
import { marksOf } from "../../provider/lifecycle/vocabulary/field";
import { referrersOf } from "../../provider/lifecycle/service/users";
import { Ledger } from "../../provider/lifecycle/claims/ledger";
import { core, partsOf } from "../../provider/lifecycle/vocabulary/schema";
import { definitionOf } from "../../provider/resources/load";
import { registry } from "../../provider/resources";
import { awsAccount, makeAwsConnection } from "./fixtures/aws";
import { makeLunaConnection, mirror, production } from "./fixtures/luna";
import { make, startRig, type Rig } from "./rig";
import { worldClock } from "./worldClock";

/** What a list of one object covers of others must not leave the stack without a word. */

let rig: Rig;
let connection: string;
beforeAll(async () => (rig = await startRig({ world: { licensing: { licenses: [{ feature: "CCKM" }] } } })));
afterAll(() => rig.close());
beforeEach(async () => {
  await rig.renew();
  connection = await makeAwsConnection(rig);
});

/** A process of the provider in a run of the stack. */
function run(stack = "dev") {
  const ledger = new Ledger();
  return (type: string, name: string): Lifecycle => {
    const urn = `urn:pulumi:${stack}::shop::ciphertrust:aws:${type}::${name}`;
    const home = { stack: { organization: "acme", project: "shop", stack }, backend: "0123456789ab", isFile: false };
    return rig.lifecycle(type, worldClock(rig), undefined, {
      ledger,
      self: () => ({ urn, name }),
      isManaged: () => true,
      owner: () => ({ name: `acme/shop/${stack}/${type}/${name}`, backend: home.backend }),
      home: () => ({ ...home, former: [] }),
    });
  };
}
type Run = ReturnType<typeof run>;

interface Made {
  id: string;
  state: Bag;
  inputs: Bag;
}

async function create(at: Run, type: string, name: string, args: Bag): Promise<Made> {
  const { inputs, failures } = at(type, name).check({}, args);
  expect(failures).toEqual([]);
  return { ...(await at(type, name).create(inputs)), inputs };
}

const account = (at: Run) =>
  create(at, "AwsKms", "prod", {
    name: "prod",
    connection,
    accountId: awsAccount.accountId,
    regions: ["eu-central-1", "eu-west-1", "us-east-1"],
  });
const key = (at: Run, kms: Made, alias: string, more: Bag = {}) =>
  create(at, "AwsKey", alias, { kms: kms.id, region: "eu-west-1", alias: [alias], ...more });

/** The plan of an update that leaves out Ireland. */
async function shrink(at: Run, { id, state, inputs }: Made): Promise<string> {
  rig.log.length = 0;
  const wanted = { ...inputs, regions: ["eu-central-1", "us-east-1"] };
  const plan = at("AwsKms", "prod").plan(id, state, wanted);
  return plan.then(
    () => rig.log.join("\n"),
    (error: Error) => `refused: ${error.message}`,
  );
}

const stayInAws =
  "Keys there stay in AWS as they are; the service no longer shows, changes or rotates them until a container covers their region again.";

test("a region without any key is removed without a word", async () => {
  const kms = await account(run());
  await key(run(), kms, "orders", { region: "us-east-1" });
  expect(await shrink(run(), kms)).toBe("");
});

test("keys that the stack made are known by their marks", async () => {
  const kms = await account(run());
  const { id } = await key(run(), kms, "orders");
  const said = await shrink(run(), kms);
  expect(said).toContain(
    'refused: changing AwsKms "prod" was refused: without eu-west-1 in its `regions`, the service would no longer manage what this stack has ' +
      `there: "${id}" (made for acme/shop/dev/AwsKey/orders). ${stayInAws} Remove that in an update before this one, or keep the entry.`,
  );
  expect(said).toContain("run the command with --refresh");
});

test("keys that a refresh has read are known by name, whoever made them", async () => {
  const kms = await account(run());
  const made = await make(rig, "AwsKey", { kms: kms.id, region: "eu-west-1", alias: ["adopted"], multiRegion: true });
  const replica = await make(rig, "AwsReplicaKey", { primaryKey: made.id, region: "eu-central-1" });
  const at = run();
  await at("AwsKms", "prod").read(kms.id, kms.state);
  await at("AwsKey", "orders").read(made.id, made.state);
  await at("AwsReplicaKey", "copy").read(replica.id, replica.state);
  expect(await shrink(at, kms)).toContain('what this stack has there: AwsKey "orders". Keys');
  const there = { ...kms, inputs: { ...kms.inputs, regions: ["eu-west-1", "us-east-1"] } };
  const plan = at("AwsKms", "prod").plan(there.id, there.state, there.inputs);
  await expect(plan).rejects.toThrow('what this stack has there: AwsReplicaKey "copy". Keys');
});

test("keys that the program declares after the account are refused, and are not deleted as missing", async () => {
  const kms = await account(run());
  const made = await make(rig, "AwsKey", { kms: kms.id, region: "eu-west-1", alias: ["adopted"] });
  const at = run();
  expect(await shrink(at, kms)).toBe(
    'warning: AwsKms "prod" without eu-west-1 in its `regions`: the service lists 1 object there, not known to be of this stack. ' +
      stayInAws,
  );
  const plan = at("AwsKey", "orders").plan(made.id, made.state, made.inputs);
  await expect(plan).rejects.toThrow(
    'AwsKey "orders" cannot stay as it is: AwsKms "prod" is without eu-west-1 in its `regions` from this update on. Keys there',
  );
  const smaller = await at("AwsKms", "prod").update(kms.id, kms.state, {
    ...kms.inputs,
    regions: ["eu-central-1", "us-east-1"],
  });
  await expect(at("AwsKey", "orders").delete(made.id, made.state)).rejects.toThrow(
    'deleting AwsKey "adopted" was refused, and nothing was deleted: AwsKms "prod" is without eu-west-1',
  );
  await expect(rig.api.get(`/cckm/aws/keys/${made.id}`)).rejects.toThrow("404");
  await run()("AwsKms", "prod").update(kms.id, smaller.state, kms.inputs);
  expect(await rig.api.get(`/cckm/aws/keys/${made.id}`)).toMatchObject({ aws_param: { KeyState: "Enabled" } });
});

test("keys of others are counted", async () => {
  const kms = await account(run());
  await key(run("prod"), kms, "theirs");
  await make(rig, "AwsKey", { kms: kms.id, region: "eu-west-1", alias: ["nobody"] });
  expect(await shrink(run(), kms)).toContain("the service lists 2 objects there, not known to be of this stack");
});

test("keys that left the stack in an update before are no reason to refuse", async () => {
  const kms = await account(run());
  const ended = await key(run(), kms, "ended");
  await run()("AwsKey", "ended").delete(ended.id, ended.state);
  const one = await shrink(run(), kms);
  expect(one).toContain("warning:");
  expect(one).toContain("1 object there");
  const kept = await key(run(), kms, "kept", { onDestroy: "retain" });
  await run()("AwsKey", "kept").delete(kept.id, kept.state);
  // Only a refresh tells that it is in the stack no longer.
  expect(await shrink(run(), kms)).toContain("refused:");
  const at = run();
  await at("AwsKms", "prod").read(kms.id, kms.state);
  expect(await shrink(at, kms)).toContain("2 objects there");
});

test("a list that cannot be read refuses the change", async () => {
  const kms = await account(run());
  jest.spyOn(rig.api, "list").mockRejectedValue(new Error("the service responded with 403"));
  try {
    expect(await shrink(run(), kms)).toBe(
      'refused: changing AwsKms "prod" was refused: without eu-west-1 in its `regions`, what this stack has there may be lost to it, and could ' +
        `not be read: the service responded with 403. ${stayInAws} Let the user or client list the objects there, and run the command ` +
        "again, or keep the entry.",
    );
  } finally {
    jest.restoreAllMocks();
  }
});

test("of a Luna connection, the partition of a container is kept; a member of a group may go", async () => {
  const id = await makeLunaConnection(rig);
  const partition = await make(rig, "LunaPartition", { connection: id });
  const at = run();
  await at("LunaPartition", "hsm").read(partition.id, partition.state);
  const plan = (held: Bag[], wanted: Bag[]) => {
    const state = { name: "hsm", partitions: held, products: ["cckm"], state: "ready" };
    return at("LunaConnection", "hsm").plan(id, state, { ...state, password: "x", partitions: wanted });
  };
  await expect(plan([production], [mirror])).rejects.toThrow(
    'this stack has there: LunaPartition "hsm". The keys there stay',
  );
  await expect(plan([production, mirror], [mirror])).resolves.toMatchObject({
    changed: expect.arrayContaining(["partitions"]),
  });
});

/** Lists of objects that others refer to, in which an item less costs none of these anything. */
const harmless: Readonly<Record<string, string>> = {
  products: "which parts of the service may use the connection",
  nodes: "addresses of one system, each of which has everything",
  trustedCas: "who is trusted",
  keyUsers: "who has access",
  keyUsersRoles: "who has access",
  keyAdmins: "who has access",
  keyAdminsRoles: "who has access",
  externalAccounts: "who has access",
  authorizedEmailAddresses: "who has access",
  authorizedRoles: "who has access",
  groups: "who has access",
  regionalJwksUris: "where a token is verified",
  regionalOpenIdConfigUrls: "where a token is verified",
  alias: "names of the key",
  aliases: "names of the key",
  attributes: "what the key may do",
};

test("every list of what others refer to covers them, or is known to be harmless", () => {
  const lists = registry.flatMap((definition) =>
    Object.entries(definition.inputs)
      .filter(([, schema]) => partsOf(core(schema)).type === "array")
      .filter(([key]) => marksOf(definition, key).change !== "replace" && referrersOf(definition, registry).length > 0)
      .map(([key]) => ({ type: definition.type, key, covers: marksOf(definition, key).covers })),
  );
  const open = lists.filter(({ key, covers }) => !covers && !harmless[key]).map(({ type, key }) => `${type}.${key}`);
  expect(open).toEqual([]);
  const covering = lists.filter(({ covers }) => covers);
  expect(covering.map(({ type, key }) => `${type}.${key}`)).toEqual(["AwsKms.regions", "LunaConnection.partitions"]);
  for (const { type, covers } of covering) {
    const users = referrersOf(definitionOf(type), registry);
    expect(users.filter(({ definition }) => definition.filters?.includes(covers!.by)).length).toBeGreaterThan(0);
  }
});
