import fc from "fast-check";
import { check } from "../../provider/lifecycle/values/check";
import type { Bag } from "../../provider/lifecycle/vocabulary/definition";
import { fieldsWhere, marksOf } from "../../provider/lifecycle/vocabulary/field";
import { diff, type Difference } from "../../provider/lifecycle/values/diff";
import { registry } from "../../provider/resources";
import { fittingInputsOf } from "./arbitraries";

/** What holds for the comparison of any inputs of any resource. */

const same: Difference = { changes: false, changed: [], replaces: [], deleteBeforeReplace: false };

describe.each(registry.map((definition) => [definition.type, definition] as const))("%s", (_type, definition) => {
  const inputs = fittingInputsOf(definition).map((given) => check(definition, {}, given).inputs);

  test("a program's inputs do not differ from themselves", () => {
    fc.assert(
      fc.property(inputs, (given) => {
        expect(diff(definition, JSON.parse(JSON.stringify(given)) as Bag, given)).toEqual(same);
      }),
    );
  });

  test("reordering by the service makes no difference where order is ignored", () => {
    fc.assert(
      fc.property(inputs, (given) => {
        const reordered = Object.entries(given).map(([key, value]) => {
          const list = Array.isArray(value) && marksOf(definition, key).as === "set";
          return [key, list ? [...(value as unknown[])].reverse() : value] as const;
        });
        expect(diff(definition, Object.fromEntries(reordered), given)).toEqual(same);
      }),
    );
  });

  test("only immutable values can force replacement", () => {
    const immutable = definition.action
      ? Object.keys(definition.inputs)
      : fieldsWhere(definition, ({ change }) => change === "replace");
    fc.assert(
      fc.property(inputs, inputs, (old, news) => {
        const { changes, changed: differing, replaces } = diff(definition, old, news);
        const reasons = [...immutable, ...(definition.hooks?.replaces?.(old, news) ?? [])];
        expect(replaces.filter((key) => !differing.includes(key) || !reasons.includes(key))).toEqual([]);
        expect(changes).toBe(differing.length > 0);
      }),
    );
  });
});
