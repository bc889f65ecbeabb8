import { setTimeout as sleep } from "node:timers/promises";
import { createApi, type Api } from "../../provider/api/client";
import { neverStop, systemClock } from "../../provider/api/clock";
import { readSettings, type Settings } from "../../provider/api/settings";
import { transport } from "../../provider/api/transport";
import { callService } from "../quickstart/client";
import type { EmulatorProcess } from "../bench/service";

/** How a runner loads the service, and what the service allows. */
export interface LoadCase {
  /** Stacks at a time. */
  stacks: number;
  /** Concurrent calls of a stack. */
  calls: number;
  /** Keys of an account: each is read twice in a refresh, once for itself and once for its rotation. */
  keys: number;
  /** Calls a second that the service accepts; 0: any number. */
  rate: number;
}

const few = { keys: 1, calls: 4 };
const many = { keys: 100, calls: 4 };

/** Small stacks and large ones; from as many as a laptop runs to as many as a large machine. */
export const loadCases: LoadCase[] = [
  ...[4, 16].map((stacks) => ({ ...few, stacks, rate: 0 })),
  ...[4, 16, 64].map((stacks) => ({ ...few, stacks, rate: 20 })),
  { ...many, stacks: 4, rate: 0 },
  ...[1, 4, 16, 64].map((stacks) => ({ ...many, stacks, rate: 20 })),
];

export interface Surroundings {
  /** Of every call. */
  latencyMs: number;
  /** That a stack takes besides its calls: its processes start and end. */
  engineSeconds: number;
  /** How long to look. */
  seconds: number;
}

export interface LoadResult extends LoadCase {
  /** Calls a second that were not refused. */
  served: number;
  /** Share of the requests that were refused with 429. */
  refused: number;
  /** Share of the calls that failed, because they were refused until their retries were used up. */
  failed: number;
  /** To refresh 1,000 accounts at this rate, in hours. */
  hours: number;
}

/** Calls to refresh an account: a login, its container, and twice each key. */
const callsOf = ({ keys }: LoadCase): number => 2 + 2 * keys;

/**
 * Runs stacks next to each other, each with a session, retries and a login of its own, as the
 * provider's process of each stack has them.
 */
export async function simulateLoad(
  one: LoadCase,
  around: Surroundings,
  emulator: EmulatorProcess,
): Promise<LoadResult> {
  const path = await object(emulator);
  await order(one, around, emulator);
  const settings = settingsOf(emulator, one.stacks * one.calls);
  // Connections are shared: to make one costs this process more than it costs a stack, which has a process of its own.
  const { send, close } = transport(settings, neverStop.calls, systemClock);
  await callService(emulator.service, "DELETE", "/emulator/requests");
  const started = performance.now();
  const until = started + around.seconds * 1000;
  let last = started;
  let failed = 0;
  const work = async (index: number): Promise<void> => {
    // Stacks are never in step.
    await sleep((around.engineSeconds * 1000 * index) / one.stacks);
    while (performance.now() < until) {
      const lost = await refresh(createApi(settings, { send }), path, one, until);
      failed += lost;
      last = performance.now();
      await sleep(around.engineSeconds * 1000);
    }
  };
  await Promise.all(Array.from({ length: one.stacks }, (_, index) => work(index)));
  const seconds = (last - started) / 1000;
  await close();
  const { total, refused } = await counted(emulator);
  const served = total - refused;
  return {
    ...one,
    served: served / seconds,
    refused: refused / total,
    failed: failed / (served + failed),
    hours: (1000 * callsOf(one) * seconds) / served / 3600,
  };
}

/**
 * Reads what a stack reads; returns how many calls failed. After the first that does, the stack
 * makes no further ones.
 */
async function refresh(api: Api, path: string, one: LoadCase, until: number): Promise<number> {
  let left = callsOf(one) - 1;
  const caller = async (): Promise<void> => {
    while (left > 0 && performance.now() < until) {
      left--;
      await api.get(path).catch((error: unknown) => {
        left = 0;
        throw error;
      });
    }
  };
  const ends = await Promise.allSettled(Array.from({ length: one.calls }, caller));
  return ends.filter(({ status }) => status === "rejected").length;
}

const settingsOf = ({ environment }: EmulatorProcess, calls: number): Settings =>
  readSettings(() => undefined, { ...environment, CIPHERTRUST_MAX_CONCURRENCY: String(calls) });

/** An object to read. What the reads read makes no difference to the load. */
async function object(emulator: EmulatorProcess): Promise<string> {
  const api = createApi(settingsOf(emulator, 1));
  try {
    const { id } = await api.post("/vault/keys2/", { algorithm: "aes", size: 256 });
    return `/vault/keys2/${String(id)}`;
  } finally {
    await api.close();
  }
}

/** The rate limit comes first: what is within it has the latency alone. */
async function order({ rate }: LoadCase, { latencyMs }: Surroundings, { service }: EmulatorProcess): Promise<void> {
  const refusal = { latencyMs, status: 429, retryAfterSeconds: 1 };
  const limit = { path: "/api", rate: { calls: rate, seconds: 1 }, effect: refusal };
  const rules = [...(rate > 0 ? [limit] : []), { path: "/api", effect: { latencyMs } }];
  await callService(service, "DELETE", "/emulator/faults");
  for (const body of rules) await callService(service, "POST", "/emulator/faults", { body });
}

interface Rule {
  hits: number;
  effect: { status?: number };
}

async function counted({ service }: EmulatorProcess): Promise<{ total: number; refused: number }> {
  const { total } = (await callService(service, "GET", "/emulator/requests")) as { total: number };
  const { faults } = (await callService(service, "GET", "/emulator/faults")) as { faults: Rule[] };
  const limit = faults.find(({ effect }) => effect.status === 429);
  return { total, refused: limit?.hits ?? 0 };
}
