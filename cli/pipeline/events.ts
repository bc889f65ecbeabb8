/**
 * What Pulumi's engine writes into its event log, one JSON object a line: as far as it is used here. The same log is
 * what the Automation API reads, so its shape holds from one version of the engine to the next.
 */

/** A resource before or after a step. Secrets are masked by the engine. */
export interface Side {
  readonly id?: string;
  /** True unless it is a component. */
  readonly custom?: boolean;
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

export interface PolicyViolation {
  readonly resourceUrn?: string;
  readonly message: string;
  readonly policyName: string;
  readonly policyPackName: string;
  readonly enforcementLevel: string;
}

export interface EngineEvent {
  /** A step is about to be taken. */
  readonly resourcePreEvent?: { readonly metadata: Step };
  /** A step was taken; of a refresh, only this holds what was found. */
  readonly resOutputsEvent?: { readonly metadata: Step };
  readonly diagnosticEvent?: Diagnostic;
  readonly policyEvent?: PolicyViolation;
  /** Comes last. */
  readonly summaryEvent?: { readonly isPreview?: boolean };
}

/** The events of a log, without debug messages, which hold secrets in clear. A last line that was cut off counts as not written. */
export function parseEvents(log: string): EngineEvent[] {
  return log.split("\n").flatMap((line) => {
    try {
      const event = JSON.parse(line) as EngineEvent;
      return event.diagnosticEvent?.severity === "debug" ? [] : [event];
    } catch {
      return [];
    }
  });
}

/** The parts of `urn:pulumi:<stack>::<project>::<types>::<name>`. A name may hold colons. */
export function partsOf(urn: string): { stack: string; project: string; type: string; name: string } {
  const [stack = "", project = "", types = "", ...name] = urn.replace(/^urn:pulumi:/, "").split("::");
  return { stack, project, type: types.split("$").at(-1) ?? "", name: name.join("::") };
}
