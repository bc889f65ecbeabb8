import type { Resource } from "../provider/lifecycle/claims/claim";
import { Ledger, type Coordination } from "../provider/lifecycle/claims/ledger";
import type { Home } from "../provider/lifecycle/evidence/belonging";
import type { Owner } from "../provider/lifecycle/evidence/mark";
import type { Journal } from "../provider/lifecycle/evidence/journal";
import { claimsChecked } from "../provider/lifecycle/layers/claimed";
import { witnessFor } from "../provider/lifecycle/layers/witness";
import type { Runtime } from "../provider/lifecycle/layers/layer";
import { lifecycleOf } from "../provider/lifecycle/layers/lifecycle";
import { announced } from "../provider/lifecycle/reconciler/scheduled";
import { scopeFor, type Context, type Operations } from "../provider/lifecycle/reconciler/operations";
import { check, type Checked } from "../provider/lifecycle/values/check";
import { diff, type Difference } from "../provider/lifecycle/values/diff";
import type { Bag, Definition, Failure } from "../provider/lifecycle/vocabulary/definition";

/** What a test says of the stack: one resource of it calls, and the others. */
export interface Stack extends Omit<Coordination, "journal"> {
  self(): Resource | undefined;
  isManaged(): boolean;
  owner?(inputs: Bag): Owner | undefined;
  home?(inputs: Bag): Home;
  isImported?(): boolean;
  timeoutSeconds?(): number | undefined;
  isRetained?(): boolean | undefined;
  keeps?(): string | undefined;
  journal?(service: unknown): Journal | undefined;
}

/** The lifecycle of a type, all of whose calls are those of one resource. */
export class Lifecycle {
  private readonly operations: Operations;
  private readonly coordination: Coordination;

  constructor(
    private readonly definition: Definition,
    private readonly session: () => Runtime,
    private readonly stack?: Stack,
  ) {
    this.coordination = {
      ledger: new Ledger(),
      ...stack,
      journal: (_urn, service) => stack?.journal?.(service),
    };
    this.operations = lifecycleOf(definition, session, this.coordination);
  }

  check(olds: Bag, news: Bag): Checked {
    const checked = check(this.definition, olds, news);
    const { ledger } = this.coordination;
    return claimsChecked(this.definition, ledger, this.context(news), { olds, news, ...checked });
  }

  /** The check with all layers, as a program causes it, with what it tells. */
  declare = (olds: Bag, news: Bag) => this.operations.check(this.context(news), olds, news);

  announce(inputs: Bag, isThere: boolean): Promise<Failure[]> {
    const context = this.context(inputs);
    const scope = scopeFor(this.definition, this.session(), context, inputs);
    return announced(this.definition, scope, witnessFor(this.definition, this.coordination, context, inputs), isThere);
  }

  diff = (olds: Bag, news: Bag, now?: number): Difference => diff(this.definition, olds, news, now);

  compare = (olds: Bag, news: Bag) => this.operations.diff(this.context(news), "", olds, news);

  plan = (id: string, olds: Bag, news: Bag) =>
    this.operations.diff({ ...this.context(news), purpose: "plan" }, id, olds, news);

  follow = (id: string, olds: Bag, news: Bag) =>
    this.operations.diff({ ...this.context(news), purpose: "follow" }, id, olds, news);

  create = (inputs: Bag) => this.operations.create(this.context(inputs), inputs);

  update = (id: string, olds: Bag, inputs: Bag) => this.operations.update(this.context(inputs), id, olds, inputs);

  read = (id: string, olds: Bag) => this.operations.read(this.context(olds), id, olds);

  delete = async (id: string, state: Bag): Promise<void> => {
    await this.operations.delete(this.context(state), id, state);
  };

  private context(properties: Bag): Context {
    const { stack } = this;
    if (!stack) return {};
    return {
      resource: stack.self(),
      isManaged: stack.isManaged(),
      isImported: stack.isImported?.() ?? false,
      isRetained: stack.isRetained?.(),
      keeps: stack.keeps?.(),
      timeoutSeconds: stack.timeoutSeconds?.(),
      owner: stack.owner?.(properties),
      home: stack.home?.(properties),
    };
  }
}
