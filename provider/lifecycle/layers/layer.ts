import {
  labelFor,
  scopeFor,
  type Context,
  type ReadResult,
  type Operations,
  type Outcome,
} from "../reconciler/operations";
import type { Coordination } from "../claims/ledger";
import type { Environment } from "../service/scope";
import type { Stored } from "../service/state";
import type { Checked } from "../values/check";
import type { Difference } from "../values/diff";
import type { Bag, Definition, Scope } from "../vocabulary/definition";
import type { Presence } from "./presence";

/** What the layers need of the process that runs them. */
export interface Runtime extends Environment {
  /** Decides whether a missing object no longer exists. Absent: it does not. */
  readonly presence?: Presence;
  /** Whether the service responds, for what a preview tells of it. Absent: it is not asked. */
  isThere?(): Promise<boolean>;
}

/** Hands every operation on to the next layer; a layer overrides those that concern it. */
export abstract class Layer implements Operations {
  constructor(
    protected readonly definition: Definition,
    protected readonly runtime: () => Runtime,
    protected readonly coordination: Coordination,
    protected readonly next: Operations,
  ) {}

  check(context: Context, olds: Bag, news: Bag): Promise<Checked> {
    return this.next.check(context, olds, news);
  }

  diff(context: Context, id: string, olds: Bag, news: Bag): Promise<Difference> {
    return this.next.diff(context, id, olds, news);
  }

  create(context: Context, inputs: Bag): Promise<Stored> {
    return this.next.create(context, inputs);
  }

  read(context: Context, id: string, state: Bag): Promise<ReadResult | undefined> {
    return this.next.read(context, id, state);
  }

  update(context: Context, id: string, olds: Bag, inputs: Bag): Promise<Stored> {
    return this.next.update(context, id, olds, inputs);
  }

  delete(context: Context, id: string, state: Bag): Promise<Outcome> {
    return this.next.delete(context, id, state);
  }

  protected scope(context: Context, properties: Bag, id?: string): Scope {
    return scopeFor(this.definition, this.runtime(), context, properties, id);
  }

  protected label(context: Context, properties: Bag, id?: string): string {
    return labelFor(this.definition, context, properties, id);
  }
}
