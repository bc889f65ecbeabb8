/** What one value of a property alone makes possible, or rules out. */
export interface OfValue {
  readonly property: string;
  /** The value, which is also the property's default. */
  readonly value: string;
  /** Why it is not possible. `{}` stands for the value that the property has instead. */
  readonly why: string;
}

/** Why it is not possible with the given value; `undefined` where it is. */
export function whyNotWith({ value, why }: OfValue, given: unknown): string | undefined {
  const found = typeof given === "string" && given !== "" ? given : value;
  return found === value ? undefined : why.replace("{}", found);
}

/**
 * Why the given value rules it out; `undefined` where it does not. A value that is not known yet
 * does not.
 */
export function whyRuledOut({ value, why }: OfValue, given: unknown): string | undefined {
  return given === undefined || given === value ? why : undefined;
}
