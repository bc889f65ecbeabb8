import { invalid } from "../core/errors";
import type { Fields } from "../core/fields";
import type { Scope } from "../core/scope";
import { own } from "../core/fields";

/** A key whose material can be brought into a cloud. */
export interface SourceKey {
  readonly id: string;
  readonly name: string;
  readonly tier: string;
  /** AES, RSA, EC, HMAC-SHA256 and so on, in upper case. */
  readonly algorithm: string;
  /** Bits. */
  readonly size: number;
  readonly curve?: string;
  /** The same for the same material, and nothing else about it. */
  readonly fingerprint: string;
  readonly containerId: string;
  readonly containerName: string;
}

export type SourceShape = Pick<SourceKey, "algorithm" | "size" | "curve">;

/** A place that source keys come from; the system that keeps them registers it by tier. */
export interface KeySource {
  readonly find: (scope: Scope, reference: string) => SourceKey | undefined;
  /**
   * Makes a new key of that shape, for rotations that bring their own material.
   * @param container id of the container to make it in, for tiers that have containers; the first one without it
   */
  readonly create: (scope: Scope, shape: SourceShape, name: string, container?: string) => SourceKey;
}

const sameTier: Readonly<Record<string, string>> = { ciphertrust: "local", "luna-hsm": "hsm-luna" };

export function keySource(scope: Scope, tier: string): KeySource {
  const name = own(sameTier, tier) ?? tier;
  const source = scope.service.systems
    .map((system) => own(system.keySources, name))
    .find((found) => found !== undefined);
  if (source === undefined) throw invalid(`keys of the tier ${tier} are not available`);
  return source;
}

/** The container of new material that the labels of a key with a rotation schedule name. */
export function sourceContainer(labels: Readonly<Record<string, string>>): string | undefined {
  const { auto_rotate_partition_id, auto_rotate_domain_id, auto_rotate_external_cm_domain_id } = labels;
  return auto_rotate_partition_id ?? auto_rotate_domain_id ?? auto_rotate_external_cm_domain_id;
}

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
