import { isDeepStrictEqual } from "node:util";
import type { Api, Wire } from "../../../provider/api/client";
import type { Bag, Definition, WirePlace } from "../../../provider/lifecycle/vocabulary/definition";
import { isImmutable, isLeftToService, marksOf } from "../../../provider/lifecycle/vocabulary/field";
import { sameValue } from "../../../provider/lifecycle/values/diff";
import { InitializationError } from "../../../provider/lifecycle/vocabulary/failure";
import { spell } from "../../../provider/lifecycle/values/wire";
import type { Lifecycle } from "../../boundLifecycle";
import { fixtures } from "../fixtures";
import { make, type Rig } from "../rig";
import type { Case, Subject } from "./case";
import { another } from "./samples";

/** The result for one input of one resource. */
export interface Outcome {
  result: "repaired" | "replaced" | "not observable";
  /** The calls that changed it, or why drift cannot be detected. */
  how: string;
}

type Other = (rig: Rig, subject: Subject) => unknown;

/** Why an input is never in a response; `undefined` for one that is. */
export function unobservable(definition: Definition, key: string): string | undefined {
  if (definition.action) return "an event, not a state";
  const { seen } = marksOf(definition, key);
  if (seen === "never") return "the service does not return what was written";
  if (seen === "local") return "kept by the provider, unknown to the service";
  return undefined;
}

/** Changes an input outside Pulumi, refreshes, corrects it, and refreshes again. */
export class Row {
  constructor(
    private readonly rig: Rig,
    private readonly definition: Definition,
    private readonly key: string,
    private readonly given: Case,
  ) {}

  /** True if the row cannot be run on the fixture's own object. */
  get needsOwnSubject(): boolean {
    return this.given.args !== undefined || this.given.prepare !== undefined || "written" in this.given;
  }

  async subject(): Promise<Subject> {
    const { definition, key, given, rig } = this;
    const usual = { ...(await fixtures[definition.type]!.args(rig)), ...given.args };
    const base = { ...usual, ...(await given.prepare?.(rig, usual)) };
    const args = this.writesIt(base) ? { ...base, [key]: given.written ?? (await this.anyValue(undefined)) } : base;
    const { id, state } = await make(rig, definition.type, args);
    return { id, state, args };
  }

  /** Drift of optional values set by the service can only be detected if the program sets them. */
  writesIt(args: Bag): boolean {
    return "written" in this.given || (args[this.key] === undefined && isLeftToService(this.definition, this.key));
  }

  async run(subject: Subject): Promise<{ outcome: Outcome; subject: Subject }> {
    const { rig, definition, key } = this;
    const lifecycle = rig.lifecycle(definition.type);
    const { inputs } = lifecycle.check(subject.state, subject.args);
    const { how, seen } = await this.changeAndLook(subject, inputs);
    // Pulumi cannot store a property without a value.
    expect(Object.values(seen!.state)).not.toContain(undefined);
    const difference = lifecycle.diff(seen!.state, inputs);
    expect({ key, changed: difference.changed }).toEqual({ key, changed: expect.arrayContaining([key]) });
    // The preview shows the old inputs beside the new ones.
    expect(sameValue(definition, key, seen!.inputs[key], inputs[key])).toBe(false);
    if (difference.replaces.includes(key)) return { outcome: { result: "replaced", how }, subject };
    const repaired = await lifecycle.update(subject.id, seen!.state, inputs);
    const again = await lifecycle.read(subject.id, repaired.state);
    expect(again?.state).toEqual(repaired.state);
    expect(again?.inputs[key]).toEqual(inputs[key]);
    expect(lifecycle.diff(again!.state, inputs)).toMatchObject({ changes: false, changed: [] });
    await this.takeOut({ ...subject, state: again!.state });
    return { outcome: { result: "repaired", how }, subject: { ...subject, state: again!.state } };
  }

  /** An optional input is removed, and set again. */
  private async takeOut(subject: Subject): Promise<void> {
    const { definition, key } = this;
    const lifecycle = this.rig.lifecycle(definition.type);
    if (subject.args[key] === undefined || isLeftToService(definition, key)) return;
    const { inputs, failures } = lifecycle.check(subject.args, { ...subject.args, [key]: undefined });
    if (failures.length > 0) return;
    const without = await lifecycle.update(subject.id, subject.state, inputs);
    expect(lifecycle.diff(without.state, inputs)).toMatchObject({ changes: false, changed: [] });
    await lifecycle.update(subject.id, without.state, lifecycle.check({}, subject.args).inputs);
  }

