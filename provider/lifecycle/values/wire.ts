import type * as z from "zod";
import type { Wire } from "../../api/client";
import { isEmpty } from "../../api/shown";
import type { Bag, Definition, WirePlace } from "../vocabulary/definition";
import { isImmutable, isOpen, isUnseen, marksIn, marksOf, type Marks } from "../vocabulary/field";
import { core, defaultOf, fieldsOf, partsOf, wordsOf } from "../vocabulary/schema";

/** Translates between properties in camelCase and the service's JSON. */

/** A property's name as this part of the service spells it. */
export function spell(definition: Definition, name: string): string {
  return definition.spelling === "camel"
    ? name
    : name.replace(/[A-Z]+(?![a-z])|[A-Z]/g, (word) => `_${word.toLowerCase()}`);
}

/** The inputs that the create call carries. */
export function sentKeys(definition: Definition): string[] {
  return Object.keys(definition.inputs).filter((key) => {
    const { only, to } = placeOf(definition, key);
    return only !== "update" && to !== false && marksOf(definition, key).seen !== "local";
  });
}

/** Whether an update carries an input, if not a call of its own. */
export function isUpdatable(definition: Definition, key: string): boolean {
  return placeOf(definition, key).to !== false;
}

/**
 * The field in which an input is sent, the last one of its path; `undefined` if it is none of a
 * single name.
 */
export function sentName(definition: Definition, key: string): string | undefined {
  const { to = spell(definition, key) } = placeOf(definition, key);
  return typeof to === "string" ? to.slice(to.lastIndexOf(".") + 1) : undefined;
}

/** The body that creates an object with these inputs. */
export function encodeAll(definition: Definition, inputs: Bag): Wire {
  return encodeSome(definition, inputs, sentKeys(definition), structuredClone(definition.fixed ?? {}));
}

/** The body that carries just `keys` of the inputs; those without a value are left out. */
export function encodeSome(definition: Definition, inputs: Bag, keys: readonly string[], body: Wire = {}): Wire {
  for (const key of keys) {
    const schema = definition.inputs[key];
    const place = placeOf(definition, key);
    const to = place.to ?? spell(definition, key);
    if (!schema || to === false || marksOf(definition, key).seen === "local") continue;
    const value = inputs[key];
    if (value === undefined) continue;
    if (typeof to === "function") {
      Object.assign(body, to(value as never));
      continue;
    }
    const encode = place.encode as ((value: unknown) => unknown) | undefined;
    put(body, to, encode ? encode(value) : encodeValue(definition, schema, value));
  }
  return body;
}

/** What clears an input in an update: `""`, `[]` or `{}`, by its type; `null` for everything else. */
export function emptyOf(schema: z.ZodType): unknown {
  const { type } = partsOf(core(schema));
  if (type === "string") return "";
  if (type === "array") return [];
  return type === "record" || type === "object" ? {} : null;
}

/** The inputs and outputs in a response. What it leaves out has its documented default. */
export function decodeAll(definition: Definition, response: Wire, prior: Bag = {}): Bag {
  const state: Bag = {};
  for (const shape of [definition.inputs, definition.outputs]) {
    for (const [key, schema] of Object.entries(shape)) {
      if (isUnseen(marksIn(schema))) continue;
      // The inputs of an event are what the program wrote, whatever the service made of them.
      const asked = definition.action && key in definition.inputs;
      const shown = asked ? undefined : decodeOne(definition, key, schema, response);
      const isShown = shown !== undefined && !isStrangeWord(definition, key, { schema, shown, prior });
      const value = isShown ? shown : leftOut(definition, key, schema, prior);
      if (value !== undefined) state[key] = value;
    }
  }
  return state;
}

/**
 * An immutable input has not changed because a response leaves it out: that would force a pointless
 * replacement.
 */
function leftOut(definition: Definition, key: string, schema: z.ZodType, prior: Bag): unknown {
  if (isImmutable(definition, key) && prior[key] !== undefined) return prior[key];
  if (marksIn(schema).seen === "perhaps") return prior[key];
  return marksIn(schema).absent === "theirs" ? undefined : defaultOf(schema);
}

