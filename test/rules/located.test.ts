import { Ledger } from "../../provider/lifecycle/claims/ledger";
import { Located } from "../../provider/lifecycle/layers/located";
import type { Presence } from "../../provider/lifecycle/layers/presence";
import type { Outcome } from "../../provider/lifecycle/reconciler/operations";
import type { Bag, Definition } from "../../provider/lifecycle/vocabulary/definition";
import { serviceKey } from "../../provider/lifecycle/vocabulary/hiddenKeys";
import { beginWith, state as complete } from "./boxes";
import { box, event } from "./shapes";

/** On which service an object is changed, and what may leave the state. */

const here = "cm.example.com/root.born.";
const state: Bag = { ...complete, [serviceKey]: here };
const difference = { changes: true, changed: ["sizeInLitres"], replaces: [], deleteBeforeReplace: false };

/** The layer over operations that only record that they were called. */
function begin(definition: Definition = box) {
  const { service, clock, stop, log } = beginWith();
  const presence = {
    isLeftBehind: jest.fn(() => Promise.resolve(false)),
    verify: jest.fn(() => Promise.resolve()),
    verifyHome: jest.fn(() => Promise.resolve()),
    verifyPlanned: jest.fn(() => Promise.resolve()),
    note: jest.fn(),
    seen: jest.fn(),
    gone: jest.fn((..._all: Parameters<Presence["gone"]>) => Promise.resolve()),
    knowsLost: () => false,
    inState: () => Promise.resolve({ [serviceKey]: here }),
    look: <T>(work: () => Promise<T>) => work(),
  };
  const next = {
    check: jest.fn(),
    diff: jest.fn(() => Promise.resolve(difference)),
    create: jest.fn(() => Promise.resolve({ id: "b-1", state })),
    read: jest.fn((): Promise<{ id: string; inputs: Bag; state: Bag } | undefined> => Promise.resolve(undefined)),
    update: jest.fn(() => Promise.resolve({ id: "b-1", state })),
    delete: jest.fn((): Promise<Outcome> => Promise.resolve("ended")),
  };
  const runtime = () => ({
    api: service,
    clock,
    stop: stop.signal,
    log: (text: string) => void log.push(text),
    presence: presence as unknown as Presence,
  });
  const life = new Located(definition, runtime, { ledger: new Ledger() }, next);
  return { presence, next, life, log };
}

const refused = new Error("another service");

describe("an object of another service", () => {
  test.each<[string, (life: Located) => Promise<unknown>]>([
    ["deleted", (life) => life.delete({}, "b-1", state)],
    ["updated", (life) => life.update({}, "b-1", state, complete)],
  ])("is not %s", async (_what, work) => {
    const { presence, next, life } = begin();
    presence.verify.mockRejectedValue(refused);
    await expect(work(life)).rejects.toThrow(refused);
    expect(presence.verify).toHaveBeenCalledWith(expect.stringContaining('Box "one"'), here);
    expect([next.delete, next.update].flatMap(({ mock }) => mock.calls)).toEqual([]);
  });

  test("that the stack has left stays there: nothing is deleted or read", async () => {
    const { presence, next, life, log } = begin();
    presence.isLeftBehind.mockResolvedValue(true);
    expect(await life.delete({}, "b-1", state)).toBe("kept");
    expect(log.join()).toContain("is on the service that the stack has left: nothing was deleted here");
    expect(await life.read({}, "b-1", state)).toBeUndefined();
    expect([next.delete, next.read].flatMap(({ mock }) => mock.calls)).toEqual([]);
  });

  test("refuses a new one beside it", async () => {
    const { presence, next, life } = begin();
    presence.verifyHome.mockRejectedValue(refused);
    await expect(life.create({}, complete)).rejects.toThrow(refused);
    expect(next.create).not.toHaveBeenCalled();
  });

  test.each([
    ["a plan that changes it is refused", "plan", true, true],
    ["a plan that leaves it is not", "plan", false, false],
    ["a look is not", undefined, true, false],
  ] as const)("%s", async (_what, purpose, changes, isRefused) => {
    const { presence, next, life } = begin();
    presence.verifyPlanned.mockRejectedValue(refused);
    next.diff.mockResolvedValue({ ...difference, changes });
    const plan = life.diff({ purpose }, "b-1", state, complete);
    if (isRefused) await expect(plan).rejects.toThrow(refused);
    else expect(await plan).toMatchObject({ changes });
    expect(presence.note.mock.calls).toEqual(purpose === "plan" ? [[here]] : []);
  });
});

describe("after a delete", () => {
  test.each<[Outcome, boolean, boolean]>([
    ["ended", true, false],
    ["missing", false, true],
    ["kept", false, false],
  ])("that found it %s", async (outcome, isSeen, isJudged) => {
    const { presence, next, life } = begin();
    next.delete.mockResolvedValue(outcome);
    await life.delete({}, "b-1", state);
    expect([presence.seen.mock.calls.length > 0, presence.gone.mock.calls.length > 0]).toEqual([isSeen, isJudged]);
  });

  test.each<[string, Definition, string | undefined]>([
    ["a key counts with the keys of its kind", { ...box, role: "key" }, box.path],
    ["anything else counts with the whole stack", box, undefined],
  ])("%s", async (_what, definition, collection) => {
    const { presence, next, life } = begin(definition);
    next.delete.mockResolvedValue("missing");
    await life.delete({}, "b-1", state);
    expect(presence.gone.mock.calls[0]![2]).toMatchObject({ collection, remembered: here });
  });
});

describe("a read", () => {
  test("that finds nothing is judged, but for an import, which has no state yet", async () => {
    const { presence, life } = begin();
    await life.read({}, "b-1", {});
    expect(presence.gone).not.toHaveBeenCalled();
    await life.read({}, "b-1", state);
    expect(presence.gone).toHaveBeenCalledTimes(1);
  });

  test.each([
    ["gets the service's identity where it lacks one", true, {}, here],
    ["keeps the one it has", true, { [serviceKey]: "there" }, "there"],
    ["gets none if it is no managed resource's", false, {}, undefined],
  ])("the state %s", async (_what, isManaged, found, expected) => {
    const { next, life } = begin();
    next.read.mockResolvedValue({ id: "b-1", inputs: {}, state: { ...found } });
    expect((await life.read({ isManaged }, "b-1", state))?.state[serviceKey]).toBe(expected);
  });
});

test.each<[string, Definition]>([
  ["an event", event],
  ["what is made on this machine", { ...box, path: "" }],
])("%s is on no service", async (_what, definition) => {
  const { presence, next, life } = begin(definition);
  presence.verify.mockRejectedValue(refused);
  next.delete.mockResolvedValue("missing");
  await life.update({}, "b-1", state, complete);
  expect(await life.delete({}, "b-1", state)).toBe("missing");
  expect(presence.gone).not.toHaveBeenCalled();
});
