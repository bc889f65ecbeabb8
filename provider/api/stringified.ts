/**
 * What Pulumi's SDKs make of an Output in a plain string or document. It has no value in it, so
 * that nobody wants it anywhere.
 */
const sentence = /Calling \[?\w+\]? on an \[?Output[<[]T[>\]]\]? is not supported/;

/** True for a text into which an Output was turned. */
export const isStringified = (text: string): boolean => sentence.test(text);

/** What is wrong with such a text, and what to write. */
export const stringified =
  "holds an Output that was turned into a string, which has no value: build the string with pulumi.interpolate`…`, " +
  "a JSON document with pulumi.jsonStringify(…), anything else with output.apply(…)";

/** The inputs in which an Output was turned into a string, at any depth. */
export function stringifiedOutputs(inputs: Readonly<Record<string, unknown>>): { property: string; reason: string }[] {
  return Object.entries(inputs)
    .flatMap(([key, value]) => pathsIn(value, [key]))
    .map((path) => ({ property: path.join("."), reason: stringified }));
}

function pathsIn(value: unknown, path: readonly string[]): (readonly string[])[] {
  if (typeof value === "string") return isStringified(value) ? [path] : [];
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) =>
    isStringified(key) ? [path] : pathsIn(inner, [...path, key]),
  );
}
