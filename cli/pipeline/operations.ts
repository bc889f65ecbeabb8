import type { Operation, Planned } from "./report";

/** The words and sums of a plan. */

export const signs: Record<Operation, string> = { create: "+", adopt: "+", update: "~", replace: "±", delete: "-" };
/** Before a run. */
export const future: Record<Operation, string> = {
  adopt: "to take over",
  create: "to create",
  update: "to update",
  replace: "to replace",
  delete: "to delete",
};
export const past: Record<Operation, string> = {
  adopt: "taken over",
  create: "created",
  update: "updated",
  replace: "replaced",
  delete: "deleted",
};

/** `1 created, 3 taken over (2 AwsKey, 1 AwsKms)`. */
export function countsOf(planned: readonly Planned[], words: Record<Operation, string>): string {
  const clauses = (Object.keys(signs) as Operation[]).map((operation) => {
    const those = planned.filter((one) => one.operation === operation);
    const types = operation === "adopt" ? ` (${typesIn(those)})` : "";
    return those.length > 0 ? `${those.length} ${words[operation]}${types}` : "";
  });
  return clauses.filter(Boolean).join(", ");
}

function typesIn(planned: readonly Planned[]): string {
  const types = planned.map(({ resource }) => resource.type);
  const distinct = [...new Set(types)].sort();
  return distinct.map((type) => `${types.filter((one) => one === type).length} ${type}`).join(", ");
}
