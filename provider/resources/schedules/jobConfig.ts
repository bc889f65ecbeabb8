import { segment, type Wire } from "../../api/client";
import * as z from "zod";
import type { Scope } from "../../lifecycle/vocabulary/definition";
import type { System } from "../system";
import { jobConfigs } from "./fields";
import { systemNamed, systems } from "../systems";

/** Common parts of schedules of every kind, which are job configurations of the service's scheduler. */

/** An input that names one of these systems. */
export function systemName<Name extends string>(among: readonly System[]) {
  return z.enum(among.map(({ name }) => name) as [Name, ...Name[]]);
}

/** The scheduler's name of a system. */
export function cloudNameOf(name: string): string {
  return systemNamed(name).cloudName ?? name;
}

/** The name of a system by the scheduler's name. */
export function systemOf(cloudName: string): string {
  return systems.find((one) => one.cloudName === cloudName)?.name ?? cloudName;
}

/** A duration as the scheduler writes it: days or hours. */
export const duration = /^\d+[dh]$/;

/** Parameters are sent together: the effect of a partial object on the others is not known. */
export async function patchParameters(scope: Scope, id: string, group: string, parameters: Wire): Promise<Wire> {
  return scope.api.patch(`${jobConfigs}/${segment(id)}`, { [group]: parameters });
}

/** The body that creates a job, with parameters that are encoded apart. */
export function withParameters(body: Wire, group: string, parameters: Wire): Wire {
  return { ...body, [group]: { ...(body[group] as Wire), ...parameters } };
}
