import * as z from "zod";
import type { Wire } from "../../api/client";
import { mergePatch } from "../../lifecycle/values/wire";
import type { Bag } from "../../lifecycle/vocabulary/definition";
import { field } from "../../lifecycle/vocabulary/field";

/** Who owns an object of the vault, and who may use it: parts of its `meta`. */

export const ownerId = field(z.string().optional(), { absent: "theirs", wire: "meta.ownerId", guards: true });

export const permissions = field(z.record(z.string(), field(z.array(z.string()), { as: "set" })).optional(), {
  absent: "theirs",
  as: "merge",
  wire: "meta.permissions",
  guards: true,
});

/**
 * The body that changes them. The service keeps metadata of its own in `meta`, which must survive
 * our change. That removed permissions need a `null` is inferred from `meta`.
 */
export function withMeta(record: Wire, inputs: Bag, changed: readonly string[]): Wire {
  const held = (record.meta ?? {}) as Bag;
  const wanted = { ownerId: inputs.ownerId, permissions: mergePatch(held.permissions, inputs.permissions ?? {}) };
  const set = Object.entries(wanted).filter(([key, value]) => value !== undefined && changed.includes(key));
  return { meta: { ...held, ...Object.fromEntries(set) } };
}
