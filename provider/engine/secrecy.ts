import { around } from "../api/around";
import type { Api } from "../api/client";
import { ApiError } from "../api/errors";
import type { Bag, Definition } from "./definition";

/**
 * A service may repeat what it was sent: in an error, in the reason why a connection failed. Whatever comes back to a
 * resource is searched for its secrets before anybody sees it.
 */

/** Shorter ones would be found in the midst of other words. */
const shortest = 8;
/** Lines of a key or certificate, which may come back one by one. */
const longLine = 16;
const hidden = "[secret]";

/** Takes the secrets out of a text. */
export type Redact = (text: string) => string;

/** For the secret values that these inputs, or this state, hold. */
export function redactor(definition: Definition, inputs: Bag): Redact {
  const secrets = new Set((definition.secret ?? []).flatMap((key) => textsIn(inputs[key])).flatMap(spellings));
  // The longest first: a part of it may be another one.
  const found = [...secrets].filter((one) => one.length >= shortest).sort((a, b) => b.length - a.length);
  return (text) => found.reduce((rest, one) => rest.replaceAll(one, hidden), text);
}

/** The same API, whose responses and errors say nothing of the secrets. */
export function discreet(definition: Definition, inputs: Bag, api: Api): Api {
  if (!definition.secret?.some((key) => inputs[key] !== undefined)) return api;
  const redact = redactor(definition, inputs);
  return around(api, async (_call, work) => {
    try {
      return withoutSecrets(await work(), redact);
    } catch (error) {
      throw error instanceof ApiError ? redacted(error, redact) : error;
    }
  });
}

function redacted(error: ApiError, redact: Redact): ApiError {
  const { codeDesc, requestId, ...facts } = error.facts;
  const said = { codeDesc: codeDesc && redact(codeDesc), requestId: requestId && redact(requestId) };
  return new ApiError(redact(error.message), { ...facts, ...said }, { cause: error.cause });
}

/** A field that is the secret itself is where it belongs; one that contains it speaks of it. */
function withoutSecrets<T>(value: T, redact: Redact): T {
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

function textsIn(value: unknown): string[] {
  if (typeof value === "string") return [value];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

/** How a text may come back: as it is, within JSON or a URL, in base64, line by line. */
function spellings(text: string): string[] {
  const lines = text.split(/\r?\n/).filter((line) => line.length >= longLine && !line.startsWith("-----"));
  const whole = [
    text,
    JSON.stringify(text).slice(1, -1),
    encodeURIComponent(text),
    Buffer.from(text).toString("base64"),
  ];
  return [...whole, ...lines];
}
