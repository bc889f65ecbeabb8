import { objectOf } from "../../provider/lifecycle/claims/claim";
import { Ledger } from "../../provider/lifecycle/claims/ledger";
import { Guarded } from "../../provider/lifecycle/layers/guarded";
import type { Context, Outcome } from "../../provider/lifecycle/reconciler/operations";
import { diff } from "../../provider/lifecycle/values/diff";
import type { Bag, Definition } from "../../provider/lifecycle/vocabulary/definition";
import { onDestroy } from "../../provider/lifecycle/vocabulary/field";
import { importedKey } from "../../provider/lifecycle/vocabulary/hiddenKeys";
import { beginWith, state } from "./boxes";
import { account, book, box, room } from "./shapes";

/** Which calls are refused because somebody would lose what nobody meant to give up. */

const key: Definition = {
  ...box,
  role: "key",
  unique: [],
  inputs: { ...box.inputs, onDestroy: onDestroy({ retain: [], destroy: ["DELETE"] }) },
};
const container: Definition = { ...box, role: "container", unique: [] };
const elsewhere: Bag = { account: "a-2" };

const resourceOf = (type: string, name: string) => ({
  urn: `urn:pulumi:dev::shop::ciphertrust:a:${type}::${name}`,
  name,
});

/** The layer over operations that only compare, and record what they delete. */
function begin(definition: Definition, keepsKeys?: () => string | undefined, ledger = new Ledger()) {
  const { service, clock, stop } = beginWith();
  const next = {
    check: jest.fn(),
    diff: (_context: Context, _id: string, olds: Bag, news: Bag) => Promise.resolve(diff(definition, olds, news)),
    create: jest.fn(),
    read: jest.fn(),
    update: jest.fn(),
    delete: jest.fn((): Promise<Outcome> => Promise.resolve("ended")),
  };
  const runtime = () => ({ api: service, clock, stop: stop.signal, log: () => {}, types: () => [definition, book] });
  const guarded = new Guarded(definition, runtime, { ledger, keepsKeys }, next);
  const planned = (purpose: Context["purpose"], news: Bag, olds: Bag = state, more: Context = {}) =>
    guarded.diff({ purpose, ...more }, "b-1", olds, { ...state, ...news });
  return { guarded, next, planned, service };
}

describe("a replacement", () => {
  test.each(["plan", "follow"] as const)("of a key for a reference alone is refused in a %s", async (purpose) => {
    const { planned } = begin(key);
    await expect(planned(purpose, elsewhere)).rejects.toThrow("account refers to another object than before");
  });

  test("of a key for a reference alone names what the run knows of the object before", async () => {
    const ledger = new Ledger();
    ledger.add("made", resourceOf("Account", ""), account, "a-1");
    ledger.add("made", resourceOf("Account", "main"), account, "a-1");
    const { planned } = begin(key, undefined, ledger);
    await expect(planned("plan", elsewhere)).rejects.toThrow('than before (Account "main"), and only for that');
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

describe("a list that becomes shorter", () => {
  const self = resourceOf("Room", "one");
  const olds: Bag = { name: "one", shelves: ["a", "b"] };
  const home = { stack: { project: "shop", stack: "dev" }, backend: "0123456789ab", isFile: false, former: [] };
  const shrink = (ledger: Ledger, mark?: string) => {
    const { service, planned } = begin(room, undefined, ledger);
    const meta = { pulumi_ciphertrust: mark };
    service.put("/books/k-1", { room: "b-1", shelf: "b", kind: "book", meta });
    return planned("plan", { ...olds, shelves: ["a"] }, olds, { resource: self, home });
  };
  const ofThisStack = "acme/shop/dev/Book/novel.0123456789ab.0123456789ab";

  test("is refused while a resource of the run has what lies outside then", async () => {
    const ledger = new Ledger();
    ledger.add("recorded", resourceOf("Book", "novel"), book, "k-1");
    await expect(shrink(ledger)).rejects.toThrow('what this stack has there: Book "novel"');
    expect(ledger.notes.whyOutside(objectOf(book, "k-1", {}).key)).toBeUndefined();
  });

  test("is refused for a mark of the stack, until a refresh has read the stack without the object", async () => {
    await expect(shrink(new Ledger(), ofThisStack)).rejects.toThrow("made for acme/shop/dev/Book/novel");
    const ledger = new Ledger();
    ledger.add("recorded", self, room, "b-1", olds);
    expect(await shrink(ledger, ofThisStack)).toMatchObject({ changed: ["shelves"] });
    expect(ledger.notes.whyOutside(objectOf(book, "k-1", {}).key)).toContain("is without b in its `shelves`");
  });
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
