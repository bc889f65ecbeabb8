import type { Definition } from "../../provider/lifecycle/vocabulary/definition";
import { secretsOf } from "../../provider/lifecycle/vocabulary/field";
import { isUnready } from "../../provider/lifecycle/values/diff";
import { findDefinition, typeIn } from "../../provider/resources/load";
import { differencesOf, maskedIn, type Difference } from "./differences";
import { hindrancesIn } from "./hindered";
import { decisiveSteps, keyEndOf, type KeyEnd } from "./keyEnds";
import { isComplete, partsOf, type Diagnostic, type EngineEvent, type Side, type Step } from "./events";
import { adoptedKey } from "../../provider/lifecycle/vocabulary/hiddenKeys";

/** What one run of the engine found and did, for the summary. */

export type Operation = "adopt" | "create" | "update" | "replace" | "delete";

/** A resource of the stack. */
export interface Resource {
  readonly urn: string;
  /** `VaultKey`, or a whole type token where the resource is not ours. */
  readonly type: string;
  readonly name: string;
  /** Absent where the resource is not ours. */
  readonly definition?: Definition;
}

export interface Drifted {
  readonly resource: Resource;
  /** As it was last deployed. */
  readonly deployed: Side;
  /** What its provider instance was given; secrets are masked. */
  readonly provider: NonNullable<Side["inputs"]>;
  readonly isGone: boolean;
  readonly differences: readonly Difference[];
}

export interface Planned {
  readonly resource: Resource;
  readonly operation: Operation;
  readonly differences: readonly Difference[];
  /** Secret properties, when no other property tells why there is a step. */
  readonly masked: readonly string[];
}

interface Violation {
  /** Absent where it is the stack as a whole. */
  readonly resource?: Resource;
  readonly policy: string;
  readonly message: string;
  readonly isMandatory: boolean;
}

/** The error, as reported for the first resource that it concerned. */
export interface Failure {
  readonly message: string;
  /** How many more resources it concerned. */
  readonly others: number;
}

export interface Report {
  readonly drifted: readonly Drifted[];
  readonly planned: readonly Planned[];
  /** Keys, and what holds keys, that would be deleted or were. */
  readonly keyEnds: readonly (Resource & KeyEnd)[];
  readonly violations: readonly Violation[];
  readonly errors: readonly Failure[];
  /** Deletes that the service is going to refuse, a sentence each. */
  readonly hindered: readonly string[];
  /** Warnings of this package's resources and components, each once. */
  readonly warnings: readonly string[];
  readonly project?: string;
  readonly stack?: string;
  /** False if the log is incomplete: then it is not known what else was planned. */
  readonly isComplete: boolean;
  /** True if nothing was changed: an `up` may end in its preview. */
  readonly isPreview: boolean;
}

/** The steps that change something, by the engine's names for them. */
const operations: Readonly<Record<string, Operation>> = {
  create: "create",
  import: "create",
  update: "update",
  replace: "replace",
  "create-replacement": "replace",
  "delete-replaced": "replace",
  "import-replacement": "replace",
  delete: "delete",
};

export function reportOf(events: readonly EngineEvent[]): Report {
  const steps = stepsOf(events);
  const made = madeIn(events);
  const refreshes = events.flatMap(({ resOutputsEvent }) => resOutputsEvent?.metadata ?? []);
  const providers = new Map(refreshes.map((step) => [step.urn, step.old?.inputs ?? {}]));
  const [some] = events.flatMap(({ resourcePreEvent }) => resourcePreEvent?.metadata ?? []);
  const place = some && partsOf(some.urn);
  return {
    drifted: refreshes
      .filter(({ op, type }) => op === "refresh" && !isInternal(type))
      .flatMap((step) => driftOf(step, steps.get(step.urn), providers) ?? []),
    planned: [...steps.values()].map((step) => plannedOf(step, made.get(step.urn))),
    keyEnds: keyEndsOf(events),
    hindered: hindrancesIn([...steps.values()], (urn) => {
      const { type, name, definition } = resourceOf(urn);
      return [`${type} "${name}"`, definition];
    }),
    violations: events.flatMap(({ policyEvent }) => policyEvent ?? []).map(violationOf),
    errors: errorsOf(events),
    warnings: warningsOf(events),
    project: place?.project,
    stack: place?.stack,
    isComplete: isComplete(events),
    isPreview: events.findLast(({ summaryEvent }) => summaryEvent)?.summaryEvent?.isPreview ?? false,
  };
}

