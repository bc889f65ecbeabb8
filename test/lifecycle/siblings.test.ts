import { createHash } from "node:crypto";
import { systemClock } from "../../provider/api/clock";
import type { Bag } from "../../provider/lifecycle/vocabulary/definition";
import { ResourceError } from "../../provider/lifecycle/vocabulary/failure";
import { Lifecycle } from "../boundLifecycle";
import { Ledger, type RunLedger } from "../../provider/lifecycle/claims/ledger";
import type { ClaimedObject } from "../../provider/lifecycle/claims/claim";
import { definitionOf } from "../../provider/resources/load";
import { ownerOf } from "../../provider/hosts/owner";
import { rejection } from "../rules/fakeService";
import { makeAccount } from "./fixtures/aws";
import { startRig, type Rig } from "./rig";

/** Keys without an alias, which a rename without an alias of Pulumi's would replace. */

let rig: Rig;
let args: Bag;
beforeAll(async () => {
  rig = await startRig({ world: { licensing: { licenses: [{ feature: "CCKM" }] } } });
});
afterAll(() => rig.close());
beforeEach(async () => {
  await rig.renew();
  args = { kms: await makeAccount(rig), region: "eu-west-1" };
});

const urnOf = (name: string, stack = "dev") => `urn:pulumi:${stack}::shop::ciphertrust:aws:AwsKey::${name}`;

/** A process of the provider, called for one resource after another. */
function begin(others?: RunLedger, backend?: string) {
  const ledger = new Ledger(others);
  let waited = 0;
  let meanwhile = async (): Promise<void> => undefined;
  const clock = {
    ...systemClock,
    sleep: async (milliseconds: number) => void ((waited += milliseconds), await meanwhile()),
  };
  const surroundings = {
    api: rig.api,
    clock,
    stop: new AbortController().signal,
    log: (text: string) => rig.log.push(text),
  };
  const as = (urn: string): Lifecycle => {
    const self = () => ({ urn, name: urn.split("::").at(-1)! });
    const owner = { ...ownerOf(urn), ...(backend && { backend }) };
    const [organization = "", project = "", stack = ""] = owner.name.split("/");
    const named = { organization, project, stack };
    const former = [{ former: "shop/dev", present: "shop/renamed" }];
    const home = () => ({ stack: named, backend: owner.backend, isFile: false, former });
    const company = { ledger, self, isManaged: () => true, owner: () => owner, home };
    return new Lifecycle(definitionOf("AwsKey"), () => surroundings, company);
  };
  const create = (urn: string, more: Bag = {}) => as(urn).create(as(urn).check({}, { ...args, ...more }).inputs);
  const declare = (urn: string, { id, state }: { id: string; state: Bag }) => {
    const { inputs } = as(urn).check(state, args);
    return as(urn).plan(id, state, inputs);
  };
  return { create, declare, waited: () => waited, during: (work: () => Promise<void>) => void (meanwhile = work) };
}

const count = async () => (await rig.api.list("/cckm/aws/keys", { kms_id: String(args.kms) })).length;
const refused = /^creating AwsKey "purchases" was refused: this stack made the key "[\w-]+" for AwsKey "orders"/;

test("of a resource that the program does not declare, no second one is made", async () => {
  await begin().create(urnOf("orders"));
  const before = await count();
  const { create, waited } = begin();
  const { message } = await rejection(create(urnOf("purchases")), ResourceError);
  expect(message).toMatch(refused);
  expect(message).toContain('aliases: [{ name: "orders" }]');
  expect(await count()).toBe(before);
  expect(waited()).toBeLessThan(11_000);
});

const inComponent = "urn:pulumi:dev::shop::my:index/keys:Keys$ciphertrust:aws:AwsKey::orders";

test("of a resource of the stack's former name either; a copy makes its own", async () => {
  await begin().create(urnOf("orders"));
  const before = await count();
  const { message } = await rejection(begin().create(urnOf("purchases", "renamed")), ResourceError);
  expect(message).toMatch(refused);
  await begin().create(urnOf("purchases", "copy"));
  expect(await count()).toBe(before + 1);
});

test("of the resource of this name of a stack in another backend, no second one is made without a word", async () => {
  const { id } = await begin(undefined, "0123456789ab").create(urnOf("orders"));
  const before = await count();
  const { message } = await rejection(begin().create(urnOf("orders")), ResourceError);
  expect(message).toContain(
    `with the id "${id}", made for a resource of the same name in a stack of the same name in another backend`,
  );
  expect(message).toContain(`adopt: "${id}"`);
  expect(await count()).toBe(before);
  await begin().create(urnOf("orders"), { adopt: false });
  expect(await count()).toBe(before + 1);
});

test("of one in a component either", async () => {
  await begin().create(inComponent);
  const { message } = await rejection(begin().create(urnOf("purchases")), ResourceError);
  expect(message).toMatch(refused);
});

test("what an earlier version made for one in a component is still its own", async () => {
  const { name, backend } = ownerOf(inComponent);
  const digest = createHash("sha256").update(name).digest("hex").slice(0, 20);
  const Tags = [{ TagKey: "pulumi_ciphertrust", TagValue: `${digest}.${backend}.0123456789ab` }];
  const { id } = await rig.api.post("/cckm/aws/keys", { ...args, aws_param: { Tags } });
  expect((await begin().create(inComponent)).id).toBe(id);
});

test.each<[string, string, Bag]>([
  ["another stack", urnOf("orders", "prod"), {}],
  ["another spec", urnOf("orders"), { customerMasterKeySpec: "RSA_2048" }],
  ["an alias", urnOf("orders"), { alias: ["orders"] }],
])("one with %s is another key", async (_what, urn, more) => {
  await begin().create(urn, more);
  const before = await count();
  const { create, waited } = begin();
  await create(urnOf("purchases"));
  expect([await count(), waited()]).toEqual([before + 1, 0]);
});

describe("one that the program declares is another key", () => {
  let orders: { id: string; state: Bag };
  let before: number;
  beforeEach(async () => {
    orders = await begin().create(urnOf("orders"));
    before = await count();
  });

  test("before the new one", async () => {
    const { create, declare, waited } = begin();
    await declare(urnOf("orders"), orders);
    await create(urnOf("purchases"));
    expect([await count(), waited()]).toEqual([before + 1, 0]);
  });

  test("after the new one", async () => {
    const { create, declare, during, waited } = begin();
    during(async () => void (await declare(urnOf("orders"), orders)));
    await create(urnOf("purchases"));
    expect(await count()).toBe(before + 1);
    expect(waited()).toBeLessThan(1000);
  });

  test("in another process", async () => {
    const has = ({ key }: ClaimedObject) => key.includes(orders.id);
    const nothing = () => undefined;
    await begin({ has, hasAny: () => true, add: nothing }).create(urnOf("purchases"));
    expect(await count()).toBe(before + 1);
  });
});

test("a key that a rotation has made is no key of a resource without a declaration", async () => {
  const orders = await begin().create(urnOf("orders"));
  await rig.api.post(`/cckm/aws/keys/${orders.id}/rotate`, {});
  const before = await count();
  const { create, declare } = begin();
  await declare(urnOf("orders"), orders);
  await create(urnOf("purchases"));
  expect(await count()).toBe(before + 1);
});
