import { createApi, type Api } from "../../provider/api/client";
import { readSettings } from "../../provider/api/settings";
import { EmulatorProcess } from "../bench/service";
import { callService } from "../quickstart/client";

/** A night of scheduled refreshes. */
export interface WindowCase {
  title: string;
  /**
   * When each schedule runs, in minutes after 22:00 UTC, by its index; the accounts are divided
   * among them.
   */
  schedules: number;
  startOf(index: number): number;
}

export interface WindowResult {
  title: string;
  /** Accounts that have been refreshed in the morning. */
  refreshed: number;
  /** Runs of schedules that the service refused, because another refresh was running. */
  refused: number;
  /** When the last refresh ended, in minutes after the first began. */
  minutes: number;
}

export interface WindowSize {
  accounts: number;
  /** To refresh one account. */
  seconds: number;
}

const hours = 12;
const opens = 22;

const spread = (accounts: number, minutes: number) => (index: number) => Math.floor((index * minutes) / accounts);

export const windowCases = ({ accounts }: WindowSize): WindowCase[] => [
  { title: "a schedule for each account, all at 22:00", schedules: accounts, startOf: () => 0 },
  {
    title: "a schedule for each account, spread over 6 hours",
    schedules: accounts,
    startOf: spread(accounts, 360),
  },
  { title: "six schedules, an hour apart", schedules: 6, startOf: (index) => 60 * index },
  { title: "one schedule for all", schedules: 1, startOf: () => 0 },
];

/** Lets the night pass in the emulator, whose clock does not wait. */
export async function simulateWindow(one: WindowCase, size: WindowSize): Promise<WindowResult> {
  const emulator = await EmulatorProcess.start(worldOf(size));
  const api = createApi(readSettings(() => undefined, emulator.environment));
  try {
    await toOpening(emulator);
    const containers = await addAccounts(api, size.accounts);
    await addSchedules(api, one, containers);
    await advance(emulator, (hours + 1) * 3600);
    return { title: one.title, ...(await outcome(api)) };
  } finally {
    await api.close();
    await emulator.stop();
  }
}

const accountId = (index: number): string => String(100_000_000_000 + index);
const hub = { accessKeyId: "AKIASIMULATION", secretAccessKey: "simulation-secret" };

function worldOf({ accounts, seconds }: WindowSize): object {
  const all = Array.from({ length: accounts }, (_, index) => ({
    accountId: accountId(index),
    regions: ["eu-west-1"],
    syncSeconds: seconds,
    ...(index === 0 ? { credentials: [hub] } : {}),
  }));
  return { licensing: { licenses: [{ feature: "CCKM", units: accounts }] }, aws: { accounts: all } };
}

async function addAccounts(api: Api, count: number): Promise<string[]> {
  const { accessKeyId: access_key_id, secretAccessKey: secret_access_key } = hub;
  const root = "/connectionmgmt/services/aws/connections";
  const credentials = { name: "hub", products: ["cckm"], access_key_id, secret_access_key };
  const connection = await api.post(root, credentials);
  await api.post(`${root}/${String(connection.id)}/test`, {});
  const ids: string[] = [];
  for (let index = 0; index < count; index++) {
    const account_id = accountId(index);
    const assume_role_arn = `arn:aws:iam::${account_id}:role/ciphertrust`;
    const body = { name: account_id, account_id, connection: connection.id, regions: ["eu-west-1"], assume_role_arn };
    ids.push(String((await api.post("/cckm/aws/kms", body)).id));
  }
  return ids;
}

async function addSchedules(api: Api, { schedules, startOf }: WindowCase, containers: string[]): Promise<void> {
  for (let index = 0; index < schedules; index++) {
    const minute = opens * 60 + startOf(index);
    const kms = containers.filter((_, at) => at % schedules === index);
    const list = schedules === 1 ? { kms: [], synchronize_all: true } : { kms, synchronize_all: false };
    await api.post("/scheduler/job-configs", {
      name: `refresh-${index}`,
      operation: "cckm_synchronization",
      run_at: `${minute % 60} ${Math.floor(minute / 60) % 24} * * *`,
      run_on: "any",
      cckm_synchronization_params: { cloud_name: "aws", ...list },
    });
  }
}

/** To shortly before the first refresh, by the service's clock. */
async function toOpening(emulator: EmulatorProcess): Promise<void> {
  const { now } = (await callService(emulator.service, "GET", "/emulator/health")) as { now: string };
  const second = (Date.parse(now) / 1000) % 86_400;
  await advance(emulator, (((opens - 1) * 3600 - second + 86_400) % 86_400) + 1);
}

async function advance(emulator: EmulatorProcess, advanceSeconds: number): Promise<void> {
  // A step at a time: a call waits until everything that has become due is done.
  for (let left = Math.floor(advanceSeconds); left > 0; left -= 3600) {
    const body = { advanceSeconds: Math.min(left, 3600) };
    await callService(emulator.service, "POST", "/emulator/clock", { body });
  }
}

async function outcome(api: Api): Promise<Omit<WindowResult, "title">> {
  const jobs = await api.list("/cckm/aws/synchronization-jobs");
  const runs = await api.list("/scheduler/jobs");
  const done = jobs.filter(({ overall_status }) => overall_status === "completed");
  const refreshed = new Set(done.flatMap(({ kms }) => kms as string[]));
  const at = (time: unknown): number => Date.parse(String(time)) / 60_000;
  const first = Math.min(...done.map(({ start_time }) => at(start_time)));
  const last = Math.max(...done.map(({ end_time }) => at(end_time)));
  return { refreshed: refreshed.size, refused: runs.length - jobs.length, minutes: Math.round(last - first) };
}
