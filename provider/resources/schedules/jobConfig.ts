import { segment, type Wire } from "../../api/client";
import * as z from "zod";
import type { Scope } from "../../engine/definition";
import type { System } from "../system";
import { systemNamed, systems } from "../systems";

/** What schedules of every kind have in common: they are job configurations of the service's scheduler. */

export const jobConfigs = "/scheduler/job-configs";

/** An input that names one of these systems. */
export function systemName<Name extends string>(among: readonly System[]) {
  return z.enum(among.map(({ name }) => name) as [Name, ...Name[]]);
}

/** What the scheduler calls a system that programs call `name`. */
export function cloudNameOf(name: string): string {
  return systemNamed(name).cloudName ?? name;
}

/** The system that the scheduler calls `cloudName`, as programs name it. */
export function systemOf(cloudName: string): string {
  return systems.find((one) => one.cloudName === cloudName)?.name ?? cloudName;
}

/** A duration as the scheduler writes it: days or hours. */
export const duration = /^\d+[dh]$/;

/** Parameters change together: what a partial object would do to the others is not known. */
export async function patchParameters(scope: Scope, id: string, group: string, parameters: Wire): Promise<Wire> {
  return scope.api.patch(`${jobConfigs}/${segment(id)}`, { [group]: parameters });
}
