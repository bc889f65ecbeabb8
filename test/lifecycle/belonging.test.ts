import type { Definition } from "../../provider/lifecycle/vocabulary/definition";
import { endingOf, marksOf } from "../../provider/lifecycle/vocabulary/field";
import { markKey } from "../../provider/lifecycle/values/wire";
import type { Lifecycle } from "../boundLifecycle";
import { Ledger } from "../../provider/lifecycle/claims/ledger";
import { definitionOf } from "../../provider/resources/load";
import { registry } from "../../provider/resources";
import { fixtures } from "./fixtures";
import { makeAccount } from "./fixtures/aws";
import { startRig, type Rig } from "./rig";
import { worldClock } from "./worldClock";

/** Objects of each type that carries a mark, in the hands of another stack. */

let rig: Rig;
beforeAll(async () => (rig = await startRig()));
afterAll(() => rig.close());
beforeEach(() => rig.renew());

/** The lifecycle in a run of its own of that stack. */
function of(type: string, stack = "dev"): Lifecycle {
  const backend = "0123456789ab";
  const former = [
    { former: "acme/shop/dev", present: "shop/moved" },
    { former: "shop/dev", present: "shop/renamed" },
  ];
  return rig.lifecycle(type, worldClock(rig), undefined, {
    ledger: new Ledger(),
    self: () => ({ urn: `urn:pulumi:${stack}::shop::${type}::subject`, name: "subject" }),
    isManaged: () => true,
    owner: () => ({ name: `acme/shop/${stack}/${type}/subject`, backend }),
    home: () => ({ stack: { organization: "acme", project: "shop", stack }, backend, isFile: false, former }),
  });
}

async function writes(): Promise<string[]> {
  const { items } = (await rig.control("GET", "/requests")) as { items: { method: string; path: string }[] };
  const lines = items.filter(({ method }) => method !== "GET").map(({ method, path }) => `${method} ${path}`);
  return lines.filter((line) => !line.includes("/auth/tokens"));
}

/** The word for an end that the object does not survive. */
function wordOfEnd(definition: Definition): string | undefined {
  const { endings = {} } = marksOf(definition, "onDestroy");
  return Object.keys(endings).find((onDestroy) => endingOf(definition, { onDestroy })?.length !== 0);
}

/** Labels are too short for names. */
const nameless = ["RegistrationToken"];
/** Where no mark tells, the state does. */
const makerOf = ({ mark, type }: Definition): string =>
  mark === undefined || nameless.includes(type) ? "acme/shop/dev" : `acme/shop/dev/${type}/subject`;

/** What runs once is nobody's. */
const lasting = registry.filter(({ action }) => !action).map(({ type }) => type);

test.each(lasting)("%s: another stack neither changes nor deletes it", async (type) => {
  const { args, change } = fixtures[type]!;
  const { inputs, failures } = of(type).check({}, await args(rig));
  expect(failures).toEqual([]);
  const { id, state } = await of(type).create(inputs);
  await rig.control("DELETE", "/requests");
  const refused = `was refused: the object with the id "${id}" was made for ${makerOf(definitionOf(type))}, and`;
  const changed = { ...inputs, ...("waived" in change ? {} : change) };
  const ended = { ...state, onDestroy: wordOfEnd(definitionOf(type)) };
  await expect(of(type, "prod").update(id, state, changed)).rejects.toThrow(refused);
  await expect(of(type, "prod").delete(id, ended)).rejects.toThrow(refused);
  expect(await writes()).toEqual([]);
  // Its own stack changes it, and the mark stays.
  const mine = await of(type).update(id, state, changed);
  await expect(of(type, "prod").delete(id, { ...mine.state, onDestroy: ended.onDestroy })).rejects.toThrow(refused);
});

describe("an object without a mark", () => {
  const made = async () => {
    const { inputs } = of("GoogleKey").check({}, await fixtures.GoogleKey!.args(rig));
    const { id, state } = await of("GoogleKey").create({ ...inputs, onDestroy: "scheduleDestroy" });
    return { id, state, inputs: { ...inputs, onDestroy: "scheduleDestroy" } };
  };

  test.each(["moved", "renamed"])("goes along with a stack that is %s", async (stack) => {
    const { id, state } = await made();
    await of("GoogleKey", stack).delete(id, state);
  });

  test("is the stack's that names it by its id", async () => {
    const { id, state, inputs } = await made();
    const taken = await of("GoogleKey", "prod").update(id, state, { ...inputs, adopt: id });
    await of("GoogleKey", "prod").delete(id, taken.state);
  });

  test("is anybody's if an earlier version recorded it, until one changes it", async () => {
    const { id, state, inputs } = await made();
    const { __confirmed: _, ...former } = state;
    const changed = await of("GoogleKey", "prod").update(id, former, { ...inputs, labels: { tier: "gold" } });
    await expect(of("GoogleKey").delete(id, changed.state)).rejects.toThrow("was made for acme/shop/prod, and");
    await of("GoogleKey").delete(id, former);
  });
});