/**
 * A word that is not known, in place of one that cannot change: the service spells it in another
 * way. Taken for a change, it would replace the object.
 */
function isStrangeWord(
  definition: Definition,
  key: string,
  { schema, shown, prior }: { schema: z.ZodType; shown: unknown; prior: Bag },
): boolean {
  if (!isImmutable(definition, key) || prior[key] === undefined) return false;
  return isEnumeration(schema) && !wordsOf(schema).includes(shown);
}

const isEnumeration = (schema: z.ZodType): boolean => partsOf(core(schema)).type === "enum" || isOpen(schema);

/** The value in a response that this input or output is read from. */
export function rawOf(definition: Definition, key: string, response: Wire): unknown {
  const { from, to } = placeOf(definition, key);
  if (typeof from === "function") return unlessStray(() => from(response));
  return from === false ? undefined : pick(response, from ?? (typeof to === "string" ? to : spell(definition, key)));
}

/**
 * The value of an input or output in a response; `undefined` if it has none, or one of another
 * type.
 */
export function decodeOne(definition: Definition, key: string, schema: z.ZodType, response: Wire): unknown {
  const place = placeOf(definition, key);
  const raw = rawOf(definition, key, response);
  if (isEmpty(raw)) return undefined;
  const decode = place.decode as ((value: unknown) => unknown) | undefined;
  const value = decode ? unlessStray(() => decode(raw)) : decodeValue(definition, schema, asTyped(schema, raw));
  const visible = ownPart(marksIn(schema), withoutMark(value));
  return isEmpty(visible) ? undefined : visible;
}

/**
 * A value of another shape than the definition expects counts as not shown: it must never look like
 * a change.
 */
function unlessStray(read: () => unknown): unknown {
  try {
    return read();
  } catch (error) {
    if (error instanceof TypeError || error instanceof RangeError) return undefined;
    throw error;
  }
}

/**
 * A value converted to the type of its field: `"256"` is 256; `undefined` if it cannot be
 * converted.
 */
const inType: Readonly<Record<string, (value: unknown) => unknown>> = {
  number: (value) =>
    typeof value === "string" && String(Number(value)) === value ? Number(value) : only("number", value),
  boolean: (value) => value === "true" || (value === "false" ? false : only("boolean", value)),
  string: textOf,
  enum: textOf,
  array: (value) => (Array.isArray(value) ? value : undefined),
  object: (value) => (Array.isArray(value) ? undefined : only("object", value)),
  record: (value) => (Array.isArray(value) ? undefined : only("object", value)),
};

function only(type: string, value: unknown): unknown {
  return typeof value === type ? value : undefined;
}

function textOf(value: unknown): unknown {
  return typeof value === "number" || typeof value === "boolean" ? String(value) : only("string", value);
}

function asTyped(schema: z.ZodType, value: unknown): unknown {
  const { type, options } = partsOf(core(schema));
  if (type === "union") return options!.map((option) => asTyped(option, value)).find((one) => one !== undefined);
  const read = inType[type];
  return read ? read(value) : value;
}

/** The word of an enumeration that a response writes in another case; any other value as it is. */
function wordFor(schema: z.ZodType, value: unknown): unknown {
  const words = wordsOf(schema);
  if (typeof value !== "string" || words.includes(value)) return value;
  return words.find((word) => String(word).toLowerCase() === value.toLowerCase()) ?? value;
}

function placeOf(definition: Definition, key: string): WirePlace {
  const { wire, by } = marksOf(definition, key);
  const place = typeof wire === "string" ? { to: wire, from: wire } : wire;
  return by && "verbs" in by ? { ...place, to: false } : (place ?? {});
}

/** What a field inside an object is called in requests and responses. */
function fieldName(definition: Definition, name: string, schema: z.ZodType): string {
  const { wire } = marksIn(schema);
  return typeof wire === "string" ? wire : spell(definition, name);
}

