import * as z from "zod";
import type { Definition } from "../../provider/lifecycle/vocabulary/definition";
import { field } from "../../provider/lifecycle/vocabulary/field";
import { ResourceError } from "../../provider/lifecycle/vocabulary/failure";
import { markKey } from "../../provider/lifecycle/values/wire";
import { Lifecycle } from "../boundLifecycle";
import { Ledger } from "../../provider/lifecycle/claims/ledger";
import { FakeService, rejection, stage } from "./fakeService";
import { begin } from "./runs";
import { box, boxInputs, remarked } from "./shapes";

/** What an interrupted run created, and which run may continue with it. */

const placeless: Definition = {
  ...box,
  unique: [],
  hooks: { ...box.hooks, find: ({ api, inputs }) => api.list("/boxes", { name: inputs.name as string }) },
};
const day = 24 * 60 * 60 * 1000;

describe.each([
  ["with a unique value", box],
  ["that the service would create twice", placeless],
])("an object %s", (_which, definition) => {
  test("created by an interrupted run is continued by the next one, and updated to match the program", async () => {
    const { service, run, boxes } = begin(definition);
    await run().life.create(boxInputs);
    const { life, log } = run();
    const { id, state } = await life.create({ ...boxInputs, sizeInLitres: 7 });
    expect(boxes()).toEqual([`/boxes/${id}`]);
    expect(state).toMatchObject({ sizeInLitres: 7 });
    expect(service.objects.get(`/boxes/${id}`)).toMatchObject({ box_param: { Size: 7 } });
    expect(log.join()).toContain(`it goes on with "${id}"`);
  });

  test("created by an interrupted run gets the secrets of this one, because they cannot be read", async () => {
    const { service, run } = begin(definition);
    await run().life.create({ ...boxInputs, secretKey: "the old one" });
    const { life, log } = run();
    const { id, state } = await life.create({ ...boxInputs, secretKey: "the new one" });
    expect(service.objects.get(`/boxes/${id}`)).toMatchObject({ secret_key: "the new one" });
    expect(state).toMatchObject({ secretKey: "the new one" });
    expect(log.join()).not.toContain("was not sent");
  });

  test.each([
    ["a stack of the same name in another backend", { backend: "ba9876543210" }, /stack of the same name in/],
    ["another stack", { stack: "prod" }, /made for acme\/shop\/dev\/Box\/one/],
  ])("is not taken from %s", async (_whose, other, says) => {
    const { run, boxes } = begin(definition);
    const { id } = await run().life.create(boxInputs);
    const { message } = await rejection(run(other).life.create(boxInputs), ResourceError);
    expect(message).toMatch(says);
    expect(message).toContain(`adopt: "${id}"`);
    expect(boxes()).toEqual([`/boxes/${id}`]);
  });

  test("older than a day must be adopted explicitly", async () => {
    const { service, run, boxes } = begin(definition);
    const { id } = await run().life.create(boxInputs);
    service.now += 2 * day;
    const { message } = await rejection(run().life.create(boxInputs), ResourceError);
    expect(message).toContain("made for this resource earlier");
    expect(message).toContain(`adopt: "${id}"`);
    expect(boxes()).toHaveLength(1);
  });

  test("that cannot be updated to match the program is not created twice", async () => {
    const { run, boxes } = begin(definition);
    const { id } = await run().life.create(boxInputs);
    const { message } = await rejection(run().life.create({ ...boxInputs, kind: "large" }), ResourceError);
    expect(message).toMatch(/kind is "small", not "large".*describe it as it is; .*remove it in the service/);
    expect(message).toContain(id);
    expect(boxes()).toHaveLength(1);
  });
});

