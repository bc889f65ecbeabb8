import { setTimeout } from "node:timers/promises";
import { createApi, type Api } from "../../provider/api/client";
import { systemClock } from "../../provider/api/clock";
import { isKind } from "../../provider/api/errors";
import type { Settings } from "../../provider/api/settings";
import { transport, type Send } from "../../provider/api/transport";
import { ResourceError } from "../../provider/lifecycle/vocabulary/failure";
import { nearestOf } from "../../provider/lifecycle/values/mistakes";
import { isLicensed } from "../../provider/lifecycle/service/licence";
import { registry } from "../../provider/resources";
import { packageVersion } from "../../sdk/version";
import { inOrder } from "../collections";
import { lookups, verifyLookup } from "./lookups";
import { atRate, readingOnly } from "./readOnly";
import { entryOf, settled, type Entry, type Report } from "./report";
import { Seen } from "./seen";
import { Types } from "./types";

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
  /** Waits; tests do without. */
  pause?(milliseconds: number): Promise<void>;
  /** Replaces the service, for tests. */
  through?(send: Send): Send;
}

export interface Verified {
  report: Report;
  /** Why the run ended early; absent if it did not. */
  ended?: unknown;
}

const allNames = [...new Set([...registry.map(({ type }) => type), ...lookups.map(({ name }) => name)])];

export function checkNames(names: readonly string[] = []): void {
  const unknown = names.find((name) => !allNames.includes(name));
  if (unknown === undefined) return;
  const near = nearestOf(unknown, allNames);
  throw new ResourceError(`there is no type or function "${unknown}"${near ? `; did you mean "${near}"?` : "."}`);
}

/**
 * Reads the service, and compares every type and function with what this package expects. Throws if
 * it cannot log in.
 */
export async function verify(settings: Settings, options: VerifyOptions): Promise<Verified> {
  const { rate, stop, through = (send) => send } = options;
  const wire = transport(settings, stop, systemClock);
  const seen = new Seen();
  const send = seen.hear(readingOnly(atRate(through(wire.send), rate, systemClock, stop)));
  const api = createApi(settings, { send, stop: { calls: stop, waits: stop } });
  try {
    await api.logIn();
    const verified = await compare(api, seen, options);
    const { report } = verified;
    return { ...verified, report: { ...report, service: unlessAddress(report.service, settings) } };
  } finally {
    await wire.close();
  }
}

async function compare(api: Api, seen: Seen, options: VerifyOptions): Promise<Verified> {
  const entries = new Map<string, Entry>();
  const names = [...new Set(options.types ?? allNames)];
  const report = { package: packageVersion(), service: "unknown", complete: true };
  const finished = (): Report => ({
    ...report,
    entries: names.map((name) => settled(entries.get(name) ?? entryOf(name, "not tried"))),
  });
  try {
    report.service = await versionOf(api);
    for await (const entry of entriesOf(api, seen, names, options)) {
      entries.set(entry.name, better(entry, entries.get(entry.name)));
      options.tell(`${entry.name}: ${entry.outcome}`);
    }
    return { report: finished() };
  } catch (ended) {
    report.complete = false;
    return { report: finished(), ended };
  }
}

async function* entriesOf(
  api: Api,
  seen: Seen,
  names: readonly string[],
  { limit, stop, pause = (milliseconds) => setTimeout(milliseconds, undefined, { signal: stop }) }: VerifyOptions,
): AsyncGenerator<Entry> {
  const context = { api, limit, seen, pause, isLicensed: licencesOf(api) };
  const types = new Types(context);
  const functions = lookups.filter(({ name }) => names.includes(name));
  const needed = new Set(functions.map(({ of }) => of));
  const refers = registry.some(({ type, existing }) => names.includes(type) && typeof existing?.list === "function");
  for (const definition of inOrder(registry)) {
    if (names.includes(definition.type)) yield await types.verify(definition);
    else if (refers || needed.has(definition.type)) await types.list(definition);
  }
  for (const one of functions) yield await verifyLookup(context, one, types.found);
}

/** Whether a feature is licensed, looked up once each. */
function licencesOf(api: Api): (feature: string | undefined) => Promise<boolean> {
  const known = new Map<string, Promise<boolean>>();
  return (feature) => {
    if (feature === undefined) return Promise.resolve(true);
    const licensed = known.get(feature) ?? isLicensed(api, feature);
    known.set(feature, licensed);
    return licensed;
  };
}

/**
 * A function that is called for several types works if it works for one, and differs if it does for
 * one.
 */
function better(entry: Entry, before: Entry | undefined): Entry {
  if (!before) return entry;
  const differences = [...before.differences, ...entry.differences];
  return entryOf(entry.name, before.outcome === "works" ? "works" : entry.outcome, differences);
}

/** As `2.21.0+12345`, `2.19.0.9876` or `v2.20-rc.1`. */
const looksLikeVersion = /^v?\d[\da-z.+-]{0,30}$/i;

/** The version, unless it is where the service is. */
export function unlessAddress(version: string, { address }: Settings): string {
  const { host, hostname } = new URL(address);
  return [host, hostname].includes(version.toLowerCase()) ? "unknown" : version;
}

/** Only what looks like a version is one. */
export async function versionOf(api: Api): Promise<string> {
  try {
    const { version } = await api.get("/system/info");
    return typeof version === "string" && looksLikeVersion.test(version) ? version : "unknown";
  } catch (error) {
    if (!isKind(error, "notFound", "unimplemented", "forbidden", "failed")) throw error;
    return "unknown";
  }
}