test.each(["AwsKey", "VaultKey"])(
  "%s: what a run made before the stack was renamed is continued with",
  async (type) => {
    const { inputs } = of(type).check({}, await fixtures[type]!.args(rig));
    const { id } = await of(type).create(inputs);
    for (const stack of ["renamed", "moved"]) expect((await of(type, stack).create(inputs)).id).toBe(id);
  },
);

test.each(["AwsKey", "VaultKey"])("%s: a rotated key still belongs to its stack", async (type) => {
  const { inputs } = of(type).check({}, await fixtures[type]!.args(rig));
  const { id, state } = await of(type).create(inputs);
  const rotate = type === "AwsKey" ? `/cckm/aws/keys/${id}/rotate` : `/vault/keys2/${id}/versions`;
  await rig.api.post(rotate, {});
  const rotated = (await of(type).read(id, state))!;
  expect(rotated.state.currentId).not.toBe(state.currentId);
  const { currentId } = rotated.state as { currentId: string };
  await forgetMark(type, currentId);
  await rig.control("DELETE", "/requests");
  const ended = { ...rotated.state, onDestroy: wordOfEnd(definitionOf(type)) };
  for (const work of [
    of(type, "prod").update(id, rotated.state, { ...inputs, description: "two" }),
    of(type, "prod").delete(id, ended),
  ])
    await expect(work).rejects.toThrow("was made for acme/shop/dev");
  expect(await writes()).toEqual([]);
});

/** Nothing is known of whether the service copies tags and metadata to the new key. */
async function forgetMark(type: string, id: string): Promise<void> {
  if (type === "AwsKey") await rig.api.post(`/cckm/aws/keys/${id}/remove-tags`, { tags: [markKey] });
  else await rig.api.patch(`/vault/keys2/${id}`, { meta: {} });
}

describe("a key in AWS with an alias", () => {
  const args = async () => ({ kms: await makeAccount(rig), region: "eu-west-1", alias: ["orders"], tags: {} });
  const tagsOf = async (id: string) => {
    const { aws_param: at } = await rig.api.get(`/cckm/aws/keys/${id}`);
    return (at as { Tags: { TagKey: string }[] }).Tags.map(({ TagKey }) => TagKey);
  };
  const some = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, at) => [`t${at}`, "x"]));

  test("that an interrupted run made is continued with; another stack's is not", async () => {
    const { inputs } = of("AwsKey").check({}, await args());
    const { id } = await of("AwsKey").create(inputs);
    expect((await of("AwsKey").create(inputs)).id).toBe(id);
    await expect(of("AwsKey", "prod").create(inputs)).rejects.toThrow(
      /made for acme\/shop\/dev\/AwsKey\/subject.*adopt: "/,
    );
    await expect(of("AwsKey", "prod").create({ ...inputs, adopt: true })).rejects.toThrow("two stacks must not manage");
  });

  test("that another one had, destroyed meanwhile, is created anew if the program says so", async () => {
    const { inputs } = of("AwsKey").check({}, await args());
    const { id, state } = await of("AwsKey").create(inputs);
    await of("AwsKey").delete(id, state);
    expect((await of("AwsKey").create({ ...inputs, adopt: false })).id).not.toBe(id);
  });

  test("gives the place of its mark to the program's own tags, once it has as many as AWS allows", async () => {
    const { inputs } = of("AwsKey").check({}, await args());
    const { id, state } = await of("AwsKey").create({ ...inputs, tags: some(49) });
    expect(await tagsOf(id)).toHaveLength(50);
    await rig.control("DELETE", "/requests");
    const full = await of("AwsKey").update(id, state, { ...inputs, tags: some(50) });
    expect((await writes()).map((line) => line.replace(/.*\//, ""))).toEqual(["remove-tags", "add-tags"]);
    expect(await tagsOf(id)).not.toContain(markKey);
    expect(full.state.tags).toEqual(some(50));
    const { id: second } = await of("AwsKey").create({ ...inputs, alias: ["second"], tags: some(50) });
    expect(await tagsOf(second)).toHaveLength(50);
  });
});
