import type { Wire } from "./client";

/** What a response shows, and what it leaves out. */

/**
 * Text of the service or of a cloud for a terminal, on one line: without line breaks and control
 * characters.
 */
export const onOneLine = (text: string): string => text.replaceAll(/\p{Cc}+/gu, " ");

/** Go's zero time. */
const zeroTime = "0001-01-01T00:00:00Z";

/** The values with which the service represents "nothing". */
export function isEmpty(value: unknown): boolean {
  if (value === undefined || value === null || value === "" || value === zeroTime) return true;
  return typeof value === "object" && Object.keys(value).length === 0;
}

/**
 * The first field of an object, inside its parts as well, whose value in an entry of a list is not
 * enough.
 */
export function lackOf(
  entry: Wire,
  own: Wire,
  isEnough: (listed: unknown, value: unknown) => boolean,
  parents = "",
): string | undefined {
  for (const [name, value] of Object.entries(own)) {
    if (isEmpty(value)) continue;
    const listed = Object.hasOwn(entry, name) ? entry[name] : undefined;
    const path = `${parents}${name}`;
    if (isObject(value) && isObject(listed)) {
      const lack = lackOf(listed, value, isEnough, `${path}.`);
      if (lack !== undefined) return lack;
    } else if (isObject(value) || !isEnough(listed, value)) return path;
  }
  return undefined;
}

/** Dates may be renewed at any time. */
export const isSame = (listed: unknown, value: unknown): boolean =>
  JSON.stringify(listed) === JSON.stringify(value) || (isDate(listed) && isDate(value));

const isDate = (value: unknown): boolean => typeof value === "string" && /^\d{4}-\d\d-\d\dT/.test(value);

const isObject = (value: unknown): value is Wire =>
  typeof value === "object" && value !== null && !Array.isArray(value);
