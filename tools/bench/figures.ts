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
 * Bytes of the entry, without the indentation that some backends add, and without what the engine notes about the
 * place in the sources: it is the engine's own, and depends on the folder in which packages lie.
 */
export function bytesOf({ sourcePosition: _, stackTrace: __, ...entry }: StateEntry): number {
  return Buffer.byteLength(JSON.stringify(entry));
}

/** The middle value; of an even number of values the mean of the two in the middle. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  if (sorted.length % 2 === 1) return sorted[middle]!;
  return (sorted[middle - 1]! + sorted[middle]!) / 2;
}
