import { ServiceError } from "../core/errors";
import type { JsonObject } from "../core/fields";
import type { Scope } from "../core/scope";
import type { ScheduledWork } from "../core/system";
import { day, hour } from "../core/time";

/** How the keys of one cloud are rotated by a schedule. All clouds share which keys are due, and what a run tells. */
export interface ScheduledRotation<K> {
  readonly cloudName: string;
  /** The keys that are bound to that schedule. */
  readonly bound: (scope: Scope, configId: string) => readonly K[];
  /** False for keys that a run leaves alone, such as disabled ones. */
  readonly usable: (key: K) => boolean;
  readonly idOf: (key: K) => string;
  /** When the key got the material that it has now, in milliseconds since 1970. */
  readonly since: (key: K) => number;
  /** When its material ends; absent where a cloud's keys do not expire. */
  readonly expires?: (key: K) => number | undefined;
  /** Throws ServiceError when the cloud refuses. */
  readonly rotate: (scope: Scope, key: K, params: JsonObject) => void;
}

/** "30d" or "12h" in milliseconds. */
function milliseconds(text: unknown): number | undefined {
  if (typeof text !== "string") return undefined;
  return Number(text.slice(0, -1)) * (text.endsWith("h") ? hour : day);
}

function isDue<K>(scope: Scope, rotation: ScheduledRotation<K>, key: K, params: JsonObject): boolean {
  if (!rotation.usable(key)) return false;
  const after = milliseconds(params["rotation_after"]);
  if (after !== undefined && scope.now < rotation.since(key) + after) return false;
  const within = milliseconds(params["expire_in"]);
  if (within === undefined) return true;
  const end = rotation.expires?.(key);
  return end !== undefined && end <= scope.now + within;
}

/** Rotates every bound key that is due; what one key refuses fails the run but not the other keys. */
export function scheduledRotation<K>(rotation: ScheduledRotation<K>): ScheduledWork {
  return {
    operation: "cckm_key_rotation",
    cloudName: rotation.cloudName,
    run: (scope, configId, params) => {
      const due = rotation.bound(scope, configId).filter((key) => isDue(scope, rotation, key, params));
      const failures: string[] = [];
      for (const key of due) {
        try {
          scope.service.store.attempt(() => rotation.rotate(scope, key, params));
        } catch (error) {
          if (!(error instanceof ServiceError)) throw error;
          failures.push(`${rotation.idOf(key)}: ${error.message}`);
        }
      }
      const result = `${due.length - failures.length} of ${due.length} keys rotated`;
      const error = failures.length === 0 ? undefined : failures.join("; ");
      return { milliseconds: 200 + 10 * due.length, result, error };
    },
  };
}
