import type { Stored } from "../../core/record";
import { outside, type Scope } from "../../core/scope";
import type { Container } from "../containers";
import { synchronization, type Synchronization } from "../synchronization";

/** What a refresh compares: records of keys, and keys as the cloud has them. */
export interface Refreshing<C extends Container, K, S extends Stored> extends Pick<
  Synchronization<C>,
  "root" | "cloudName" | "containers" | "kind"
> {
  /** What is behind a container; throws when it cannot be reached. */
  readonly open: (scope: Scope, container: C) => Stored;
  /** Id of what is behind it, whether or not it can be reached. */
  readonly offerId: (container: C) => string;
  /** How long it takes, where the world says so. */
  readonly seconds: (world: Scope, container: C) => number | undefined;
  readonly records: (scope: Scope, container: C) => readonly K[];
  readonly remote: (world: Scope, offer: string) => readonly S[];
  /** Id of a record's key in the cloud. */
  readonly remoteId: (record: K) => string;
  readonly create: (scope: Scope, container: C, key: S) => void;
  /** Reads the key again; without one it is marked as gone. */
  readonly readAgain: (scope: Scope, record: K, key: S | undefined) => void;
  /** The line of the job for a container that was read. */
  readonly done: (container: C) => Record<string, string>;
}

/** Keys that the cloud has are recorded or read again; records whose key it no longer has are marked as gone. */
export function refresh<C extends Container, K, S extends Stored>(
  cloud: Refreshing<C, K, S>,
): ReturnType<typeof synchronization> {
  const { root, cloudName, containers, kind } = cloud;
  return synchronization<C>({
    ...{ root, cloudName, containers, kind, options: [] },
    effort: (scope, container) => ({
      keys: cloud.remote(scope.in(outside), cloud.offerId(container)).length,
      seconds: cloud.seconds(scope.in(outside), container),
    }),
    load: (scope, container) => {
      const { id } = cloud.open(scope, container);
      const present = new Map(cloud.remote(scope.in(outside), id).map((key) => [key.id, key]));
      for (const record of cloud.records(scope, container)) {
        cloud.readAgain(scope, record, present.get(cloud.remoteId(record)));
        present.delete(cloud.remoteId(record));
      }
      for (const key of present.values()) cloud.create(scope, container, key);
      return cloud.done(container);
    },
  });
}
