import * as z from "zod";
import type { Bag, Definition, End, Ending, Handover, Means, WirePlace } from "./definition";
import { core } from "./schema";

/** Marks of one input or output, set where it is declared. */

/** The keys of a map that others write. */
interface Reserved {
  readonly keys: RegExp;
  /** Who writes them: the subject of a sentence. */
  readonly by: string;
}

/** On each axis a field has one mark, or none: then it is plain. */
export interface Marks {
  /** What a change of the input does. Without the mark: an update in place. */
  readonly change?:
    // Forces replacement.
    | "replace"
    // Nothing: it is used only on creation.
    | "ignore";
  /** What responses contain of it. Without the mark: what the service has, or else its default. */
  readonly seen?:
    // Nothing.
    | "never"
    // Its value on creation, kept from then on.
    | "once"
    // Nothing: it controls this provider and is never sent.
    | "local"
    // What the service has, or nothing: it is then as last applied, and sent if that is not known.
    | "perhaps";
  /** What leaving the input out means. Without the mark: its documented default, or none. */
  readonly absent?:
    // The service fills it in, and that is left alone; a `merge` map that the program wrote before is cleared.
    | "theirs"
    // The service can change but not clear it, so that check refuses its removal.
    | "keep";
  /** How values are compared. Without the mark: as they are. */
  readonly as?:
    // As a set.
    | "set"
    // A map that the service merges: an update sends all of it, with `null` for what the program takes out.
    | "merge"
    // A string, by what this returns.
    | ((text: string) => string)
    // A JSON document, string or object, by what this returns.
    | { readonly document: (document: object) => unknown };
  /** Keys of the map that others write: in no state, never removed, and refused in programs. */
  readonly reserved?: Reserved;
  /**
   * It grants access or protects a key: an update fails, instead of warning, if the service keeps a
   * value of its own.
   */
  readonly guards?: true;
  /**
   * It holds the id of another object: of the definition that must be ready first, or of `any`
   * type. While it is unknown, another object will come. `object`: it names one by type and id, for
   * which programs may give the object's resource.
   */
  readonly ref?: Definition | "any" | "object";
  /**
   * It contains this property of another object, of one of these types: an error on deleting that
   * names its users.
   */
  readonly names?: readonly [Definition | readonly Definition[], string];
  /**
   * The service does not delete the object that it refers to before this one is gone: kept,
   * archived or pending deletion, it still counts.
   */
  readonly holds?: true;
  /**
   * Objects that refer to this one lie in its items: what becomes of those in an item that is taken
   * out.
   */
  readonly covers?: Coverage;
  /** The calls that apply it. Without the mark: PATCH of the object, or an action. */
  readonly by?: Means;
  /**
   * What a change of the input leaves as it is, although users may expect otherwise: told by
   * previews and updates.
   */
  readonly spares?: string;
  /** Stored encrypted and never shown. */
  readonly secret?: true;
  /** While it is true, the service forbids the delete. */
  readonly forbidsDelete?: true;
  /**
   * A list in `unique` whose values a replacement takes over. Without the mark: the old object must
   * be deleted first.
   */
  readonly handsOver?: Handover;
  /**
   * The name is unique among objects of other kinds, too: the list of them all, and the response's
   * field with the kind.
   */
  readonly uniqueAmong?: { readonly path: string; readonly kind: string };
  /** Defaults to the name that the resource has in the program. */
  readonly named?: true;
  /** Its enumeration is not complete, see {@link open}. */
  readonly open?: true;
  /** What destroying the resource does to the object, by the values of the input. */
  readonly endings?: Endings;
  /**
   * Where it stands in requests and responses, when that is not simply its own name in the
   * service's spelling.
   */
  readonly wire?: WirePlace | string;
}

/** What an input manages of other objects. */
interface Coverage {
  /** The input or output of the other objects, and filter of their list, that tells where they lie. */
  readonly by: string;
  /** The values of `by` that are no longer covered. */
  lost(held: never, wanted: never): readonly string[];
  /** What happens to the objects there: a sentence. */
  readonly effect: string;
}

type Endings = Readonly<Record<string, End>>;

const plain: Marks = {};

/**
 * A copy of a schema has the marks of the original, too. Only {@link field} adds some: `Marks`
 * itself cannot be the registry's type, because zod unfolds that to any depth.
 */
const marked = z.registry<object>();

/**
 * A schema with marks, a copy of its own: other fields of the same schema stay as they are.
 * `.optional()` and its kind come before.
 */
export function field<S extends z.ZodType>(schema: S, marks: Marks): S {
  const own = schema.clone();
  marked.add(own, marks);
  return own;
}

/** The input that defaults to the name the resource has in the program. */
export function named<S extends z.ZodType>(schema: S, marks: Omit<Marks, "named"> = {}): S {
  return field(schema, { ...marks, named: true });
}

/** Any string, in a type whose known values an editor still offers. */
type AnyString = string & Record<never, never>;

/**
 * An enumeration that the service or a cloud owns, which may know more values than this version. A
 * new object may have any; an object that exists is not changed to one that is not known. Closed
 * stay the words of this project, and those by which it chooses a call or an argument.
 */
export function open<const Word extends string>(known: readonly Word[]): z.ZodType<Word | AnyString> {
  return field(z.union([z.enum(known), z.string().min(1)]), { open: true });
}

/** True for an enumeration that is not complete, whether it is optional or not. */
export const isOpen = (schema: z.ZodType): boolean => marksIn(core(schema)).open === true;

/**
 * The input `onDestroy`: what destroying the resource does, one value each: the calls, or more. The
 * first is the default.
 */
