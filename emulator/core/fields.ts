import { invalid } from "./errors";
import { parseTime } from "./time";
import type { ValueShape, Witness } from "./witness";

export type JsonObject = Record<string, unknown>;

export function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/**
 * What the table holds under a name from outside, which may be one that every object inherits, such
 * as "constructor".
 */
export function own<T>(table: Readonly<Record<string, T>> | undefined, name: string): T | undefined {
  return table !== undefined && Object.hasOwn(table, name) ? table[name] : undefined;
}

/** The object without its undefined members, so that spreading it overrides only what is there. */
export function given<T extends object>(values: T): Partial<T> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as Partial<T>;
}

/**
 * A JSON object of a request, read the way the service does: names without regard to case, unknown
 * names ignored, `null` and `""` as if they were absent. A value of the wrong type is refused by
 * name.
 */
export class Fields {
  private readonly values = new Map<string, unknown>();
  private readonly source: JsonObject;

  constructor(
    raw: unknown,
    private readonly path = "",
    private readonly witness?: Witness,
  ) {
    if (raw !== undefined && raw !== null && !isObject(raw)) {
      throw invalid(`${path === "" ? "the request body" : path.slice(0, -1)} must be a JSON object`);
    }
    this.source = raw ?? {};
    for (const [name, value] of Object.entries(this.source)) this.values.set(name.toLowerCase(), value);
  }

  /** The object as it came, for what is kept without being understood. */
  whole(): JsonObject {
    this.tellAll();
    return this.source;
  }

  /** The object as it came, to keep a request whose fields are read when it is carried out. */
  received(): JsonObject {
    return this.source;
  }

  /** The value as sent, `null` and `""` included; undefined when the name was not sent. */
  raw(name: string): unknown {
    this.tell(name, {});
    return this.read(name);
  }

  /** Everything that was sent, names in lower case: for bodies whose fields are not known. */
  all(): JsonObject {
    this.tellAll();
    return Object.fromEntries(this.values);
  }

  /** True when the name was sent at all, even with `null` or `""`. */
  sent(name: string): boolean {
    return this.values.has(name.toLowerCase());
  }

  /** True when the name was sent with a value. */
  has(name: string): boolean {
    return this.value(name) !== undefined;
  }

  text(name: string): string | undefined {
    return this.typed(name, { type: "string" }, "a string", (value) => (typeof value === "string" ? value : undefined));
  }

  /** As `text`, but `""` is a value of its own: for the few fields that a client may empty. */
  emptiable(name: string): string | undefined {
    this.tell(name, { type: "string" });
    return this.read(name) === "" ? "" : this.text(name);
  }

  requiredText(name: string): string {
    this.expect(name);
    return this.text(name) ?? this.missing(name);
  }

  choice<T extends string>(name: string, allowed: readonly T[]): T | undefined {
    this.tell(name, { type: "string", enum: allowed });
    const text = this.text(name);
    if (text === undefined) return undefined;
    const found = allowed.find((candidate) => candidate === text);
    if (found === undefined) throw invalid(`${this.path}${name} must be one of ${allowed.join(", ")}, not "${text}"`);
    return found;
  }

  /** A 0 that is not allowed stands for no value, as `""` does. */
  integer(name: string, min = Number.MIN_SAFE_INTEGER, max = Number.MAX_SAFE_INTEGER): number | undefined {
    const shape = { type: "integer", ...given({ minimum: limit(min), maximum: limit(max) }) } as const;
    const number = this.typed(name, shape, "an integer", (value) =>
      Number.isSafeInteger(value) ? Number(value) : undefined,
    );
    if (number === 0 && min > 0) return undefined;
    if (number !== undefined && (number < min || number > max)) {
      throw invalid(`${this.path}${name} must be between ${min} and ${max}, not ${number}`);
    }
    return number;
  }

  flag(name: string): boolean | undefined {
    return this.typed(name, { type: "boolean" }, "true or false", (value) =>
      typeof value === "boolean" ? value : undefined,
    );
  }

  texts(name: string): string[] | undefined {
    return this.typed(name, { type: "array", items: { type: "string" } }, "a list of strings", (value) =>
      Array.isArray(value) && value.every((item) => typeof item === "string") ? value : undefined,
    );
  }

