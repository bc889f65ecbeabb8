import { createHash } from "node:crypto";
import { invalid } from "../core/errors";
import { type Fields, own } from "../core/fields";
import type { KeySource, Scope } from "../core/scope";
import type { HeldKey, SourceKey, SourceShape } from "../core/sourceKey";

const sameTier: Readonly<Record<string, string>> = { ciphertrust: "local", "luna-hsm": "hsm-luna" };

export function keySource(scope: Scope, tier: string): KeySource {
  const name = own(sameTier, tier) ?? tier;
  const source = scope.service.systems
    .map((system) => own(system.keySources, name))
    .find((found) => found !== undefined);
  if (source === undefined) throw invalid(`keys of the tier ${tier} are not available`);
  return source;
}

/** What keeps a key of another shape than AES-256 from being held for a cloud. */
export const unfitShape = ({ algorithm, size }: Pick<SourceKey, "algorithm" | "size">): string[] =>
  algorithm === "AES" && size === 256 ? [] : [`it is ${algorithm}-${size}, not AES-256`];

/** A key that stays where it is, and works there for a cloud. */
export function heldKey(scope: Scope, tier: string, reference: string): HeldKey | undefined {
  const { hold } = keySource(scope, tier);
  if (hold === undefined) throw invalid(`keys of the tier ${tier} cannot be held for a cloud`);
  return hold(scope, reference);
}

/** The container of new material that the labels of a key with a rotation schedule name. */
export function sourceContainer(labels: Readonly<Record<string, string>>): string | undefined {
  const { auto_rotate_partition_id, auto_rotate_domain_id, auto_rotate_external_cm_domain_id } = labels;
  return auto_rotate_partition_id ?? auto_rotate_domain_id ?? auto_rotate_external_cm_domain_id;
}

/**
 * New material for a key that a schedule rotates, from where its labels say; none where the cloud
 * makes it itself.
 */
export function scheduledMaterial(
  scope: Scope,
  labels: Readonly<Record<string, string>>,
  name: string,
  shape: () => SourceShape,
): SourceKey | undefined {
  const tier = labels["auto_rotate_key_source"] ?? "native";
  if (tier === "native") return undefined;
  return keySource(scope, tier).create(scope, shape(), `${name}-${scope.now}`, sourceContainer(labels));
}

/**
 * What stands for the material of a key outside the service: the same for the same id, and nothing
 * else about it.
 */
export const fingerprintOf = (id: string): string =>
  createHash("sha256").update(`material of ${id}`).digest("hex").toUpperCase();

/** The tier that a request names under `source_key_tier`, the service's own vault by default. */
export const tierOf = (body: Fields): string => body.text("source_key_tier")?.toLowerCase() ?? "local";

/** The source key that a request names; undefined when it names none. */
export function findSource(scope: Scope, body: Fields, field: string): SourceKey | undefined {
  const reference = body.text(field);
  if (reference === undefined) return undefined;
  const source = keySource(scope, tierOf(body)).find(scope, reference);
  if (source === undefined) throw invalid(`${field}: there is no source key ${reference}`);
  return source;
}

export function needSource(scope: Scope, body: Fields, field: string): SourceKey {
  return findSource(scope, body, field) ?? body.missing(field);
}
