import { segment, type Wire } from "../../api/client";
import type { Scope } from "../../engine/definition";

/** What schedules of every kind have in common: they are job configurations of the service's scheduler. */

export const jobConfigs = "/scheduler/job-configs";

/** The clouds, as programs name them, and what the service calls them in its schedules. */
const serviceNames: Record<string, string> = { aws: "aws" };

export function serviceName(cloud: string): string {
  return serviceNames[cloud] ?? cloud;
}

export function cloudOf(name: string): string {
  return Object.keys(serviceNames).find((cloud) => serviceNames[cloud] === name) ?? name;
}

/** A duration as the scheduler writes it: days or hours. */
export const duration = /^\d+[dh]$/;

/** Parameters change together: what a partial object would do to the others is not known. */
export async function patchParameters(scope: Scope, id: string, group: string, parameters: Wire): Promise<Wire> {
  return scope.api.patch(`${jobConfigs}/${segment(id)}`, { [group]: parameters });
}
