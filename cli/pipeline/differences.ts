import { isDeepStrictEqual } from "node:util";

/** How the properties of a resource differ, fit to be shown to anybody. */

export interface Difference {
  /** Path of the property; `labels.team` for an entry of a map. */
  readonly property: string;
  /** The value as JSON text; `undefined` where there was none. */
  readonly before: string | undefined;
  readonly after: string | undefined;
}

type Properties = Readonly<Record<string, unknown>>;

/**
 * The key and value by which the engine marks an object as something else than a map, and the mark
 * of a secret.
 */
const signature = "4dabf18193072939515e22adb298388d";
const secretSignature = "1b47061264138c4ac30d75fd1eb44270";
/** What the engine writes for a value that is not known before the step is taken. */
const unknownValue = "04da6b54-80e4-46f7-96ec-b56ff0331ba9";

const hidden = "[secret]";

/** Every property that differs. Those in `secret` are named, and their values left out. */
export function differencesOf(
  before: Properties = {},
  after: Properties = {},
  secret: readonly string[] = [],
): Difference[] {
  const keys = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter((key) => !key.startsWith("__"));
  return keys.sort().flatMap((key) => {
    if (isDeepStrictEqual(before[key], after[key])) return [];
    return secret.includes(key) ? [concealed(key, before[key], after[key])] : compare(key, before[key], after[key]);
  });
}

/** Names of the properties whose values the engine masks: they may differ without showing it. */
export function maskedIn(properties: Properties = {}): string[] {
  return Object.keys(properties).filter((key) => holdsSecret(properties[key]));
}

function compare(property: string, before: unknown, after: unknown): Difference[] {
  if (isDeepStrictEqual(before, after)) return [];
  if (isSecret(before) || isSecret(after)) return [concealed(property, before, after)];
  if (isMap(before) && isMap(after)) {
    const keys = [...new Set([...Object.keys(before), ...Object.keys(after)])].sort();
    return keys.flatMap((key) => compare(`${property}.${key}`, before[key], after[key]));
  }
  return [{ property, before: textOf(before), after: textOf(after) }];
}

function concealed(property: string, before: unknown, after: unknown): Difference {
  const text = (value: unknown) => (value === undefined ? undefined : hidden);
  return { property, before: text(before), after: text(after) };
}

function textOf(value: unknown): string | undefined {
  if (value === undefined) return undefined;
  if (value === unknownValue) return "(known after up)";
  return JSON.stringify(value, (_key, part: unknown) => (isSecret(part) ? hidden : part));
}

function isMap(value: unknown): value is Properties {
  return typeof value === "object" && value !== null && !Array.isArray(value) && !(signature in value);
}

function isSecret(value: unknown): boolean {
  return (
    value === hidden ||
    (typeof value === "object" && value !== null && (value as Properties)[signature] === secretSignature)
  );
}

function holdsSecret(value: unknown): boolean {
  if (isSecret(value)) return true;
  return typeof value === "object" && value !== null && Object.values(value).some(holdsSecret);
}
