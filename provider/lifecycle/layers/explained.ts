import { lastEndedIn } from "../claims/folds";
import type { Predecessor } from "../claims/claim";
import { recoverableUntil, resourceLabel } from "../claims/ownership";
import { tellReplacement } from "../guards/replacement";
import { ignoredAdoption } from "../reconciler/adoption";
import type { Context, ReadResult, Outcome } from "../reconciler/operations";
import type { Stored } from "../service/state";
import type { Checked } from "../values/check";
import { tellUnfamiliar, unfamiliarIn } from "../values/unfamiliar";
import { recoveryOf, remarks, type Difference, collides, uniqueSets } from "../values/diff";
import type { Bag, Definition, Scope } from "../vocabulary/definition";
import { explain, InitializationError, withServiceVersion, type ResourceError } from "../vocabulary/failure";
import { Layer } from "./layer";
import { witnessFor } from "./witness";
import { isKind, type ApiError } from "../../api/errors";
import { culpritAdvice } from "../service/references";
import { featureOf, licenceAdvice } from "../service/licence";
import type { Witness } from "../evidence/witness";
import type { Wire } from "../../api/client";
import { forbiddenBy, handoverOf, marksOf } from "../vocabulary/field";
import { idOf } from "../vocabulary/record";
import { decodeAll, spell, sentName } from "../values/wire";
import { isLost } from "../service/look";
import { markerOf } from "../evidence/gather";
import { occupantsOf } from "../evidence/candidates";

/** Says in words what differs, and of an error what was tried, what happened and what to do. */
export class Explained extends Layer {
  override async check(context: Context, olds: Bag, news: Bag): Promise<Checked> {
    const checked = await this.next.check(context, olds, news).catch(because(`checking ${this.label(context, news)}`));
    // A replacement is checked once more, as a new resource.
    if (Object.keys(olds).length > 0 || checked.failures.length > 0) return checked;
    await this.forewarn(context, checked.inputs);
    tellUnfamiliar(
      this.label(context, checked.inputs),
      unfamiliarIn(this.definition, checked.inputs),
      this.runtime().log,
    );
    return checked;
  }

  private async forewarn(context: Context, inputs: Bag, changed?: readonly string[]): Promise<void> {
    const { forewarns } = this.definition.hooks ?? {};
    if (!forewarns) return;
    const { api, label } = this.scope(context, inputs);
    const { log } = this.runtime();
    for (const what of await forewarns(inputs, api, changed)) log(`warning: ${label}: ${what}`);
  }

  override async diff(context: Context, id: string, olds: Bag, news: Bag): Promise<Difference> {
    const { definition } = this;
    const tried = `comparing ${this.label(context, olds, id)}`;
    const difference = await this.next.diff(context, id, olds, news).catch(because(tried));
    const isSent = difference.changed.some((key) => marksOf(definition, key).seen !== "local");
    if (context.purpose === "plan" && isSent && difference.replaces.length === 0)
      await this.forewarn(context, news, difference.changed);
    const told = remarks(definition, difference, olds, news).map((why) => `${this.label(context, news)}: ${why}`);
    if (!context.purpose && told.length === 0) return difference;
    const { log } = this.runtime();
    told.forEach(log);
    if (!context.purpose) return difference;
    const label = this.label(context, olds, id);
    tellReplacement(definition, id, { label, olds, news, difference, wasRetained: context.isRetained }, log);
    const isKept = context.purpose === "plan" && difference.replaces.length === 0;
    const kept = isKept ? ignoredAdoption({ label, id, state: olds, adopt: news.adopt }) : undefined;
    if (kept !== undefined) log(kept);
    return difference;
  }

  override async create(context: Context, inputs: Bag): Promise<Stored> {
    const attempt = { context, verb: "creating", properties: inputs } as const;
    try {
      return await this.explaining(attempt, () => this.next.create(context, inputs));
    } catch (error) {
      const last = lastEndedIn(this.coordination.ledger.by(context.resource ?? { urn: "" }));
      throw withWayBack(this.definition, this.label(context, inputs), error as ResourceError, last);
    }
  }

  override read(context: Context, id: string, state: Bag): Promise<ReadResult | undefined> {
    return this.explaining({ context, verb: "reading", properties: state, id }, () => super.read(context, id, state));
  }

  override update(context: Context, id: string, olds: Bag, inputs: Bag): Promise<Stored> {
    const attempt = { context, verb: "updating", properties: inputs, id } as const;
    return this.explaining(attempt, () => super.update(context, id, olds, inputs));
  }

  override delete(context: Context, id: string, state: Bag): Promise<Outcome> {
    const attempt = { context, verb: "deleting", properties: state, id } as const;
    return this.explaining(attempt, () => super.delete(context, id, state));
  }

  private async explaining<T>(attempt: ExplainedCall, work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      throw await this.failureOf(error, attempt);
    }
  }

  private async failureOf(error: unknown, attempt: ExplainedCall): Promise<unknown> {
    const { context, verb, properties, id } = attempt;
    const { definition, coordination } = this;
    const scope = this.scope(context, properties, id);
    const cause = error instanceof InitializationError ? error.cause : error;
    const witness = () => witnessFor(definition, coordination, context, properties);
    const advice = await adviceOn(definition, cause, scope, verb, witness);
    const failure = await withServiceVersion(explain(`${verb} ${scope.label}`, cause, advice), scope.api);
    if (!(error instanceof InitializationError)) return failure;
    error.restate(failure.message);
    return error;
  }
}

/** Of what is tried before a change. */
const because =
  (tried: string) =>
  (error: unknown): never => {
    throw explain(tried, error);
  };

