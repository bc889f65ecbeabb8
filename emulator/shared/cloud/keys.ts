import type { IndexKey, Kind, Stored } from "../../core/record";
import { addresses, type Header, type Scope } from "../../core/scope";
import { defineKind } from "../../core/store";
import type { Offered, OfferedContainer } from "./offered";
import { placeOf } from "./place";

/** What records of versions are removed by, together with the record of their key. */
interface Versions<K, S> {
  readonly kind: Kind<never>;
  /** Index of the kind by the id of the key's record. */
  readonly of: string;
  /** Brings the records of versions in line with the key's. */
  readonly record: (scope: Scope, record: K, key: S, details: Partial<K>) => void;
}

/** A key as a cloud has it. */
export interface CloudKey extends Stored {
  readonly name: string;
}

/**
 * How the keys of one cloud are recorded: a record says what the service knew at the last action on
 * it, or refresh.
 */
interface Recording<K extends Header, C extends OfferedContainer, R extends Stored, S extends CloudKey> {
  /** What the keys are in. */
  readonly offered: Offered<C, R, unknown>;
  /** Field of a record, and its index, with the id of the container. */
  readonly container: string;
  /** Id in the cloud of a record's key. */
  readonly remoteId: (record: K) => string;
  /** Keys as the cloud has them, and their index by the id of what is behind a container. */
  readonly remote: { readonly kind: Kind<S>; readonly in?: string };
  /** What a record says of its container, and what it begins with. */
  readonly begin: (container: C, key: S) => Partial<K>;
  /** What a record says of the key itself. */
  readonly describe: (key: S) => Partial<K>;
  /**
   * What stands before the id in the last part of a record's URI; name and hyphen unless told
   * otherwise.
   */
  readonly tail?: (key: S) => string;
  /** How a record says that it was read, and whether the cloud still has the key. */
  readonly read: (gone: boolean, now: string) => Partial<K>;
  readonly versions?: Versions<K, S>;
}

/** A cloud's keys with the two ways to record one. */
export interface RecordedKeys<
  K extends Header,
  C extends OfferedContainer,
  R extends Stored,
  S extends CloudKey,
> extends Recording<K, C, R, S> {
  readonly kind: Kind<K>;
  /** Makes the record of a key that the cloud has. */
  readonly create: (scope: Scope, container: C, key: S, details?: Partial<K>) => K;
  /** Notes what the cloud says of a key now; one that it no longer has is marked as gone. */
  readonly readAgain: (scope: Scope, record: K, key: S | undefined, changes?: Partial<K>) => K;
  /** Drops what the service knows of a key's versions. */
  readonly forgetVersions: (scope: Scope, record: K) => void;
  /** Drops what the service knows of a key; the cloud keeps it. */
  readonly forget: (scope: Scope, record: K) => void;
  /** Does so with every key of a container. */
  readonly forgetIn: (scope: Scope, container: C) => void;
}

/** The record of those keys. */
export type KeyRecord<R> = R extends { readonly kind: Kind<infer K> } ? K : never;

/** How a record says that it was read unless told otherwise. */
const usualRead = (gone: boolean, refreshed_at: string) => ({ gone, refreshed_at });
type UsualRead = Readonly<ReturnType<typeof usualRead>>;

/** What a record consists of: what it begins with, what it says of the key, and how it was read. */
type Composed<B, D, R> = Header & Readonly<B> & Readonly<D> & Readonly<R>;

/** How records are declared: of what these return, a record consists. */
type Declared<C extends OfferedContainer, O extends Stored, S extends CloudKey, B, D, R> = Omit<
  Recording<NoInfer<Composed<B, D, R>>, C, O, S>,
  "begin" | "describe" | "read" | "container" | "versions"
> & {
  readonly begin: (container: C, key: S) => B;
  readonly describe: (key: S) => D;
  readonly read?: (gone: boolean, now: string) => R;
  readonly container: keyof B & string;
  readonly versions?: Versions<NoInfer<Composed<B, D, R>>, S>;
  /** The values that a reference may use instead of the id; name and URI unless told otherwise. */
  readonly address?: IndexKey<NoInfer<Composed<B, D, R>>>;
  /**
   * Further indexes; what they read is not compared with a record, whose type would have to be
   * known before it is inferred.
   */
  readonly indexes?: Readonly<Record<string, IndexKey<never>>>;
};

export function recordedKeys<
  C extends OfferedContainer,
  O extends Stored,
  S extends CloudKey,
  B extends object,
  D extends object,
  R extends object = UsualRead,
>(declared: Declared<C, O, S, B, D, R>): RecordedKeys<Composed<B, D, R>, C, O, S> {
  type K = Composed<B, D, R>;
  const { offered, container, indexes, address = addresses } = declared;
  const kind = defineKind<K>(`${placeOf(offered.path).system}-keys`, {
    address,
    [container]: (record) => String(record[container]),
    ...(indexes as Readonly<Record<string, IndexKey<K>>> | undefined),
  });
  const cloud = { read: usualRead, ...declared, kind } as unknown as OfKind<K, C, O, S>;
  return { ...cloud, ...recorded(cloud), ...forgotten(cloud) };
}

type OfKind<K extends Header, C extends OfferedContainer, O extends Stored, S extends CloudKey> = {
  readonly kind: Kind<K>;
} & Recording<K, C, O, S>;

function recorded<K extends Header, C extends OfferedContainer, O extends Stored, S extends CloudKey>({
  kind,
  offered,
  begin,
  describe,
  tail = ({ name }) => `${name}-`,
  read,
  versions,
}: OfKind<K, C, O, S>): Pick<RecordedKeys<K, C, O, S>, "create" | "readAgain"> {
  return {
    create: (scope, container, key, details = {}) => {
      const header = scope.header(`cckm:${placeOf(offered.path).system}-key`, tail(key));
      const facts = { ...begin(container, key), ...read(false, header.createdAt), ...describe(key), ...details };
      const record = scope.put(kind, { ...header, ...facts } as unknown as K);
      versions?.record(scope, record, key, details);
      return record;
    },
    readAgain: (scope, record, key, changes = {}) => {
      if (key !== undefined) versions?.record(scope, record, key, changes);
      const now = read(key === undefined, scope.service.clock.stamp());
      return scope.change(kind, record, { ...now, ...(key && describe(key)), ...changes });
    },
  };
}

function forgotten<K extends Header, C extends OfferedContainer, O extends Stored, S extends CloudKey>({
  kind,
  container,
  versions,
}: OfKind<K, C, O, S>): Pick<RecordedKeys<K, C, O, S>, "forgetVersions" | "forget" | "forgetIn"> {
  const forgetVersions = (scope: Scope, { id }: K): void => {
    if (versions !== undefined)
      for (const version of scope.by(versions.kind, versions.of, id)) scope.remove(versions.kind, version);
  };
  const forget = (scope: Scope, record: K): void => {
    forgetVersions(scope, record);
    scope.remove(kind, record);
  };
  return {
    forgetVersions,
    forget,
    forgetIn: (scope, { id }) => scope.by(kind, container, id).forEach((record) => forget(scope, record)),
  };
}