/** Field names are converted; the keys of a user's own map are not. */
function encodeValue(definition: Definition, schema: z.ZodType, value: unknown): unknown {
  return convert(schema, value, (fields, given) =>
    Object.entries(fields).map(([name, field]) => [fieldName(definition, name, field), field, given[name]] as const),
  );
}

function decodeValue(definition: Definition, schema: z.ZodType, value: unknown): unknown {
  return convert(
    schema,
    value,
    (fields, given) =>
      Object.entries(fields).map(([name, field]) => [name, field, given[fieldName(definition, name, field)]] as const),
    (field, given) => (isEnumeration(field) ? wordFor(field, given) : given),
  );
}

type Renamed = readonly (readonly [string, z.ZodType, unknown])[];
type Rename = (fields: Record<string, z.ZodType>, given: Bag) => Renamed;

type ConvertPlain = (schema: z.ZodType, value: unknown) => unknown;

function convert(
  schema: z.ZodType,
  value: unknown,
  rename: Rename,
  plain: ConvertPlain = (_schema, given) => given,
): unknown {
  if (typeof value !== "object" || value === null) return plain(schema, value);
  const inner = core(schema);
  const parts = partsOf(inner);
  if (Array.isArray(value))
    return parts.element ? value.map((one) => convert(parts.element!, one, rename, plain)) : value;
  const fields = fieldsOf(inner);
  if (!fields) return value;
  const entries = rename(fields, value as Bag).flatMap(([name, field, given]) =>
    given === undefined || given === null ? [] : [[name, convert(field, given, rename, plain)] as const],
  );
  return Object.fromEntries(entries);
}

/** The value at a dotted path. */
export function pick(from: unknown, path: string): unknown {
  return path.split(".").reduce<unknown>((at, name) => (at as Bag | undefined | null)?.[name], from);
}

function put(into: Wire, path: string, value: unknown): void {
  const names = path.split(".");
  const last = names.pop()!;
  let at = into;
  for (const name of names) at = (at[name] ??= {}) as Wire;
  at[last] = value;
}

/** Maps of free keys: what an update sends of them, and which keys are not the program's. */

export function isMap(value: unknown): value is Bag {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/**
 * The whole value, and `null` for each key that the object has beyond it, at every depth (RFC
 * 7396). So a service that merges and one that replaces end with the same.
 */
export function mergePatch(held: unknown, wanted: unknown): unknown {
  if (!isMap(held) || !isMap(wanted)) return wanted;
  const removed = Object.keys(held).map((key) => [key, null]);
  const kept = Object.entries(wanted).map(([key, value]) => [key, mergePatch(held[key], value)]);
  return Object.fromEntries([...removed, ...kept]);
}

/** The same map without the keys that are `null`, at every depth: they count as absent. */
export function withoutNull(value: unknown): unknown {
  if (!isMap(value)) return value;
  const present = Object.entries(value).filter(([, one]) => one !== null);
  return Object.fromEntries(present.map(([key, one]) => [key, withoutNull(one)]));
}

/** What the program can own of a value of this field. */
export function ownPart({ as, reserved }: Marks, value: unknown): unknown {
  const shown = as === "merge" ? withoutNull(value) : value;
  if (!reserved || !isMap(shown)) return shown;
  return Object.fromEntries(Object.entries(shown).filter(([key]) => !reserved.keys.test(key)));
}

/** What others have written into a map. */
export function othersPart({ reserved }: Marks, value: unknown): Bag {
  if (!reserved || !isMap(value)) return {};
  return Object.fromEntries(Object.entries(value).filter(([key]) => reserved.keys.test(key)));
}

/** The key of our mark in an object's metadata. */
export const markKey = "pulumi_ciphertrust";

/** A map without our mark. */
export function withoutMark(value: unknown): unknown {
  if (typeof value !== "object" || value === null || !(markKey in value)) return value;
  const { [markKey]: _mark, ...rest } = value;
  return rest;
}
