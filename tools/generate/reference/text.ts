/** Pieces of pages. */

const made = "<!-- Made by `npm run generate`: change the definitions, their comments, or docs/samples. -->";

/** A page of sections, of which empty ones are left out. */
export function page(title: string, ...parts: readonly string[]): string {
  return [`# ${title}`, made, ...parts.filter((part) => part !== "")].join("\n\n");
}

export function section(title: string, ...parts: readonly string[]): string {
  const written = parts.filter((part) => part !== "");
  return written.length === 0 ? "" : [`## ${title}`, ...written].join("\n\n");
}

export const code = (text: string) => `\`${text}\``;

export const block = (program: string) => ["```ts", program, "```"].join("\n");

/** `a`, `b` and `c`. */
export function enumerated(words: readonly string[], last = "and"): string {
  const [end = "", ...others] = [...words].reverse();
  return others.length === 0 ? end : `${others.reverse().join(", ")} ${last} ${end}`;
}

/**
 * Names of classes, functions and components in prose lead to their pages, of which there is one
 * for each of `names`.
 */
export function linked(text: string, names: ReadonlySet<string>, self: string): string {
  return text
    .split(/(^```[^]*?^```)/m)
    .map((part) => (part.startsWith("```") ? part : part.replace(/(?<!\[)`(\w+)`(?!\])/g, withLink)))
    .join("");

  function withLink(word: string, name: string): string {
    return names.has(name) && name !== self ? `[${word}](${name}.md)` : word;
  }
}
