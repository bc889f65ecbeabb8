import { whyNotWith, whyRuledOut, type OfValue } from "../provider/lifecycle/vocabulary/ofValue";
import type { Upload } from "../provider/lifecycle/vocabulary/upload";
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
  /** Absent where the holder makes the material of each such key, or of none. */
  readonly upload?: Upload;
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

/**
 * Why a key that a program declares must not get material of its holder, and what to do: a clause.
 * Without a source, its holder makes it.
 */
export function whyNotNative(
  type: string,
  properties: Readonly<Record<string, unknown>>,
  source: unknown,
): string | undefined {
  const { sources = [], upload } = rotatableNamed(type) ?? {};
  if (!upload || !(source === undefined || source === "native")) return undefined;
  const takesOnly = upload.only !== undefined && properties[upload.only] === true;
  const by = upload.by.find((name) => (properties[name] ?? undefined) !== undefined);
  if (!takesOnly && (by === undefined || source === "native")) return undefined;
  const why = takesOnly
    ? `takes uploaded material only (${upload.only}), and the rotation to material of its holder would fail`
    : `has uploaded material (${by}), and its holder would make the new one`;
  const others = [
    ...(sources.includes("ciphertrust") ? ['source: "ciphertrust" (new material of the service\'s own vault)'] : []),
    ...(takesOnly ? [] : ['source: "native" (to let the holder make it)']),
  ];
  return `${why}: put it into a policy with ${others.join(" or ")}; or leave it out, and ${upload.again}`;
}