describe("what no response shows", () => {
  const of = z.string().optional();
  const sourced: Definition = {
    ...box,
    inputs: {
      ...box.inputs,
      source: field(of, { change: "replace", seen: "never" }),
      from: field(z.array(z.string()).optional(), { change: "replace", seen: "never", as: "set" }),
      limit: field(of, { seen: "never" }),
      pin: field(of, { change: "replace", seen: "never", secret: true }),
    },
  };
  const first = { ...boxInputs, source: "k-1", from: ["a", "b"], pin: "1234" };

  test("is compared by the mark: an object with another is neither continued with nor created twice", async () => {
    const { run, boxes } = begin(sourced, new FakeService(true));
    const { id } = await run().life.create(first);
    for (const other of [{ source: "k-2" }, { source: undefined }, { from: ["a"] }, { limit: "l-1" }]) {
      const { message } = await rejection(run().life.create({ ...first, ...other }), ResourceError);
      expect(message).toMatch(/it was made with another source or from or limit, which .*adopt: "b-1"/);
    }
    expect(boxes()).toEqual([`/boxes/${id}`]);
  });

  test("of the same values goes on, whatever the order of a set, and whatever the secrets", async () => {
    const { run } = begin(sourced, new FakeService(true));
    const { id } = await run().life.create(first);
    const again = await run().life.create({ ...first, from: ["b", "a", "b"], pin: "4321" });
    expect(again.id).toBe(id);
  });
});

test("an object that is already in the stack is never adopted: its successor is another object", async () => {
  const { run, boxes } = begin(placeless);
  const { life } = run();
  const { id, state } = await life.create(boxInputs);
  await life.plan(id, state, boxInputs);
  expect((await life.create(boxInputs)).id).not.toBe(id);
  expect(boxes()).toHaveLength(2);
});

test.each([box, placeless])(
  "an object that is replaced without a comparison is not mistaken for a leftover",
  async (definition) => {
    const { run, boxes } = begin(definition);
    const { id, state } = await run().life.create(boxInputs);
    const { life } = run();
    life.check(boxInputs, boxInputs);
    const again = life.create(boxInputs);
    if (definition === box) await expect(again).rejects.toThrow(`adopt: "${id}"`);
    else expect((await again).id).not.toBe(id);
    await life.delete(id, state);
    expect(boxes()).toHaveLength(definition === box ? 0 : 1);
  },
);

test("while a name in the stack is unknown, nothing is mistaken for a leftover", async () => {
  const { service, run } = begin();
  const { id } = await run().life.create(boxInputs);
  const { clock, stop } = stage(service);
  let urn = "";
  const life = new Lifecycle(box, () => ({ api: service, clock, stop: stop.signal, log: () => undefined }), {
    ledger: new Ledger(),
    self: () => ({ urn, name: "one" }),
    isManaged: () => true,
    owner: () => ({ name: "acme/shop/dev/Box/one", backend: "0123456789ab" }),
  });
  life.check(boxInputs, boxInputs);
  urn = "urn:pulumi:dev::shop::Box::one";
  await expect(life.create(boxInputs)).rejects.toThrow(`adopt: "${id}"`);
});

test("an object of the same name that was not created by us is adopted only if the program says so", async () => {
  const { service, run, boxes } = begin(placeless);
  service.put("/boxes/b-77", { name: "one", account: "a-1", kind: "small" });
  const { message } = await rejection(run().life.create(boxInputs), ResourceError);
  expect(message).toMatch(/b-77.*adopt: "b-77".*adopt: false/);
  await run().life.create({ ...boxInputs, adopt: false });
  expect(boxes()).toHaveLength(2);
});

test("an object without a unique value or name is continued by its mark, and others are ignored", async () => {
  const nameless: Definition = { ...placeless, hooks: { ...box.hooks } };
  const { service, run, boxes } = begin(nameless);
  service.put("/boxes/b-77", { name: "one", account: "a-1", kind: "small" });
  const { id } = await run().life.create(boxInputs);
  expect((await run().life.create(boxInputs)).id).toBe(id);
  expect((await run({ stack: "prod" }).life.create(boxInputs)).id).not.toBe(id);
  expect(boxes()).toHaveLength(3);
});

