import { publishCertificate, RunningEmulator } from "../../../emulator/core/emulator";
import type { EmulatorOptions } from "../../../emulator/core/options";
import type { Snapshot } from "../../../emulator/core/store";
import { systems } from "../../../emulator/systems";
import { demoUser } from "../../../emulator/systems/identity/demo";
import { runClean, type CleanOptions } from "../../../cli/verify/write/clean";
import { runWrite, type WriteOptions } from "../../../cli/verify/write/run";
import type { Entry } from "../../../cli/verify/report";
import { systemClock, type Clock } from "../../../provider/api/clock";
import type { Settings } from "../../../provider/api/settings";
import { Client } from "../../emulator/client";
import { settingsOf } from "./support";

/** A service whose whole contents a test can compare, set back, and reach in every way. */
export interface Service {
  readonly settings: Settings;
  readonly client: Client;
  /** Everything that it holds, but the traces of logins and calls. */
  contents(): Record<string, unknown[]>;
  snapshot(): Snapshot;
  restore(snapshot: Snapshot): void;
  reset(): Promise<void>;
  advance(seconds: number): Promise<void>;
  close(): Promise<void>;
}

/** Calls leave these. */
const traces = ["audit-records", "audit-client-records", "refresh-tokens", "revoked-api-tokens", "keepsakes"];
/** Of users, and of the groups that clients were in. */
const accounts = ["users", "groups"];
const traceFields = ["logins_count", "last_login", "updated_at", "failed_logins_count"];

const licensed: EmulatorOptions = { world: { licensing: { trial: "activated" } } };

export async function startService(options: EmulatorOptions = licensed): Promise<Service> {
  const running = await RunningEmulator.start(systems, { hurry: true, ...options });
  const { store } = running["service"];
  const published = publishCertificate(running.caCertificate, undefined);
  const place = { address: running.address, ...demoUser, caCertificate: published.path };
  const client = new Client(place);
  return {
    settings: settingsOf(place),
    client,
    contents: () => contentsOf(store.snapshot()),
    snapshot: () => store.snapshot(),
    restore: (snapshot) => store.restore(snapshot, "keepsakes"),
    async reset() {
      await running.reset();
      client.forgetToken();
    },
    advance: (seconds) => running.advance(seconds),
    async close() {
      await client.close();
      await running.close();
      published.remove();
    },
  };
}

export function contentsOf(snapshot: Snapshot): Record<string, unknown[]> {
  const kinds = [...snapshot].filter(([kind, rows]) => !traces.includes(kind) && rows.length > 0);
  const shown = (kind: string, record: object) => (accounts.includes(kind) ? withoutTraces(record) : record);
  return Object.fromEntries(kinds.map(([kind, rows]) => [kind, rows.map(({ record }) => shown(kind, record))]));
}

const withoutTraces = (record: object) =>
  Object.fromEntries(Object.entries(record).filter(([name]) => !traceFields.includes(name)));

/** Nothing takes time: waits advance the clocks of both sides. */
function leapingClock(service: Pick<Service, "advance">): Clock {
  let leapt = 0;
  return {
    ...systemClock,
    now: () => Date.now() + leapt,
    sleep: (milliseconds, signal) => {
      leapt += milliseconds;
      return signal?.aborted ? Promise.reject(new Error("stopped")) : service.advance(milliseconds / 1000);
    },
  };
}

const allOf = (service: Service) => ({
  settings: service.settings,
  domain: "sandbox",
  rate: 1e6,
  stop: new AbortController().signal,
  clock: leapingClock(service),
});

export interface Written {
  entries: Entry[];
  told: string[];
}

export async function written(service: Service, options: Partial<WriteOptions> = {}): Promise<Written> {
  const told: string[] = [];
  const all = allOf(service);
  const { entries } = await runWrite({ ...all, ...options }, (text) => told.push(text));
  return { entries, told };
}

export async function cleaned(service: Service, options: Partial<CleanOptions> = {}, told: string[] = []) {
  const all = allOf(service);
  const isClean = await runClean({ ...all, ...options }, (text) => told.push(text));
  return { isClean, told };
}

export const entryIn = (entries: readonly Entry[], name: string): Entry | undefined =>
  entries.find((one) => one.name === name);

export const namesWith = (entries: readonly Entry[], outcome: Entry["outcome"]): string[] =>
  entries.filter((one) => one.outcome === outcome).map(({ name }) => name);
