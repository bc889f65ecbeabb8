import type { Api } from "../../provider/api/client";
import type { Definition, ExistingObject } from "../../provider/lifecycle/vocabulary/definition";
import { registry } from "../../provider/resources";
import { systems } from "../../provider/resources/systems";
import { assemble, type Described, type Module } from "./assemble";
import { Choice } from "./choice";
import { describe } from "./describe";
import { titleFor } from "./titles";
import { survey, type LeftOut } from "./survey";
import type { TerraformState } from "./terraform";

/** From a service to the declarations of a program. */

export interface PlanOptions {
  /** Systems to look at; none: all. */
  system: readonly string[];
  /** Patterns on `Type/name`, the name or the type, with `*` and `?`; none: everything. */
  include: readonly string[];
  exclude: readonly string[];
  /** Takes over the objects of this state only. */
  terraform?: TerraformState | undefined;
  /** True to read every object by itself, even where its list shows as much. */
  individualReads?: boolean;
  /** True to compare no object with what its list shows of it. */
  trustLists?: boolean;
  log(text: string): void;
}

export interface Plan {
  modules: Module[];
  leftOut: LeftOut[];
  choice: Choice;
}

/** The types of no system are grouped by what they are for. */
export function groupOf({ type, role }: Definition): string {
  const system = systems.find(({ definitions }) => definitions.some((one) => one.type === type));
  return system?.name ?? (role === "schedule" ? "schedules" : "general");
}

/** Every group that has something to adopt. */
export function groups(): string[] {
  return [...new Set(registry.filter(({ action }) => !action).map(groupOf))];
}

export async function plan(api: Api, options: PlanOptions): Promise<Plan> {
  const { system, terraform, individualReads, trustLists, log } = options;
  const inSystem = registry.filter((one) => system.length === 0 || system.includes(groupOf(one)));
  const types = terraform ? inSystem.filter(({ type }) => terraform.types.has(type)) : inSystem;
  const choice = new Choice(options);
  const refuse = (found: ExistingObject, title: string) => (choice.takes(found, title) ? undefined : null);
  const seen = await survey(api, types, { refuse, individualReads, trustLists, log });
  const leftOut = [...seen.leftOut, ...(terraform?.missing() ?? [])];
  const described: Described[] = [];
  for (const found of seen.found) {
    const description = await describe(api, found, seen.found);
    if ("args" in description) described.push({ found, args: description.args, comment: terraform?.addressOf(found) });
    else
      leftOut.push({
        type: found.definition.type,
        name: titleFor(found),
        id: found.id,
        reason: description.reason,
      });
  }
  return { modules: assemble(described, groupOf), leftOut, choice };
}
