import { readFileSync } from "node:fs";
import { relative, resolve } from "node:path";
import * as z from "zod";
import { isEmpty } from "../../provider/api/shown";
import type { Bag, ExistingObject } from "../../provider/lifecycle/vocabulary/definition";
import { decodeAll, pick } from "../../provider/lifecycle/values/wire";
import type { Module } from "./assemble";
import { isSetting, partsIn, type Setting } from "./declaration";
import type { LeftOut } from "./survey";
import { counterpartOf, userOf, usualIds, type Counterpart } from "./terraformTypes";

/**
 * Reads which objects of the service a Terraform state of the vendor's provider manages. Never
 * prints a value of it.
 */

/** A state that cannot be used. */
export class StateError extends Error {
  override readonly name = "StateError";
}

const format = z.object({
  version: z.literal(4),
  resources: z.array(
    z.object({
      module: z.string().optional(),
      mode: z.string(),
      type: z.string(),
      name: z.string(),
      instances: z.array(
        z.object({
          index_key: z.union([z.string(), z.number()]).optional(),
          // What an old provider wrote has them in another form.
          attributes: z.record(z.string(), z.unknown()).default({}),
        }),
      ),
    }),
  ),
});

interface StateResource {
  module?: string;
  mode: string;
  type: string;
  name: string;
  instances: { index_key?: string | number; attributes: Bag }[];
}

interface State {
  resources: StateResource[];
}

/** One object of the state. */
interface Instance {
  /** Where it stands among all. */
  order: number;
  /** As Terraform writes it: `module.prod.ciphertrust_aws_key.orders[0]`. */
  address: string;
  type: string;
  /** Where its attributes are in the file, as `jq` writes it. */
  path: string;
  attributes: Bag;
  counterpart: Counterpart;
}

export function readTerraformState(file: string): TerraformState {
  let content: unknown;
  try {
    content = JSON.parse(readFileSync(file, "utf8"));
  } catch (error) {
    // Node's own message may quote the content.
    const why = error instanceof SyntaxError ? "it is not JSON" : (error as NodeJS.ErrnoException).code;
    throw new StateError(`the Terraform state ${file} cannot be read: ${why}`);
  }
  const { success, data } = format.safeParse(content);
  if (!success) {
    const version = (content as Bag | null)?.version;
    throw new StateError(
      `${file} is not a Terraform state of version 4${version === undefined ? "" : ` (it has ${JSON.stringify(version)})`}: ` +
        "write one with  terraform state pull > state.json",
    );
  }
  return new TerraformState(file, data);
}

export class TerraformState {
  private readonly instances: readonly Instance[];
  /** Those of each type here, by the values that may name their objects. */
  private readonly candidates = new Map<string, Candidates>();
  private readonly matched = new Map<Instance, ExistingObject>();
  /** What was matched, by the id that Terraform knows it by. */
  private readonly foundOf = new Map<unknown, ExistingObject>();
  /** Those that are bound to a schedule, by the id of the key. */
  private readonly boundBy = new Map<string, Instance>();
  private readonly instanceOf = new Map<string, Instance>();

  constructor(
    private readonly file: string,
    state: State,
  ) {
    const instances = state.resources.flatMap((one, index) =>
      one.mode === "managed" && one.type.startsWith("ciphertrust_") ? instancesOf(one, index) : [],
    );
    this.instances = instances.map((one, order) => ({ ...one, order }));
    for (const one of this.instances) {
      for (const type of one.counterpart.types) {
        const known = this.candidates.get(type) ?? new Candidates();
        this.candidates.set(type, known);
        known.add(one);
      }
    }
  }

  /** The types of resources that its objects have here. */
  get types(): ReadonlySet<string> {
    const types = this.instances.flatMap(({ counterpart }) => counterpart.types);
    return new Set(this.instances.some(isBound) ? [...types, "KeyRotation"] : types);
  }

  /** True when the state manages this object; remembers which of its resources that is. */
  holds(found: ExistingObject): boolean {
    const instance = this.bindingOf(found) ?? this.instanceFor(found);
    if (!instance) return false;
    if (!this.matched.has(instance)) this.match(instance, found);
    this.instanceOf.set(keyOf(found), instance);
    return true;
  }

  private match(instance: Instance, found: ExistingObject): void {
    const { id } = instance.attributes;
    this.matched.set(instance, found);
    if (!this.foundOf.has(id)) this.foundOf.set(id, found);
    if (isBound(instance) && !this.boundBy.has(found.id)) this.boundBy.set(found.id, instance);
  }

  addressOf(found: ExistingObject): string | undefined {
    return this.instanceOf.get(keyOf(found))?.address;
  }

  /** Resources of the state that have no object here. */
  missing(): LeftOut[] {
    return this.instances
      .filter((one) => !this.matched.has(one))
      .map((one) => ({
        type: one.type,
        name: one.address,
        id: String(one.attributes.id),
        reason: this.whyMissing(one),
      }));
  }

