import { fieldsWhere, marksOf } from "../../provider/lifecycle/vocabulary/field";
import type { Bag, Definition } from "../../provider/lifecycle/vocabulary/definition";
import { encodeAll } from "../../provider/lifecycle/values/wire";
import { hiddenIn, Marker } from "../../provider/lifecycle/evidence/mark";
import { core, partsOf, unknownValue } from "../../provider/lifecycle/vocabulary/schema";
import { isComplete, type EngineEvent, type Step } from "./events";
import { isInternal, resourceOf } from "./report";

/**
 * Pulumi writes the state after each resource, which takes most of the time of a large stack.
 * Without these checkpoints a killed run has forgotten all that it did. What an `up` created is
 * then found again only by its mark, and what a `destroy` deleted is still in the state: everything
 * else must not be changed in such a run.
 */

type Deed = "up" | "destroy";

/**
 * From so many changed resources on a run goes without checkpoints by itself; an `up` needs one
 * more preview for it. Measured: docs/pipelines.md.
 */
export const worthwhile: Readonly<Record<Deed, number>> = { up: 400, destroy: 200 };

/** More of them would hide the advice. */
const mostNamed = 10;

/** How many resources the planned steps change, components and providers aside. */
export function changesIn(events: readonly EngineEvent[]): number {
  const changing = stepsOf(events).filter((step) => !harmless.has(step.op) && !isOnlyInState(step));
  return new Set(changing.map(({ urn }) => urn)).size;
}

/**
 * Why the planned steps must not be taken without checkpoints, each resource once; none if they
 * may.
 */
export function reasonsAgainst(command: Deed, events: readonly EngineEvent[]): string[] {
  const reason = command === "up" ? reasonAgainst : reasonAgainstDeleting;
  const lines = stepsOf(events).flatMap((step) => {
    const why = reason(step);
    return why === undefined ? [] : [`${nameOf(step)}: ${why}`];
  });
  // A replacement takes several steps.
  return [...new Set(lines)];
}

/** What refuses the option `--skip-checkpoints`; `undefined` if nothing does. */
export function refusalOf(events: readonly EngineEvent[], command: Deed = "up"): string | undefined {
  const refused = `${command} --skip-checkpoints was refused, and nothing was changed`;
  if (!isComplete(events))
    return `${refused}: Pulumi's event log is incomplete, so what it would change is not known. Run it again.`;
  const found = reasonsAgainst(command, events);
  if (found.length === 0) return undefined;
  const named = found.slice(0, mostNamed).map((line) => `  - ${line}`);
  const rest = found.length > mostNamed ? [`  - and ${found.length - mostNamed} more`] : [];
  const advice = "Deploy these without --skip-checkpoints first, then the others with it.";
  return [
    `${refused}: if the run were interrupted, the next one could not find, or could not repeat, what it had done with`,
    ...named,
    ...rest,
    command === "up" ? advice : "Run it without --skip-checkpoints.",
  ].join("\n");
}

const stepsOf = (events: readonly EngineEvent[]): Step[] =>
  events.flatMap(({ resourcePreEvent }) => resourcePreEvent?.metadata ?? []);

const nameOf = ({ urn }: Step): string => {
  const { type, name } = resourceOf(urn);
  return `${type} "${name}"`;
};

/** Steps that change nothing outside the state. */
const harmless = new Set(["same", "read", "refresh"]);
const imports = new Set(["import", "import-replacement"]);

/** A component exists in the state alone, like what Pulumi itself has in it. */
export const isOnlyInState = (step: Step): boolean => isInternal(step.type) || (step.new ?? step.old)?.custom !== true;

/**
 * Each type of this provider can be deleted twice; it tells the object that is gone from one that
 * it does not see.
 */
function reasonAgainstDeleting(step: Step): string | undefined {
  if (harmless.has(step.op) || isOnlyInState(step)) return undefined;
  if (!resourceOf(step.urn).definition) return "it belongs to another provider, which may not delete it twice";
  return step.op === "delete" ? undefined : "it would not just be deleted";
}

function reasonAgainst(step: Step): string | undefined {
  if (harmless.has(step.op) || isOnlyInState(step)) return undefined;
  const { definition } = resourceOf(step.urn);
  if (imports.has(step.op)) {
    return definition
      ? "it would be imported: give it the argument `adopt` with that id instead of the option `import`"
      : "it would be imported: run `pulumi import` for it first, or an update without --skip-checkpoints";
  }
  if (!definition) return "it belongs to another provider, which leaves no mark";
  if (step.type.startsWith("ciphertrust:"))
    return "it is a resource of the plugin, which may not know the organization that its mark names";
  if (step.op === "create") return unfound(definition, step.new?.inputs ?? {});
  if (step.op === "update") return unrepeatable(definition);
  return "it would be deleted or replaced";
}

/** Why a created object could not be found again. */
function unfound(definition: Definition, inputs: Bag): string | undefined {
  const once = fieldsWhere(definition, ({ seen }) => seen === "once");
  if (once.length > 0) return `its ${once.join(", ")} is returned only once`;
  if (inputs.adopt === false || inputs.adopt === unknownValue)
    return "with `adopt: false` the next run makes another one";
  return canCarryMark(definition, inputs) ? undefined : "it cannot carry an ownership mark";
}

const isMap = (schema: Definition["inputs"][string]): boolean => partsOf(core(schema)).valueType !== undefined;

/**
 * Whether a cloud's key gets one depends on its other arguments. One that is not known yet is a
 * string here, or masked.
 */
function canCarryMark(definition: Definition, inputs: Bag): boolean {
  if (typeof definition.mark !== "object") return definition.mark !== undefined;
  // It may turn out to have more entries than leave room for a mark.
  if (Object.entries(definition.inputs).some(([key, schema]) => isMap(schema) && typeof inputs[key] === "string"))
    return false;
  const marker = new Marker(definition, undefined, hiddenIn(definition, inputs));
  try {
    marker.marked(encodeAll(definition, inputs));
  } catch {
    return false;
  }
  return marker.isWritten;
}

/** Why an update must not be repeated. */
function unrepeatable(definition: Definition): string | undefined {
  const triggers = Object.keys(definition.inputs).filter((key) => {
    const { by } = marksOf(definition, key);
    return by !== undefined && "trigger" in by;
  });
  if (triggers.length > 0) return `a change of ${triggers.join(", ")} would be made twice`;
  return definition.mark === undefined ? "it cannot carry an ownership mark" : undefined;
}
