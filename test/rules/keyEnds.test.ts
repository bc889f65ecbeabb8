import * as z from "zod";
import type { Bag, Definition } from "../../provider/lifecycle/vocabulary/definition";
import { diff } from "../../provider/lifecycle/values/diff";
import { onDestroy } from "../../provider/lifecycle/vocabulary/field";
import { endTold } from "../../provider/lifecycle/service/keyEnds";
import type { Options } from "../../provider/lifecycle/values/options";
import { box } from "./shapes";
import { tellReplacement } from "../../provider/lifecycle/guards/replacement";
import { optionsKey } from "../../provider/lifecycle/vocabulary/hiddenKeys";

/** What is said of keys that end, or are about to. */

const keyBox: Definition = {
  ...box,
  role: "key",
  inputs: {
    ...box.inputs,
    onDestroy: onDestroy({
      scheduleDeletion: { calls: "hook", recoverable: "until its window ends" },
      destroy: ["DELETE"],
      archive: ["archive"],
      retain: [],
    }),
  },
};
const version: Definition = { ...keyBox, role: "material" };
const container: Definition = {
  ...box,
  role: "container",
  inputs: { ...box.inputs, onDestroy: z.string().optional() },
};
const domain: Definition = { ...box, role: "domain" };
const olds = { account: "a-1", kind: "small" };

/** The lines of a plan. */
function told(
  definition: Definition,
  word: string,
  { wasRetained, ...options }: Options & { wasRetained?: boolean } = {},
) {
  const before: Bag = { ...olds, onDestroy: word };
  const news = { ...before, kind: "large", [optionsKey]: options };
  const lines: string[] = [];
  const replacement = {
    label: 'Box "one"',
    olds: before,
    news,
    difference: diff(definition, before, news),
    wasRetained,
  };
  tellReplacement(definition, "b-1", replacement, (line) => void lines.push(line));
  return lines;
}

test.each([
  [
    "scheduleDeletion",
    'warning: replacing Box "one" schedules the deletion of the old object "b-1". It can be recovered until its window ends: ' +
      'revert the change that replaces it, add the argument  adopt: "b-1"  to Box "one", and run `pulumi up`.',
  ],
  ["destroy", 'warning: replacing Box "one" deletes the old object "b-1". This cannot be undone.'],
  [
    "archive",
    'warning: replacing Box "one" archives the old object "b-1". It stays in the service: to have it back, revert the change ' +
      'that replaces it, add the argument  adopt: "b-1"  to Box "one", and run `pulumi up`.',
  ],
  ["retain", 'warning: replacing Box "one" leaves the old object "b-1" as it is, outside this stack.'],
])("a planned replacement of a key is warned of: %s", (word, line) => {
  expect(told(keyBox, word)).toEqual([line]);
});

test.each([["retains"], ["wasRetained"]])(
  "a key that the option retainOnDelete keeps is not said to end: %s",
  (how) => {
    expect(told(keyBox, "destroy", { [how]: true })).toEqual([expect.stringContaining("leaves the old object")]);
  },
);

test("so are versions and containers that end, but no version that stays", () => {
  expect(told(version, "destroy")).toEqual(['warning: replacing Box "one" deletes the old object "b-1".']);
  expect(told(version, "retain")).toEqual([]);
  expect(told(container, "destroy")).toEqual([
    'warning: replacing Box "one" removes the old object "b-1" from the service. The keys in it stay in the external system. To ' +
      "manage them again, add it again, and refresh it before you adopt them: they may have other ids then.",
  ]);
  expect(told(domain, "destroy")).toEqual([
    'warning: replacing Box "one" removes the old object "b-1" with the keys in it.',
  ]);
});

test("nothing is said of what holds no keys, nor of an update in place", () => {
  expect(told(box, "destroy")).toEqual([]);
  const replacement = { label: "Box", olds, news: olds, difference: diff(keyBox, olds, olds) };
  tellReplacement(keyBox, "b-1", replacement, (line) => expect(line).toBe("never"));
});

describe("of a key that has ended", () => {
  const ended = (
    word: string,
    course = { isSent: true, endsAt: undefined as string | undefined },
    definition = keyBox,
  ) => endTold(definition, { label: 'Box "one"', id: "b-1", state: { onDestroy: word } }, course);

  test("the date is shown if the service shows it", () => {
    expect(ended("scheduleDeletion")).toContain("It can be recovered until its window ends:");
    expect(ended("scheduleDeletion", { isSent: true, endsAt: "" })).toContain("until its window ends:");
    expect(ended("scheduleDeletion", { isSent: false, endsAt: "2026-02-01" })).toContain("until 2026-02-01: declare");
  });

  test("the change has to be reverted, too, if another key has replaced it", () => {
    const state = { onDestroy: "scheduleDeletion" };
    const course = { isSent: true, endsAt: "2026-02-01" };
    const line = (isReplaced: boolean) => endTold(keyBox, { label: 'Box "one"', id: "b-1", state, isReplaced }, course);
    expect(line(false)).toMatch(/until 2026-02-01: declare it with {2}adopt: "b-1" {2}and run/);
    expect(line(true)).toMatch(/until 2026-02-01: revert the change .* adopt: "b-1" {2}to Box "one", and run/);
  });

  test.each<[string, Definition, string]>([
    ["adopt: true finds it", keyBox, "and  adopt: true  finds it by its name."],
    ["only its id tells", { ...keyBox, unique: [] }, "which the service shows."],
  ])("the way back is another one if its container is removed as well: %s", (_what, definition, end) => {
    const state = { onDestroy: "archive" };
    const course = { isSent: true, endsAt: undefined };
    const line = endTold(definition, { label: 'Box "one"', id: "b-1", state, holder: "Shelf" }, course);
    expect(line).toContain(
      "If its Shelf is removed as well, add that again, and refresh it with a Refresh resource first: the object may " +
        `have another id then, ${end}`,
    );
  });

  test("nothing is said if nothing was sent, or if it stays as it is", () => {
    expect(ended("destroy", { isSent: false, endsAt: undefined })).toBeUndefined();
    expect(ended("retain")).toBeUndefined();
  });

  test("no recovery is promised if nothing shows that its end is scheduled", () => {
    const scheduled: Definition = { ...keyBox, scheduled: { endsAt: () => undefined } };
    expect(ended("scheduleDeletion", undefined, scheduled)).toBe('Box "one": deleted the object "b-1".');
  });
});
