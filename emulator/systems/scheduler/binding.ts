import type { Call } from "../../core/scope";
import { keySource } from "../../shared/keySources";
import { placeOf } from "../../shared/scheduledRotation";
import { findJobConfig } from "./configs";

/** What a record has that a rotation schedule can be bound to. */
export interface Rotating {
  readonly auto_rotate: boolean;
  /** What happens when its time comes; empty while no schedule is bound. */
  readonly labels: Readonly<Record<string, string>>;
}

/** A record without a schedule. */
export const unbound: Rotating = { auto_rotate: false, labels: {} };

/** The schedule of a record: an index of its kind, and a filter of its list. */
export const byJobConfig = {
  job_config_id: ({ labels }: Pick<Rotating, "labels">): string | undefined => labels["job_config_id"],
};

/** Where new material for a cloud's keys can come from, unless told otherwise. */
const usualSources = ["native", "ciphertrust", "hsm-luna", "dsm", "external-cm"] as const;

/** Which schedules keys can be bound to, and what the binding says. */
interface Bindable {
  readonly cloudName: string;
  /** None where the material is always the service's own. */
  readonly sources?: readonly string[];
  /** The source where a request names none; else it must. */
  readonly source?: string;
}

/** What a request that binds a record says. */
export function bound(call: Call, { cloudName, sources = usualSources, source: usual }: Bindable): Rotating {
  const { body } = call;
  const config = findJobConfig(call, body.requiredText("job_config_id"), "cckm_key_rotation", cloudName);
  if (sources.length === 0) return { auto_rotate: true, labels: { job_config_id: config.id } };
  const source = body.choice("auto_rotate_key_source", sources) ?? usual ?? body.missing("auto_rotate_key_source");
  if (source !== "native") keySource(call, source);
  const labels = { job_config_id: config.id, auto_rotate_key_source: source, ...placeOf(body, source) };
  return { auto_rotate: true, labels };
}

/**
 * The two actions of keys that rotate.
 *
 * @param check refuses a key that cannot be bound as it is
 * @param rotation what a system calls it
 */
export const rotationActions = <T>(
  bindable: Bindable,
  check: (record: T, call: Call) => unknown = () => undefined,
  rotation = "auto-rotation",
): Readonly<Record<string, (call: Call, record: T) => Rotating>> => ({
  [`enable-${rotation}`]: (call, record) => {
    check(record, call);
    return bound(call, bindable);
  },
  [`disable-${rotation}`]: () => unbound,
});
