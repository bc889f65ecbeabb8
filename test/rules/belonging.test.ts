import { isMadeIn, type Home } from "../../provider/lifecycle/evidence/belonging";
import type { Bag, Definition } from "../../provider/lifecycle/vocabulary/definition";
import { onDestroy } from "../../provider/lifecycle/vocabulary/field";
import { ResourceError } from "../../provider/lifecycle/vocabulary/failure";
import { markKey } from "../../provider/lifecycle/values/wire";
import { rejection } from "./fakeService";
import { begin, type Caller } from "./runs";
import { box, boxInputs } from "./shapes";
import { optionsKey } from "../../provider/lifecycle/vocabulary/hiddenKeys";

const of = (...entries: string[]) =>
  entries.map((entry) => {
    const [former = "", present = ""] = entry.split("=");
    return { former, present };
  });

/** Whose an object is: no stack changes or deletes what its mark assigns to another one. */

describe("an object whose mark names", () => {
  const elsewhere = "in a stack of the same name in another backend";
  const mortal: Bag = { ...boxInputs, onDestroy: "destroy" };
  /** A box of the usual stack, and a run that has its state. */
  const copied = async (other: Partial<Caller>, definition: Definition = box) => {
    const { service, run, boxes } = begin(definition);
    const { id, state } = await run().life.create(mortal);
    service.calls.length = 0;
    const { life, log } = run(other);
    const grow = (adopt?: string) =>
      life.update(id, state, { ...mortal, sizeInLitres: 7, ...(adopt === undefined ? {} : { adopt }) });
    return { service, run, boxes, id, state, life, log, grow };
  };
  const other: [string, Partial<Caller>, string][] = [
    ["another stack", { stack: "prod" }, "acme/shop/dev/Box/one"],
    ["another stack, both in files", { stack: "prod", isFile: true }, "acme/shop/dev/Box/one"],
    ["another project", { project: "store" }, "acme/shop/dev/Box/one"],
    ["another organization", { organization: "apex" }, "acme/shop/dev/Box/one"],
    ["another backend", { backend: "ba9876543210" }, `acme/shop/dev/Box/one, ${elsewhere}`],
  ];

  test.each(other)("%s is neither changed nor deleted", async (_what, caller, maker) => {
    const { service, boxes, id, state, life, grow } = await copied(caller);
    for (const [work, tried] of [
      [grow(), "updating"],
      [life.delete(id, state), "deleting"],
    ] as const) {
      const { message } = await rejection(work, ResourceError);
      expect(message).toContain(
        `${tried} Box "one" was refused: the object with the id "${id}" was made for ${maker}, and`,
      );
      expect(message).toContain(`adopt: "${id}"  for Box "one"`);
      expect(message).toContain("remove the resource from it with  pulumi state delete '<its URN>'  (`pulumi stack");
      const { organization = "acme", project = "shop", stack = "dev" } = caller;
      const entry = `acme/shop/dev=${organization}/${project}/${stack}`;
      expect(message).toContain(`ciphertrust:formerStacks (CIPHERTRUST_FORMER_STACKS) to ${entry},`);
    }
    expect(service.changes).toEqual([]);
    expect(boxes()).toEqual([`/boxes/${id}`]);
    expect((await life.read(id, state))?.id).toBe(id);
  });

  test.each<[string, Partial<Caller>]>([
    ["the same stack", {}],
    ["the same stack, of a resource that was renamed since", { name: "two" }],
    ["a former stack", { stack: "prod", former: of("acme/shop/dev=acme/shop/prod") }],
    [
      "a former stack of any organization",
      { organization: "apex", project: "store", former: of("x/y=store/dev", "shop/dev=store/dev") },
    ],
    [
      "a former stack, while the organization is not known",
      { organization: undefined, stack: "prod", former: of("shop/dev=acme/shop/prod") },
    ],
    ["a former backend", { backend: "ba9876543210", former: of("shop/dev=shop/dev") }],
    ["another organization, while this one's is not known", { organization: undefined }],
  ])("%s is changed and deleted", async (_what, caller) => {
    const { boxes, id, life, log, grow } = await copied(caller);
    const { state } = await grow();
    expect(state).toMatchObject({ sizeInLitres: 7 });
    await life.delete(id, state);
    expect(boxes()).toEqual([]);
    expect(log.join()).not.toContain("made for");
  });

  test.each<[string, Partial<Caller>]>([
    ["other/shop/dev=shop/prod", {}],
    ["shop/de=shop/prod", {}],
    ["op/dev=shop/prod", {}],
    ["acme/shop=shop/prod", {}],
    ["shop/dev=else/acme/shop/prod", {}],
    ["shop/dev=acme/shop/prod/else", {}],
    ["shop/dev=shop/prod", { stack: "copy" }],
    ["shop/dev=apex/shop/prod", {}],
    ["shop/dev=store/prod", {}],
    ["shop/dev=shop/dev", {}],
    ["shop/dev=shop/prod", { isTold: false }],
  ])("another stack is neither changed nor deleted where the setting is %s", async (entry, caller) => {
    const { service, id, state, life, grow } = await copied({ stack: "prod", former: of(entry), ...caller });
    for (const work of [grow(), life.delete(id, state)]) await expect(work).rejects.toThrow("was refused");
    expect(service.changes).toEqual([]);
  });

  test("another stack is refused with the setting that names it, beside those that it names already", async () => {
    const { grow } = await copied({ organization: undefined, stack: "prod", former: of("shop/old=shop/prod") });
    await expect(grow()).rejects.toThrow("to shop/old=shop/prod,acme/shop/dev=shop/prod, with --run-program if this");
  });

  test("another backend is only told to a stack in files: every container has another one", async () => {
    const { boxes, id, life, log, grow } = await copied({ backend: "ba9876543210", isFile: true });
    const { state } = await grow();
    await life.delete(id, state);
    expect(boxes()).toEqual([]);
    expect(log.join()).toContain(`Box "one" was made for acme/shop/dev/Box/one, ${elsewhere}`);
  });

  test("a stack is neither changed nor deleted where the host cannot tell which stack calls", async () => {
    const { service, id, state, life, grow } = await copied({ isTold: false });
    for (const work of [grow(), life.delete(id, state)])
      await expect(work).rejects.toThrow(
        /made for acme\/shop\/dev\/Box\/one, and nothing tells this run which stack it is for.*CIPHERTRUST_STACK to acme\/shop\/dev /,
      );
    expect(service.changes).toEqual([]);
  });

  test.each([
    ["no mark", undefined],
    ["no names", "0123456789abcdef0123.0123456789ab.abcdefabcdef"],
  ])("%s is changed and deleted by any stack", async (_what, text) => {
    const { service, boxes, id, life, grow } = await copied({ stack: "prod" });
    const meta = text === undefined ? {} : { [markKey]: text };
    service.put(`/boxes/${id}`, { ...service.objects.get(`/boxes/${id}`), meta });
    const { state } = await grow();
    await life.delete(id, state);
    expect(boxes()).toEqual([]);
  });

  test("another stack is changed and deleted once `adopt` confirms it by the id, and only then", async () => {
    const { run, boxes, id, state, life, log, grow } = await copied({ stack: "prod" });
    await expect(grow("b-77")).rejects.toThrow("was refused");
    expect(await life.plan(id, state, { ...mortal, adopt: "b-77" })).toMatchObject({ changes: false });
    expect(await life.plan(id, state, { ...mortal, adopt: id })).toMatchObject({ changes: true, changed: [] });
    expect(log.join()).toContain("adopt confirms that the object belongs to this stack, and the update records that");
    const moved = await grow(id);
    expect(log.join()).toContain("was made for acme/shop/dev/Box/one: make sure");
    // With the line or without it, there is nothing more to do.
    const now = { ...mortal, sizeInLitres: 7 };
    expect(await life.plan(id, moved.state, { ...now, adopt: id })).toMatchObject({ changes: false });
    expect(await life.plan(id, moved.state, now)).toMatchObject({ changes: false });
    const later = await life.update(id, moved.state, { ...now, sizeInLitres: 8 });
    const read = await life.read(id, later.state);
    expect(read?.inputs).not.toHaveProperty("adopt");
    // The state of a copy confirms nothing for the copy.
    for (const isFile of [true, false])
      await expect(run({ stack: "test", isFile }).life.delete(id, read!.state)).rejects.toThrow("was refused");
    const backend = "ba9876543210";
    await expect(run({ stack: "prod", backend }).life.delete(id, read!.state)).rejects.toThrow("was refused");
    // In files, every container has another backend.
    await run({ stack: "prod", backend, isFile: true }).life.delete(id, read!.state);
    expect(boxes()).toEqual([]);
  });

  test("this stack is adopted without a word of others", async () => {
    const { id, state, life, log } = await copied({});
    await life.update(id, state, { ...mortal, adopt: id });
    expect(log.join()).not.toContain("made for");
  });

  test.each(["adopted", "imported"])("another stack may be deleted by the one that has %s it", async (how) => {
    const { run, boxes, id } = await copied({});
    const { life } = run({ stack: "prod", isImported: how === "imported" });
    const { state } = how === "adopted" ? await life.create({ ...mortal, adopt: id }) : (await life.read(id, {}))!;
    await run({ stack: "prod" }).life.delete(id, { ...state, onDestroy: "destroy" });
    expect(boxes()).toEqual([]);
  });

  test("a former stack is adopted by name; another one is not", async () => {
    const { run, id } = await copied({});
    const adopt = (former: string) =>
      run({ stack: "prod", former: of(former) }).life.create({ ...mortal, adopt: true });
    await expect(adopt("shop/dev=shop/copy")).rejects.toThrow("two stacks must not manage one object");
    expect((await adopt("shop/dev=shop/prod")).id).toBe(id);
  });

  test("another stack costs a delete one read, and nothing where the object stays or its type has no mark", async () => {
    const reads = async (definition: Definition, inputs: Bag = mortal) => {
      const { service, run } = begin(definition);
      const { id, state } = await run().life.create(inputs);
      service.calls.length = 0;
      await run().life.delete(id, state);
      return service.calls;
    };
    const stays: Definition = {
      ...box,
      inputs: { ...box.inputs, onDestroy: onDestroy({ retain: [], destroy: ["DELETE"] }) },
    };
    const steps: Definition = {
      ...box,
      inputs: { ...box.inputs, onDestroy: onDestroy({ destroy: [{ verb: "empty", unless: () => true }, "DELETE"] }) },
    };
    const after = "GET /boxes/b-1";
    expect(await reads(box)).toEqual(["GET /boxes/b-1", "DELETE /boxes/b-1", after]);
    expect(await reads(steps)).toEqual(["GET /boxes/b-1", "DELETE /boxes/b-1", after]);
    expect(await reads({ ...box, mark: undefined })).toEqual(["DELETE /boxes/b-1", after]);
    expect(await reads(stays, boxInputs)).toEqual([]);
  });

  test("another stack is refused where the resource now follows another record, which carries no mark", async () => {
    const followed: Definition = { ...box, hooks: { ...box.hooks, read: (api) => api.get("/boxes/b-9") } };
    const { service, grow } = await copied({ stack: "prod" }, followed);
    service.put("/boxes/b-9", { ...service.objects.get("/boxes/b-1"), id: "b-9", meta: {} });
    await expect(grow()).rejects.toThrow("was made for acme/shop/dev/Box/one");
    expect(service.changes).toEqual([]);
  });

  test("another stack is refused where only the record that the resource follows is left", async () => {
    const followed: Definition = { ...box, hooks: { ...box.hooks, read: (api) => api.get("/boxes/b-9") } };
    const { service, id, state, life } = await copied({ stack: "prod" }, followed);
    service.put("/boxes/b-9", { ...service.objects.get("/boxes/b-1"), id: "b-9" });
    service.objects.delete("/boxes/b-1");
    await expect(life.delete(id, state)).rejects.toThrow("was made for acme/shop/dev/Box/one");
    expect(service.changes).toEqual([]);
  });

  describe("another stack", () => {
    const larger = { ...mortal, name: "two", kind: "large" };

    test("is not replaced: the preview says so", async () => {
      const { id, state, life } = await copied({ stack: "prod" });
      await expect(life.plan(id, state, larger)).rejects.toThrow(
        /replacing Box "one" was refused: .* made for acme.*adopt: "b-1" {2}for Box "one", first without what replaces it, and run/,
      );
    });

    test.each<[string, Partial<Caller>, Bag]>([
      ["it is this one", {}, {}],
      ["the program keeps the old object", { stack: "prod" }, { [optionsKey]: { retains: true } }],
      ["the host cannot tell which stack calls", { isTold: false }, {}],
    ])("is not minded where %s", async (_what, caller, more) => {
      const { id, state, life } = await copied(caller);
      expect(await life.plan(id, state, { ...larger, ...more })).toMatchObject({ replaces: ["name", "kind"] });
    });

    test("is minded only where the service shows it", async () => {
      const { service, id, state, life } = await copied({ stack: "prod" });
      service.objects.delete(`/boxes/${id}`);
      expect(await life.plan(id, state, larger)).toMatchObject({ replaces: ["name", "kind"] });
    });
  });
});

