import { lastEndedIn } from "../claims/folds";
import type { Predecessor } from "../claims/claim";
import { adviceOn, type Verb } from "./advice";
import { recoverableUntil } from "../claims/ownership";
import { tellReplacement } from "../guards/replacement";
import { ignoredAdoption } from "../reconciler/adoption";
import type { Context, ReadResult, Outcome } from "../reconciler/operations";
import type { Stored } from "../service/state";
import { recoveryOf, remarks, type Difference } from "../values/diff";
import type { Bag, Definition } from "../vocabulary/definition";
import { explain, InitializationError, withServiceVersion, type ResourceError } from "../vocabulary/failure";
import { Layer } from "./layer";
import { witnessFor } from "./witness";

/** Says in words what differs, and of an error what was tried, what happened and what to do. */
export class Explained extends Layer {
  override async diff(context: Context, id: string, olds: Bag, news: Bag): Promise<Difference> {
    const { definition } = this;
    const difference = await this.next.diff(context, id, olds, news);
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

/** What was tried. */
interface ExplainedCall {
  readonly context: Context;
  readonly verb: Verb;
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
