import { randomUUID } from "node:crypto";
import type * as z from "zod";
import type { ServiceError } from "../../core/errors";
import type { IndexKey, Kind, Stored } from "../../core/record";
import { outside, type Scope } from "../../core/scope";
import { defineKind } from "../../core/store";
import { day, formatTime } from "../../core/time";
import { idFrom } from "./fields";
import { keyLevel, type KeyChanges, type Level } from "./level";

/** How a key comes into being: now, or in the past where a world file holds it. */
interface Birth {
  readonly id: string;
  readonly container: string;
  /** The same in every run; absent for a key that did not come from a world file. */
  readonly seed?: string;
  readonly createdAt: string;
  /** When each of that many versions was made: they are spread evenly over the life of the key. */
  readonly versions: (count: number) => readonly string[];
}

/**
 * What a new key is made from: the fields of the schema, of which those that it begins with may be
 * left out.
 */
type NewKey<S extends z.ZodObject, F extends string> = Omit<z.infer<S>, F | "ageInDays"> & Partial<z.infer<S>>;

/**
 * A key: the fields of the schema without those that it only begins with, what it is in, and what
 * else it has.
 */
type KeyOf<S extends z.ZodObject, P extends string, F extends string, X> = Stored &
  Readonly<Omit<z.infer<S>, F | "ageInDays" | keyof X>> &
  Readonly<Record<P, string>> & { readonly createdAt: string } & Readonly<X>;

interface Declaration<S extends z.ZodObject, P extends string, F extends string, X, T> extends Pick<
  KeyChanges<T>,
  "seeded" | "fixed"
> {
  /** Name of the kind of its records. */
  readonly kind: string;
  /** What a key has in a world file, with its `name`. */
  readonly schema: S;
  /** Field of a key, and its index, with the id of the container. */
  readonly in: P;
  /**
   * Fields that a key does not keep, beside `ageInDays`: what it begins with, such as how many
   * versions.
   */
  readonly begins?: readonly F[];
  /**
   * What a key has beside the fields of the schema, or instead of one. Throws where the system
   * makes no such key.
   */
  readonly also?: (wanted: NewKey<S, F>, birth: Birth, scope: Scope) => X;
  /** What a rotation changes; without it nothing rotates. */
  readonly rotated?: (key: T, now: string) => Partial<T>;
  /** What a control call changes, where replacing the values of fields is not all. */
  readonly altered?: (key: T, changes: Partial<z.infer<S>>) => Partial<T>;
  /** Refuses a name that another key of the container has; without it, names may repeat. */
  readonly taken?: (name: string) => ServiceError;
  readonly indexes?: Readonly<Record<string, IndexKey<T>>>;
  /** The key as the world shows it; all of it but its container unless told otherwise. */
  readonly show?: (key: T) => object;
}

/**
 * The keys of one external system, which are made in the same way by a world file, a control call
 * and the service.
 */
export interface WorldKeys<T extends Stored, S extends z.ZodObject, W> extends Level<T, S> {
  readonly create: (scope: Scope, container: string, wanted: W) => T;
  readonly change: (scope: Scope, key: T, changes: Partial<T>) => T;
  /** Does what the system's own rotation does. */
  readonly rotate: (scope: Scope, key: T) => T;
  /** The key of that name in a container. */
  readonly named: (scope: Scope, container: string, name: string) => T | undefined;
}

const nameOf = (key: object): string => String((key as { readonly name?: unknown }).name);

/** @param age days since the key was made @param seed makes its id the same in every run */
function birthOf(scope: Scope, container: string, age: number, seed?: string): Birth {
  const bornAgo = (part: number): string => formatTime(scope.now - age * part * day);
  return {
    id: seed === undefined ? randomUUID() : idFrom(seed),
    container,
    seed,
    createdAt: bornAgo(1),
    versions: (count) => Array.from({ length: count }, (_, n) => bornAgo((count - n) / count)),
  };
}

/** The level of the keys in a cloud; they are also found by an index `name`, of container and name. */
export function worldKeys<
  S extends z.ZodObject,
  P extends string,
  F extends keyof z.infer<S> & string = never,
  X extends object = object,
>(declared: Declaration<S, P, F, X, KeyOf<S, P, F, X>>): WorldKeys<KeyOf<S, P, F, X>, S, NewKey<S, F>> {
  type Key = KeyOf<S, P, F, X>;
  const { in: container, indexes, rotated, altered, ...level } = declared;
  const placeOf = (key: Key): string => key[container];
  const name = (key: Key): string => `${placeOf(key)}/${nameOf(key)}`;
  const kind = defineKind<Key>(declared.kind, { [container]: placeOf, name, ...indexes });
  const change = (scope: Scope, key: Key, changes: object): Key => scope.in(outside).put(kind, { ...key, ...changes });
  const rotate = (scope: Scope, key: Key): Key => change(scope, key, rotated?.(key, scope.service.clock.stamp()) ?? {});
  const alter = altered && ((scope: Scope, key: Key, changes: object) => change(scope, key, altered(key, changes)));
  return {
    ...keyLevel<Key, S>({
      show: ({ [container]: _place, ...key }) => key,
      ...level,
      ...{ kind, in: container, alter, rotate: rotated && rotate },
      add: (scope, wanted, place, index) => {
        const { ageInDays = 0 } = wanted as { readonly ageInDays?: number };
        const seed = index === undefined ? undefined : `${place}/${nameOf(wanted)}`;
        return make(scope, declared, kind, wanted as object as NewKey<S, F>, birthOf(scope, place, ageInDays, seed));
      },
    }),
    create: (scope, place, wanted) => make(scope, declared, kind, wanted, birthOf(scope, place, 0)),
    change,
    rotate,
    named: (scope, place, called) => named(scope, kind, place, called),
  };
}

const named = <T extends Stored>(scope: Scope, kind: Kind<T>, place: string, name: string): T | undefined =>
  scope.in(outside).by(kind, "name", `${place}/${name}`)[0];

function make<S extends z.ZodObject, P extends string, F extends string, X, T extends Stored>(
  scope: Scope,
  { in: container, begins = [], also, taken }: Declaration<S, P, F, X, T>,
  kind: Kind<T>,
  wanted: NewKey<S, F>,
  birth: Birth,
): T {
  const name = nameOf(wanted);
  if (taken !== undefined && named(scope, kind, birth.container, name) !== undefined) throw taken(name);
  const dropped: readonly string[] = [...begins, "ageInDays"];
  return scope.in(outside).put(kind, {
    ...{ id: birth.id, domain: outside, [container]: birth.container, createdAt: birth.createdAt },
    ...Object.fromEntries(Object.entries(wanted).filter(([field]) => !dropped.includes(field))),
    ...also?.(wanted, birth, scope),
  } as unknown as T);
}