test("an object with a value that was only shown on create cannot be continued", async () => {
  const shownOnce: Definition = remarked(placeless, { serialNumber: { seen: "once" } });
  const { service, run } = begin(shownOnce);
  const { id } = await run().life.create(boxInputs);
  const { serial: _serial, ...rest } = service.objects.get(`/boxes/${id}`)!;
  service.put(`/boxes/${id}`, rest);
  await expect(run().life.create(boxInputs)).rejects.toThrow(/its serialNumber is returned only once/);
});

test("a mark names its owner if the field is long enough, and stands for it otherwise", async () => {
  const text = async (definition: Definition, name: string) => {
    const { service, run } = begin(definition);
    const { id } = await run({ name }).life.create({ ...boxInputs, name: "one" });
    const object = service.objects.get(`/boxes/${id}`)!;
    const map = object[definition.mark as string] as Record<string, string>;
    return map[markKey];
  };
  expect(await text(box, "one")).toMatch(/^acme\/shop\/dev\/Box\/one\.0123456789ab\.[0-9a-f]{12}$/);
  expect(await text(box, "ünï")).toMatch(/^acme\/shop\/dev\/=[0-9a-f]{20}\.0123456789ab\.[0-9a-f]{12}$/);
  expect(await text({ ...box, mark: "labels" }, "one")).toMatch(/^[0-9a-z.]{46}$/);
});

describe("adopting an object with a mark", () => {
  test.each([
    ["another stack", { stack: "prod" }, "made for acme/shop/dev/Box/one, and two stacks"],
    [
      "a stack of the same name in another backend",
      { backend: "ba9876543210" },
      "in a stack of the same name in another",
    ],
  ])("by name is refused to %s, and by its id confirmed", async (_whose, other, says) => {
    const { service, run } = begin();
    const { id } = await run().life.create(boxInputs);
    const before = service.objects.get(`/boxes/${id}`);
    const { message } = await rejection(run(other).life.create({ ...boxInputs, adopt: true }), ResourceError);
    expect(message).toContain('adopting Box "one" was refused');
    expect(message).toContain(says);
    expect(message).toContain(`adopt: "${id}"`);
    const { life, log } = run(other);
    expect((await life.create({ ...boxInputs, adopt: id })).id).toBe(id);
    expect(log.join()).toContain('Box "one" was made for acme/shop/dev/Box/one');
    expect(service.objects.get(`/boxes/${id}`)).toEqual(before);
  });

  test("is refused to another stack where only the conflict shows it", async () => {
    const { service, run } = begin();
    const { id } = await run().life.create(boxInputs);
    service.fail({ call: "GET /boxes?", response: { items: [] } });
    const attempt = run({ stack: "prod" }).life.create({ ...boxInputs, adopt: true });
    expect((await rejection(attempt, ResourceError)).message).toContain(`confirm it with  adopt: "${id}"`);
  });

  test.each([
    ["the same resource", {}, undefined],
    ["another resource of the stack", { name: "two" }, undefined],
    ["any stack, if the mark names none", { stack: "prod" }, "m-1"],
  ])("is allowed to %s", async (_whose, other, mark) => {
    const { service, run } = begin();
    const { id } = await run().life.create(boxInputs);
    if (mark) service.put(`/boxes/${id}`, { ...service.objects.get(`/boxes/${id}`), meta: { [markKey]: mark } });
    const { life, log } = run(other);
    expect((await life.create({ ...boxInputs, adopt: true })).id).toBe(id);
    expect(log.join()).not.toContain("was made for");
  });
});

test("importing what was made for another stack says so; looking it up does not", async () => {
  const { run } = begin();
  const { id } = await run().life.create(boxInputs);
  const told = async (isImported: boolean) => {
    const { life, log } = run({ stack: "prod", isImported });
    expect((await life.read(id, {}))?.id).toBe(id);
    return log.join();
  };
  expect(await told(true)).toContain("was made for acme/shop/dev/Box/one: make sure that nothing but this stack");
  expect(await told(false)).toBe("");
});
