import { type Fields, type JsonObject, mergedObject, mergeLabels } from "./fields";

/**
 * One field of a request body: how its value is read, and what stands for a value that was not
 * sent. `Absent` is the type of the latter.
 */
export class Field<T, Absent = undefined> {
  constructor(
    /**
     * The value that was sent, joined with the one before where both count; undefined when none was
     * sent.
     */
    private readonly take: (body: Fields, name: string, before: T | undefined) => T | undefined,
    private readonly absent: (body: Fields, name: string) => Absent = () => undefined as Absent,
    private readonly clears = false,
  ) {}

  /** The same field, refused when there is no value. */
  get required(): Field<T, never> {
    const take: typeof this.take = (body, name, before) => {
      if (before === undefined) body.expect(name);
      return this.take(body, name, before);
    };
    return new Field(take, (body, name) => body.missing(name), this.clears);
  }

  /** The same field, with a default. */
  or(fallback: T): Field<T, never>;
  or<const D>(fallback: D): Field<T, D>;
  or<D>(fallback: D): Field<T, D> {
    const isPlain = (value: unknown): value is string | number | boolean =>
      ["string", "number", "boolean"].includes(typeof value);
    const absent = (body: Fields, name: string): D => {
      if (isPlain(fallback)) body.tell(name, { default: fallback });
      return fallback;
    };
    return new Field(this.take, absent, this.clears);
  }

  /**
   * The same field, which an update empties with `null` or `""`; other fields then keep their
   * value.
   */
  get clearable(): Field<T, Absent> {
    return new Field(this.take, this.absent, true);
  }

  /** The same field with its value checked or converted. */
  as<U>(convert: (value: T, name: string) => U): Field<U> {
    return new Field<U>((body, name) => {
      const value = this.take(body, name, undefined);
      return value === undefined ? undefined : convert(value, name);
    });
  }

  /** @param before the value that stays when none is sent */
  read(body: Fields, name: string, before?: T): T | Absent {
    const sent = this.take(body, name, before);
    if (sent !== undefined) return sent;
    const kept = this.clears && body.sent(name) ? undefined : before;
    return kept ?? this.absent(body, name);
  }
}

/** The fields of a body, by name. */
export type Shape = Readonly<Record<string, { read(body: Fields, name: string, before?: never): unknown }>>;
type ValueOf<F> = F extends { read(...args: never): infer T } ? T : never;
type OptionalIn<S> = { [N in keyof S]: undefined extends ValueOf<S[N]> ? N : never }[keyof S];
type Values<S> = { readonly [N in Exclude<keyof S, OptionalIn<S>>]: ValueOf<S[N]> } & {
  readonly [N in OptionalIn<S>]?: ValueOf<S[N]>;
};

/** Reads a body. With `before`, what was not sent stays as it was there. */
export type Schema<T> = (body: Fields, before?: Readonly<Record<string, unknown>> | object) => T;

/** What a body holds once its schema has read it. */
export type Body<S extends Schema<unknown>> = ReturnType<S>;

/**
 * The schema of a request body: its fields, read in this order, so that the first mistake is the
 * one that is told.
 */
export function body<S extends Shape>(shape: S): Schema<Values<S>> {
  const fields = Object.entries(shape) as unknown as [string, Field<unknown, unknown>][];
  return (sent, before = {}) =>
    Object.fromEntries(
      fields.map(([name, field]) => [name, field.read(sent, name, (before as JsonObject)[name])]),
    ) as Values<S>;
}

export const text = new Field((body, name) => body.text(name));
/** Text for which `""` is a value of its own. */
export const emptiable = new Field((body, name) => body.emptiable(name));
export const flag = new Field((body, name) => body.flag(name));
/** An RFC 3339 time, kept as text. */
export const time = new Field((body, name) => body.time(name));
export const texts = new Field<readonly string[]>((body, name) => body.texts(name));
/** A list of strings in which an empty list counts as none. */
export const someTexts = texts.as((list) => (list.length === 0 ? undefined : list)) as Field<readonly string[]>;
/** A JSON object that is stored as it came, such as `meta`. */
export const json = new Field((body, name) => body.json(name));
/** A JSON object that an update merges into the one before. */
export const mergedJson = new Field<JsonObject>((body, name, before) => {
  const sent = body.json(name);
  return sent === undefined ? undefined : mergedObject(before, sent);
});
/** A map of strings; an update sets those that are named, and removes those that are `null`. */
export const labels = new Field<Readonly<Record<string, string>>>((body, name, before) => {
  const sent = body.labels(name);
  return sent === undefined ? undefined : mergeLabels(before ?? {}, sent);
});

export const choice = <const T extends string>(allowed: readonly T[]): Field<T> =>
  new Field((body, name) => body.choice(name, allowed));

export const integer = (min?: number, max?: number): Field<number> =>
  new Field((body, name) => body.integer(name, min, max));

export const object = <T>(schema: Schema<T>): Field<T> =>
  new Field((body, name) => {
    const inner = body.object(name);
    return inner === undefined ? undefined : schema(inner);
  });

export const objects = <T>(schema: Schema<T>): Field<readonly T[]> =>
  new Field<readonly T[]>((body, name) => body.objects(name)?.map((item) => schema(item)));
