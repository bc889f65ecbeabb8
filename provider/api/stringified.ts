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
