import type { Definition } from "../../provider/lifecycle/definition";
import { Lifecycle } from "../../provider/lifecycle/lifecycle";
import { Neighbors, type Self } from "../../provider/lifecycle/neighbors";
import { FakeService, stage } from "./fakeService";
import { box, boxInputs } from "./shapes";

/** Which resource keeps an object when another one ends, and what must not be adopted. */

const named = (name: string): Self => ({ urn: `urn:pulumi:dev::shop::Box::${name}`, name });

function begin(definition: Definition = box) {
  const { service, clock, stop, log } = stage(new FakeService(false));
  const neighbors = new Neighbors();
  let self: Self | undefined;
  const surroundings = () => ({ api: service, clock, stop: stop.signal, log: (text: string) => void log.push(text) });
  const lifecycle = new Lifecycle(definition, surroundings, { neighbors, self: () => self, isManaged: () => true });
  service.put("/accounts/a-1", { name: "acme", state: "ready" });
  /** The lifecycle, called for one resource. */
  const as = (name: string) => {
    self = named(name);
    return lifecycle;
  };
  return { service, log, as };
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
  await as("one").plan("b-9", state, { ...boxInputs, adopt: "b-9" });
  await expect(as("one").create(adopting)).rejects.toThrow(/this resource's own object/);
  await as("one").delete("b-9", state);
  expect(service.objects.has("/boxes/b-9")).toBe(false);
  // An object that was deleted, but is kept by its own rules, may be restored.
  service.put("/boxes/b-9", standing);
  expect((await as("one").create(adopting)).id).toBe("b-9");
});

test("an object whose id has changed belongs to the resource that adopted it by the new id", async () => {
  const moved: Definition = {
    ...box,
    hooks: {
      read: (api, id) => api.get(`/boxes/${id === "b-1" ? "b-9" : id}`),
      remove: ({ api }) => api.delete("/boxes/b-9"),
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
