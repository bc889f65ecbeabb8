import { isDeepStrictEqual } from "node:util";

/**
 * What Pulumi's engine writes into its event log, one JSON object a line: as far as it is used
 * here. The same log is what the Automation API reads, so its shape holds from one version of the
 * engine to the next. The API's own types do not fit the log: they know no severity `debug`, no
 * `isPreview`, no side that is `null`, and have `any` for inputs and outputs.
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
    readonly resourceChanges?: Readonly<Record<string, number>>;
  };
}

/**
 * The events of a log that tell something: not the debug messages, which hold secrets in clear, and
 * not what a refresh found unchanged, which would fill the memory. A last line that was cut off
 * counts as not written.
 */
export function parseEvents(lines: Iterable<string>): EngineEvent[] {
  const events: EngineEvent[] = [];
  let isPlaced = false;
  for (const line of lines) {
    const event = parsed(line);
    if (!event || event.diagnosticEvent?.severity === "debug" || isUnchanged(event)) continue;
    // The first step tells of which stack all of them are.
    if (isPlaced && isIdle(event)) continue;
    isPlaced ||= event.resourcePreEvent !== undefined;
    events.push(event);
  }
  return events;
}

/**
 * Whether the log tells all that it should: its end and, if that counts steps, the steps in the
 * form that is known here.
 */
export function isComplete(events: readonly EngineEvent[]): boolean {
  const hasSteps = events.some(({ resourcePreEvent }) => resourcePreEvent?.metadata.op);
  const counted = (counts: Readonly<Record<string, number>> = {}) => Object.values(counts).some((count) => count > 0);
  return events.some(({ summaryEvent }) => summaryEvent && (hasSteps || !counted(summaryEvent.resourceChanges)));
}

/** A step that changes nothing is about to be taken. */
function isIdle({ resourcePreEvent }: EngineEvent): boolean {
  return resourcePreEvent !== undefined && ["same", "refresh"].includes(resourcePreEvent.metadata.op);
}

function parsed(line: string): EngineEvent | undefined {
  try {
    return JSON.parse(line) as EngineEvent;
  } catch {
    return undefined;
  }
}

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
