import type { Definition } from "../../provider/lifecycle/vocabulary/definition";
import { chosenEnd, endingOf } from "../../provider/lifecycle/vocabulary/field";
import { recoveryOf } from "../../provider/lifecycle/values/diff";
import { howToKeep, isHeldBy } from "../../provider/lifecycle/service/users";
import type { Step } from "./events";

/**
 * Deletes of a plan that the service is going to refuse: what uses the object is destroyed in the
 * same run, and stays in the service nevertheless, kept or pending deletion.
 */

interface Ending {
  readonly label: string;
  readonly definition: Definition;
  readonly id: string;
  readonly state: Readonly<Record<string, unknown>>;
  /** Pulumi leaves the object as it is. */
  readonly isRetained: boolean;
}

type LabelOf = (urn: string) => [label: string, definition: Definition | undefined];

const mostNamed = 5;

/** A warning with a line for each; none where there are none. */
export function hindrancesIn(steps: readonly Step[], labelOf: LabelOf): string[] {
  const ends = steps.flatMap((step) => endingIn(step, labelOf));
  const lines = ends.flatMap((end) => {
    const users = isLeft(end) ? [] : ends.filter((other) => isLeft(other) && isHeldBy(end, other));
    if (users.length === 0) return [];
    const named = users.slice(0, mostNamed).map((one) => `${one.label} (${whyLeft(one)})`);
    const more = users.length > mostNamed ? [`${users.length - mostNamed} more`] : [];
    return (
      `the service will refuse to delete ${end.label}: this uses it, and stays in the service after its resource: ` +
      `${[...named, ...more].join(", ")}. ${howToKeep(end.definition)}`
    );
  });
  return lines.length === 0 ? [] : [lines.join("\n")];
}

function endingIn({ op, urn, old }: Step, labelOf: LabelOf): Ending[] {
  const [label, definition] = labelOf(urn);
  if (op !== "delete" || !old || !definition) return [];
  const state = { ...old.inputs, ...old.outputs };
  return [{ label, definition, id: old.id ?? "", state, isRetained: old.retainOnDelete === true }];
}

/** True for an object that is still there after its resource. */
function isLeft({ definition, state, isRetained }: Ending): boolean {
  if (isRetained || recoveryOf(definition, state) !== undefined) return true;
  if (!("onDestroy" in definition.inputs)) return false;
  const ending = endingOf(definition, state);
  return chosenEnd(definition, state)?.keeps !== undefined || !(ending === "hook" || ending?.includes("DELETE"));
}

function whyLeft({ definition, state, isRetained }: Ending): string {
  if (isRetained) return "retainOnDelete: true";
  const until = recoveryOf(definition, state);
  return until === undefined ? `onDestroy: ${JSON.stringify(state.onDestroy)}` : `it stays ${until}`;
}
