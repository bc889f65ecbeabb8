import type { Bag, Failure } from "./definition";

/** What Pulumi's SDKs make of an Output in a plain string or document. It has no value in it, so that nobody wants it anywhere. */
const sentence = /Calling \[?\w+\]? on an \[?Output[<[]T[>\]]\]? is not supported/;

/** The inputs in which an Output was turned into a string, at any depth. */
export function stringifiedOutputs(inputs: Bag): Failure[] {
  return Object.entries(inputs)
    .flatMap(([key, value]) => pathsIn(value, [key]))
    .map(failure);
}

function pathsIn(value: unknown, path: readonly string[]): (readonly string[])[] {
  if (typeof value === "string") return sentence.test(value) ? [path] : [];
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) =>
    sentence.test(key) ? [path] : pathsIn(inner, [...path, key]),
  );
}

const failure = (path: readonly string[]): Failure => ({
  property: path.join("."),
  reason:
    "holds an Output that was turned into a string, which has no value: build the string with pulumi.interpolate`…`, " +
    "a JSON document with pulumi.jsonStringify(…), anything else with output.apply(…)",
});
