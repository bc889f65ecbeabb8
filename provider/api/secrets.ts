import { createPublicKey } from "node:crypto";
import { ApiError } from "./errors";
import { withoutEchoes } from "./echoes";
import { cutMark, printable } from "./printable";
import type { ApiResponse } from "./transport";

/** A service may echo what it was sent, in part or in another encoding: removes that from strings. */

/** Shorter ones would match inside other words: they are not searched for. */
export const shortestSecret = 8;
/** Lines of a key or certificate, which may come back one by one. */
const longLine = 16;
/** Replaces a secret. */
const hidden = "[secret]";

/** Removes the secrets from a string. */
export type Redact = (text: string) => string;

export function redactorOf(secrets: readonly string[]): Redact {
  // Most are never used: what they search for is found out when they are.
  let found: readonly string[] | undefined;
  return (text) => {
    found ??= spelledOut(secrets);
    return withoutBeginnings(
      found.reduce((rest, one) => rest.replaceAll(one, hidden), text),
      found,
    );
  };
}

/** In all spellings, the longest first: a part of it may be another one. */
function spelledOut(secrets: readonly string[]): string[] {
  const all = [...new Set(secrets.flatMap(spellings))].filter((one) => one.length >= shortestSecret);
  return all.sort((a, b) => b.length - a.length);
}

/**
 * The same for errors, which may echo a request in any encoding, or its beginning. A response must
 * not be altered: there only what is certain to be a secret is removed.
 */
export function errorRedactorOf(secrets: readonly string[]): Redact {
  const redact = redactorOf(secrets);
  const parts = secrets.flatMap((text) => [text, ...linesOf(text)]);
  return (text) => withoutEchoes(redact(text), parts, shortestSecret, hidden);
}

/** The same error, without them. */
export function withoutSecretsIn(error: ApiError, redact: Redact): ApiError {
  const { codeDesc, requestId, ...facts } = error.facts;
  const said = { codeDesc: codeDesc && redact(codeDesc), requestId: requestId && redact(requestId) };
  return new ApiError(redact(error.message), { ...facts, ...said }, { cause: error.cause });
}

/** Removes a secret that was sent from the response or error. */
export async function keeping(secret: string, work: Promise<ApiResponse>): Promise<ApiResponse> {
  try {
    const response = await work;
    return mentions(response.body, secret)
      ? { ...response, body: withoutSecrets(response.body, redactorOf([secret])) }
      : response;
  } catch (error) {
    throw error instanceof ApiError ? withoutSecretsIn(error, errorRedactorOf([secret])) : error;
  }
}

/**
 * The same value without secrets inside its strings. A field that equals the secret is its proper
 * place; one that contains it echoes it.
 */
export function withoutSecrets<T>(value: T, redact: Redact): T {
  if (typeof value === "string") {
    // The public half of a key may end with a line of its private key.
    if (isPublic(value)) return value;
    const without = redact(value);
    return (without === hidden ? value : without) as T;
  }
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map((one: unknown) => withoutSecrets(one, redact)) as T;
  return Object.fromEntries(
    Object.entries(value).map(([key, one]) => [key, withoutSecrets<unknown>(one, redact)]),
  ) as T;
}

function isPublic(text: string): boolean {
  if (!/^\s*-----BEGIN (PUBLIC KEY|CERTIFICATE)-----[^-]+-----END \1-----\s*$/.test(text)) return false;
  try {
    return createPublicKey(text).type === "public";
  } catch {
    return false;
  }
}

/** Whether a string in it contains the secret verbatim. */
function mentions(value: unknown, secret: string): boolean {
  if (typeof value === "string") return value.length >= secret.length && value.includes(secret);
  return typeof value === "object" && value !== null && Object.values(value).some((one) => mentions(one, secret));
}

/** A string that was too long may have been truncated inside a secret. */
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

/** How many characters at the end of the string are the beginning of the secret. */
function overlap(text: string, secret: string): number {
  for (let length = Math.min(text.length, secret.length); length > 0; length--) {
    if (text.endsWith(secret.slice(0, length))) return length;
  }
  return 0;
}

/**
 * The forms in which a string may be echoed: verbatim, within JSON or a URL, in base64, line by
 * line, or made printable.
 */
function spellings(text: string): string[] {
  const whole = [
    text,
    JSON.stringify(text).slice(1, -1),
    encodeURIComponent(text),
    Buffer.from(text).toString("base64"),
    printable(text, Infinity),
  ];
  return [...whole, ...linesOf(text)];
}

function linesOf(text: string): string[] {
  return text.split(/\r?\n/).filter((line) => line.length >= longLine && !line.startsWith("-----"));
}
