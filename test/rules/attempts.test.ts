import * as z from "zod";
import type { Wire } from "../../provider/api/client";
import type { Bag, Definition } from "../../provider/lifecycle/vocabulary/definition";
import { field } from "../../provider/lifecycle/vocabulary/field";
import { ResourceError } from "../../provider/lifecycle/vocabulary/failure";
import type { Attempt, Journal } from "../../provider/lifecycle/evidence/journal";
import { Lifecycle } from "../boundLifecycle";
import { Ledger } from "../../provider/lifecycle/claims/ledger";
import { FakeService, rejection, stage } from "./fakeService";
import { box, boxInputs, remarked } from "./shapes";

/** What noted creates prove about an object without a mark, and what they do not. */

const plain: Definition = { ...box, mark: undefined };
const seconds = 1000;
const day = 24 * 60 * 60 * seconds;

/** Runs of one program on one machine, whose notes are `notes`. */
function begin(definition: Definition = plain, notes: readonly Attempt[] = []) {
  const service = new FakeService();
  service.put("/accounts/a-1", { name: "acme", state: "ready" });
  const { clock, stop } = stage(service);
  const noted = { all: notes };
  const journal: Journal = {
    read: () => noted.all,
    write: (attempts) => Promise.resolve(void (noted.all = attempts)),
  };
  const run = ({ ledger = new Ledger(), name = "one" } = {}) =>
    new Lifecycle(definition, () => ({ api: service, clock, stop: stop.signal, log: () => undefined }), {
      ledger,
      self: () => ({ urn: `urn:pulumi:dev::shop::Box::${name}`, name }),
      isManaged: () => true,
      owner: () => ({ name: `acme/shop/dev/Box/${name}`, backend: "0123456789ab" }),
      journal: () => journal,
    });
  /** An object of the described name, made so many milliseconds from now. */
  const there = (after: number, more: Wire = {}) =>
    service.put("/boxes/b-77", {
      createdAt: new Date(service.now + after).toISOString(),
      name: "one",
      account: "a-1",
      kind: "small",
      ...more,
    });
  return { service, noted, run, there };
}

const refusal = async (life: Lifecycle, inputs: Bag = boxInputs) =>
  (await rejection(life.create(inputs), ResourceError)).message;

test("a create is noted before it is sent, and then with the object that it made", async () => {
  const { service, noted, run } = begin();
  let before: readonly Attempt[] = [];
  service.fail({ call: "POST /boxes", meanwhile: () => void (before = noted.all) });
  const { id } = await run().create(boxInputs);
  expect(before).toEqual([{ asked: service.now, hidden: undefined }]);
  expect(noted.all).toEqual([{ asked: service.now, hidden: undefined, id }]);
});

test.each(["badRequest", "forbidden"] as const)("one that the service refuses is not noted: %s", async (kind) => {
  const { service, noted, run } = begin();
  service.fail({ call: "POST /boxes", kind });
  await refusal(run());
  expect(noted.all).toEqual([]);
});

test("one that met somebody else's object is not noted, and what an earlier run noted stays", async () => {
  const earlier = [{ asked: 1 }];
  const { noted, run, there } = begin(plain, earlier);
  there(-day);
  expect(await refusal(run())).toContain('adopt: "b-77"');
  expect(noted.all).toEqual(earlier);
});

test("one without a response stays noted while nobody knows what it made", async () => {
  const { service, noted, run } = begin();
  service.fail({ call: "POST /boxes", kind: "unanswered" }, { call: "GET /boxes", kind: "unanswered", times: 99 });
  await refusal(run());
  expect(noted.all).toHaveLength(1);
});

test("an object that carries a mark is not noted", async () => {
  const { noted, run } = begin(box);
  await run().create(boxInputs);
  expect(noted.all).toEqual([]);
});

test("an object that was made meanwhile, and that another resource of the stack has, stays that one's", async () => {
  const { service, run, there } = begin();
  const ledger = new Ledger();
  ledger.add("recorded", { urn: "urn:pulumi:dev::shop::Box::two", name: "two" }, plain, "b-77");
  service.fail({ call: "POST /boxes", kind: "unanswered", meanwhile: () => void there(0) });
  expect(await refusal(run({ ledger }))).toContain('Box "two" of this stack already manages it');
});

