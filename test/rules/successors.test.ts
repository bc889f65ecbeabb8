import { ifFound } from "../../provider/api/errors";
import type { Definition } from "../../provider/lifecycle/vocabulary/definition";
import { Lifecycle } from "../boundLifecycle";
import type { Resource } from "../../provider/lifecycle/claims/claim";
import { Ledger } from "../../provider/lifecycle/claims/ledger";
import { FakeService, stage } from "./fakeService";
import { box, boxInputs } from "./shapes";

/** Which resource keeps an object when another one ends, and what must not be adopted. */

const named = (name: string): Resource => ({ urn: `urn:pulumi:dev::shop::Box::${name}`, name });

function begin(definition: Definition = box, namesAreUnique = false) {
  const { service, clock, stop, log } = stage(new FakeService(namesAreUnique));
  const ledger = new Ledger();
  let self: Resource | undefined;
  const surroundings = () => ({ api: service, clock, stop: stop.signal, log: (text: string) => void log.push(text) });
  const lifecycle = new Lifecycle(definition, surroundings, { ledger, self: () => self, isManaged: () => true });
  service.put("/accounts/a-1", { name: "acme", state: "ready" });
  /** The lifecycle, called for one resource. */
  const as = (name: string) => {
    self = named(name);
    return lifecycle;
  };
  return { service, log, ledger, as };
}

const standing = { name: "one", account: "a-1", kind: "small", box_param: { Size: 5 }, serial: "s-1" };
const adopting = { ...boxInputs, adopt: "b-9" };

test("a resource that adopts its own object while it is replaced does not delete it", async () => {
  const { service, log, as } = begin();
  service.put("/boxes/b-9", standing);
  const { state } = await as("one").create(adopting);
  await as("one").delete("b-9", state);
  expect(service.objects.has("/boxes/b-9")).toBe(true);
  expect(log.join()).toContain("nothing was deleted");
});

