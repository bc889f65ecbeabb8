import { unknownValue } from "../../../provider/lifecycle/vocabulary/schema";
import type { Bag } from "../../../provider/lifecycle/vocabulary/definition";
import type { Lifecycle } from "../../boundLifecycle";
import { Ledger } from "../../../provider/lifecycle/claims/ledger";
import { definitionOf } from "../../../provider/resources/load";
import type { Rig } from "../rig";

/**
 * What Pulumi's engine does with the responses of a provider, as far as a preview can differ from
 * an update.
 */

/** A resource of a program. References to others are `{ ref: <their name> }`. */
export interface Declared {
  name: string;
  type: string;
  args: Bag;
}

export type Operation = "create" | "update" | "replace" | "same" | "delete";
export type Plan = Record<string, Operation>;

interface Kept {
  type: string;
  id: string;
  state: Bag;
  inputs: Bag;
  /** Names of the resources that it refers to. */
  needs: string[];
}

export class Stack {
  private kept = new Map<string, Kept>();
  /** What the provider process of an update knows. */
  private ledger = new Ledger();

  constructor(private readonly rig: Rig) {}

  /** The lifecycle of a resource in that process. */
  private as(name: string, type: string): Lifecycle {
    const [stack, backend] = [{ organization: "acme", project: "truth", stack: "dev" }, "0123456789ab"];
    const { ledger } = this;
    this.rig.company = {
      ledger,
      self: () => selfOf(name),
      isManaged: () => true,
      owner: () => ({ name: `acme/truth/dev/${type}/${name}`, backend }),
      home: () => ({ stack, backend, isFile: false, former: [] }),
    };
    const lifecycle = this.rig.lifecycle(type);
    this.rig.company = undefined;
    return lifecycle;
  }

  get resources(): ReadonlyMap<string, Kept> {
    return this.kept;
  }

  /** `pulumi refresh`: the service's values are used from now on. Its reads share lists. */
  async refresh(): Promise<void> {
    this.rig.shareReads();
    for (const [name, one] of [...this.kept]) {
      const seen = await this.rig.lifecycle(one.type).read(one.id, one.state);
      if (seen) this.kept.set(name, { ...one, state: seen.state, inputs: seen.inputs });
      else this.kept.delete(name);
    }
    this.rig.shareReads(false);
  }

  /** `pulumi preview --refresh`: ids of resources that do not exist yet are unknown. */
  async preview(program: readonly Declared[]): Promise<Plan> {
    await this.refresh();
    const plan: Plan = {};
    const ids = new Map([...this.kept].map(([name, { id }]) => [name, id]));
    for (const declared of program) {
      const { operation } = this.decide(declared, ids);
      plan[declared.name] = operation;
      if (operation === "create" || operation === "replace") ids.set(declared.name, unknownValue);
    }
    return this.withDeletions(plan, program);
  }

  /** `pulumi up --refresh`; returns what was done. */
  async up(program: readonly Declared[]): Promise<Plan> {
    await this.refresh();
    this.ledger = new Ledger();
    const plan: Plan = {};
    const late: (Kept & { name: string })[] = [];
    const gone = new Set<string>();
    const ids = new Map([...this.kept].map(([name, { id }]) => [name, id]));
    for (const declared of program) {
      const { name } = declared;
      const decided = this.decide(declared, ids);
      plan[name] = gone.has(name) ? "replace" : decided.operation;
      const old = this.kept.get(name);
      if (old) this.declare(name, old, decided.operation);
      if (decided.operation === "replace" && decided.deleteFirst) await this.deleteFirst(name, program, gone);
      else if (decided.operation === "replace") late.push({ ...old!, name });
      await this.carryOut(declared, plan[name], decided.inputs);
      ids.set(name, this.kept.get(name)!.id);
    }
    const all = this.withDeletions(plan, program);
    for (const name of [...this.kept.keys()].reverse()) if (all[name] === "delete") await this.delete(name);
    for (const { name, ...one } of late.reverse()) await this.as(name, one.type).delete(one.id, one.state);
    return all;
  }

  private declare(name: string, { type, id, state }: Kept, operation: Operation): void {
    const [self, definition] = [selfOf(name), definitionOf(type)];
    this.ledger.declare(self, definition, id, state);
    if (operation === "replace") this.ledger.add("leaving", self, definition, id, state);
  }

  private decide({ name, type, args }: Declared, ids: ReadonlyMap<string, string>) {
    const lifecycle = this.rig.lifecycle(type);
    const old = this.kept.get(name);
    const { inputs, failures } = lifecycle.check(old?.inputs ?? {}, resolved(args, ids) as Bag);
    expect({ name, failures }).toEqual({ name, failures: [] });
    if (!old) return { operation: "create" as const, inputs, deleteFirst: false };
    const { changes, replaces, deleteBeforeReplace } = lifecycle.diff(old.state, inputs);
    const operation: Operation = replaces.length > 0 ? "replace" : changes ? "update" : "same";
    return { operation, inputs, deleteFirst: deleteBeforeReplace };
  }

  /** Resources that are replaced along with it are deleted before it. */
  private async deleteFirst(name: string, program: readonly Declared[], gone: Set<string>): Promise<void> {
    const ids = new Map([...this.kept].map(([other, { id }]) => [other, id]));
    const doomed = [name];
    ids.set(name, unknownValue);
    for (const declared of program) {
      const known = this.kept.get(declared.name);
      if (!known?.needs.some((need) => doomed.includes(need))) continue;
      if (this.decide(declared, ids).operation !== "replace") continue;
      doomed.push(declared.name);
      ids.set(declared.name, unknownValue);
    }
    for (const one of doomed.reverse()) {
      await this.delete(one);
      gone.add(one);
    }
  }

  private async carryOut(declared: Declared, operation: Operation, inputs: Bag): Promise<void> {
    const { name, type, args } = declared;
    const lifecycle = this.as(name, type);
    const old = this.kept.get(name);
    const needs = references(args);
    if (operation === "same") return void this.kept.set(name, { ...old!, inputs, needs });
    const made =
      operation === "update" ? await lifecycle.update(old!.id, old!.state, inputs) : await lifecycle.create(inputs);
    const { id } = operation === "update" ? old! : (made as { id: string });
    this.kept.set(name, { type, id, state: made.state, inputs, needs });
  }

  private async delete(name: string): Promise<void> {
    const one = this.kept.get(name)!;
    await this.as(name, one.type).delete(one.id, one.state);
    this.kept.delete(name);
  }

  private withDeletions(plan: Plan, program: readonly Declared[]): Plan {
    const declared = new Set(program.map(({ name }) => name));
    const left = [...this.kept.keys()].filter((name) => !declared.has(name));
    return { ...plan, ...Object.fromEntries(left.map((name) => [name, "delete" as const])) };
  }
}

const selfOf = (name: string) => ({ urn: `urn:pulumi:dev::truth::Resource::${name}`, name });

/** The arguments with references replaced by ids. */
export function resolved(value: unknown, ids: ReadonlyMap<string, string>): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map((one) => resolved(one, ids));
  const { ref } = value as { ref?: string };
  if (ref !== undefined) return ids.get(ref);
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, resolved(one, ids)]));
}

export function references(value: unknown): string[] {
  if (typeof value !== "object" || value === null) return [];
  const { ref } = value as { ref?: string };
  return ref !== undefined ? [ref] : Object.values(value).flatMap(references);
}
