import { eachTest } from "./eachTest";
import { engineTimeout, items, Stack, startWorld, succeeds, type World } from "./harness";

/** Mistakes made in a hurry: they lose no key, and delete no object unless requested. */

jest.setTimeout(engineTimeout);

let world: World;
let stack: Stack;
eachTest((made) => ({ world, stack } = made));

const account = (name = "prod", options = "{}") => `
  const trial = new ciphertrust.TrialLicense("trial");
  const prod = new ciphertrust.AwsConnection("prod", {
    accessKeyId: "AKIAIOSFODNN7EXAMPLE", secretAccessKey: "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY",
  });
  const kms = new ciphertrust.AwsKms("prod", {
    name: "${name}", connection: prod.id, accountId: "123456789012", regions: ["eu-west-1"],
  }, { dependsOn: trial, ...${options} });`;
const awsKey = (name: string, more = "", options = "{}") =>
  `const ${name} = new ciphertrust.AwsKey("${name}", { kms: kms.id, region: "eu-west-1", ${more} }, ${options});`;
const vaultKey = (more = "", options = "{}") =>
  `new ciphertrust.VaultKey("backups", { algorithm: "aes", size: 256, ${more} }, ${options});`;

async function awsKeys(): Promise<unknown[]> {
  const keys = items(await world.api("GET", "/cckm/aws/keys?limit=100"));
  return keys.map(({ id, aws_param: at }) => [id, (at as Record<string, unknown>).KeyState]).sort();
}

async function vaultKeys(): Promise<unknown[]> {
  return items(await world.api("GET", "/vault/keys2?limit=100")).map(({ id }) => id);
}

async function fails(work: Promise<{ code: number; text: string }>, message: RegExp): Promise<string> {
  const { code, text } = await work;
  expect(text).toMatch(message);
  expect(code).not.toBe(0);
  return text;
}

const urnOf = async (name: string) => stack.stored().resources.find(({ urn }) => urn.endsWith(`::${name}`))!.urn;

test("a resource that is replaced while it adopts its own object does not delete it", async () => {
  await succeeds(stack.program(vaultKey('onDestroy: "destroy"')).up());
  const before = await vaultKeys();
  await succeeds(stack.pulumi("state", "taint", await urnOf("backups"), "--yes"));
  await fails(stack.up("--refresh"), /If that is this very resource, which Pulumi was told to replace/);
  expect(await vaultKeys()).toEqual(before);
  // Without a refresh Pulumi checks it like a new resource: its own object looks like a leftover of an interrupted run.
  expect(await succeeds(stack.up())).toContain("was not replaced, and keeps the object it had");
  expect(await vaultKeys()).toEqual(before);
  await succeeds(stack.pulumi("state", "taint", await urnOf("backups"), "--yes"));
  const { id } = stack.resource("backups")!;
  stack.program(vaultKey(`onDestroy: "destroy", adopt: "${id}"`));
  await stack.up();
  expect(await vaultKeys()).toEqual(before);
  await stack.pulumi("up", "--yes", "--target-replace", await urnOf("backups"));
  expect(await vaultKeys()).toEqual(before);
  await succeeds(stack.up());
  await succeeds(stack.drift());
  expect(await vaultKeys()).toEqual(before);
});

test("a replacement by hand that is refused says what works, and that works", async () => {
  await succeeds(stack.program(vaultKey()).up());
  const byHand = ["--target-replace", await urnOf("backups")] as const;
  const advice =
    /VaultKey "backups" of this stack has it\. If that is this very resource, which Pulumi was told to replace/;
  const kept = await fails(stack.up("--refresh", ...byHand), advice);
  expect(kept).toContain(
    'give the new object another name, because destroying the old one keeps that in use; or, if the old object may be deleted permanently, set onDestroy: "destroy" in an update before',
  );
  const destroyed = 'onDestroy: "destroy"';
  await succeeds(stack.program(vaultKey(destroyed)).up());
  const [before] = await vaultKeys();
  const run = ["pipeline", "up", "--stack", "test", "--allow-key-deletion", "--", ...byHand];
  const told = await fails(stack.command(...run), advice);
  expect(told).toContain("give it the option  deleteBeforeReplace: true  and run the same command again");
  expect(told).not.toContain("its name before");
  expect(await succeeds(stack.up(...byHand))).toContain(
    "was not replaced, and keeps the object it had: to replace it, give it the option  deleteBeforeReplace: true  and run the same",
  );
  expect(await vaultKeys()).toEqual([before]);
  stack.program(vaultKey(destroyed, "{ deleteBeforeReplace: true }"));
  expect(await stack.command(...run)).toMatchObject({ code: 0 });
  const after = await vaultKeys();
  expect(after).toHaveLength(1);
  expect(after).not.toContain(before);
});