/**
 * The step of each resource that would be changed. Of a replacement, the part that knows both
 * sides.
 */
function stepsOf(events: readonly EngineEvent[]): Map<string, Step> {
  const steps = new Map<string, Step>();
  for (const { resourcePreEvent } of events) {
    const step = resourcePreEvent?.metadata;
    if (!step || !operations[step.op] || isUnwritten(step)) continue;
    const known = steps.get(step.urn);
    if (!known?.old || !known.new) steps.set(step.urn, step);
  }
  return steps;
}

/**
 * Each object once: a replacement takes several steps, and an interrupted one may have left a
 * second object behind.
 */
function keyEndsOf(events: readonly EngineEvent[]): Report["keyEnds"] {
  const ends = decisiveSteps(events).flatMap((step) => {
    const resource = resourceOf(step.urn);
    const end = keyEndOf(step, resource.definition);
    return end ? [[`${step.urn} ${step.old?.id}`, { ...resource, ...end }] as const] : [];
  });
  return [...new Map(ends).values()];
}

/** A provider instance cannot change outside Pulumi. */
export function isInternal(type: string): boolean {
  return type.startsWith("pulumi:");
}

/** The stack itself, and the provider instances that the engine makes where the program makes none. */
function isUnwritten({ type, urn }: Step): boolean {
  return isInternal(type) && !(type.startsWith("pulumi:providers:") && !partsOf(urn).name.startsWith("default"));
}

/**
 * What a refresh found counts as drift where it makes a step necessary: rotation, say, moves
 * outputs and asks for nothing.
 */
function driftOf(
  refresh: Step,
  step: Step | undefined,
  providers: ReadonlyMap<string, NonNullable<Side["inputs"]>>,
): Drifted | undefined {
  if (!step || !refresh.old) return undefined;
  const resource = resourceOf(refresh.urn);
  const isGone = refresh.new === null;
  const differences = isGone ? [] : foundBy(refresh, step, resource.definition);
  if (!isGone && differences.length === 0) return undefined;
  const provider = providers.get(refresh.provider?.replace(/::[^:]*$/, "") ?? "") ?? {};
  return { resource, deployed: refresh.old, provider, isGone, differences };
}

const secretsIn = (definition: Definition | undefined) => definition && secretsOf(definition);

/**
 * Where the inputs are as they were, a step that the program does not explain either must come from
 * the outputs.
 */
function foundBy(refresh: Step, step: Step, definition: Definition | undefined): Difference[] {
  const found = differencesOf(refresh.old?.inputs, refresh.new?.inputs, secretsIn(definition));
  const isExplained = step.old !== null && differencesOf(step.old.inputs, step.new?.inputs).length > 0;
  if (found.length === 0 && !isExplained)
    return differencesOf(refresh.old?.outputs, refresh.new?.outputs, secretsIn(definition));
  return definition ? [...found, ...lostReadiness(refresh, definition)] : found;
}

/** An object that is no longer ready makes a step necessary, whatever else the program changes. */
function lostReadiness({ old, new: now }: Step, definition: Definition): Difference[] {
  if (!definition.ready || !now?.outputs || !isUnready(definition, now.outputs)) return [];
  const { output } = definition.ready;
  return differencesOf({ [output]: old?.outputs?.[output] }, { [output]: now.outputs[output] });
}

/** The outputs of what was created, by URN. */
function madeIn(events: readonly EngineEvent[]): Map<string, NonNullable<Side["outputs"]>> {
  const done = events.flatMap(({ resOutputsEvent: event }) => (event && event.planning !== true ? event.metadata : []));
  return new Map(done.flatMap(({ op, urn, new: now }) => (op === "create" ? [[urn, now?.outputs ?? {}]] : [])));
}

