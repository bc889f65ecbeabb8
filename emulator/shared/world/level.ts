import * as z from "zod";
import type { IndexKey, Kind, Stored } from "../../core/record";
import { outside, type Scope } from "../../core/scope";
import { defineKind } from "../../core/store";
import { withoutSecrets } from "./fields";

/**
 * A part of the world is a tree, usually of accounts, containers and keys. A level says once, as a
 * schema, what each of them has in a world file; its kind, what control calls may change, and what
 * the world shows are derived from that.
 */
export interface Level<T extends Stored = Stored, S extends z.ZodObject = z.ZodObject> {
  readonly schema: S;
  readonly kind: Kind<T>;
  /** The field that identifies one of them. */
  readonly id: string;
  /**
   * Name under which control calls refer to one, such as `tenant`; the name of the identifying
   * field unless told otherwise.
   */
  readonly as: string;
  /** Field of a record, and its index, with the id of what it is in; absent on the first level. */
  readonly in?: string;
  /** How an id is made, where it is unique in one parent only. */
  readonly compose?: (parent: string, value: string | number) => string;
  /**
   * Lists of which a control call adds or replaces single items: by which field, and the list of
   * items to remove.
   */
  readonly merged?: Readonly<Record<string, { readonly by: string; readonly remove: string }>>;
  /**
   * What a control call does with keys: absent for accounts and containers, which are added or
   * changed by their ids.
   */
  readonly keys?: KeyChanges<T>;
  /**
   * Makes a record, without what is below. @param index position in the world file; absent for what
   * is added later
   */
  add(scope: Scope, wanted: object, parent: string, index?: number): T;
  /** Called when a record and everything below it are there. */
  filled?(scope: Scope, wanted: object, record: T): void;
  /** The record as the world shows it, with secrets and without what is below. */
  show(record: T): object;
}

/** How control calls change the keys of one system. */
export interface KeyChanges<T> {
  /**
   * Fields that count in a world file only, such as how many versions a key begins with;
   * `ageInDays` always does.
   */
  readonly seeded?: readonly string[];
  /** Fields that count for a new key only. */
  readonly fixed?: readonly string[];
  /** Does what the system's own rotation does; without it nothing rotates. */
  rotate?(scope: Scope, key: T): T;
  /** Changes fields, where replacing their values is not all. */
  alter?(scope: Scope, key: T, changes: Partial<T>): T;
}

/** The list of a level in the schema of what it is in. */
export const listOf = <T extends Stored, S extends z.ZodObject>(level: Level<T, S>) =>
  Object.assign(z.array(level.schema).default([]), { level: level as unknown as Level });

/** The levels below a schema, by the names of their lists. */
export const levelsIn = (schema: z.ZodObject): [list: string, level: Level][] =>
  Object.entries(schema.shape as Readonly<Record<string, object>>).flatMap(([list, field]) =>
    "level" in field ? [[list, field.level as Level] as [string, Level]] : [],
  );

/** The way down to the first level that is meant. */
export function levelsTo(isMeant: (level: Level) => boolean, schema: z.ZodObject): ReturnType<typeof levelsIn> {
  for (const [list, level] of levelsIn(schema)) {
    const below = isMeant(level) ? [] : levelsTo(isMeant, level.schema);
    if (isMeant(level) || below.length > 0) return [[list, level], ...below];
  }
  return [];
}

type Lists<S extends z.ZodObject> = {
  [F in keyof S["shape"]]: S["shape"][F] extends { readonly level: Level } ? F : never;
}[keyof S["shape"]];

/**
 * A record of a level: the fields of the schema, with the identifying one as its id, and what it is
 * in.
 */
type Placed<S extends z.ZodObject, I extends string, P extends string> = Stored &
  Readonly<Omit<z.infer<S>, I | Lists<S>>> &
  Readonly<Record<P, string>>;

/** A record of that level. */
export type RecordOf<L> = L extends Level<infer T, z.ZodObject> ? T : never;