test("on the wrong service nothing is planned, and nothing is created", async () => {
  const user = (more = "") => `new ciphertrust.User("u", { password: "Quick-Start-1" }); ${more}`;
  const key = (name: string) => vaultKey(`name: "${name}", onDestroy: "destroy"`);
  await succeeds(stack.program(user(key("first"))).up());
  const before = await vaultKeys();
  const other = await startWorld();
  const right = { ...stack.environment };
  try {
    Object.assign(stack.environment, other.environment);
    await fails(stack.program(user(key("second"))).preview(), /changing VaultKey "first" was refused.*MOVED_FROM/s);
    await fails(stack.up(), /was refused.*MOVED_FROM/s);
    expect(items(await other.api("GET", "/vault/keys2"))).toEqual([]);
    Object.assign(stack.environment, right);
    await succeeds(stack.program(user(key("first"))).up("--expect-no-changes"));
    expect(await vaultKeys()).toEqual(before);
  } finally {
    await other.close();
  }
});

test("after a move, objects of the same name on the new service are not deleted", async () => {
  const program = 'new ciphertrust.Group("ops"); new ciphertrust.User("u", { password: "Quick-Start-1" });';
  await succeeds(stack.program(program).up());
  const other = await startWorld();
  try {
    await other.api("POST", "/usermgmt/groups", { name: "ops", description: "somebody else's" });
    Object.assign(stack.environment, other.environment);
    const mark = /\(CIPHERTRUST_MOVED_FROM\) to (\S+)\./.exec((await stack.refresh()).text)![1]!;
    stack.environment.CIPHERTRUST_MOVED_FROM = mark;
    await succeeds(stack.destroy());
    expect(items(await other.api("GET", "/usermgmt/groups?name=ops"))).toMatchObject([
      { description: "somebody else's" },
    ]);
  } finally {
    await other.close();
  }
});

