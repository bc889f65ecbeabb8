/** What is possible with one value of a property alone. */
export interface OnlyWith {
  readonly property: string;
  /** The value, which is also what a missing property stands for. */
  readonly value: string;
  /** Why it is not possible with another value, for which `{}` stands. */
  readonly why: string;
}

/** Why it is not possible with the given value; `undefined` where it is. */
export function whyNotWith({ value, why }: OnlyWith, given: unknown): string | undefined {
  const found = typeof given === "string" && given !== "" ? given : value;
  return found === value ? undefined : why.replace("{}", found);
}
