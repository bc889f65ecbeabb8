import { isDeepStrictEqual } from "node:util";
import * as z from "zod";
import { findDefinition, typeIn } from "../../provider/resources/load";
import { readAs } from "./forms";

/**
 * What Pulumi's engine writes into its event log, one JSON object a line: as far as it is used
 * here. The API's own types do not fit the log: they know no severity `debug`, no `isPreview`, no
 * side that is `null`, and have `any` for inputs and outputs.
 */

/** A resource before or after a step. Secrets are masked by the engine. */
export interface Side {
  readonly id?: string;
  /** True unless it is a component. */
  readonly custom?: boolean;
  /** True if Pulumi leaves the object as it is when it forgets the resource. */
  readonly retainOnDelete?: boolean;
  readonly inputs?: Readonly<Record<string, unknown>>;
  readonly outputs?: Readonly<Record<string, unknown>>;
}

export interface Step {
  readonly op: string;
  readonly urn: string;
  readonly type: string;
  readonly old: Side | null;
  readonly new: Side | null;
  /** URN and id of the provider instance, `<urn>::<id>`. */
  readonly provider?: string;
}

export interface Diagnostic {
  readonly urn?: string;
  readonly message: string;
  readonly severity: string;
}

interface PolicyViolation {
  readonly resourceUrn?: string;
  readonly message: string;
  readonly policyName: string;
  readonly policyPackName: string;
  readonly enforcementLevel: string;
}

export interface EngineEvent {
  /** Its line has a form that is not known here: what it tells is lost. */
  readonly isUnread?: true;
  /** A step is about to be taken. */
  readonly resourcePreEvent?: { readonly metadata: Step; readonly planning?: boolean };
  /** A step was taken; of a refresh, only this holds what was found. */
  readonly resOutputsEvent?: { readonly metadata: Step; readonly planning?: boolean };
  readonly diagnosticEvent?: Diagnostic;
  readonly policyEvent?: PolicyViolation;
  /** Comes last. */
  readonly summaryEvent?: {
    readonly isPreview?: boolean;
    /** How many steps there were of each kind. */
    readonly resourceChanges: Readonly<Record<string, number>>;
  };
}

/** The engine's words for steps: `pkg/resource/deploy/step.go` of Pulumi 3.230 to 3.276. */
const operations = z.enum([
  "same",
  "create",
  "update",
  "delete",
  "replace",
  "create-replacement",
  "delete-replaced",
  "read",
  "read-replacement",
  "refresh",
  "discard",
  "discard-replaced",
  "remove-pending-replace",
  "import",
  "import-replacement",
  "diff",
  "extend-parameterize",
]);

/** The steps that delete the object of their old side, at once or after its replacement is made. */
export const deleting: ReadonlySet<string> = new Set(["delete", "delete-replaced", "replace"]);

/** The steps that change nothing. */
const idle: ReadonlySet<string> = new Set(["same", "refresh"]);

/** Types that end like those of this package, and must be known. */
const own = /^ciphertrust:(?!index:)\w+:\w+$|\/ciphertrust:\w+$/;

const properties = z.record(z.string(), z.unknown());
const side = z.looseObject({ id: z.string(), custom: z.boolean().optional(), inputs: properties, outputs: properties });

/**
 * The engine leaves none of these fields out: one that is missing has another name, and must not
 * count as empty.
 */
const step = z
  .looseObject({ op: operations, urn: z.string(), type: z.string(), old: side.nullable(), new: side.nullable() })
  .refine(({ op, old, new: now }) => (deleting.has(op) ? old : (old ?? now)) !== null)
  .refine(({ urn, type }) => partsOf(urn).type === type)
  .refine(({ type }) => !own.test(type) || findDefinition(typeIn(type) ?? "") !== undefined)
  // Of the others, only a component is no custom resource.
  .refine(({ type, old, new: now }) => {
    const isCustom = own.test(type) || type.startsWith("pulumi:providers:");
    return !isCustom || [old, now].every((one) => one === null || one.custom);
  });

const taken = z.looseObject({ metadata: step });
const diagnostic = z.looseObject({ message: z.string(), severity: z.string() });
const violation = z.looseObject({
  message: z.string(),
  policyName: z.string(),
  policyPackName: z.string(),
  enforcementLevel: z.string(),
});
const summary = z.looseObject({ resourceChanges: z.record(z.string(), z.number()) });

const form = z.looseObject({
  resourcePreEvent: taken.optional(),
  resOutputsEvent: taken.optional(),
  diagnosticEvent: diagnostic.optional(),
  policyEvent: violation.optional(),
  summaryEvent: summary.optional(),
});

/**
 * The events of a log that tell something: not the debug messages, which hold secrets in clear, and
 * not what a refresh found unchanged, which would fill the memory.
 */
export function parseEvents(lines: Iterable<string>): EngineEvent[] {
  const events: EngineEvent[] = [];
  let isPlaced = false;
  for (const line of lines) {
    const event = parsed(line);
    if (event.diagnosticEvent?.severity === "debug" || isUnchanged(event)) continue;
    // The first step tells of which stack all of them are.
    if (isPlaced && isIdle(event)) continue;
    isPlaced ||= event.resourcePreEvent !== undefined;
    events.push(event);
  }
  return events;
}

/**
 * Whether the log tells all that it should: each line in a form that is known here, its end, and
 * each step that this counts.
 */
export function isComplete(events: readonly EngineEvent[]): boolean {
  const ends = events.flatMap(({ summaryEvent }) => summaryEvent ?? []);
  const steps = events.flatMap(({ resourcePreEvent }) => resourcePreEvent?.metadata ?? []);
  const begun = (kind: string) => steps.filter(({ op }) => op === kind).length;
  // What failed was begun and is not counted, nor is a part of a replacement.
  const agrees = ([kind, count]: [string, number]) => idle.has(kind) || begun(kind) >= count;
  const isRead = ends.every(({ resourceChanges }) => Object.entries(resourceChanges).every(agrees));
  return ends.length > 0 && isRead && !events.some(({ isUnread }) => isUnread);
}

/** A step that changes nothing is about to be taken. */
function isIdle({ resourcePreEvent }: EngineEvent): boolean {
  return resourcePreEvent !== undefined && idle.has(resourcePreEvent.metadata.op);
}

const parsed = (line: string): EngineEvent => readAs(form, line) ?? { isUnread: true };

/** What provider instances were given is needed whether it changed or not. */
function isUnchanged({ resOutputsEvent }: EngineEvent): boolean {
  const step = resOutputsEvent?.metadata;
  if (!step?.old || !step.new || step.type.startsWith("pulumi:")) return false;
  const { old, new: found } = step;
  return isDeepStrictEqual([old.inputs, old.outputs], [found.inputs, found.outputs]);
}

/** The parts of `urn:pulumi:<stack>::<project>::<types>::<name>`. A name may hold colons. */
export function partsOf(urn: string): { stack: string; project: string; type: string; name: string } {
  const [stack = "", project = "", types = "", ...name] = urn.replace(/^urn:pulumi:/, "").split("::");
  return { stack, project, type: types.split("$").at(-1) ?? "", name: name.join("::") };
}
