/** Patterns by which options choose objects. */

/** A pattern, and whether it has matched anything yet. */
export interface Pattern {
  /** What it was given as, such as `--include`. */
  readonly option: string;
  readonly text: string;
  readonly form: RegExp;
  isUsed: boolean;
}

/** `*` stands for any text, `?` for any character. */
export function patternOf(option: string, text: string): Pattern {
  const escaped = text.replaceAll(/[.+^${}()|[\]\\]/g, "\\$&");
  const form = new RegExp(`^${escaped.replaceAll("*", ".*").replaceAll("?", ".")}$`, "su");
  return { option, text, form, isUsed: false };
}

/** Tries all of them, so that each is known to be used. */
export function anyOf(patterns: readonly Pattern[], names: readonly string[]): boolean {
  const fitting = patterns.filter(({ form }) => names.some((name) => form.test(name)));
  for (const pattern of fitting) pattern.isUsed = true;
  return fitting.length > 0;
}
