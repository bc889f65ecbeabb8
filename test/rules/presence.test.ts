import { ApiError } from "../../provider/api/errors";
import { FakeService } from "./fakeService";
import { serviceKey } from "../../provider/lifecycle/vocabulary/hiddenKeys";
import { Presence } from "../../provider/lifecycle/layers/presence";

/** When a missing object may be considered deleted. */

/** A clock whose waits end immediately, after all other pending work. */
const clock = { now: () => 0, random: () => 0, sleep: () => new Promise<void>((done) => setImmediate(done)) };
const here = "cm.example.com/root.born.";
const presence = (words: Partial<ConstructorParameters<typeof Presence>[2]> = {}) =>
  new Presence(new FakeService(), clock, { movedFrom: [], forgetMissing: false, ...words });

const labels = Array.from({ length: 6 }, (_, index) => `User "u${index}"`);
/** The result of reads that find nothing: `forgotten`, or the error message. */
const verdicts = (all: Presence, count: number, remembered?: string) =>
  Promise.all(
    labels.slice(0, count).map((label) =>
      all
        .look(() => Promise.resolve(undefined))
        .then(() =>
          all.gone(`reading ${label}`, label, { remembered, lostContainer: () => Promise.resolve(undefined) }),
        )
        .then(
          () => "forgotten",
          (error: Error) => error.message,
        ),
    ),
  );

describe("on the service that held them", () => {
  test("a few missing objects are forgotten", async () => {
    expect(await verdicts(presence(), 3, here)).toEqual(["forgotten", "forgotten", "forgotten"]);
  });

  test("those that are missed one after the other count together", async () => {
    const missed: Promise<string>[] = [];
    const sleep = () => {
      if (missed.length < 6) miss();
      return clock.sleep();
    };
    const patient = { ...clock, sleep };
    const all = new Presence(new FakeService(), patient, { movedFrom: [], forgetMissing: false });
    const miss = () => {
      const lost = { remembered: here, lostContainer: () => Promise.resolve(undefined) };
      const done = all.gone("reading it", `User "u${missed.length}"`, lost);
      missed.push(
        done.then(
          () => "forgotten",
          (error: Error) => error.message,
        ),
      );
    };
    miss();
    await missed[0];
    expect(await Promise.all(missed)).not.toContain("forgotten");
    expect(missed).toHaveLength(6);
  });

  test("four are many", async () => {
    expect(await verdicts(presence(), 4, here)).not.toContain("forgotten");
  });

  test("what is missing after the error that names them all is not forgotten either", async () => {
    const all = presence();
    await verdicts(all, 6, here);
    expect(await verdicts(all, 1, here)).toEqual([expect.stringContaining("missing like every other object")]);
  });

  test("a read that fails confirms nothing, and is waited for no longer", async () => {
    const all = presence();
    await expect(all.look(() => Promise.reject(new Error("no")))).rejects.toThrow("no");
    expect(await verdicts(all, 4, here)).not.toContain("forgotten");
  });

  test("many are not: one error names them all, the others refer to it", async () => {
    const [first, ...others] = await verdicts(presence(), 6, here);
    expect(first).toMatch(/^reading User "u0" was refused: none of the objects .*User "u5"/);
    expect(first).toContain("CIPHERTRUST_FORGET_MISSING");
    for (const [index, text] of others.entries())
      expect(text).toBe(
        `reading User "u${index + 1}" was refused: it is missing like every other object; see the error that names them.`,
      );
  });

  test("one that is found, however late, confirms that the missing ones are gone", async () => {
    const all = presence();
    let find = (_: string) => {};
    const late = all.look(() => new Promise<string>((found) => (find = found)));
    const missing = verdicts(all, 6, here);
    for (let turn = 0; turn < 10; turn++) await new Promise((done) => setImmediate(done));
    find("there");
    await late;
    expect(await missing).toEqual(Array(6).fill("forgotten"));
    expect(await verdicts(all, 6, here)).toEqual(Array(6).fill("forgotten"));
  });

  test("an object that was seen confirms that the missing ones are gone", async () => {
    const all = presence();
    all.seen();
    expect(await verdicts(all, 6, here)).toEqual(Array(6).fill("forgotten"));
  });

  test("a container is known as lost from the first object that was missing with it", async () => {
    const all = presence();
    const lost = 'AwsKms "lost"';
    const other = 'AwsKms "other"';
    expect(all.knowsLost([lost, other])).toBe(false);
    const missing = { collection: undefined, remembered: here, lostContainer: () => Promise.resolve(lost) };
    await expect(all.gone("reading it", 'AwsKey "one"', missing)).rejects.toThrow(lost);
    expect(all.knowsLost([lost, other])).toBe(true);
    expect(all.knowsLost([other])).toBe(false);
  });

  test("with the setting they are forgotten", async () => {
    expect(await verdicts(presence({ forgetMissing: true }), 6, here)).toEqual(Array(6).fill("forgotten"));
  });
});

