import { systemClock } from "../../provider/api/clock";
import type { Bag } from "../../provider/lifecycle/vocabulary/definition";
import { pick } from "../../provider/lifecycle/values/wire";
import type { Lifecycle } from "../boundLifecycle";
import { Ledger } from "../../provider/lifecycle/claims/ledger";
import { makeAccount } from "./fixtures/aws";
import { declared, startRig, type Rig } from "./rig";

/** Aliases that keys of one program exchange in one update. */

let rig: Rig;
let kms: string;
beforeAll(async () => {
  rig = await startRig({ world: { licensing: { licenses: [{ feature: "CCKM" }] } } });
});
afterAll(() => rig.close());
beforeEach(async () => {
  await rig.renew();
  kms = await makeAccount(rig);
});

/** One run of the program; each of its keys, by its name. */
function run(): (name: string, type?: string) => Lifecycle {
  const ledger = new Ledger();
  return (name, type = "AwsKey") => rig.lifecycle(type, systemClock, undefined, declared(type, name, ledger));
}

const argsWith = (...alias: string[]): Bag => ({ kms, region: "eu-west-1", alias });

async function made(name: string, alias: string) {
  const { inputs } = run()(name).check({}, argsWith(alias));
  return { name, inputs, ...(await run()(name).create(inputs)) };
}
type Made = Awaited<ReturnType<typeof made>>;

/** Plans the others first. Without them, a key that is updated knows them by their marks alone. */
async function update({ name, id, state, inputs: olds }: Made, alias: string, others: readonly Made[] = []) {
  const life = run();
  for (const other of others) await life(other.name).plan(other.id, other.state, other.inputs);
  const { inputs } = life(name).check(olds, argsWith(alias));
  await life(name).plan(id, state, inputs);
  return life(name).update(id, state, inputs);
}

const aliasesOf = async (id: string) => pick(await rig.api.get(`/cckm/aws/keys/${id}`), "aws_param.Alias");

test.each([
  ["the run knows the other key", true],
  ["only its mark tells of the other key", false],
])("the error says who has the alias, and how both get theirs: %s", async (_name, isTold) => {
  const [one, two] = [await made("one", "a"), await made("two", "b")];
  await expect(update(one, "b", isTold ? [two] : [])).rejects.toThrow(
    /409[^]*AwsKey "\w+" of this stack has the alias "b", and one update cannot move it\. Do it in several updates/,
  );
  expect([await aliasesOf(one.id), await aliasesOf(two.id)]).toEqual([["alias/a"], ["alias/b"]]);
});

test("the error of a replica says it, too", async () => {
  const primary = run()("primary");
  const { inputs } = primary.check({}, { ...argsWith("p"), multiRegion: true });
  const { id: primaryKey } = await primary.create(inputs);
  const place = { kms, region: "eu-central-1", alias: ["b"] };
  const two = run();
  const { id } = await two("two").create(two("two").check({}, place).inputs);
  const replica = run()("replica", "AwsReplicaKey");
  const args = replica.check({}, { primaryKey, region: "eu-central-1", alias: ["a"] }).inputs;
  const made = await replica.create(args);
  const life = two("replica", "AwsReplicaKey");
  await expect(life.update(made.id, made.state, { ...args, alias: ["b"] })).rejects.toThrow(
    'AwsKey "two" of this stack has the alias "b"',
  );
  expect(await aliasesOf(id)).toEqual(["alias/b"]);
});

test("that way works", async () => {
  const [one, two] = [await made("one", "a"), await made("two", "b")];
  const { state } = await update(two, "temporary");
  expect((await update(one, "b")).state.alias).toEqual(["b"]);
  expect((await update({ ...two, state }, "a")).state.alias).toEqual(["a"]);
});

test("an alias of a key that the stack does not have is no matter of several updates", async () => {
  const one = await made("one", "a");
  await rig.api.post("/cckm/aws/keys", { kms, region: "eu-west-1", aws_param: { Alias: "b" } });
  const failed = update(one, "b");
  await expect(failed).rejects.toThrow(/409/);
  await expect(failed).rejects.not.toThrow(/several updates/);
});