test.each([
  ["acme/shop/dev", "acme"],
  ["shop/dev", undefined],
])("an object without a mark is that of %s, whose state confirms it", async (who, organization) => {
  const { service, run } = begin({ ...box, mark: undefined });
  const inputs = { ...boxInputs, onDestroy: "destroy" };
  const { id } = await run({ organization }).life.create(inputs);
  const { state } = await run({ organization }).life.create({ ...inputs, adopt: id });
  service.calls.length = 0;
  const copy = run({ organization, stack: "copy" }).life;
  await expect(copy.delete(id, state)).rejects.toThrow(`the object with the id "${id}" was made for ${who}, and two`);
  expect(service.changes).toEqual([]);
});

describe("the mark of a record", () => {
  const home: Home = {
    stack: { organization: "acme", project: "shop", stack: "dev" },
    backend: "0123456789ab",
    isFile: false,
    former: [],
  };
  const made = async (more: Partial<Home>, { meta }: Bag = {}) => {
    const { service, run } = begin();
    const { id } = await run().life.create(boxInputs);
    const record = { ...service.objects.get(`/boxes/${id}`), ...(meta === undefined ? {} : { meta }) };
    return isMadeIn(box, record, { ...home, ...more });
  };
  const backend = "ba9876543210";

  test.each<[boolean, string, Partial<Home>, Bag]>([
    [true, "this stack", {}, {}],
    [true, "this stack in files, which another container had", { backend, isFile: true }, {}],
    [false, "a stack of the same name in another backend", { backend }, {}],
    [false, "another stack", { stack: { organization: "acme", project: "shop", stack: "prod" } }, {}],
    [false, "nobody", {}, { meta: {} }],
  ])("says %s whether it was made in this stack: it names %s", async (is, _what, more, record) =>
    expect(await made(more, record)).toBe(is),
  );
});
