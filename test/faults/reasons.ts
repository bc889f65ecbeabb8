/** Why the service offers nothing by which the provider could recognize its own object, for types that need `adopt`. */

const reasons: Readonly<Record<string, string>> = {};

const usual =
  "no field of the object carries a mark of ours, and who made the one that has its name is not known when the look-up failed, too";

export const reasonFor = (type: string): string => reasons[type] ?? usual;
