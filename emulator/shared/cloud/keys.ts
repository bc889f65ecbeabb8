import type { Kind, Stored } from "../../core/record";
import type { Header, Scope } from "../../core/scope";

/** How the keys of one cloud are recorded: a record says what the service knew at the last action on it, or refresh. */
export interface KeyRecords<K extends Header, C extends Header, S extends Stored> {
  readonly kind: Kind<K>;
  /** Index of the kind by the id of the container. */
  readonly container: string;
  /** Id in the cloud of a record's key. */
  readonly remoteId: (record: K) => string;
  /** Keys as the cloud has them, and their index by the id of what is behind a container. */
  readonly remote: Kind<S>;
  readonly offer: string;
  /** Middle of a record's URI, such as "cckm:sap-key". */
  readonly path: string;
  readonly nameOf: (key: S) => string;
  /** What a record says of its container, and what it begins with. */
  readonly begin: (container: C, key: S) => Partial<K>;
  /** What a record says of the key itself. */
  readonly describe: (key: S) => Partial<K>;
  /** How a record says that it was read, and whether the cloud still has the key. */
  readonly read: (gone: boolean, now: string) => Partial<K>;
  /** Brings the records of versions in line with the key's. */
  readonly versions?: (scope: Scope, record: K, key: S, details: Partial<K>) => void;
}

/** A cloud's keys with the two ways to record one. */
export interface RecordedKeys<K extends Header, C extends Header, S extends Stored> extends KeyRecords<K, C, S> {
  /** Makes the record of a key that the cloud has. */
  readonly create: (scope: Scope, container: C, key: S, details?: Partial<K>) => K;
  /** Notes what the cloud says of a key now; one that it no longer has is marked as gone. */
  readonly readAgain: (scope: Scope, record: K, key: S | undefined, changes?: Partial<K>) => K;
}

export function recordedKeys<K extends Header, C extends Header, S extends Stored>(
  cloud: KeyRecords<K, C, S>,
): RecordedKeys<K, C, S> {
  const { kind, path, nameOf, begin, describe, read, versions } = cloud;
  return {
    ...cloud,
    create: (scope, container, key, details = {}) => {
      const header = scope.header(path, `${nameOf(key)}-`);
      const facts = { ...begin(container, key), ...read(false, header.createdAt), ...describe(key), ...details };
      const record = scope.put(kind, { ...header, ...facts } as unknown as K);
      versions?.(scope, record, key, details);
      return record;
    },
    readAgain: (scope, record, key, changes = {}) => {
      if (key !== undefined) versions?.(scope, record, key, changes);
      const facts = key === undefined ? undefined : describe(key);
      return scope.change(kind, record, {
        ...read(key === undefined, scope.service.clock.stamp()),
        ...facts,
        ...changes,
      });
    },
  };
}
