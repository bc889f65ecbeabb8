import { setTimeout as sleep } from "node:timers/promises";
import { createApi, type Api } from "../../provider/api/client";
import { readSettings } from "../../provider/api/settings";
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

/** A small stack and a large one; as few as a laptop runs, and as many as a large machine; a limit, or none. */
export const loadCases: LoadCase[] = [1, 100].flatMap((keys) =>
  [0, 50].flatMap((rate) => [4, 16, 64].map((stacks) => ({ keys, rate, stacks, calls: 4 }))),
);

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
  /** Share of the calls that were refused with 429. */
  refused: number;
  /** Share of the stacks that failed, because a call was refused until its retries were used up. */
  failed: number;
  /** To refresh 1,000 accounts at this rate, in hours. */
  hours: number;
}

/** Calls to refresh an account: a login, its container, and twice each key. */
const callsOf = ({ keys }: LoadCase): number => 2 + 2 * keys;

/** Runs stacks next to each other, each with a client and a login of its own, as the provider's process of each stack has them. */
export async function simulateLoad(
  one: LoadCase,
  around: Surroundings,
  emulator: EmulatorProcess,
): Promise<LoadResult> {
  const path = await object(emulator);
  await order(one, around, emulator);
  await callService(emulator.service, "DELETE", "/emulator/requests");
  const started = performance.now();
  const until = started + around.seconds * 1000;
  const stacks = { ended: 0, failed: 0 };
  const work = async (index: number): Promise<void> => {
    // Stacks are never in step.
    await sleep((around.engineSeconds * 1000 * index) / one.stacks);
    while (performance.now() < until) await runStack(one, path, emulator, until, stacks, around);
  };
  await Promise.all(Array.from({ length: one.stacks }, (_, index) => work(index)));
  const seconds = (performance.now() - started) / 1000;
  const { total, refused } = await counted(emulator);
  const served = (total - refused) / seconds;
  return {
    ...one,
    served,
    refused: refused / total,
    failed: stacks.ended === 0 ? 0 : stacks.failed / stacks.ended,
    hours: (1000 * callsOf(one)) / served / 3600,
  };
}

async function runStack(
  one: LoadCase,
  path: string,
  emulator: EmulatorProcess,
  until: number,
  stacks: { ended: number; failed: number },
  { engineSeconds }: Surroundings,
): Promise<void> {
  const environment = { ...emulator.environment, CIPHERTRUST_MAX_CONCURRENCY: String(one.calls) };
  const api = createApi(readSettings(() => undefined, environment));
  try {
    await sleep(engineSeconds * 1000);
    const isWhole = await refresh(api, path, one, until);
    stacks.ended += isWhole ? 1 : 0;
  } catch {
    stacks.ended++;
    stacks.failed++;
  } finally {
    await api.close();
  }
}

/** False if time was up before the last call. */
async function refresh(api: Api, path: string, one: LoadCase, until: number): Promise<boolean> {
  let left = callsOf(one) - 1;
  const caller = async (): Promise<void> => {
    while (left > 0 && performance.now() < until) {
      left--;
      await api.get(path);
    }
  };
  await Promise.all(Array.from({ length: one.calls }, caller));
  return left === 0;
}

/** An object to read. What the reads read makes no difference to the load. */
async function object({ environment }: EmulatorProcess): Promise<string> {
  const api = createApi(readSettings(() => undefined, environment));
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
