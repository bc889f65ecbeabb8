import type { Bag, ExistingObject } from "../../provider/lifecycle/vocabulary/definition";

/**
 * The declaration of one object. Its arguments are plain values, {@link Setting}s and
 * {@link Reference}s.
 */
export interface Declaration {
  found: ExistingObject;
  args: Bag;
  /** Name of the resource in the program. */
  name: string;
  /** Name of the constant. */
  identifier: string;
  /** File of the program, without its ending. */
  module: string;
  /** What stands above it, for example where it comes from. */
  comment?: string | undefined;
}

/** A value that only the user knows: it comes from the stack's configuration. */
export class Setting {
  /** Its name in the configuration. */
  key = "";
  constructor(
    /** The input it is for, and the field inside. */
    readonly path: readonly string[],
    readonly secret: boolean,
    /** TypeScript's name of its type. */
    readonly type: string,
  ) {}
}

/** Another object of the program: the resource itself, or its id. */
export class Reference {
  constructor(
    readonly to: Declaration,
    readonly whole: boolean,
  ) {}
}

/** A value that several resources of a file have in common, as a constant. */
export class Shared {
  constructor(
    readonly identifier: string,
    readonly value: unknown,
  ) {}
}

/** Every part of a value that `is` accepts. */
export function partsIn<T>(value: unknown, is: (part: unknown) => part is T): T[] {
  if (is(value)) return [value];
  if (typeof value !== "object" || value === null) return [];
  if (isAtom(value)) return [];
  return Object.values(value).flatMap((part) => partsIn(part, is));
}

/** A copy of the value with the replacements that `change` returns. */
export function mapParts(value: unknown, change: (part: unknown) => unknown): unknown {
  const changed = change(value);
  if (changed !== undefined) return changed;
  if (isAtom(value)) return value;
  if (Array.isArray(value)) return value.map((part) => mapParts(part, change));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, mapParts(part, change)]));
}

/** What is written as one expression, and not looked into. */
export const isAtom = (part: unknown): part is Setting | Reference | Shared =>
  part instanceof Setting || part instanceof Reference || part instanceof Shared;
export const isSetting = (part: unknown): part is Setting => part instanceof Setting;
export const isReference = (part: unknown): part is Reference => part instanceof Reference;