interface Declaration<S extends z.ZodObject, I, P extends string, T> extends Pick<Level, "compose" | "merged"> {
  /** Name of the kind of its records. */
  readonly kind: string;
  readonly schema: S;
  readonly id: I;
  readonly as?: string;
  readonly in?: P;
  readonly indexes?: Readonly<Record<string, IndexKey<T>>>;
  readonly filled?: (scope: Scope, wanted: z.infer<S>, record: T) => void;
  /** The record as the world shows it; all of it unless told otherwise. */
  readonly show?: (record: T) => object;
}

/** The level of accounts or containers. */
export function level<
  S extends z.ZodObject,
  I extends keyof S["shape"] & string,
  P extends string = never,
  X extends object = object,
>(
  declared: Declaration<S, I, P, Placed<S, I, P> & X> & {
    /** What a record has beside the fields of the schema. */
    readonly also?: (wanted: z.infer<S>, parent: string, scope: Scope) => X;
  },
): Level<Placed<S, I, P> & X, S> {
  type Made = Placed<S, I, P> & X;
  const { schema, id, as = id, in: parentField, compose, merged } = declared;
  const lists = levelsIn(schema).map(([list]) => list);
  const index = parentField && { [parentField]: (record: Made) => record[parentField] };
  const kind = defineKind<Made>(declared.kind, { ...index, ...declared.indexes });
  return {
    ...{ schema, kind, id, as, in: parentField, compose, merged },
    add: (scope, wanted, parent) => {
      const fields = Object.entries(wanted).filter(([field]) => field !== id && !lists.includes(field));
      const value = (wanted as Record<string, string | number>)[id] ?? "";
      return scope.put(kind, {
        ...Object.fromEntries(fields),
        ...declared.also?.(wanted as z.infer<S>, parent, scope),
        ...(parentField && { [parentField]: parent }),
        id: compose === undefined ? String(value) : compose(parent, value),
        domain: outside,
      } as Made);
    },
    filled: declared.filled,
    show: declared.show ?? (({ id: own, ...facts }) => ({ [id]: own, ...facts })),
  };
}

/** The level of keys, and of what else is in a container; the system makes its records itself. */
export function keyLevel<T extends Stored, S extends z.ZodObject>(
  declared: {
    readonly kind: Kind<T>;
    readonly schema: S;
    /** Field of a record, and its index, with the id of the container. */
    readonly in: string;
    /**
     * The field by which a control call may name a key, beside the id; `name` unless told
     * otherwise.
     */
    readonly id?: string;
    readonly add: (scope: Scope, wanted: z.infer<S>, container: string, index?: number) => T;
    /** The key as the world shows it; all of it unless told otherwise. */
    readonly show?: (key: T) => object;
  } & KeyChanges<T>,
): Level<T, S> {
  const { kind, schema, in: container, id = "name", add, show = (key) => key, ...keys } = declared;
  return { ...{ kind, schema, id, as: "key", in: container, keys }, add: add, show };
}

/** Makes a record and everything below it. */
export function addTree(scope: Scope, level: Level, wanted: object, parent = "", index?: number): Stored {
  const record = level.add(scope, wanted, parent, index);
  addLists(scope, level.schema, wanted, record.id);
  level.filled?.(scope, wanted, record);
  return record;
}

/** Makes what the lists of a file, or of a control call, hold. */
export function addLists(scope: Scope, schema: z.ZodObject, lists: object, parent = ""): void {
  for (const [list, level] of levelsIn(schema)) {
    const items = (lists as Readonly<Record<string, readonly object[] | undefined>>)[list] ?? [];
    items.forEach((item, index) => addTree(scope, level, item, parent, index));
  }
}

/** A record as the world shows it, without secrets. */
export function shown<T extends Stored>(level: Level<T>, record: T): object {
  const { domain: _outside, ...facts } = level.show(record) as Partial<Stored>;
  return withoutSecrets(level.schema, facts) as object;
}

/** Everything below a schema as the world shows it. */
export function showLists(scope: Scope, schema: z.ZodObject, parent?: string): object {
  const lists = levelsIn(schema).map(([list, level]) => {
    const records = parent === undefined ? scope.all(level.kind) : scope.by(level.kind, level.in ?? "", parent);
    return [list, records.map((one) => ({ ...shown(level, one), ...showLists(scope, level.schema, one.id) }))];
  });
  return Object.fromEntries(lists) as object;
}