test("a deleted container removes no key from the stack", async () => {
  const program = account() + awsKey("orders", 'alias: ["orders"]') + awsKey("invoices");
  await succeeds(stack.program(program).up());
  const kms = stack.stored().resources.find(({ type }) => type.endsWith("AwsKms"))!;
  await world.api("DELETE", `/cckm/aws/kms/${kms.id}`);
  for (const run of [() => stack.refresh(), () => stack.drift(), () => stack.destroy(), () => stack.destroy()]) {
    await fails(run(), /AwsKey "\w+" was refused: the service no longer has it, nor AwsKms ".*FORGET_MISSING/s);
    const left = stack.stored().resources.filter(({ type }) => type.endsWith("AwsKey"));
    expect(left).toHaveLength(2);
  }
  stack.environment.CIPHERTRUST_FORGET_MISSING = "true";
  await succeeds(stack.destroy());
});

test("adopting deletes nothing, and never creates a second object", async () => {
  const owner = await Stack.create({ ...world.environment });
  try {
    const full = 'alias: ["orders", "billing"], tags: { team: "payments" }';
    await succeeds(owner.program(account() + awsKey("orders", full)).up());
    const before = await awsKeys();
    const container = items(await world.api("GET", "/cckm/aws/kms"))[0]!;
    const mine = (more: string, adopt = "true") =>
      `const kms = { id: "${String(container.id)}" }; ${awsKey("mine", `${more} adopt: ${adopt}`)}`;
    await fails(
      stack.program(mine('alias: ["orders"],')).up(),
      /adopting AwsKey "orders" failed.*alias also holds "billing"; tags also holds "team"/s,
    );
    await fails(stack.program(mine("")).preview(), /adopt: finds an existing object by kms and region and alias/);
    expect(await awsKeys()).toEqual(before);
    await fails(stack.program(mine(`${full},`)).up(), /was made for .*, and two stacks must not manage one object/s);
    const [{ id }] = items(await world.api("GET", "/cckm/aws/keys")) as [{ id: string }];
    await succeeds(stack.program(mine(`${full},`, `"${id}"`)).up());
    await succeeds(owner.drift());
    expect(await awsKeys()).toEqual(before);
  } finally {
    owner.remove();
  }
});

test("a name instead of an id is rejected before anything is created", async () => {
  await succeeds(stack.program(account()).up());
  const before = await awsKeys();
  stack.program(`${account()} const named = { id: "prod" }; ${awsKey("orders").replace("kms.id", "named.id")}`);
  await fails(stack.up(), /kms: "prod" is a name of the AwsKms with the id ".*Give its id/s);
  expect(await awsKeys()).toEqual(before);
});

test("options that keep the old object while the new one conflicts with it are rejected by the preview", async () => {
  await succeeds(stack.program(vaultKey('labels: { a: "1" }, onDestroy: "destroy"')).up());
  const before = await vaultKeys();
  const smaller = vaultKey('onDestroy: "destroy", size: 128', "{ retainOnDelete: true }");
  await fails(stack.program(smaller).preview(), /replacing VaultKey "backups" cannot succeed.*retainOnDelete/s);
  const changed = vaultKey('labels: { a: "2" }', '{ replaceOnChanges: ["labels"] }');
  await succeeds(stack.program(vaultKey('labels: { a: "1" }')).up());
  await fails(stack.program(changed).preview(), /replacing VaultKey "backups" cannot succeed.*onDestroy: "retain"/s);
  await fails(stack.up(), /cannot succeed/);
  await succeeds(stack.program(vaultKey('labels: { a: "1" }')).up("--expect-no-changes"));
  expect(await vaultKeys()).toEqual(before);
});

test("a container is not replaced by a change of its name, unless the program says so", async () => {
  await succeeds(stack.program(account() + awsKey("orders")).up());
  const before = await awsKeys();
  await fails(
    stack.program(account("production") + awsKey("orders")).preview(),
    /replacing AwsKms "prod" was refused: a change of name forces replacement.*replaceOnChanges: \["name"\]/s,
  );
  await fails(stack.up(), /was refused/);
  expect(await awsKeys()).toEqual(before);
  const meant = account("production", '{ replaceOnChanges: ["name"] }');
  await fails(
    stack.program(meant + awsKey("orders")).preview(),
    /replacing AwsKey.* was refused: kms refers to another/,
  );
  const follows = awsKey("orders", "", '{ replaceOnChanges: ["kms"] }');
  await succeeds(stack.program(account() + follows).up("--expect-no-changes"));
  expect(await awsKeys()).toEqual(before);
  expect(await succeeds(stack.program(meant + follows).preview())).toMatch(/AwsKms.*replace/s);
  // A refresh writes what the service holds into the state, and keeps what the program has said.
  await succeeds(stack.refresh());
  expect(await succeeds(stack.preview())).toMatch(/AwsKms.*replace/s);
});

test("a key is not replaced because its source was renamed or replaced, unless the program says so", async () => {
  const program = (name: string, of = "{}", options = "{}", size = 256) => `${account()}
    const source = new ciphertrust.VaultKey("${name}", { algorithm: "aes", size: ${size}, onDestroy: "destroy" }, ${of});
    const copy = new ciphertrust.AwsUploadedKey("copy", {
      kms: kms.id, region: "eu-west-1", alias: ["copy"], sourceKeyIdentifier: source.id,
    }, ${options});`;
  await succeeds(stack.program(program("source")).up());
  const before = [await awsKeys(), await vaultKeys()];
  const refused =
    /replacing AwsUploadedKey "copy" was refused: sourceKeyIdentifier refers to another object.*aliases: /s;
  await fails(stack.program(program("renamed")).preview(), refused);
  await fails(stack.up(), refused);
  await succeeds(stack.program(program("source")).up());
  // A replacement deletes the source first: what uses it is compared before.
  const meant = '{ replaceOnChanges: ["size"] }';
  await fails(stack.program(program("source", meant, "{}", 128)).preview(), refused);
  await fails(stack.up(), refused);
  expect([await awsKeys(), await vaultKeys()]).toEqual(before);
  await succeeds(stack.program(program("renamed", '{ aliases: [{ name: "source" }] }')).up("--expect-no-changes"));
  expect([await awsKeys(), await vaultKeys()]).toEqual(before);
  const allowed = '{ replaceOnChanges: ["sourceKeyIdentifier"] }';
  await succeeds(stack.program(program("renamed", "{}", allowed)).up("--expect-no-changes"));
  await succeeds(stack.program(program("other", "{}", allowed)).up());
  expect((await awsKeys()).map((key) => (key as unknown[])[1]).sort()).toEqual(["Enabled", "PendingDeletion"]);
});

test("a renamed key keeps its place in a rotation policy", async () => {
  const policy = (key: string) => `new ciphertrust.KeyRotationPolicy("production", { every: "30d", keys: [${key}] });`;
  await succeeds(stack.program(account() + awsKey("orders", 'alias: ["orders"]') + policy("orders")).up());
  const before = items(await world.api("GET", "/cckm/aws/keys?limit=100"));
  const renamed = awsKey("sales", 'alias: ["orders"]', '{ aliases: [{ name: "orders" }] }');
  await succeeds(stack.program(account() + renamed + policy("sales")).up());
  const after = items(await world.api("GET", "/cckm/aws/keys?limit=100"));
  expect(after.map(({ id, labels }) => [id, labels])).toEqual(before.map(({ id, labels }) => [id, labels]));
  await succeeds(stack.drift());
  await succeeds(stack.up("--expect-no-changes"));
});