test("an object that the plan knows as its own is not adopted", async () => {
  const { service, as } = begin();
  service.put("/boxes/b-9", standing);
  const state = { ...boxInputs, serialNumber: "s-1", version: 0 };
  await as("one").plan("b-9", state, { ...boxInputs, name: "two", kind: "large", adopt: "b-9" });
  await expect(as("one").create(adopting)).rejects.toThrow(/this resource's own object/);
  await as("one").delete("b-9", state);
  expect(service.objects.has("/boxes/b-9")).toBe(false);
  // An object that was deleted, but is kept by its own rules, may be restored.
  service.put("/boxes/b-9", standing);
  expect((await as("one").create(adopting)).id).toBe("b-9");
});

test("what a run replaced by itself, and stopped before it deleted it, is not deleted by the next one", async () => {
  const { service, log, as } = begin();
  service.put("/boxes/b-9", standing);
  const state = { ...boxInputs, serialNumber: "s-1", version: 0 };
  await as("one").plan("b-9", state, boxInputs);
  await as("one").delete("b-9", state);
  expect(service.objects.has("/boxes/b-9")).toBe(true);
  expect(log.join()).toContain("nothing was deleted");
  // Once it has another object, the old one is only the old one.
  service.put("/boxes/b-8", { ...standing, name: "two" });
  await as("one").create({ ...boxInputs, name: "two", adopt: "b-8" });
  await as("one").delete("b-9", state);
  expect(service.objects.has("/boxes/b-9")).toBe(false);
});

test("an object goes on with a resource of another type that has taken it over", async () => {
  const { service, ledger, as } = begin();
  service.put("/boxes/b-9", standing);
  const crate: Definition = { ...box, type: "Crate", path: "/boxes/" };
  ledger.adopt(named("crate"), crate, "b-9");
  ledger.add("made", named("crate"), crate, "b-9");
  await as("one").delete("b-9", { ...boxInputs, serialNumber: "s-1", version: 0 });
  expect(service.objects.has("/boxes/b-9")).toBe(true);
});

describe("an object that a new resource wants, and failed to get, is not deleted", () => {
  const refused = /deleting Box "one" was refused: Box "two" of this program wants this object/;
  const state = { ...boxInputs, serialNumber: "s-1", version: 0 };

  test.each([
    ["adopting it by its id", { ...boxInputs, kind: "large", adopt: "b-9" }],
    ["adopting it by its name", { ...boxInputs, kind: "large", adopt: true }],
    ["creating one of the same name", { ...boxInputs }],
  ])("%s", async (_how, inputs) => {
    const { service, as } = begin(box, true);
    service.put("/boxes/b-9", standing);
    as("two").check({}, inputs);
    await expect(as("two").create(inputs)).rejects.toThrow();
    await expect(as("one").delete("b-9", state)).rejects.toThrow(refused);
    expect(service.objects.has("/boxes/b-9")).toBe(true);
  });

  test("until it gets another one", async () => {
    const { service, as } = begin(box, true);
    service.put("/boxes/b-9", standing);
    await expect(as("two").create({ ...boxInputs })).rejects.toThrow();
    await as("two").create({ ...boxInputs, name: "two" });
    await as("one").delete("b-9", state);
    expect(service.objects.has("/boxes/b-9")).toBe(false);
  });
});

test("an object whose id has changed belongs to the resource that adopted it by the new id", async () => {
  const moved: Definition = {
    ...box,
    hooks: {
      read: (api, id) => ifFound(api.get(`/boxes/${id === "b-1" ? "b-9" : id}`)),
      async remove({ api }) {
        if (await ifFound(api.get("/boxes/b-9"))) await api.delete("/boxes/b-9");
      },
    },
  };
  const { service, as } = begin(moved);
  service.put("/boxes/b-9", standing);
  await as("journal").create(adopting);
  await as("book").delete("b-1", { ...boxInputs, serialNumber: "s-1", version: 0 });
  expect(service.objects.has("/boxes/b-9")).toBe(true);
  // Without one it is deleted.
  const alone = begin(moved);
  alone.service.put("/boxes/b-9", standing);
  await alone.as("book").delete("b-1", { ...boxInputs, serialNumber: "s-1", version: 0 });
  expect(alone.service.objects.has("/boxes/b-9")).toBe(false);
});

describe("one object that two resources of the program declare", () => {
  const [one, two] = [named("one"), named("two")];

  test("is refused, with the command that drops one of them", () => {
    const ledger = new Ledger();
    ledger.declare(one, box, "b-9");
    expect(() => ledger.declare(two, box, "b-9")).toThrow(
      /^Box "two" and Box "one" manage the same object \("b-9"\).* pulumi state delete 'urn:pulumi:dev::shop::Box::one'\.$/,
    );
    expect(() => ledger.declare(one, box, "b-9")).not.toThrow();
  });

  test("is refused where the other one has another provider", () => {
    const others = { add: jest.fn(), has: () => true, hasAny: () => true };
    const ledger = new Ledger(others);
    expect(() => ledger.declare(two, box, "b-9")).toThrow(
      /^Box "two" and a resource of another provider of this program .* manage the same object \("b-9"\)/,
    );
    expect((others.add.mock.calls as string[][]).map(([stage]) => stage)).toEqual(["declared", "dropped"]);
  });

  test.each([
    ["its name, by which it is renamed", one, /option {2}aliases: \[\{ name: "one" \}\] {2}instead of adopt/],
    ["no name, while that is not known", { urn: "", name: "label" }, /aliases: \[\{ name: "<its name before>" \}\]/],
  ])("one that is adopted as well: the refusal says %s", (_what, owner, said) => {
    const ledger = new Ledger();
    ledger.declare(owner, box, "b-9");
    expect(() => ledger.adopt(two, box, "b-9")).toThrow(said);
  });
});
