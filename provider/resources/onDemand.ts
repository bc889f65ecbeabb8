import type { Api, Wire } from "../api/client";
import type { Scope } from "../lifecycle/vocabulary/definition";
import type { Upload } from "../lifecycle/vocabulary/upload";

/** How a key of one type is rotated at once, and what proves that it was. */
export interface OnDemandRotation {
  /** The current key, `undefined` if there is none: rotation may have replaced the one with this id. */
  find(api: Api, id: string): Promise<Wire | undefined>;
  /** What the key uses now. */
  current(api: Api, key: Wire): Material | Promise<Material>;
  /**
   * Calls the service. What an interrupted rotation has begun is continued where the service allows
   * it.
   */
  rotate(scope: Pick<Scope, "api" | "label" | "poll" | "progress">, key: Wire): Promise<unknown>;
  /** Puts new material to use where the service does not do it by itself. Idempotent. */
  putToUse?(api: Api, key: Wire, material: Material): Promise<unknown>;
  /**
   * Why this key cannot be rotated at once, and what to do instead: a clause; `undefined` if it
   * can.
   */
  refuses?(key: Wire): string | undefined;
  /** What the service says of a rotation that failed: a clause; `undefined` where it says nothing. */
  failure?(api: Api, key: Wire): Promise<string | undefined>;
  /** What a rotation does: a phrase. */
  effect(key: Wire): string;
  /** Where no public source shows when material was made: what shows a rotation, as a clause. */
  readonly undated?: string;
}

/** The material that a key uses. */
export interface Material {
  /** Other material has another one: that is the proof of a rotation. */
  readonly id: string;
  /** When it was made, RFC 3339; `undefined` where the service does not say. */
  readonly made?: string | undefined;
  /** Why it is not used yet: a clause; absent once it is. */
  readonly waits?: string | undefined;
}

/**
 * For keys whose material may be the user's own, uploaded from another key: new material by their
 * holder would end that without anybody having asked for it.
 */
export const unlessUploaded =
  ({ again }: Upload) =>
  ({ key_material_origin: origin }: Wire): string | undefined =>
    ["cckm", "ciphertrust"].includes(String(origin).toLowerCase())
      ? `its material was uploaded, and new material would be its holder's own: ${again}`
      : undefined;

/** The newest of some versions, by their numbers; `undefined` when there is none. */
export const newestByNumber = (versions: readonly Wire[]): Wire | undefined =>
  [...versions].sort((a, b) => Number(b.version) - Number(a.version))[0];
