import { isDeepStrictEqual } from "node:util";
import type { Bag, Definition, Scope } from "../vocabulary/definition";
import { canonical, changedInputs } from "../values/diff";
import { marksOf } from "../vocabulary/field";
import { isMap } from "../values/wire";
import type { HeldObject } from "./means";

/**
 * An update changes what its preview showed, and no more. Entries of a set or a map that somebody
 * added since the last refresh were in no preview: they are sent along, and stay.
 */

interface Compared {
  /** The state that the preview knew; `undefined` for an object that is new here. */
  readonly planned: Readonly<Bag> | undefined;
  /** What the service has now. */
  readonly shown: Bag;
  /** The inputs that will be changed. */
  readonly changed: readonly string[];
}

/** The inputs to which something was added outside, with that. Says so. */
export function withAdded(definition: Definition, scope: Scope, { planned, shown, changed }: Compared): Bag {
  const wanted = scope.inputs as Bag;
  if (!planned) return {};
  const kept = changed.flatMap((key): [string, unknown][] => {
    const held = { planned: planned[key], shown: shown[key], wanted: wanted[key] };
    const { as } = marksOf(definition, key);
    const all = as === "set" ? withItems(definition, key, held) : withEntries(held, as === "merge");
    return all === undefined ? [] : [[key, all]];
  });
  for (const [key] of kept)
    scope.progress(
      `${scope.label}: somebody added to ${key} outside Pulumi, which the preview did not show; that is left as it is. ` +
        "`pulumi up --refresh` shows and removes it",
    );
  return Object.fromEntries(kept);
}

interface ThreeVersions {
  readonly planned: unknown;
  readonly shown: unknown;
  readonly wanted: unknown;
}

function withItems(
  definition: Definition,
  key: string,
  { planned, shown, wanted }: ThreeVersions,
): unknown[] | undefined {
  if (!Array.isArray(planned) || !Array.isArray(shown) || !Array.isArray(wanted)) return undefined;
  const known = [...(planned as unknown[]), ...(wanted as unknown[])].map((one) => canonical(definition, key, one));
  const isKnown = (item: unknown) => known.some((one) => isDeepStrictEqual(one, canonical(definition, key, item)));
  const added: unknown[] = shown.filter((item: unknown) => !isKnown(item));
  return added.length === 0 ? undefined : [...(wanted as unknown[]), ...added];
}

function withEntries({ planned, shown, wanted = {} }: ThreeVersions, isDeep: boolean): Bag | undefined {
  if (!isMap(planned) || !isMap(shown) || !isMap(wanted)) return undefined;
  const added = Object.entries(shown).flatMap(([name, value]): [string, unknown][] => {
    if (!(name in planned)) return name in wanted ? [] : [[name, value]];
    if (!isDeep || !(name in wanted)) return [];
    const inside = withEntries({ planned: planned[name], shown: value, wanted: wanted[name] }, isDeep);
    return inside ? [[name, inside]] : [];
  });
  return added.length === 0 ? undefined : { ...wanted, ...Object.fromEntries(added) };
}

/**
 * The differences that no preview has shown, because they came about outside Pulumi; none for an
 * object that is new here.
 */
export function unplanned(
  definition: Definition,
  planned: Bag | undefined,
  wanted: Bag,
  keys: readonly string[],
): string[] {
  if (planned === undefined) return [];
  const shown = changedInputs(definition, planned, wanted);
  return keys.filter((key) => key in planned && !shown.includes(key));
}

/**
 * The state after an update, in which what it left is as it was: the next refresh shows that as
 * drift. Says so.
 */
export function withLeft({ label, progress }: Scope, state: Bag, { left = [], planned = {} }: HeldObject): Bag {
  if (left.length === 0) return state;
  progress(
    `${label} is not as the program says in ${left.join(", ")}: somebody changed that outside Pulumi, and it is left as it is, ` +
      "because the preview did not show it; `pulumi up --refresh` shows and corrects it",
  );
  return { ...state, ...Object.fromEntries(left.map((key) => [key, planned[key]])) };
}
