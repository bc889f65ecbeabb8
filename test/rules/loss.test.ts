import type { Bag, Definition } from "../../provider/lifecycle/vocabulary/definition";
import { onDestroy } from "../../provider/lifecycle/vocabulary/field";
import { Lifecycle } from "../boundLifecycle";
import { Ledger } from "../../provider/lifecycle/claims/ledger";
import { standing, state } from "./boxes";
import { FakeService, stage } from "./fakeService";
import { box, boxInputs } from "./shapes";
import { optionsKey } from "../../provider/lifecycle/vocabulary/hiddenKeys";

/** A run that must not end key material refuses the deletes that would, and no other ones. */

const keyBox: Definition = {
  ...box,
  role: "key",
  inputs: { ...box.inputs, onDestroy: onDestroy({ retain: [], destroy: ["DELETE"] }) },
};
const mortal: Bag = { ...state, onDestroy: "destroy" };

function begin(definition: Definition, why: string | undefined) {
  const { service, clock, stop, log } = stage(new FakeService());
  service.put("/accounts/a-1", { name: "acme", state: "ready" });
  service.put("/boxes/b-1", standing);
  let self = "";
  let asked = 0;
  const company = {
    ledger: new Ledger(),
    self: () => ({ urn: `urn:pulumi:dev::shop::Box::${self}`, name: self }),
    isManaged: () => true,
    keepsKeys: () => (asked++, why),
  };
  const surroundings = () => ({ api: service, clock, stop: stop.signal, log: (text: string) => void log.push(text) });
  const lifecycle = new Lifecycle(definition, surroundings, company);
  const as = (name: string) => ((self = name), lifecycle);
  return { service, log, as, asked: () => asked, isThere: () => service.objects.has("/boxes/b-1") };
}

const why = 'creating Box "two" has failed in this run. Nothing was deleted.';

test.each(["disableOnly", "[secret]", 5, "toString"])(
  "nothing ends by a default where the state says %j, which this version cannot read",
  async (word) => {
    const byDefault = [onDestroy({ retain: [] }), onDestroy({ destroy: ["DELETE"], retain: [] })];
    for (const choice of byDefault) {
      const definition: Definition = { ...box, inputs: { ...box.inputs, onDestroy: choice } };
      const { service, as, isThere } = begin(definition, undefined);
      await expect(as("one").delete("b-1", { ...state, onDestroy: word })).rejects.toThrow(
        /this version of the provider does not know/,
      );
      expect(service.changes).toEqual([]);
      expect(isThere()).toBe(true);
    }
  },
);

test("a key stays, and the service is not called", async () => {
  const { service, as, isThere } = begin(keyBox, why);
  await expect(as("one").delete("b-1", mortal)).rejects.toThrow(`deleting Box "one" was refused: ${why}`);
  expect([isThere(), service.changes]).toEqual([true, []]);
});

test("a key also stays when its delete comes from a replacement", async () => {
  const { as, isThere } = begin(keyBox, why);
  const meant = { [optionsKey]: { replaces: ["kind"] } };
  await as("one").plan("b-1", mortal, { ...boxInputs, onDestroy: "destroy", kind: "large", ...meant });
  await expect(as("one").delete("b-1", mortal)).rejects.toThrow(why);
  expect(isThere()).toBe(true);
});

test("what may be a key stays as well", async () => {
  const { as, isThere } = begin({ ...keyBox, role: "any" }, why);
  await expect(as("one").delete("b-1", mortal)).rejects.toThrow(why);
  expect(isThere()).toBe(true);
});

test("any other run deletes it", async () => {
  const { as, isThere } = begin(keyBox, undefined);
  await as("one").delete("b-1", mortal);
  expect(isThere()).toBe(false);
});

describe("nothing is asked of the run", () => {
  test("for what holds no key material", async () => {
    const { as, isThere, asked } = begin(box, why);
    await as("one").delete("b-1", mortal);
    expect([isThere(), asked()]).toEqual([false, 0]);
  });

  test("for a key that its end leaves as it is", async () => {
    const { as, isThere, asked } = begin(keyBox, why);
    await as("one").delete("b-1", { ...state, onDestroy: "retain" });
    expect([isThere(), asked()]).toEqual([true, 0]);
  });

  test("for a key with which another resource continues", async () => {
    const { log, as, isThere, asked } = begin(keyBox, why);
    await as("two").create({ ...boxInputs, adopt: "b-1" });
    await as("one").delete("b-1", mortal);
    expect([isThere(), asked(), log.join()]).toEqual([true, 0, expect.stringContaining("nothing was deleted")]);
  });
});