export function onDestroy<const Word extends string>(ends: Readonly<Record<Word, Ending | End>>) {
  const [usual, ...others] = Object.keys(ends) as [Word, ...Word[]];
  const all = Object.entries<Ending | End>(ends);
  const endings = Object.fromEntries(
    all.map(([word, end]) => [word, "calls" in Object(end) ? (end as End) : { calls: end as Ending }]),
  );
  return field(z.enum([usual, ...others]).default(usual), { seen: "local", endings });
}

/** What each value of `onDestroy` does; none for a type without a choice. */
export const endsOf = (definition: Shapes): Endings => marksOf(definition, "onDestroy").endings ?? {};

/** What the value of `onDestroy` in a state does; `undefined` if it has none, or no known one. */
export function chosenEnd(definition: Shapes, { onDestroy: word }: Bag): End | undefined {
  const ends = endsOf(definition);
  return typeof word === "string" && Object.hasOwn(ends, word) ? ends[word] : undefined;
}

/**
 * What ends an object; `undefined` for a plain DELETE, or what the hook does. A state from before
 * there was a choice has the default.
 */
export function endingOf(definition: Definition, state: Bag): Ending | undefined {
  const [usual] = Object.values(endsOf(definition));
  return (chosenEnd(definition, state) ?? usual)?.calls ?? definition.ending;
}

/** The inputs with which the service refuses to delete an object with this state. */
export const forbiddenBy = (definition: Shapes, state: Bag): string[] =>
  fieldsWhere(definition, ({ forbidsDelete }) => forbidsDelete).filter((key) => state[key] === true);

/** A word that nobody can read: of a later version, or one that is masked because it is secret. */
export function isUnreadable(definition: Definition, { onDestroy: word }: Bag): boolean {
  const { endings } = marksOf(definition, "onDestroy");
  return endings !== undefined && word !== undefined && !(typeof word === "string" && Object.hasOwn(endings, word));
}

/** The required id of an object that must be ready first. */
export function ref(definition: Definition, marks: Omit<Marks, "ref"> = {}): z.ZodString {
  return field(z.string().min(1), { ...marks, ref: definition });
}

/** The marks of a schema itself: those of what it wraps do not count. */
export function marksIn(schema: z.ZodType | undefined): Marks {
  return ((schema && marked.get(schema)) as Marks | undefined) ?? plain;
}

type Shapes = Pick<Definition, "inputs" | "outputs">;

/** The marks of an input or output; none for an unknown name. */
export function marksOf({ inputs, outputs }: Shapes, key: string): Marks {
  return marksIn(inputs[key] ?? outputs[key]);
}

/** The inputs and outputs whose marks match. */
export function fieldsWhere(shapes: Shapes, passes: (marks: Marks) => boolean | undefined): string[] {
  return marksByKey(shapes).flatMap(([key, marks]) => (passes(marks) ? [key] : []));
}

/** What follows from a definition, derived once: every call of a resource needs it several times. */
export function derived<T, Of extends Shapes = Shapes>(derive: (shapes: Of) => T): (shapes: Of) => T {
  const known = new WeakMap<Of, { value: T }>();
  return (shapes) => {
    const found = known.get(shapes) ?? { value: derive(shapes) };
    known.set(shapes, found);
    return found.value;
  };
}

const marksByKey = derived((shapes) => {
  const all = Object.entries({ ...shapes.inputs, ...shapes.outputs });
  return all.map(([key, schema]) => [key, marksIn(schema)] as const);
});

/** The input that defaults to the resource's name; `undefined` when there is none. */
export const nameInputOf = derived(
  (definition): string | undefined => fieldsWhere(definition, ({ named }) => named)[0],
);

/** The input whose values a replacement takes over, and how; `undefined` when there is none. */
export const handoverOf = derived((definition): (Handover & { readonly input: string }) | undefined => {
  const [input] = fieldsWhere(definition, ({ handsOver }) => handsOver !== undefined);
  const { handsOver } = marksOf(definition, input ?? "");
  return input !== undefined && handsOver ? { ...handsOver, input } : undefined;
});

/** The inputs for which programs may give the resource of an object. */
export function objectReferencesOf(definition: Shapes): string[] {
  return fieldsWhere(definition, ({ ref: refers }) => refers === "object");
}

export const secretsOf = derived((definition): readonly string[] => fieldsWhere(definition, ({ secret }) => secret));

/** Inputs that hold the id of an object that must be ready first, each with the object's definition. */
export function needsOf(definition: Shapes): [string, Definition][] {
  return Object.entries(definition.inputs).flatMap(([key, schema]): [string, Definition][] => {
    const { ref: refers } = marksIn(schema);
    return typeof refers === "object" ? [[key, refers]] : [];
  });
}

/** True if a change of this input forces replacement. */
export function isImmutable(definition: Definition, key: string): boolean {
  return Boolean(definition.action) || marksOf(definition, key).change === "replace";
}

/** True if no response contains the input: only the state has its value. */
export function isNeverShown(definition: Definition, key: string): boolean {
  return Boolean(definition.action) || isUnseen(marksOf(definition, key));
}

/** True for a JSON document, as string or object. */
export function isDocument({ as }: Marks): boolean {
  return typeof as === "object";
}

/** True for inputs that are not read from responses. */
export function isUnseen({ seen }: Marks): boolean {
  return seen === "never" || seen === "local";
}

/** True for inputs and outputs that only the state has, whatever a later response contains. */
export function isOnlyStored({ seen }: Marks): boolean {
  return seen !== undefined && seen !== "perhaps";
}

/** True if an input that the program leaves out is left to the service. */
export function isLeftToService(definition: Definition, key: string): boolean {
  return marksOf(definition, key).absent !== undefined;
}
