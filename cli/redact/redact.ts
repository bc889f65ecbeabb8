/** Removes secrets from a string. */

/** A string without its secrets. */
export interface Redacted {
  text: string;
  /** How many occurrences were replaced. */
  places: number;
  /** How many secrets are too short to be redacted: they would match in many words. */
  tooShort: number;
}

const shortest = 5;
const instead = "[secret]";

/**
 * Replaces every secret with `[secret]`: whole, by its lines, and encoded as JSON, also within
 * JSON.
 */
export function redact(text: string, secrets: Iterable<string>): Redacted {
  const given = [...new Set([...secrets].map((secret) => secret.trim()))].filter((secret) => secret !== "");
  const long = given.filter((secret) => secret.length >= shortest);
  const written = new Set(long.flatMap((secret) => [secret, ...linesOf(secret)]).flatMap(spellingsOf));
  let places = 0;
  if (written.size === 0) return { text, places, tooShort: given.length };
  // The longest first: one secret may be a part of another.
  const any = [...written].sort((a, b) => b.length - a.length).map(escaped);
  const redacted = text.replaceAll(new RegExp(any.join("|"), "g"), () => {
    places++;
    return instead;
  });
  return { text: redacted, places, tooShort: given.length - long.length };
}

/**
 * Lines of a key by themselves, without those that every key has: a log may break or indent what it
 * prints.
 */
function linesOf(secret: string): string[] {
  const lines = secret.split(/\r?\n/).map((line) => line.trim());
  return lines.length === 1 ? [] : lines.filter((line) => line.length >= 16 && !line.startsWith("-----"));
}

function spellingsOf(secret: string): string[] {
  const once = JSON.stringify(secret).slice(1, -1);
  const twice = JSON.stringify(once).slice(1, -1);
  return [secret, once, twice, encodeURIComponent(secret)];
}

function escaped(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/-]/g, "\\$&");
}