describe("after a create without a known response, an object", () => {
  const asked = (service: FakeService): Attempt[] => [{ asked: service.now }];

  test("that was made meanwhile, as described, goes on", async () => {
    const { service, noted, run, there } = begin();
    noted.all = asked(service);
    there(30 * seconds);
    service.now += day / 2;
    const { id, state } = await run().create({ ...boxInputs, sizeInLitres: 7 });
    expect(id).toBe("b-77");
    expect(state).toMatchObject({ sizeInLitres: 7 });
    expect(noted.all).toMatchObject([{ id: "b-77" }]);
  });

  test.each<[string, number, Wire]>([
    ["that was there before", -10 * seconds, {}],
    ["that was made when no create was under way", 10 * 60 * seconds, {}],
    ["that does not show when it was made", 0, { createdAt: undefined }],
    ["that differs in what cannot be changed", seconds, { kind: "large" }],
    ["that differs in what the create sent", seconds, { description: "of somebody else" }],
    ["of another kind", seconds, { operation: "wrapping" }],
  ])("%s is somebody else's", async (_which, after, more) => {
    const { service, noted, run, there } = begin();
    noted.all = asked(service);
    there(after, more);
    service.now += day / 2;
    await refusal(run(), { ...boxInputs, description: "ours" });
    expect(service.objects.get("/boxes/b-77")).toMatchObject({ name: "one", ...more });
  });

  test("goes on for a day only", async () => {
    const { service, noted, run, there } = begin();
    noted.all = asked(service);
    there(seconds);
    service.now += day + seconds;
    expect(await refusal(run())).toContain('adopt: "b-77"');
  });

  test("of another resource of the stack stays that one's", async () => {
    const { service, noted, run, there } = begin();
    noted.all = asked(service);
    there(seconds);
    const ledger = new Ledger();
    ledger.add("recorded", { urn: "urn:pulumi:dev::shop::Box::two", name: "two" }, plain, "b-77");
    expect(await refusal(run({ ledger }))).toContain('Box "two" of this stack already manages it');
  });
});

describe("an object whose id was noted", () => {
  test("goes on, whenever it was made and whatever the program has changed", async () => {
    const { run, there } = begin(plain, [{ asked: Date.parse("2026-01-01T00:00:00Z"), id: "b-77" }]);
    there(-10 * day, { description: "before" });
    expect((await run().create({ ...boxInputs, description: "after" })).id).toBe("b-77");
  });

  test("goes on where nothing else could find it", async () => {
    const { service, run, there } = begin();
    const { id } = await run().create(boxInputs);
    service.fail({ call: "GET /boxes?", response: { items: [] }, times: 9 });
    expect(there(0)).not.toBe(`/boxes/${id}`);
    expect((await run().create(boxInputs)).id).toBe(id);
  });

  test("is neither taken from another resource nor from the one that is about to be replaced", async () => {
    const { run } = begin();
    const { id } = await run().create(boxInputs);
    for (const name of ["one", "two"]) {
      const ledger = new Ledger();
      ledger.add("recorded", { urn: `urn:pulumi:dev::shop::Box::${name}`, name }, plain, id);
      await refusal(run({ ledger }));
    }
  });

  test("that cannot become what the program describes is refused, and not made twice", async () => {
    const { run } = begin();
    const { id } = await run().create(boxInputs);
    const message = await refusal(run(), { ...boxInputs, kind: "large" });
    expect(message).toMatch(/kind is "small", not "large"/);
    expect(message).toContain(id);
  });

  test("is compared by what no response shows, too", async () => {
    const source = field(z.string().optional(), { change: "replace", seen: "never" });
    const { run } = begin({ ...plain, inputs: { ...plain.inputs, source } });
    await run().create({ ...boxInputs, source: "k-1" });
    expect(await refusal(run(), { ...boxInputs, source: "k-2" })).toContain("it was made with another source");
  });

  test("stays another stack's if it carries its mark", async () => {
    const mark = { write: (body: Wire) => body, read: ({ madeFor }: Wire) => madeFor };
    const { run, there } = begin({ ...plain, mark }, [{ asked: Date.parse("2026-01-01T00:00:00Z"), id: "b-77" }]);
    there(0, { madeFor: "acme/shop/new/Box/one.0123456789ab.aaaaaaaaaaaa" });
    expect(await refusal(run())).toContain('adopt: "b-77"');
  });

  test("needs a line if a part of it is returned only once", async () => {
    const { run } = begin(remarked(plain, { serialNumber: { seen: "once" } }));
    const { id } = await run().create(boxInputs);
    expect(await refusal(run())).toContain(`adopt: "${id}"`);
  });
});