describe("on another service", () => {
  const there = "old.example.com/root.elsewhere.";

  test("nothing is forgotten: the error names both, and the setting that accepts the move", async () => {
    const [text] = await verdicts(presence(), 1, there);
    expect(text).toContain(`on ${there}, not on ${here}`);
    expect(text).toContain(`ciphertrust:movedFrom (CIPHERTRUST_MOVED_FROM) to ${there}.`);
    await expect(presence().verify("updating it", there)).rejects.toThrow("Nothing was changed or forgotten");
  });

  test("after an accepted move everything that is missing is forgotten", async () => {
    const all = presence({ movedFrom: ["elsewhere.example.com/root.elsewhere."] });
    expect(await verdicts(all, 6, there)).toEqual(Array(6).fill("forgotten"));
    await expect(all.verify("updating it", there)).resolves.toBeUndefined();
  });

  test("a move from an ambiguous identity accepts only that one", async () => {
    const named = presence({ movedFrom: ["old.example.com/root.."] });
    expect(await verdicts(named, 6, "old.example.com/root..")).toEqual(Array(6).fill("forgotten"));
    const vague = presence({ movedFrom: ["elsewhere.example.com/root.."] });
    await expect(vague.verify("updating it", there)).rejects.toThrow("Nothing was changed or forgotten");
  });

  test("the error names what decides which service and domain respond", async () => {
    await expect(presence().verify("updating it", there)).rejects.toThrow(/ciphertrust:address and ciphertrust:domain/);
    await expect(presence({ token: "t" }).verify("updating it", there)).rejects.toThrow(/ciphertrust:token/);
  });

  test("nothing is created beside objects of another service", async () => {
    const all = presence();
    await expect(all.verifyHome("creating it")).resolves.toBeUndefined();
    all.note(undefined);
    all.note(here);
    await expect(all.verifyHome("creating it")).resolves.toBeUndefined();
    all.note(there);
    await expect(all.verifyHome("creating it")).rejects.toThrow(`creating it was refused`);
    await expect(all.verifyHome("creating it")).rejects.toThrow(`on ${there}, not on ${here}`);
    const moved = presence({ movedFrom: [there] });
    moved.note(there);
    await expect(moved.verifyHome("creating it")).resolves.toBeUndefined();
  });

  test("a state without an identity matches every service", async () => {
    await expect(presence().verify("updating it", undefined)).resolves.toBeUndefined();
  });
});

describe("after a move", () => {
  const before = "old.example.com/root.other.";
  const moved = presence({ movedFrom: [before] });

  test.each([
    ["a UUID", "0f8fad5b-d9cb-469f-a165-70867728950e", false],
    ["a user's id", "local|0f8fad5b-d9cb-469f-a165-70867728950e", false],
    ["a hash", "ab".repeat(32), false],
    ["a version of a key", "0f8fad5b-d9cb-469f-a165-70867728950e/7c9e6679-7425-40de-944b-e07fc1f90ae7", false],
    ["a name", "operators", true],
    ["a name beside an id", "operators/7c9e6679-7425-40de-944b-e07fc1f90ae7", true],
  ])("an object known by %s", async (_what, id, isLeft) => {
    expect(await moved.isLeftBehind(id, before)).toBe(isLeft);
    expect(await moved.isLeftBehind(id, here)).toBe(false);
    expect(await presence().isLeftBehind(id, before)).toBe(false);
  });
});

describe("a plan", () => {
  test("is refused for an object of another service", async () => {
    await expect(presence().verifyPlanned("changing it", "old.example.com/root.other.")).rejects.toThrow(/refused/);
    await expect(presence().verifyPlanned("changing it", here)).resolves.toBeUndefined();
  });

  test("reports a service that refuses the login", async () => {
    const service = new FakeService();
    const forbidden = new ApiError("wrong password", { kind: "forbidden", call: "POST /auth/tokens/" });
    jest.spyOn(service, "identity").mockRejectedValue(forbidden);
    const closed = new Presence(service, clock, { movedFrom: [], forgetMissing: false });
    await expect(closed.verifyPlanned("changing it", here)).rejects.toThrow("wrong password");
  });

  test("counts the object as one of the stack, also where the service is not there", async () => {
    const service = new FakeService();
    const asked = jest.spyOn(service, "identity");
    asked.mockRejectedValueOnce(new ApiError("no such host", { kind: "unreachable", call: "GET /domain" }));
    const later = new Presence(service, clock, { movedFrom: [], forgetMissing: false });
    await later.verifyPlanned("changing it", "old.example.com/root.other.");
    await expect(later.verifyHome("creating it")).rejects.toThrow("creating it was refused");
  });

  test("continues without a service, which is called once", async () => {
    const service = new FakeService();
    const asked = jest
      .spyOn(service, "identity")
      .mockRejectedValue(new ApiError("no such host", { kind: "unreachable", call: "GET /domain" }));
    const offline = new Presence(service, clock, { movedFrom: [], forgetMissing: false });
    for (let count = 0; count < 3; count++) await offline.verifyPlanned("changing it", "old.example.com/root.other.");
    expect(asked).toHaveBeenCalledTimes(1);
  });
});

describe("the identity that a state gets", () => {
  const counted = () => {
    const service = new FakeService();
    const confirmed = jest.spyOn(service, "confirmedIdentity");
    return { service, confirmed, all: new Presence(service, clock, { movedFrom: [], forgetMissing: false }) };
  };

  test("is looked up twice while no other state has one to compare it with", async () => {
    const { confirmed, all } = counted();
    expect(await all.inState()).toEqual({ [serviceKey]: here });
    expect(confirmed).toHaveBeenCalledTimes(1);
    all.note(here);
    expect(await all.inState()).toEqual({ [serviceKey]: here });
    expect(confirmed).toHaveBeenCalledTimes(1);
  });

  test("is left out where it cannot be looked up", async () => {
    const { confirmed, all } = counted();
    confirmed.mockRejectedValue(new ApiError("no", { kind: "unanswered", call: "GET /domain" }));
    expect(await all.inState()).toStrictEqual({});
  });
});

test("an object missing together with its container is not forgotten, whatever else is found", async () => {
  const all = presence();
  all.seen();
  const lost = { remembered: here, lostContainer: () => Promise.resolve('AwsKms "k-1"') };
  await expect(all.gone("reading it", "it", lost)).rejects.toThrow(/nor AwsKms "k-1".*The state was not changed/);
  await expect(presence({ forgetMissing: true }).gone("reading it", "it", lost)).resolves.toBeUndefined();
});