  requiredTexts(name: string): string[] {
    this.expect(name);
    const texts = this.texts(name);
    return texts !== undefined && texts.length > 0 ? texts : this.missing(name);
  }

  /** A JSON object that is stored as it came, such as `meta`. */
  json(name: string): JsonObject | undefined {
    return this.typed(name, { type: "object" }, "a JSON object", (value) => (isObject(value) ? value : undefined));
  }

  object(name: string): Fields | undefined {
    const value = this.json(name);
    return value === undefined ? undefined : new Fields(value, `${this.path}${name}.`, this.witness);
  }

  /** The object, or one without any field: for blocks whose parts are all optional. */
  block(name: string): Fields {
    return this.object(name) ?? new Fields(undefined, `${this.path}${name}.`);
  }

  objects(name: string): Fields[] | undefined {
    const items = this.typed(name, { type: "array", items: { type: "object" } }, "a list of objects", (value) =>
      Array.isArray(value) ? (value as unknown[]) : undefined,
    );
    return items?.map((item, index) => new Fields(item, `${this.path}${name}[${index}].`, this.witness));
  }

  /** A map of strings; a key set to `null` is to be removed. */
  labels(name: string): Record<string, string | null> | undefined {
    const shape = { type: "object", additionalProperties: { type: "string" } } as const;
    return this.typed(name, shape, "a map of strings", (value) =>
      isObject(value) && Object.values(value).every((item) => typeof item === "string" || item === null)
        ? (value as Record<string, string | null>)
        : undefined,
    );
  }

  /** An RFC 3339 time, kept as text; the zero time 0001-01-01 counts as absent. */
  time(name: string): string | undefined {
    this.tell(name, { type: "string", format: "date-time" });
    const text = this.text(name);
    if (text === undefined || text.startsWith("0001-01-01")) return undefined;
    if (parseTime(text) === undefined) throw invalid(`${this.path}${name} must be an RFC 3339 time, not "${text}"`);
    return text;
  }

  missing(name: string): never {
    this.expect(name);
    throw invalid(`${this.path}${name} is required`);
  }

  /** Says that a request without the field is refused. */
  expect(name: string): void {
    this.witness?.needs(`${this.path}${name}`);
  }

  /** Says what the field may be. */
  tell(name: string, shape: ValueShape): void {
    this.witness?.field(`${this.path}${name}`, shape, this.has(name));
  }

  /** Says that a body may hold any field. */
  private tellAll(): void {
    if (this.path === "") this.witness?.field("", { type: "object" }, true);
  }

  private read(name: string): unknown {
    return this.values.get(name.toLowerCase());
  }

  private value(name: string): unknown {
    const value = this.read(name);
    return value === null || value === "" ? undefined : value;
  }

  private typed<T>(
    name: string,
    shape: ValueShape,
    wanted: string,
    read: (value: unknown) => T | undefined,
  ): T | undefined {
    this.tell(name, shape);
    const value = this.value(name);
    if (value === undefined) return undefined;
    const typed = read(value);
    if (typed === undefined) throw invalid(`${this.path}${name} must be ${wanted}`);
    return typed;
  }
}

/** A limit that is one: every number has the others. */
const limit = (number: number): number | undefined => (Math.abs(number) < Number.MAX_SAFE_INTEGER ? number : undefined);

/**
 * A JSON object after a change, by RFC 7396: objects are merged at every depth, `null` removes,
 * everything else replaces.
 */
export function mergedObject(before: unknown, change: JsonObject): JsonObject {
  const merged = new Map(Object.entries(isObject(before) ? before : {}));
  for (const [name, value] of Object.entries(change)) {
    if (value === null) merged.delete(name);
    else merged.set(name, isObject(value) ? mergedObject(merged.get(name), value) : value);
  }
  return Object.fromEntries(merged);
}

/** A map of strings after a delta: new keys are set, keys sent as `null` are removed. */
export function mergeLabels(
  before: Record<string, string> | undefined,
  delta: Record<string, string | null> | undefined,
): Record<string, string> | undefined {
  if (delta === undefined) return before;
  const merged: Record<string, string | null> = { ...before, ...delta };
  return Object.fromEntries(Object.entries(merged).filter((entry): entry is [string, string] => entry[1] !== null));
}
