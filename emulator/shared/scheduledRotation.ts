import { counted } from "../core/counted";
import { ServiceError } from "../core/errors";
import { own, type Fields, type JsonObject } from "../core/fields";
import type { Outcome, ScheduledWork, Scope } from "../core/scope";
import type { Kind, Stored } from "../core/record";
import { day, hour, parseTime } from "../core/time";

/**
 * How the keys of one cloud are rotated by a schedule. All clouds share which keys are due, and
 * what a run tells.
 */
export type ScheduledRotation<K extends { readonly id: string }> = RotatedKeys<K> &
  (
    | { readonly kind: Kind<K & Stored> }
    /** The keys that are bound to that schedule, where they are of several kinds. */
    | { readonly bound: (scope: Scope, configId: string) => readonly K[] }
  );

interface RotatedKeys<K> {
  readonly cloudName: string;
  /** False for keys that a run leaves alone, such as disabled ones. */
  readonly usable: (key: K, scope: Scope) => boolean;
  /** What a failure calls the key; its id unless told otherwise. */
  readonly idOf?: (key: K) => string;
  /** When the key got the material that it has now: RFC 3339, or milliseconds since 1970. */
  readonly since: (key: K, scope: Scope) => string | number;
  /** When its material ends; absent where a cloud's keys do not expire. */
  readonly expires?: (key: K) => number | undefined;
  /** Throws ServiceError when the cloud refuses. */
  readonly rotate: (scope: Scope, key: K, params: JsonObject) => void;
}

/** "30d" or "12h" in milliseconds. */
export function durationOf(text: unknown): number | undefined {
  if (typeof text !== "string") return undefined;
  return Number(text.slice(0, -1)) * (text.endsWith("h") ? hour : day);
}

function isDue<K>(scope: Scope, rotation: RotatedKeys<K>, key: K, params: JsonObject): boolean {
  if (!rotation.usable(key, scope)) return false;
  const after = durationOf(params["rotation_after"]);
  const since = rotation.since(key, scope);
  const moment = typeof since === "number" ? since : (parseTime(since) ?? 0);
  if (after !== undefined && scope.now < moment + after) return false;
  const within = durationOf(params["expire_in"]);
  if (within === undefined) return true;
  const end = rotation.expires?.(key);
  return end !== undefined && end <= scope.now + within;
}

/** Rotates every bound key that is due. */
export function scheduledRotation<K extends { readonly id: string }>(rotation: ScheduledRotation<K>): ScheduledWork {
  const bound = (scope: Scope, configId: string): readonly K[] =>
    "kind" in rotation ? scope.by(rotation.kind, "job_config_id", configId) : rotation.bound(scope, configId);
  const { idOf = ({ id }) => id } = rotation;
  return {
    operation: "cckm_key_rotation",
    cloudName: rotation.cloudName,
    run: (scope, configId, params) => {
      const due = bound(scope, configId).filter((key) => isDue(scope, rotation, key, params));
      return each(scope, due, "rotated", idOf, (key) => rotation.rotate(scope, key, params));
    },
  };
}

/** Does the same to many keys; what one of them refuses fails the run but not the others. */
export function each<K>(
  scope: Scope,
  keys: readonly K[],
  done: string,
  idOf: (key: K) => string,
  work: (key: K) => void,
): Outcome {
  const failures: string[] = [];
  for (const key of keys) {
    try {
      scope.service.store.attempt(() => work(key));
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      failures.push(`${idOf(key)}: ${error.message}`);
    }
  }
  return {
    milliseconds: 200 + 10 * keys.length,
    result: `${keys.length - failures.length} of ${counted(keys.length, "key")} ${done}`,
    error: failures.length === 0 ? undefined : failures.join("; "),
  };
}

const places: Readonly<Record<string, string>> = {
  dsm: "auto_rotate_domain_id",
  "hsm-luna": "auto_rotate_partition_id",
  "external-cm": "auto_rotate_external_cm_domain_id",
};
export const placeNames = Object.values(places);

/**
 * The label that says where a source makes new material; a source outside the service's own vault
 * needs to be told.
 */
export function placeOf(sent: Fields, source: string): Record<string, string> {
  const place = own(places, source);
  return place === undefined ? {} : { [place]: sent.requiredText(place) };
}
