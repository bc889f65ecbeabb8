import type { Stored } from "../../core/record";
import { outside, type Header, type Scope } from "../../core/scope";
import type { Part } from "../assembled";
import { synchronization, type JobWords } from "../synchronization";
import type { CloudKey, RecordedKeys } from "./keys";
import type { OfferedContainer } from "./offered";
import { placeOf } from "./place";

/** What is particular about how the containers of one cloud are refreshed. */
export interface Refreshing<C extends OfferedContainer, K extends Header, S extends Stored> {
  /** The jobs below the path of the cloud; `synchronization-jobs` unless told otherwise. */
  readonly jobs?: string;
  /** The words of the jobs, where those are others than usual. */
  readonly words?: JobWords;
  /**
   * How long it takes, where the world says so; the `refreshSeconds` of what is behind the
   * container unless told otherwise.
   */
  readonly seconds?: (world: Scope, container: C) => number | undefined;
  /** Reads a key again, where that is more than `keys` does. */
  readonly readAgain?: (scope: Scope, record: K, key: S | undefined) => void;
  /** What the job calls a container that was read; its name unless told otherwise. */
  readonly titleOf?: (container: C) => string;
  /** True where the service's scheduler has no name for it. */
  readonly unscheduled?: boolean;
}

export const usualJobs = "synchronization-jobs";

/**
 * Keys that the cloud has are recorded or read again; records whose key it no longer has are marked
 * as gone.
 */
export function refresh<K extends Header, C extends OfferedContainer, R extends Stored, S extends CloudKey>(
  keys: RecordedKeys<K, C, R, S>,
  cloud: Refreshing<C, K, S> = {},
): Part {
  const { offered } = keys;
  const { root, system, list, one } = placeOf(offered.path);
  const { jobs = usualJobs, readAgain = keys.readAgain, titleOf = offered.nameOf } = cloud;
  const { seconds = (world, container) => (offered.behind(world, container) as Timed | undefined)?.refreshSeconds } =
    cloud;
  const done = `${one} ${jobs === "refresh" ? "refreshed" : "synchronized"} successfully`;
  const remote = (scope: Scope, offer: string): S[] =>
    scope.in(outside).by(keys.remote.kind, keys.remote.in ?? "", offer);
  const parts = synchronization<C>({
    ...{ root: `${root}/${jobs}`, cloudName: system, containers: list, kind: offered.kind, options: [] },
    words: cloud.words,
    effort: (scope, container) => ({
      keys: remote(scope, offered.offerId(container)).length,
      seconds: seconds(scope.in(outside), container),
    }),
    load: (scope, container) => {
      const { id } = offered.open(scope, container);
      const present = new Map(remote(scope, id).map((key) => [key.id, key]));
      for (const record of scope.by(keys.kind, keys.container, container.id)) {
        readAgain(scope, record, present.get(keys.remoteId(record)));
        present.delete(keys.remoteId(record));
      }
      for (const key of present.values()) keys.create(scope, container, key);
      return { [titleOf(container)]: done };
    },
  });
  return cloud.unscheduled ? { ...parts, schedule: undefined } : parts;
}

/** What the world may say of what is behind a container. */
interface Timed {
  readonly refreshSeconds?: number;
}