  private whyMissing({ attributes, counterpart }: Instance): string {
    const { types, why, isOutside, declare } = counterpart;
    if (types.length > 0 && !isOutside?.(attributes)) {
      const [container] = waysOf(counterpart).find(([, property]) => property === "container") ?? [];
      if (container === undefined || this.foundOf.has(attributes[container]))
        return "is in the state and not in the service";
      return [elsewhere, declare?.(attributes)].filter(Boolean).join(": ");
    }
    return [why, declare?.(attributes)].filter(Boolean).join(": ");
  }

  /**
   * The commands that write what the state holds for settings of these modules, to be run in
   * `folder`.
   */
  sourcesFor(modules: readonly Module[], folder: string): (setting: Setting) => string | undefined {
    const declarations = modules.flatMap((one) => one.declarations);
    const owners = new Map(
      declarations.flatMap(({ args, found }) => partsIn(args, isSetting).map((one) => [one, keyOf(found)] as const)),
    );
    const file = relative(folder, resolve(this.file)).replaceAll("'", `'\\''`);
    return (setting) => {
      const instance = this.instanceOf.get(owners.get(setting) ?? "");
      const attribute = setting.path.at(-1)!.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
      if (!instance || isEmpty(instance.attributes[attribute])) return undefined;
      return `jq -j '${instance.path}.${attribute}' '${file}'`;
    };
  }

  /** A key that Terraform bound to a schedule is a resource of its own here. */
  private bindingOf({ definition, id }: ExistingObject): Instance | undefined {
    return definition.type === "KeyRotation" ? this.boundBy.get(id) : undefined;
  }

  /** The first resource of the state that is this object. */
  private instanceFor({ definition, id, record }: ExistingObject): Instance | undefined {
    const known = this.candidates.get(definition.type);
    if (!known) return undefined;
    const state: Bag = { ...decodeAll(definition, record), id };
    return known.for(state).find((one) => this.isSame(one, state));
  }

  private isSame({ counterpart, attributes }: Instance, state: Bag): boolean {
    return waysOf(counterpart).some(([attribute, property, meaning = asIs]) => {
      const wanted = pick(attributes, attribute);
      if (property === "container") return this.isPermission(attributes, wanted, state);
      return !isEmpty(wanted) && meaning(String(wanted)) === meaning(String(pick(state, property)));
    });
  }

  /** Access to a container of the state: Terraform knows that by its own id. */
  private isPermission(attributes: Bag, containerId: unknown, state: Bag): boolean {
    const container = this.foundOf.get(containerId);
    const who = state.user === undefined ? attributes.group === state.group : userOf(attributes) === state.user;
    return who && container !== undefined && (state.container as { id: string }).id === container.id;
  }
}

/** The instances that may be objects of one type, by the values that name these. */
class Candidates {
  private readonly meanings = new Map<string, (value: string) => string>();
  private readonly byValue = new Map<string, Instance[]>();

  add(instance: Instance): void {
    const { counterpart, attributes } = instance;
    for (const [attribute, property, meaning = asIs] of waysOf(counterpart)) {
      this.meanings.set(property, meaning);
      const value = this.valueOf(property, pick(attributes, attribute));
      const known = this.byValue.get(value);
      if (known) known.push(instance);
      else this.byValue.set(value, [instance]);
    }
  }

  /** Those that may be this object, in the order of the state. */
  for(state: Bag): Instance[] {
    const values = [...this.meanings.keys()].map((property) => this.valueOf(property, pick(state, property)));
    return values.flatMap((value) => this.byValue.get(value) ?? []).sort((a, b) => a.order - b.order);
  }

  /** Containers of permissions are known here by other ids than in the state. */
  private valueOf(property: string, value: unknown): string {
    return property === "container" ? property : `${property} ${this.meanings.get(property)!(String(value))}`;
  }
}

const elsewhere = "is of a container that the state does not manage";
const asIs = (value: string): string => value;

const waysOf = ({ by = usualIds }: Counterpart) => by;

function instancesOf({ module, type, name, instances }: StateResource, index: number): Omit<Instance, "order">[] {
  return instances.map(({ index_key, attributes }, number) => ({
    address: `${module ? `${module}.` : ""}${type}.${name}${index_key === undefined ? "" : `[${JSON.stringify(index_key)}]`}`,
    type,
    path: `.resources[${index}].instances[${number}].attributes`,
    attributes,
    counterpart: counterpartOf(type),
  }));
}

function isBound({ attributes }: Instance): boolean {
  return !isEmpty(attributes.enable_rotation) || !isEmpty(attributes.enable_auto_rotation);
}

function keyOf({ definition, id }: ExistingObject): string {
  return `${definition.type} ${id}`;
}
