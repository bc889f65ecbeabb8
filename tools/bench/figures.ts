import { basename } from "node:path";
import { projectRoot } from "../project";

/** What is counted, in the benchmark and in its test alike. */

export interface Counts {
  /** Requests to the service, logins excluded. */
  requests: number;
  logins: number;
}

const login = /^POST .*\/auth\/tokens\/?$/;

/** @param routes how often each route was called, as `GET /emulator/requests` shows it */
export function countsOf(routes: Record<string, number>): Counts {
  const logins = requestsTo(routes, login);
  return { logins, requests: requestsTo(routes, /./) - logins };
}

/** How many requests went to the routes that match. */
export function requestsTo(routes: Record<string, number>, pattern: RegExp): number {
  const counted = Object.entries(routes).filter(([route]) => pattern.test(route));
  return counted.reduce((total, [, count]) => total + count, 0);
}

/** One entry of the `resources` in `pulumi stack export`; only what is looked at. */
export interface StateEntry {
  urn: string;
  id?: string;
  type: string;
  inputs?: Record<string, unknown>;
  outputs?: Record<string, unknown>;
  /** Where the program declares it, as `project:///index.ts#3,5`. */
  sourcePosition?: string;
  stackTrace?: unknown;
}

const dynamicType = /^pulumi-nodejs:dynamic\//;

/** The entries of dynamic resources; stacks and providers are the engine's own. */
export function resourcesIn(exported: string): StateEntry[] {
  const { deployment } = JSON.parse(exported) as { deployment: { resources?: StateEntry[] } };
  return (deployment.resources ?? []).filter(({ type }) => dynamicType.test(type));
}

/**
 * Bytes of the entry, without the indentation that some backends add. The engine notes where in the
 * sources a resource was made, relative to the program. A user's program has its packages below it,
 * so that is how they are counted here, wherever this repository is.
 */
export function bytesOf(entry: StateEntry): number {
  const text = JSON.stringify(entry)
    .replaceAll(new RegExp(`${repository}node_modules/`, "g"), `${packages}/`)
    .replaceAll(new RegExp(`${repository}(dist/tools/bench/floors/)?`, "g"), `${packages}/pulumi-ciphertrust/`);
  return Buffer.byteLength(text);
}

const packages = "project:///node_modules";
const repository = `project:///(?:\\.\\./)+(?:[^"#]*?/)?${basename(projectRoot()).replaceAll(/\W/g, "\\$&")}/`;

/** The middle value; of an even number of values the mean of the two in the middle. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  if (sorted.length % 2 === 1) return sorted[middle]!;
  return (sorted[middle - 1]! + sorted[middle]!) / 2;
}
