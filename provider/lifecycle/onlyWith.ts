/** What is only possible with one value of a property. */
export interface OnlyWith {
  readonly property: string;
  /** The value, which is also the property's default. */
  readonly value: string;
  /** Why it is not possible with another value, represented by `{}`. */
  readonly why: string;
}

/** Why it is not possible with the given value; `undefined` where it is. */
export function whyNotWith({ value, why }: OnlyWith, given: unknown): string | undefined {
  const found = typeof given === "string" && given !== "" ? given : value;
  return found === value ? undefined : why.replace("{}", found);
}