/**
 * Pulumi has one word for a resource that is created and for one that takes over an object. Before
 * an update, `adopt: true` does not tell which.
 */
function isTakeover({ op, urn, new: now }: Step, outputs: Side["outputs"]): boolean {
  if (op !== "create" || !isOurs(partsOf(urn).type)) return false;
  return typeof now?.inputs?.adopt === "string" || outputs?.[adoptedKey] !== undefined;
}

function plannedOf(step: Step, made: Side["outputs"]): Planned {
  const resource = resourceOf(step.urn);
  const operation = isTakeover(step, made) ? "adopt" : operations[step.op]!;
  const isChange = operation === "update" || operation === "replace";
  const secrets = secretsIn(resource.definition);
  const taken = operation === "adopt" ? differencesOf({}, { adopt: step.new?.inputs?.adopt }) : [];
  const differences = isChange ? differencesOf(step.old?.inputs, step.new?.inputs, secrets) : taken;
  return {
    resource,
    operation,
    differences,
    masked: isChange && differences.length === 0 ? maskedIn(step.new?.inputs) : [],
  };
}

function violationOf({
  resourceUrn,
  policyPackName,
  policyName,
  message,
  enforcementLevel,
}: NonNullable<EngineEvent["policyEvent"]>): Violation {
  return {
    resource: resourceUrn && partsOf(resourceUrn).type !== "pulumi:pulumi:Stack" ? resourceOf(resourceUrn) : undefined,
    policy: `${policyPackName}: ${policyName}`,
    message: plain(message),
    isMandatory: enforcementLevel === "mandatory",
  };
}

/**
 * Each error once: the engine repeats at the end that there was one, and a refused login concerns
 * every resource.
 */
function errorsOf(events: readonly EngineEvent[]): Failure[] {
  const errors = diagnosticsOf(events, "error");
  const told = errors.some(({ urn }) => urn) ? errors.filter(({ urn }) => urn) : errors;
  const failures = new Map<string, { message: string; urns: Set<string | undefined> }>();
  for (const { message, urn } of told) {
    const known = failures.get(reasonIn(message)) ?? { message, urns: new Set() };
    failures.set(reasonIn(message), known);
    known.urns.add(urn);
  }
  return [...failures.values()].map(({ message, urns }) => ({ message, others: urns.size - 1 }));
}

/**
 * What went wrong, without what was tried on which resource: the engine says "Preview failed:
 * reading X failed: why", or "was refused".
 */
function reasonIn(message: string): string {
  return message.replace(/^(?:\w+ failed: )?.*? (?:failed|was refused): /, "");
}

function warningsOf(events: readonly EngineEvent[]): string[] {
  const own = diagnosticsOf(events, "warning").filter(({ urn }) => urn !== undefined && isOurs(partsOf(urn).type));
  return [...new Set(own.map(({ message }) => message))];
}

function diagnosticsOf(events: readonly EngineEvent[], wanted: string): Diagnostic[] {
  return events
    .flatMap(({ diagnosticEvent }) => diagnosticEvent ?? [])
    .filter(({ severity }) => severity === wanted)
    .map((one) => ({ ...one, message: plain(one.message) }));
}

/** A message without the marks that the engine, or whoever spoke through it, puts in for colours. */
function plain(message: string): string {
  // eslint-disable-next-line no-control-regex
  return message.replace(/<\{%[\w ]*%\}>|\u001b\[[\d;]*m/g, "").trim();
}

const ourComponents = "ciphertrust:index:";

function isOurs(type: string): boolean {
  return typeIn(type) !== undefined || type.startsWith(ourComponents);
}

export function resourceOf(urn: string): Resource {
  const { type, name } = partsOf(urn);
  const ours = typeIn(type);
  const definition = ours === undefined ? undefined : findDefinition(ours);
  return { urn, type: definition?.type ?? type, name, definition };
}