  /** Returns how it was changed, and what the next refresh finds. */
  private async changeAndLook(
    subject: Subject,
    inputs: Bag,
  ): Promise<{ how: string; seen: Awaited<ReturnType<Lifecycle["read"]>> }> {
    const { rig, given, definition, key } = this;
    const value = given.outside ? undefined : await this.otherValue(subject, inputs);
    if (isImmutable(definition, key) || given.fixed !== undefined) {
      expect(value).toBeDefined();
      const seen = await rig.lifecycle(this.showing(subject, value)).read(subject.id, subject.state);
      return { how: given.fixed ?? "cannot be changed: a response with another value", seen };
    }
    await rig.control("DELETE", "/requests");
    if (given.outside) await given.outside(rig, subject);
    else await this.asAnother(subject, value);
    const { routes } = await rig.control("GET", "/requests");
    const writes = Object.keys(routes as Bag).filter((route) => !/^GET|auth\/tokens|\/test$/.test(route));
    const how = writes.map((route) => route.replace("/api/v1", "")).join(", ") || "in the cloud";
    const seen = await rig.lifecycle(definition.type).read(subject.id, subject.state);
    await this.lookInLists(subject, seen);
    return { how, seen };
  }

  /** A refresh whose reads share lists finds the same, also where the lists do not show the input. */
  private async lookInLists({ id, state }: Subject, seen: unknown): Promise<void> {
    const { rig, definition, key } = this;
    const [field = ""] = pathOf(definition, key) ?? [];
    for (const onListed of [rig.onListed, ({ [field]: _hidden, ...rest }: Wire) => rest]) {
      rig.onListed = onListed;
      rig.shareReads();
      expect(await rig.lifecycle(definition.type).read(id, state)).toEqual(seen);
    }
    rig.shareReads(false);
    rig.onListed = (item) => item;
  }

  /** As another program would that manages the same object with other arguments. */
  private async asAnother(subject: Subject, value: unknown): Promise<void> {
    const lifecycle = this.rig.lifecycle(this.definition.type);
    const checked = lifecycle.check({}, { ...subject.args, ...this.given.along, [this.key]: value });
    expect(checked.failures).toEqual([]);
    try {
      await lifecycle.update(subject.id, subject.state, checked.inputs);
    } catch (error) {
      // Credentials that no longer work are a change, too.
      if (!(error instanceof InitializationError)) throw error;
    }
  }

  /** The service as it would be if another object replaced this one. */
  private showing(subject: Subject, value: unknown): Definition {
    const { definition, key, given } = this;
    const real = definition.hooks?.enrich ?? ((_api: Api, record: Wire) => Promise.resolve(record));
    const enrich = async (api: Api, record: Wire, wanted: Bag, known: Bag) => {
      const response = await real(api, record, wanted, known);
      return given.response?.(response, value) ?? withValue(definition, key, response, subject, value);
    };
    return { ...definition, hooks: { ...definition.hooks, enrich } };
  }

  private async otherValue(subject: Subject, inputs: Bag): Promise<unknown> {
    const { other } = this.given;
    if ("other" in this.given) return typeof other === "function" ? (other as Other)(this.rig, subject) : other;
    const { change } = fixtures[this.definition.type]!;
    const changed = "waived" in change ? undefined : change[this.key];
    if (changed !== undefined && !isDeepStrictEqual(changed, inputs[this.key])) return changed;
    return this.anyValue(inputs[this.key]);
  }

  /**
   * A value of the input's type other than `current`; for a reference, another object of the same
   * type.
   */
  private async anyValue(current: unknown): Promise<unknown> {
    const { ref } = marksOf(this.definition, this.key);
    if (typeof ref === "object" && !isImmutable(this.definition, this.key)) {
      const args = { ...(await fixtures[ref.type]!.args(this.rig)), name: "another" };
      return (await make(this.rig, ref.type, args)).id;
    }
    return another(this.definition.inputs[this.key]!, current);
  }
}

/** The object as a response shows it, with `value` instead of the value in the service. */
function withValue(definition: Definition, key: string, response: Wire, subject: Subject, value: unknown): Wire {
  const path = pathOf(definition, key);
  if (path) return put(response, path, value) as Wire;
  const held = subject.state[key];
  return typeof held === "string" ? (replaced(response, held, value) as Wire) : response;
}

/** Where responses show an input, if that is one place. */
function pathOf(definition: Definition, key: string): string[] | undefined {
  const found = marksOf(definition, key).wire;
  const place: WirePlace = typeof found === "string" ? { from: found } : (found ?? {});
  const from = place.from ?? (typeof place.to === "string" ? place.to : spell(definition, key));
  return typeof from === "string" ? from.split(".") : undefined;
}

function put(into: unknown, [name, ...rest]: string[], value: unknown): unknown {
  if (name === undefined) return value;
  return { ...(into as Bag | undefined), [name]: put((into as Bag | undefined)?.[name], rest, value) };
}

function replaced(within: unknown, held: string, value: unknown): unknown {
  if (within === held) return value;
  if (typeof within !== "object" || within === null) return within;
  if (Array.isArray(within)) return within.map((one) => replaced(one, held, value));
  return Object.fromEntries(Object.entries(within).map(([name, one]) => [name, replaced(one, held, value)]));
}
