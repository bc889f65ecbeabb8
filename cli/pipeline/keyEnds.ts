import { counted } from "../../provider/api/counted";
import { endsKeys } from "../../provider/lifecycle/material";
import type { Step } from "./events";

/**
 * The engine calls no provider for a delete in a preview. What a run would end is therefore counted from its plan: a delete
 * destroys an object as the last update recorded it.
 */

/** The steps that delete the object of their old side, at once or after its replacement is made. */
const deleting = new Set(["delete", "delete-replaced", "replace"]);

/** True if the step deletes an object that is key material, or holds some. */
export function isKeyEnd({ op, old }: Step, definition: Parameters<typeof endsKeys>[0] | undefined): boolean {
  if (!deleting.has(op) || !definition || !old || old.retainOnDelete) return false;
  return endsKeys(definition, { ...old.inputs, ...old.outputs });
}

/** Of a destroy with a thousand keys the table of the plan has the rest. */
const mostNamed = 50;

/** `this update schedules the deletion of 1 key (VaultKey "a")`. */
export function deletionTold(names: readonly string[], what: "update" | "destroy", isDone: boolean): string {
  const rest = names.length > mostNamed ? [`and ${names.length - mostNamed} more`] : [];
  const named = [...names.slice(0, mostNamed), ...rest].join(", ");
  return `this ${what} ${isDone ? "scheduled" : "schedules"} the deletion of ${counted(names.length, "key")} (${named})`;
}