/** What was tried. */
interface ExplainedCall {
  readonly context: Context;
  readonly verb: "creating" | "reading" | "updating" | "deleting";
  readonly properties: Bag;
  readonly id?: string;
}

/** The error of a create, with the way to get back what was deleted before. */
function withWayBack(
  definition: Definition,
  label: string,
  failure: ResourceError,
  last: Predecessor | undefined,
): ResourceError {
  const until = last && recoveryOf(definition, last.state);
  if (until !== undefined) failure.restate(`${failure.message} ${recoverableUntil(label, last!.id, until)}`);
  return failure;
}

const removed = "Somebody removed it: run `pulumi up --refresh` to see what is left.";

/** Such as a rotation, which the next update would repeat. */
const perhapsDone = ({ facts: { advice } }: ApiError): string =>
  `The service may have done it all the same, and the next update does it again: first see by \`pulumi refresh\` what it has, then run \`pulumi up\`.${advice ? ` ${advice}` : ""}`;

/**
 * What only the service can tell of a failure. An object that is missing while it is created may
 * never have existed.
 */
async function adviceOn(
  definition: Definition,
  error: unknown,
  scope: Scope,
  verb: ExplainedCall["verb"],
  witnessOf: () => Witness,
): Promise<string | undefined> {
  const { api, inputs } = scope;
  const isCreate = verb === "creating";
  if (isKind(error, "held")) return undefined;
  const forbidden = verb === "deleting" ? forbiddenAdvice(definition, inputs, error) : undefined;
  if (forbidden !== undefined) return forbidden;
  const culprit = await culpritAdvice(definition, api, inputs, error).catch(() => undefined);
  if (culprit !== undefined) return culprit;
  if (verb === "updating" && isKind(error, "conflict")) {
    const rival = await conflictAdvice(definition, scope, witnessOf()).catch(() => undefined);
    if (rival !== undefined) return rival;
  }
  if (!isCreate && isKind(error, "notFound")) return removed;
  if (!isCreate && isKind(error, "unanswered") && error.facts.call.startsWith("POST ")) return perhapsDone(error);
  return (await licenceAdvice(api, featureOf(definition), error)) ?? spelledAdvice(definition, inputs, error);
}

/** Advice on a delete that the service forbids because an input says so. */
export function forbiddenAdvice(definition: Definition, state: Bag, error: unknown): string | undefined {
  const keys = forbiddenBy(definition, state);
  if (keys.length === 0 || !isKind(error, "forbidden")) return undefined;
  return `Set ${keys.map((key) => `\`${key}: false\``).join(", ")} and run \`pulumi up\`; then delete it.`;
}

/**
 * How an object gets what must be unique from another one of the stack, which the service does not
 * do in one call. `undefined` if no other one has it.
 */
async function conflictAdvice(definition: Definition, scope: Scope, witness: Witness): Promise<string | undefined> {
  const handsOver = handoverOf(definition);
  const sets = uniqueSets(definition).filter((set) => !handsOver || set.includes(handsOver.input));
  if (sets.length === 0) return undefined;
  const marker = markerOf(definition, scope, witness);
  for (const one of await possibleHolders(definition, scope)) {
    const held = decodeAll(definition, one);
    const set = isLost(definition, one) ? undefined : sets.find((of) => collides(definition, of, held, scope.inputs));
    const sibling = marker.siblingIn(one);
    const rival =
      witness.claimOn(idOf(definition, one)).label ?? (sibling && resourceLabel({ ...definition, name: sibling }));
    if (set && rival !== undefined) return inTurn(handsOver?.input ?? set.at(-1)!, scope.inputs, rival, held);
  }
  return undefined;
}

/** The objects that may have what the described one gets. */
function possibleHolders(definition: Definition, scope: Scope): Promise<Wire[]> {
  const { path } = definition;
  const handsOver = handoverOf(definition);
  if (!handsOver) return occupantsOf(definition, scope);
  const values = (scope.inputs as Bag)[handsOver.input] as string[];
  return scope.api.list(path, { [spell(definition, handsOver.input)]: values });
}

/**
 * An update changes both at once, and in any order: the object that has it must have given it up
 * before.
 */
function inTurn(key: string, inputs: Bag, rival: string, held: Bag): string {
  const [theirs, wanted] = [held, inputs].map((of) => [of[key]].flat());
  const value = JSON.stringify(wanted!.find((one) => theirs!.includes(one)) ?? theirs![0]);
  return (
    `${rival} of this stack has the ${key} ${value}, and one update cannot move it. Do it in several updates: first give ${rival} ` +
    `another ${key}, a temporary one if the two exchange theirs, and leave this one as it was; then give this one ${value}; ` +
    `last, replace the temporary one.`
  );
}

/** What to correct, if the service names one argument, in its own spelling. */
export function spelledAdvice(definition: Definition, inputs: Bag, error: unknown): string | undefined {
  if (!isKind(error, "badRequest")) return undefined;
  const words = new Set(error.message.match(/\w+/g));
  const found = Object.keys(definition.inputs).flatMap((key) => {
    const name = inputs[key] === undefined ? undefined : sentName(definition, key);
    // A plain word may mean something else.
    const isSpelled = name !== undefined && name !== key && /[_A-Z]/.test(name);
    return isSpelled && words.has(name) ? [[key, name] as const] : [];
  });
  if (found.length !== 1) return undefined;
  const [[key, name]] = found as [readonly [string, string]];
  return `Correct ${key}, which the service calls ${name}, then run \`pulumi up\` again.`;
}
