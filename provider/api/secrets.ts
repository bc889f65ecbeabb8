import { ApiError } from "./errors";
import { cutMark, printable } from "./printable";

/** A service may repeat what it was sent, in part or in another spelling: takes that out of texts. */

/** Shorter ones would be found in the midst of other words. */
const shortest = 8;
/** Lines of a key or certificate, which may come back one by one. */
const longLine = 16;
/** What stands in the place of a secret. */
const hidden = "[secret]";

/** Takes the secrets out of a text. */
export type Redact = (text: string) => string;

export function redactorOf(secrets: readonly string[]): Redact {
  // The longest first: a part of it may be another one.
  const spelled = [...new Set(secrets.flatMap(spellings))].filter((one) => one.length >= shortest);
  const found = spelled.sort((a, b) => b.length - a.length);
  return (text) =>
    withoutBeginnings(
      found.reduce((rest, one) => rest.replaceAll(one, hidden), text),
      found,
    );
}

/** The same error, without them. */
export function withoutSecretsIn(error: ApiError, redact: Redact): ApiError {
  const { codeDesc, requestId, ...facts } = error.facts;
  const said = { codeDesc: codeDesc && redact(codeDesc), requestId: requestId && redact(requestId) };
  return new ApiError(redact(error.message), { ...facts, ...said }, { cause: error.cause });
}

/** The same value, whose texts say nothing of them. A field that is the secret itself is where it belongs; one that contains it speaks of it. */
export function withoutSecrets<T>(value: T, redact: Redact): T {
  if (typeof value === "string") {
    const without = redact(value);
    return (without === hidden ? value : without) as T;
  }
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map((one: unknown) => withoutSecrets(one, redact)) as T;
  return Object.fromEntries(
    Object.entries(value).map(([key, one]) => [key, withoutSecrets<unknown>(one, redact)]),
  ) as T;
}

/** Whether a text in it holds the secret as it is. */
export function mentions(value: unknown, secret: string): boolean {
  if (typeof value === "string") return value.length >= secret.length && value.includes(secret);
  return typeof value === "object" && value !== null && Object.values(value).some((one) => mentions(one, secret));
}

/** A text that was too long may have been cut in the midst of a secret. */
function withoutBeginnings(text: string, secrets: readonly string[]): string {
  let [result, from] = ["", 0];
  for (const { index } of text.matchAll(cutMark)) {
    const part = text.slice(from, index);
    const length = Math.max(0, ...secrets.map((secret) => overlap(part, secret)));
    result += length === 0 ? part : part.slice(0, part.length - length) + hidden;
    from = index;
  }
  return result + text.slice(from);
}

/** How many characters at the end of the text begin the secret. */
function overlap(text: string, secret: string): number {
  for (let length = Math.min(text.length, secret.length); length > 0; length--) {
    if (text.endsWith(secret.slice(0, length))) return length;
  }
  return 0;
}

/** How a text may come back: as it is, within JSON or a URL, in base64, line by line, or made printable. */
function spellings(text: string): string[] {
  const lines = text.split(/\r?\n/).filter((line) => line.length >= longLine && !line.startsWith("-----"));
  const whole = [
    text,
    JSON.stringify(text).slice(1, -1),
    encodeURIComponent(text),
    Buffer.from(text).toString("base64"),
    printable(text, Infinity),
  ];
  return [...whole, ...lines];
}
