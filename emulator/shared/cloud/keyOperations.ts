import { collection, type Collection } from "../../core/collection";
import { badRequest, type ServiceError } from "../../core/errors";
import { outside, type Call, type Header, type Operations, type Scope } from "../../core/scope";
import type { Stored } from "../../core/record";
import { namedContainer } from "../containers";
import type { CloudKey, RecordedKeys } from "./keys";
import type { OfferedContainer } from "./offered";
import { placeOf } from "./place";

/** What the service does with the keys of one cloud. */
export interface KeyOperations<
  K extends Header,
  C extends OfferedContainer,
  R extends Stored,
  S extends CloudKey,
  W,
> extends Pick<Collection<K>, "view" | "part" | "filters" | "computed" | "actions"> {
  readonly keys: RecordedKeys<K, C, R, S>;
  /** What a record calls its key; its `name` unless told otherwise. */
  readonly nameOf?: (record: K) => string;
  /** The cloud's refusal where it has no such key any more. */
  readonly missing?: (record: K) => ServiceError;
  /** Refuses a record that nothing can be done with. */
  readonly refuse?: (record: K) => void;
  /** The field of a request that names the container; the one of records unless told otherwise. */
  readonly within?: string;
  /** Reads what a request wants, before the container is opened. */
  readonly wanted: (call: Call, container: C) => W;
  /** Makes the key in the cloud, in what has that id. */
  readonly make: (scope: Scope, place: string, wanted: W, behind: R) => S;
  /** PATCH: changes the key in the cloud. */
  readonly change?: (call: Call, key: S) => S;
  /** What else a record says once its key is deleted in the cloud. */
  readonly deleted?: Partial<K>;
  /** Refuses to delete the key in the cloud. */
  readonly keep?: (key: S) => void;
}

/** Those operations, and what others do with a key by the same rules. */
export interface OperatedKeys<K extends Header, C extends OfferedContainer, R extends Stored, S extends CloudKey, W> {
  readonly keys: RecordedKeys<K, C, R, S>;
  readonly operations: Operations;
  /** What a record calls its key. */
  readonly nameOf: (record: K) => string;
  /** Makes a key in a container. */
  readonly create: (scope: Scope, container: C, wanted: W) => K;
  /** What is behind the container of a key, which must let the service in. */
  readonly open: (scope: Scope, record: K) => R;
  /** The key in the cloud, reached through its container. */
  readonly reach: (scope: Scope, record: K) => S;
  /** Does something to the key in the cloud, after which the record says so. */
  readonly apply: (scope: Scope, record: K, work: (key: S) => S | undefined, changes?: Partial<K>) => K;
}

/**
 * List, read and remove records, make keys, change them, and delete them in the cloud, where the
 * record stays.
 */
export function keyOperations<K extends Header, C extends OfferedContainer, R extends Stored, S extends CloudKey, W>(
  cloud: KeyOperations<K, C, R, S, W>,
): OperatedKeys<K, C, R, S, W> {
  const { keys, within = cloud.keys.container, wanted, change, actions, ...rest } = cloud;
  const { offered } = keys;
  const { nameOf = (record: K) => nameIn(cloud.part, record) } = cloud;
  const { missing = (record) => badRequest(`${offered.title}: there is no key ${nameOf(record)}`) } = cloud;
  const open = (scope: Scope, record: K): R =>
    offered.open(scope, scope.need(offered.kind, String(keys.kind.indexes[keys.container]?.(record))));
  const reach = (scope: Scope, record: K): S => {
    cloud.refuse?.(record);
    open(scope, record);
    const key = scope.in(outside).get(keys.remote.kind, keys.remoteId(record));
    if (key === undefined) throw missing(record);
    return key;
  };
  const apply = (scope: Scope, record: K, work: (key: S) => S | undefined, changes?: Partial<K>): K =>
    keys.readAgain(scope, record, work(reach(scope, record)), changes);
  const create = (scope: Scope, container: C, facts: W): K => {
    const behind = offered.open(scope, container);
    return keys.create(scope, container, cloud.make(scope, behind.id, facts, behind));
  };
  const remove = (scope: Scope, key: S): undefined => {
    cloud.keep?.(key);
    scope.in(outside).remove(keys.remote.kind, key);
  };
  const operations = collection<K>({
    ...rest,
    path: `${placeOf(offered.path).root}/keys`,
    kind: keys.kind,
    create: (call) => {
      const container = namedContainer(call, offered.kind, within, offered.called);
      return create(call, container, wanted(call, container));
    },
    ...(change && { change: (call, record) => apply(call, record, (key) => change(call, key)) }),
    // Drops the service's record only; the next refresh brings it back while the cloud has the key.
    remove: keys.forgetVersions,
    actions: { delete: (call, record) => apply(call, record, (key) => remove(call, key), cloud.deleted), ...actions },
  });
  return { keys, operations, nameOf, create, open, reach, apply };
}

/** What a record calls its key. */
function nameIn(part: string | undefined, record: object): string {
  const fields = record as Readonly<Record<string, unknown>>;
  const { name = fields["name"] } = (part === undefined ? fields : fields[part]) as { readonly name?: unknown };
  return String(name);
}
