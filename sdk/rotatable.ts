import { whyNotWith, whyRuledOut, type OfValue } from "../provider/lifecycle/vocabulary/ofValue";
import type { RotationScheduleArgs } from "./resources/all-systems";
import { rotatable, type KeySystem, type KeyType, type RotatableType } from "./resources/rotatable";

export type { KeySystem, KeyType, RotatableType };

/** A system, as programs name it, whose keys schedules rotate. */
export type RotatedSystem = Extract<RotationScheduleArgs["cloud"], string>;

/** Which keys the service's schedules rotate, for programs: the provider's data without its code. */

/** A type of keys that schedules rotate. */
export interface Rotatable {
  /** The system, as programs name it, whose schedules rotate them. */
  readonly system: RotatedSystem;
  /** Where their new material may come from; empty where it is always the service's own. */
  readonly sources: readonly string[];
  /**
   * Arguments of a key with which a schedule can rotate the material inside it; absent if no
   * condition applies.
   */
  readonly inPlace?: OfValue;
  /**
   * Arguments of a key that gets new material from no other source when it is rotated inside it;
   * absent if no key is such a one.
   */
  readonly otherSource?: OfValue;
  /** The argument that makes the cloud rotate the key by itself; absent where none does. */
  readonly cloudRotates?: string;
}

const all: Readonly<Record<RotatableType, Rotatable>> = rotatable;

export function rotatableNamed(type: string): Rotatable | undefined {
  return Object.hasOwn(all, type) ? all[type as RotatableType] : undefined;
}

/** The system, as programs name it, whose schedules rotate keys of this type. */
export function rotatingSystem(type: string): RotatedSystem | undefined {
  return rotatableNamed(type)?.system;
}

/**
 * Why no schedule can rotate the material inside a key that a program declares, from this source,
 * as far as its properties tell.
 */
export function whyNotDeclaredInPlace(
  type: string,
  properties: Readonly<Record<string, unknown>>,
  source: unknown = "native",
): string | undefined {
  const { inPlace, otherSource } = rotatableNamed(type) ?? {};
  return (
    (inPlace && whyNotWith(inPlace, properties[inPlace.property])) ??
    (otherSource && source !== "native" ? whyRuledOut(otherSource, properties[otherSource.property]) : undefined)
  );
}
