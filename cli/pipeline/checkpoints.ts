import { fieldsWhere, marksOf } from "../../provider/lifecycle/field";
import { hiddenIn } from "../../provider/lifecycle/hidden";
import { Marker } from "../../provider/lifecycle/mark";
import type { Bag, Definition } from "../../provider/lifecycle/definition";
import { core, partsOf, unknownValue } from "../../provider/lifecycle/schema";
import { encodeAll } from "../../provider/lifecycle/wire";
import type { Run, runOperation } from "./engine";
import { isComplete, type EngineEvent, type Step } from "./events";
import { previewOf } from "./gate";
import { exitCodes } from "./outcome";
import { openPrivateFile } from "./privateFile";
import { isInternal, resourceOf } from "./report";

/**
 * Pulumi writes the state after each resource, which takes most of the time of a large stack. Without these checkpoints a
 * killed run has forgotten all that it did. What it created is then found again only by its mark: everything else must not
 * be changed in such a run.
 */

/** Makes the engine write the state only when it ends. */
const withoutCheckpoints = { PULUMI_SKIP_CHECKPOINTS: "true" };

/**
 * An `up` whose own preview is a run before it. What that shows is checked, and its plan is handed over, so that the engine
 * refuses every step that the preview did not show.
 */
export async function upWithoutCheckpoints(
  args: readonly string[],
  cwd: string,
  run: typeof runOperation,
): Promise<Run> {
  const plan = openPrivateFile();
  try {
    const preview = await run([...previewOf(args), "--save-plan", plan.path], cwd);
    if (preview.code !== 0 || preview.signal) return preview;
    const refusal = refusalOf(preview.events);
    if (refusal === undefined)
      return await run([...args, "--skip-preview", "--plan", plan.path], cwd, withoutCheckpoints);
    process.stderr.write(`\n${refusal}\n`);
    return { ...preview, code: exitCodes.failure, complaint: refusal };
  } finally {
    plan.close();
  }
}

const refused = "up --skip-checkpoints was refused, and nothing was changed";

/** More of them would hide the advice. */
const mostNamed = 10;

/** Why the planned steps must not be taken without checkpoints; `undefined` if they may. */
export function refusalOf(events: readonly EngineEvent[]): string | undefined {
  if (!isComplete(events))
    return `${refused}: Pulumi's event log is incomplete, so what it would change is not known. Run it again.`;
  const steps = events.flatMap(({ resourcePreEvent }) => resourcePreEvent?.metadata ?? []);
  const lines = steps.flatMap((step) => {
    const reason = reasonAgainst(step);
    return reason === undefined ? [] : [`${nameOf(step)}: ${reason}`];
  });
  // A replacement takes several steps.
  const found = [...new Set(lines)];
  if (found.length === 0) return undefined;
  const named = found.slice(0, mostNamed).map((line) => `  - ${line}`);
  const rest = found.length > mostNamed ? [`  - and ${found.length - mostNamed} more`] : [];
  return [
    `${refused}: if the run were interrupted, the next one could not find, or could not repeat, what it had done with`,
    ...named,
    ...rest,
    "Deploy these without --skip-checkpoints first, then the others with it.",
  ].join("\n");
}

const nameOf = ({ urn }: Step): string => {
  const { type, name } = resourceOf(urn);
  return `${type} "${name}"`;
};

/** Steps that change nothing outside the state. */
const harmless = new Set(["same", "read", "refresh"]);
const imports = new Set(["import", "import-replacement"]);

function reasonAgainst(step: Step): string | undefined {
  // A component exists in the state alone, like what Pulumi itself has in it.
  const isOfProgram = isInternal(step.type) || (step.new ?? step.old)?.custom !== true;
  if (harmless.has(step.op) || isOfProgram) return undefined;
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

/** Whether a cloud's key gets one depends on its other arguments. One that is not known yet is a string here, or masked. */
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
