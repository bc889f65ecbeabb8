/**
 * Why the service offers nothing by which the provider could recognize its own object, for types
 * that need `adopt`.
 */

const reasons: Readonly<Record<string, string>> = {
  License: "the service responds with an empty body and never returns the text of a license: nothing identifies it",
  ApiObject: "which field of an unknown collection is unique, or could carry a mark, only the program knows",
};

const usual = "an earlier run made it, and nothing of that run is kept by which the next could recognize it";

export const reasonFor = (type: string): string => reasons[type] ?? usual;
