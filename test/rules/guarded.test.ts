import { Ledger } from "../../provider/lifecycle/claims/ledger";
import { Guarded } from "../../provider/lifecycle/layers/guarded";
import type { Context, Outcome } from "../../provider/lifecycle/reconciler/operations";
import { diff } from "../../provider/lifecycle/values/diff";
import type { Bag, Definition } from "../../provider/lifecycle/vocabulary/definition";
import { onDestroy } from "../../provider/lifecycle/vocabulary/field";
import { importedKey } from "../../provider/lifecycle/vocabulary/hiddenKeys";
import { beginWith, state } from "./boxes";
import { box } from "./shapes";

/** Which calls are refused because somebody would lose what nobody meant to give up. */

const key: Definition = {
  ...box,
  role: "key",
  unique: [],
  inputs: { ...box.inputs, onDestroy: onDestroy({ retain: [], destroy: ["DELETE"] }) },
};
const container: Definition = { ...box, role: "container", unique: [] };
const elsewhere: Bag = { account: "a-2" };

/** The layer over operations that only compare, and record what they delete. */
function begin(definition: Definition, keepsKeys?: () => string | undefined) {
  const { service, clock, stop } = beginWith();
  const next = {
    check: jest.fn(),
    diff: (_context: Context, _id: string, olds: Bag, news: Bag) => Promise.resolve(diff(definition, olds, news)),
    create: jest.fn(),
    read: jest.fn(),
    update: jest.fn(),
    delete: jest.fn((): Promise<Outcome> => Promise.resolve("ended")),
  };
  const runtime = () => ({ api: service, clock, stop: stop.signal, log: () => {} });
  const guarded = new Guarded(definition, runtime, { ledger: new Ledger(), keepsKeys }, next);
  const planned = (purpose: Context["purpose"], news: Bag, olds: Bag = state, more: Context = {}) =>
    guarded.diff({ purpose, ...more }, "b-1", olds, { ...state, ...news });
  return { guarded, next, planned };
}

describe("a replacement", () => {
  test.each(["plan", "follow"] as const)("of a key for a reference alone is refused in a %s", async (purpose) => {
    const { planned } = begin(key);
    await expect(planned(purpose, elsewhere)).rejects.toThrow("account refers to another object than before");
  });

  test("is refused for other reasons in a plan alone", async () => {
    const { planned } = begin(container);
    await expect(planned("plan", { kind: "large" })).rejects.toThrow('replacing Box "one" was refused');
    expect(await planned("follow", { kind: "large" })).toMatchObject({ replaces: ["kind"] });
  });

  test("is not refused where it is only compared", async () => {
    expect(await begin(key).planned(undefined, elsewhere)).toMatchObject({ replaces: ["account"] });
  });

  test("of what a run has just imported is refused as an import", async () => {
    const { planned } = begin(key);
    const imported = { ...state, [importedKey]: true };
    await expect(planned("plan", { kind: "large" }, imported)).rejects.toThrow('importing Box "one" was refused');
  });
});

test("an update in place is not refused", async () => {
  for (const definition of [key, container])
    expect(await begin(definition).planned("plan", { sizeInLitres: 7 })).toMatchObject({ replaces: [] });
});

describe("a delete", () => {
  const ends = { ...state, onDestroy: "destroy" };

  test.each<[string, Bag, string | undefined, string]>([
    ["what nothing tells how to end", { ...state, onDestroy: "vanish" }, undefined, "does not know, or cannot read"],
    ["a key in a run that must end none", ends, "an update has failed before", "an update has failed before"],
  ])("of %s is refused", async (_what, olds, why, said) => {
    const { guarded, next } = begin(key, () => why);
    await expect(async () => guarded.delete({}, "b-1", olds)).rejects.toThrow(
      new RegExp(`^deleting Box "one" was refused: .*${said}`),
    );
    expect(next.delete).not.toHaveBeenCalled();
  });

  test.each<[string, Bag, string | undefined]>([
    ["a key in any other run", ends, undefined],
    ["a key that stays, in a run that must end none", { ...state, onDestroy: "retain" }, "an update has failed before"],
  ])("of %s goes on", async (_what, olds, why) => {
    const { guarded, next } = begin(key, () => why);
    expect(await guarded.delete({}, "b-1", olds)).toBe("ended");
    expect(next.delete).toHaveBeenCalledTimes(1);
  });
});
