import { type Wire, segment } from "../../api/client";
import type { Bag, Action, At, Definition, Means, Scope, Shape } from "../vocabulary/definition";
import type { Transfer } from "../claims/claim";
import { ifFound } from "../../api/errors";
import { isEmpty } from "../../api/shown";
import { sameValue } from "../values/diff";
import { derived, marksOf } from "../vocabulary/field";
import { currentPath, hasId, idOf } from "../vocabulary/record";
import { decodeAll, encodeSome, rawOf } from "../values/wire";
import { look } from "../service/look";

/** What the service is known to have; updated with every response. */
export interface HeldObject {
  id: string;
  /** The service's latest response. */
  record: Wire;
  /** Inputs that the response does not contain, as far as they have been applied. */
  state: Bag;
  /**
   * True if this call has created it: it has what the create sent, perhaps in a spelling of the
   * service's own.
   */
  readonly isNew?: boolean;
  /**
   * The state that the preview of an update knew: what the update changes beyond that difference,
   * it did not show.
   */
  readonly planned?: Readonly<Bag>;
  /** The inputs that the service has otherwise, and the preview did not show: they stay as they are. */
  left?: readonly string[];
  /**
   * The inputs to which somebody added something that the preview did not show: as they are sent,
   * with that.
   */
  added?: Readonly<Bag>;
  /** The inputs of changes to which something else was responded than the object. */
  doubted?: readonly string[];
  /** What it gets from the objects that it replaces. */
  readonly transfer: Transfer;
}

/** Converts the calls that fields declare into actions. */

/** What an action starts from. */
type Of<Kind extends string> = Extract<Means, Record<Kind, unknown>>;

interface Steps {
  /** Before the update: what makes the service refuse it. */
  readonly first: readonly Action<Shape>[];
  /** After it, in order. */
  readonly then: readonly Action<Shape>[];
}

/** The calls of a definition beside create, update and delete, as actions. */
export const stepsOf = derived((definition: Definition): Steps => {
  const fields = Object.keys(definition.inputs).flatMap((key): [string, Means][] => {
    const { by } = marksOf(definition, key);
    return by ? [[key, by]] : [];
  });
  const of = <Kind extends string>(kind: Kind) =>
    fields.filter((field): field is [string, Of<Kind>] => kind in field[1]);
  const switches = of("verbs");
  const locks = switches.filter(([, { locks: value }]) => value !== undefined);
  const verbs = [...new Set(of("post").map(([, { post }]) => post))];
  const posted = (verb: string) => of("post").filter(([, { post }]) => post === verb);
  return {
    first: locks.map((lock) => switched(definition, lock, { unless: lock[1].locks })),
    then: [
      ...of("items").map((field) => itemized(definition, field)),
      ...verbs.map((verb) => together(definition, posted(verb))),
      ...of("trigger").map((field) => triggered(definition, field, locks)),
      ...switches
        .filter((field) => !locks.includes(field))
        // A locked object may not show its other states.
        .map((field) => switched(definition, field, { with: locks.map(([key]) => key) })),
      ...(definition.actions ?? []),
      ...locks.map((lock) => switched(definition, lock, {})),
    ],
  };
});

/** Inputs that such calls apply. */
export function steppedInputs(definition: Definition): Set<string> {
  const { first, then } = stepsOf(definition);
  return new Set([...first, ...then].flatMap(({ inputs }) => [...inputs]));
}

interface Turn {
  /** Other inputs whose change requires it. */
  with?: readonly string[];
  /** The value that is not applied in this turn. */
  unless?: string;
}

function switched(definition: Definition, [key, { verbs }]: [string, Of<"verbs">], turn: Turn): Action<Shape> {
  return {
    inputs: [key, ...(turn.with ?? [])],
    async run(scope, at) {
      const wanted = (scope.inputs as Bag)[key];
      const is = decodeAll(definition, at.record, at.state)[key];
      if (sameValue(definition, key, is, wanted) || String(wanted) === turn.unless) return at.record;
      const path = `${currentPath(definition, at)}/${verbs[String(wanted)]}`;
      return newer(definition, scope, at, await scope.api.post(path, undefined, { repeatable: true }));
    },
  };
}

