import type { Stored } from "../../core/record";
import { outside, type Header, type Scope } from "../../core/scope";
import { synchronization, type Synchronization } from "../synchronization";
import type { RecordedKeys } from "./keys";
import type { Offered, OfferedContainer } from "./offered";

/** How the containers of one cloud are refreshed. */
export interface Refreshing<C extends OfferedContainer, K extends Header, S extends Stored> extends Pick<
  Synchronization<C>,
  "root" | "cloudName" | "containers"
> {
  readonly offered: Pick<Offered<C, Stored, unknown>, "kind" | "open" | "offerId">;
  readonly keys: RecordedKeys<K, C, S>;
  /** How long it takes, where the world says so. */
  readonly seconds: (world: Scope, container: C) => number | undefined;
  /** Records a key, and reads one again, where that is more than `keys` does. */
  readonly create?: (scope: Scope, container: C, key: S) => void;
  readonly readAgain?: (scope: Scope, record: K, key: S | undefined) => void;
  /** The line of the job for a container that was read. */
  readonly done: (container: C) => Record<string, string>;
}

/** Keys that the cloud has are recorded or read again; records whose key it no longer has are marked as gone. */
export function refresh<C extends OfferedContainer, K extends Header, S extends Stored>(
  cloud: Refreshing<C, K, S>,
): ReturnType<typeof synchronization> {
  const { root, cloudName, containers, offered, keys, create = keys.create, readAgain = keys.readAgain } = cloud;
  const remote = (scope: Scope, offer: string): S[] => scope.in(outside).by(keys.remote, keys.offer, offer);
  return synchronization<C>({
    ...{ root, cloudName, containers, kind: offered.kind, options: [] },
    effort: (scope, container) => ({
      keys: remote(scope, offered.offerId(container)).length,
      seconds: cloud.seconds(scope.in(outside), container),
    }),
    load: (scope, container) => {
      const { id } = offered.open(scope, container);
      const present = new Map(remote(scope, id).map((key) => [key.id, key]));
      for (const record of scope.by(keys.kind, keys.container, container.id)) {
        readAgain(scope, record, present.get(keys.remoteId(record)));
        present.delete(keys.remoteId(record));
      }
      for (const key of present.values()) create(scope, container, key);
      return cloud.done(container);
    },
  });
}
