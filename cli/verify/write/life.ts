import type { Api } from "../../../provider/api/client";
import type { Clock } from "../../../provider/api/clock";
import type { Bag, Definition } from "../../../provider/lifecycle/vocabulary/definition";
import { InitializationError } from "../../../provider/lifecycle/vocabulary/failure";
import { nameInputOf } from "../../../provider/lifecycle/vocabulary/field";
import { check } from "../../../provider/lifecycle/values/check";
import { diff } from "../../../provider/lifecycle/values/diff";
import { look } from "../../../provider/lifecycle/service/look";
import { Ledger } from "../../../provider/lifecycle/claims/ledger";
import { lifecycleOf } from "../../../provider/lifecycle/layers/lifecycle";
import type { Context } from "../../../provider/lifecycle/reconciler/operations";
import { allDefinitions } from "../../../provider/resources/load";
import type { Difference } from "../report";
import type { Seen } from "../seen";
import { shapeDifferences } from "../shapes";
import { ownerIn } from "./mark";
import type { Ground, Made, Sample } from "./sample";

/**
 * The life of one object, by the provider's own lifecycle, as a program's `up`, `refresh` and
 * `destroy` would call it.
 */

/** Where a life takes place. */
export interface Site {
  readonly api: Api;
  readonly run: string;
  /** Ends waits early. */
  readonly stop: AbortSignal;
  /** All strings that were sent and received. */
  readonly seen: Seen;
  readonly clock: Clock;
  /** Shows what the provider tells the user. */
  log(text: string): void;
}

/** The lifecycle of a type there, and the context of each call. */
export function lifecycleAt(definition: Definition, { api, clock, run, stop, log }: Site) {
  const resource = { urn: `verify:${definition.type}`, name: definition.type };
  const context: Context = { resource, isManaged: true, owner: ownerIn(run) };
  const coordination = { ledger: new Ledger() };
  return {
    context,
    operations: lifecycleOf(definition, () => ({ api, clock, stop, log, types: allDefinitions }), coordination),
  };
}

/** A step that failed. */
export class StepError extends Error {
  override readonly name = "StepError";
  constructor(
    readonly step: "create" | "read" | "update" | "delete",
    override readonly cause: unknown,
  ) {
    super(cause instanceof Error ? cause.message : String(cause));
  }
}

export class Life {
  private noted: Difference[] = [];
  private lifecycle: ReturnType<typeof lifecycleAt>;
  private object: Made | undefined;

  constructor(
    readonly definition: Definition,
    private readonly sample: Sample,
    private readonly ground: Ground,
    private readonly site: Site,
  ) {
    this.lifecycle = lifecycleAt(definition, site);
  }

  /** `undefined` before it exists, and once it was deleted. */
  get id(): string | undefined {
    return this.object?.id;
  }

  /** The differences since they were last taken. */
  differences(): Difference[] {
    const taken = this.noted;
    this.noted = [];
    return taken;
  }

  /** Creates, reads, updates and reads again. */
  async begin(): Promise<void> {
    const inputs = this.checked({}, this.inputs());
    this.take(await this.step("create", ({ operations, context }) => operations.create(context, inputs)));
    this.compare("create", inputs);
    await this.read("create", inputs);
    const change = this.change();
    if (change === undefined) return;
    await this.update(inputs, this.checked(inputs, { ...this.inputs(), ...change }), Object.keys(change));
  }

  /** Deletes and reads, wherever the session goes on. */
  async end(site: Site): Promise<void> {
    this.lifecycle = lifecycleAt(this.definition, site);
    const made = this.object;
    if (!made) return;
    await this.step("delete", ({ operations, context }) => operations.delete(context, made.id, made.state));
    this.object = undefined;
    if (this.sample.stays !== undefined || this.definition.action) return;
    const left = await this.step("delete", ({ operations, context }) => operations.read(context, made.id, made.state));
    if (left) this.note("delete", "the object is still there");
  }

  private async update(before: Bag, inputs: Bag, keys: readonly string[]): Promise<void> {
    const made = this.object!;
    const { changed, replaces } = diff(this.definition, made.state, inputs);
    const unnoticed = keys.filter((key) => before[key] !== inputs[key] && !changed.includes(key));
    for (const key of unnoticed) this.note(`update ${key}`, "the change was not noticed");
    for (const key of replaces) this.note(`update ${key}`, "cannot be updated in place");
    if (replaces.length > 0) return;
    this.take(
      await this.step("update", ({ operations, context }) => operations.update(context, made.id, made.state, inputs)),
    );
    this.compare("update", inputs);
    await this.read("update", inputs);
  }

  private async read(after: string, inputs: Bag): Promise<void> {
    const made = this.object!;
    const seen = await this.step("read", ({ operations, context }) => operations.read(context, made.id, made.state));
    if (!seen) return this.note(`read after ${after}`, "the object is missing");
    this.take(seen);
    this.compare(`read after ${after}`, inputs);
    await this.step("read", () => this.compareShape());
  }

  /** The response itself, against the definition. */
  private async compareShape(): Promise<void> {
    // Types without a collection of their own have no response of their own either.
    if (this.definition.path.length <= 1) return;
    const { id, state } = this.object!;
    const { api, seen, clock } = this.site;
    const record = await look(this.definition, { api, pause: (milliseconds) => clock.sleep(milliseconds) }, id, state);
    if (record) this.noted.push(...shapeDifferences(this.definition, record, seen, true));
  }

  /**
   * What the next preview would show: an input without effect, or one that the service does not
   * return.
   */
  private compare(where: string, inputs: Bag): void {
    const { state } = this.object!;
    for (const key of diff(this.definition, state, inputs).changed) {
      this.note(`${where}: ${key}`, state[key] === undefined ? "is not returned" : "another value is returned");
    }
  }

  private inputs(): Bag {
    const named = nameInputOf(this.definition);
    const name = named === undefined ? {} : { [named]: this.ground.name(this.definition.type) };
    return { ...name, ...this.sample.inputs(this.ground), ...this.sample.ending };
  }

  private change(): Bag | undefined {
    const { change } = this.sample;
    if (typeof change === "string") return undefined;
    return typeof change === "function" ? change(this.ground) : change;
  }

  /** With the defaults. The object of a sample is not tested: its credentials open nothing. */
  private checked(olds: Bag, written: Bag): Bag {
    const { inputs, failures } = check(this.definition, olds, written);
    if (failures.length > 0) {
      const words = failures.map(({ property, reason }) => `${property}: ${reason}`).join("; ");
      throw new Error(`the inputs of ${this.definition.type} are refused: ${words}`);
    }
    return this.definition.ready?.test && !this.sample.tested ? { ...inputs, readyTimeoutSeconds: 0 } : inputs;
  }

  /** As it comes back from a stack's state. */
  private take({ id, state }: Made): void {
    this.object = { id, state: JSON.parse(JSON.stringify(state)) as Bag };
    this.ground.made.set(this.definition.type, this.object);
  }

  private async step<T>(
    step: StepError["step"],
    work: (lifecycle: ReturnType<typeof lifecycleAt>) => Promise<T>,
  ): Promise<T> {
    try {
      return await work(this.lifecycle);
    } catch (error) {
      if (error instanceof InitializationError) this.take({ id: error.id, state: error.properties });
      throw new StepError(step, error);
    }
  }

  private note(where: string, what: string): void {
    this.noted.push({ where, what });
  }
}