function triggered(
  definition: Definition,
  [key, { trigger }]: [string, Of<"trigger">],
  locks: readonly [string, Of<"verbs">][],
): Action<Shape> {
  return {
    inputs: [key],
    async run(scope, at) {
      const shown = decodeAll(definition, at.record, at.state);
      const isLocked = locks.some(([lock, { locks: value }]) => String(shown[lock]) === value);
      const isFirst = at.state[key] === undefined || (scope.inputs as Bag)[key] === undefined;
      if (isFirst || isLocked) return at.record;
      return newer(definition, scope, at, await scope.api.post(`${currentPath(definition, at)}/${trigger}`));
    },
  };
}

function together(definition: Definition, fields: readonly [string, Of<"post">][]): Action<Shape> {
  const keys = fields.map(([key]) => key);
  const [[first, { post, shown }]] = fields as [[string, Of<"post">]];
  return {
    inputs: keys,
    async run(scope, at) {
      const inputs: Bag = scope.inputs;
      const has = shown === undefined ? undefined : decodeAll(definition, at.record, at.state)[shown];
      if (at.state[first] === undefined && (inputs[first] === undefined || inputs[first] === has)) return at.record;
      await scope.api.post(`${currentPath(definition, at)}/${post}`, encodeSome(definition, inputs, keys));
      return seen(definition, scope, at);
    },
  };
}

/** First new and changed items, then deleted ones: some lists must never be empty. */
function itemized(definition: Definition, [key, { items, key: name }]: [string, Of<"items">]): Action<Shape> {
  const nameOf = (item: unknown) => (typeof item === "object" ? (item as Bag)[name] : item);
  const bodyOf = (item: unknown): Wire => {
    if (typeof item !== "object") return { [name]: item };
    const [body] = Object.values(encodeSome(definition, { [key]: [item] }, [key])).flat();
    return body as Wire;
  };
  return {
    inputs: [key],
    async run(scope, at) {
      const path = `${currentPath(definition, at)}/${items}`;
      const raw = (rawOf(definition, key, at.record) ?? []) as Wire[];
      const shown = (decodeAll(definition, at.record)[key] ?? []) as unknown[];
      const held = raw.map((record, index) => ({ path: `${path}/${segment(String(record.id))}`, item: shown[index] }));
      const wanted = ((scope.inputs as Bag)[key] ?? []) as unknown[];
      for (const item of wanted) {
        const there = held.find((one) => nameOf(one.item) === nameOf(item));
        if (!there) await scope.api.post(path, bodyOf(item));
        else if (!sameValue(definition, key, there.item, item)) await scope.api.patch(there.path, bodyOf(item));
      }
      const gone = held.filter(({ item }) => !wanted.some((one) => nameOf(one) === nameOf(item)));
      // An earlier attempt may have deleted it.
      for (const one of gone) await ifFound(scope.api.delete(one.path));
      return seen(definition, scope, at);
    },
  };
}

/** The object after a change: the response, or, where that is not the object, a read of it. */
export async function newer(
  definition: Definition,
  scope: Scope,
  at: Pick<At, "id" | "record" | "state">,
  response: Wire,
): Promise<Wire> {
  if (!isOf(definition, at.record, response) || lacks(definition, response, scope.inputs))
    return seen(definition, scope, at);
  return (await definition.hooks?.enrich?.(scope.api, response, scope.inputs, at.state)) ?? response;
}

/**
 * Only a record with the object's own id is the object: any other response to a change says nothing
 * of it.
 */
export function isOf(definition: Definition, record: Wire, response: Wire): boolean {
  return hasId(definition, response) && idOf(definition, response) === idOf(definition, record);
}

async function seen(definition: Definition, scope: Scope, at: Pick<At, "id" | "record" | "state">): Promise<Wire> {
  return (await look(definition, scope, at.id, at.state, scope.inputs)) ?? at.record;
}

/** True if a response omits an input that responses to changes may omit, and the program has it. */
export function lacks(definition: Definition, response: Wire, wanted: Bag): boolean {
  return Object.keys(definition.inputs).some((key) => {
    const { wire } = marksOf(definition, key);
    const mayLack = typeof wire === "object" && wire.readBack === true;
    return mayLack && !isEmpty(wanted[key]) && rawOf(definition, key, response) === undefined;
  });
}
