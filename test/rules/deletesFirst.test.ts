import type { Bag, Definition } from "../../provider/lifecycle/vocabulary/definition";
import { diff, recoveryOf, stays } from "../../provider/lifecycle/values/diff";
import { marksOf, onDestroy } from "../../provider/lifecycle/vocabulary/field";
import { withReplaceOnChanges } from "../../provider/lifecycle/values/options";
import { refuseReplacement } from "../../provider/lifecycle/guards/replacement";
import { registry } from "../../provider/resources";
import { FakeService } from "./fakeService";
import { box, remarked } from "./shapes";
import { optionsKey } from "../../provider/lifecycle/vocabulary/hiddenKeys";

/** When a replacement deletes the old object first, and what is refused then. */

const olds = { account: "a-1", kind: "small" };

describe("a key that nobody can get back", () => {
  const ending = onDestroy({
    retain: [],
    schedule: { calls: "hook", recoverable: "until its window ends" },
    destroy: "hook",
  });
  const unique = [["name"]];
  const ended: Definition = { ...box, role: "key", unique, inputs: { ...box.inputs, onDestroy: ending } };
  const plan = (word: string, changes: Bag = {}, replaces: string[] = [], definition = ended) => {
    const before = { ...olds, name: "one", onDestroy: word };
    const news = { ...before, kind: "large", [optionsKey]: { replaces }, ...changes };
    const difference = withReplaceOnChanges(diff(definition, before, news), before, news);
    return refuseReplacement(definition, { api: new FakeService() }, "b-1", {
      label: "Box",
      olds: before,
      news,
      difference,
    });
  };
  const refused = /destroys the old key before the new one is made.*replaceOnChanges: \["kind"\]/s;

  test("is not deleted for a replacement of its name unless the program says so for each argument", async () => {
    await expect(plan("destroy")).rejects.toThrow(refused);
    await expect(plan("destroy", {}, ["labels"])).rejects.toThrow(refused);
    await expect(plan("destroy", {}, ["kind"])).resolves.toBeUndefined();
  });

  test("a path into an argument that forces nothing by itself says so as well", async () => {
    const labels = { kind: "small", labels: { team: "a" } };
    await expect(plan("destroy", labels, ["labels.team"])).resolves.toBeUndefined();
  });

  test.each([
    ["it can be recovered", () => plan("schedule")],
    ["the replacement has another name, and is made first", () => plan("destroy", { name: "two" })],
    ["it is no key", () => plan("destroy", {}, [], { ...ended, role: undefined })],
  ])("unless %s", async (_, planned) => {
    await expect(planned()).resolves.toBeUndefined();
  });

  test("even if only the option deleteBeforeReplace puts the delete first", async () => {
    const changes = { name: "two", [optionsKey]: { deletesFirst: true } };
    await expect(plan("destroy", changes)).rejects.toThrow(/destroys the old key before/);
    await expect(plan("schedule", changes)).resolves.toBeUndefined();
  });
});

test.each(registry.filter(({ role }) => role === "key").map((one): [string, Definition] => [one.type, one]))(
  "%s: each way to end it leaves it, can be undone, or is refused for a replacement under its name",
  (_, definition) => {
    const { endings = { delete: { calls: ["DELETE"] } } } = marksOf(definition, "onDestroy");
    const known = Object.keys(endings).filter((word) => recoveryOf(definition, { onDestroy: word }) !== undefined);
    const final = Object.keys(endings).filter(
      (word) => !stays(definition, { onDestroy: word }) && !known.includes(word),
    );
    expect(final.filter((word) => !/^(destroy|delete|purge)$/.test(word))).toEqual([]);
  },
);

describe("what a replacement takes over does not put the delete first", () => {
  const call = () => Promise.resolve({ id: "b-1" });
  const untagged: Definition = { ...box, unique: [["tags"]] };
  const tagged = remarked(untagged, { tags: { ...marksOf(box, "tags"), handsOver: { take: call, give: call } } });
  const before = { ...olds, tags: ["a"], onDestroy: "retain" };
  const news = { ...before, kind: "large" };

  const planned = (definition: Definition, changes: Bag) => {
    const wanted = { ...news, ...changes };
    const difference = diff(definition, before, wanted);
    return refuseReplacement(definition, { api: new FakeService() }, "b-1", {
      label: "Box",
      olds: before,
      news: wanted,
      difference,
    });
  };

  test("nor is it refused because it stays in use, unless the program deletes first", async () => {
    expect(diff(tagged, before, news).deleteBeforeReplace).toBe(false);
    expect(diff(untagged, before, news).deleteBeforeReplace).toBe(true);
    const kept: Definition = {
      ...tagged,
      inputs: { ...tagged.inputs, onDestroy: onDestroy({ retain: { calls: ["DELETE"], keeps: "every" } }) },
    };
    await expect(planned(kept, {})).resolves.toBeUndefined();
    await expect(planned(kept, { [optionsKey]: { deletesFirst: true } })).rejects.toThrow(/tags in use/);
  });
});

describe("a delete that comes first, for what could then not be created, is refused", () => {
  const licensed: Definition = { ...box, feature: "CCKM" };
  const plan = (status: string, changes: Bag) => {
    const service = new FakeService();
    service.put("/licensing/features/f-1", { name: "CCKM", status });
    const before = { ...olds, name: "one" };
    const news = { ...before, kind: "large", ...changes };
    const replacement = { label: "Box", olds: before, news, difference: diff(licensed, before, news) };
    return refuseReplacement(licensed, { api: service }, "b-1", replacement);
  };

  test("where no license permits it", async () => {
    await expect(plan("inactive", {})).rejects.toThrow(
      /deletes the old object first.*the feature CCKM is not licensed/s,
    );
    await expect(plan("active", {})).resolves.toBeUndefined();
    // It is created first.
    await expect(plan("inactive", { name: "two" })).resolves.toBeUndefined();
  });

  test("where the program adopts that object by its id", async () => {
    await expect(plan("active", { adopt: "b-1" })).rejects.toThrow(/the argument adopt names that object/);
    await expect(plan("active", { adopt: "b-2" })).resolves.toBeUndefined();
    await expect(plan("active", { adopt: "b-1", name: "two" })).resolves.toBeUndefined();
  });
});
