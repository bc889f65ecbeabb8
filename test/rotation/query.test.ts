import { createApi } from "../../provider/api/client";
import { readSettings } from "../../provider/api/settings";
import type { Send } from "../../provider/api/transport";
import { rotationStatus, type RotationQuery } from "../../provider/lookups/rotation/query";

const asOf = "2026-06-15T12:00:00Z";

function serviceOf(lists: Record<string, object[]>) {
  const settings = readSettings((name) => ({ address: "https://a", username: "u", password: "p" })[name as string], {});
  const send: Send = async ({ path, query }) => {
    if (path === "/auth/tokens/") return { status: 200, body: { jwt: "t", duration: 300 } };
    const all = lists[path] ?? [];
    const [skip, limit] = [Number(query?.skip), Number(query?.limit)];
    return { status: 200, body: { skip, limit, total: all.length, resources: all.slice(skip, skip + limit) } };
  };
  return createApi(settings, { send });
}
const ask = (lists: Record<string, object[]>, query: RotationQuery) =>
  rotationStatus(serviceOf(lists), { asOf, ...query });

test("lists are read to their end", async () => {
  const endpoints = Array.from({ length: 1201 }, (_, index) => ({
    id: `e-${index}`,
    name: `n-${index}`,
    kek_version: 0,
    createdAt: asOf,
  }));
  const { summary, keys } = await ask({ "/cckm/microsoft/dke/endpoints": endpoints }, { systems: ["dke"] });
  expect(summary).toEqual({ keys: 1201, onTime: 0, overdue: 0, unscheduled: 1201, oldestDays: 0 });
  expect(new Set(keys.map(({ id }) => id)).size).toBe(1201);
});

const vault = { id: "v-1", azure_name: "west", labels: { job_config_id: "j-1" } };
const azureKey = {
  id: "k-1",
  key_name: "orders",
  key_vault_id: "v-1",
  status: "AVAILABLE",
  version_count: 1,
  azure_param: { attributes: { created: Date.parse("2026-06-01T00:00:00Z") / 1000 } },
};
/** Unbound, with the label still there. */
const left = { auto_rotate: false, labels: { job_config_id: "j-2" } };
const jobs = [
  { id: "j-1", name: "vault", run_at: "0 3 * * *" },
  { id: "j-2", name: "own", run_at: "0 3 1 * *" },
];

test.each([
  ["a vault's schedule applies to its keys", vault, {}, { name: "vault", ofContainer: true }],
  ["a key's own takes precedence", vault, { labels: { job_config_id: "j-2" } }, { name: "own", ofContainer: false }],
  [
    "unless the vault's overrides",
    { ...vault, labels: { job_config_id: "j-1", override_key_scheduler: "true" } },
    { labels: { job_config_id: "j-2" } },
    { name: "vault", ofContainer: true },
  ],
  ["a label left behind does not", vault, left, { name: "vault", ofContainer: true }],
  ["and binds nothing if the vault has none", { ...vault, labels: {} }, left, undefined],
])("%s", async (_name, container, more, expected) => {
  const lists = {
    "/cckm/azure/keys": [{ ...azureKey, ...more }],
    "/cckm/azure/vaults": [container],
    "/scheduler/job-configs": jobs,
  };
  const { keys } = await ask(lists, { systems: ["azure"] });
  expect(keys).toMatchObject([{ schedule: expected, container: { type: "AzureVault", id: "v-1", name: "west" } }]);
});

test("a DKE endpoint that changed during a run was rotated by it", async () => {
  const endpoint = (updatedAt: string) => ({
    id: "e",
    name: "e",
    kek_version: 3,
    createdAt: "2026-01-01T00:00:00Z",
    updatedAt,
    labels: { job_config_id: "j-2" },
  });
  const run = { id: "r", started_at: "2026-06-01T03:00:00Z", finished_at: "2026-06-01T03:00:05Z" };
  const lists = (updatedAt: string) => ({
    "/cckm/microsoft/dke/endpoints": [endpoint(updatedAt)],
    "/scheduler/job-configs": jobs,
    "/scheduler/jobs": [run],
  });
  const during = await ask(lists("2026-06-01T03:00:02Z"), { systems: ["dke"] });
  expect(during.keys).toMatchObject([{ lastRotation: run.finished_at, lastRotationKnown: true, state: "onTime" }]);
  const since = await ask(lists("2026-06-07T09:00:00Z"), { systems: ["dke"] });
  expect(since.keys).toMatchObject([
    { lastRotation: undefined, lastRotationKnown: false, ageDays: 165, state: "overdue" },
  ]);
});

test.each<[RotationQuery, string]>([
  [{ systems: ["luna"] }, 'there are no rotating keys in "luna", only in aws'],
  [{ keys: [{ type: "LunaKey", id: "k" }] }, "cannot rotate LunaKey on a schedule, only AwsKey"],
  [
    { containers: [{ type: "LunaPartition", id: "p" }] },
    "LunaPartition is no container of keys that rotate; these are: AwsKms",
  ],
  [{ asOf: "tomorrow" }, '"tomorrow" is not a date and time'],
  // These mean something else on each machine, or nothing at all.
  [{ asOf: "2027-01-31T12:00" }, '"2027-01-31T12:00" is not a date and time'],
  [{ asOf: "90" }, '"90" is not a date and time'],
  [{ maximumAgeDays: "90d" as never }, 'maximumAgeDays must be a number of days above 0, not "90d"'],
  [{ maximumAgeDays: 0 }, "maximumAgeDays must be a number of days above 0, not 0"],
])("%j is rejected with a clear message", async (query, words) => {
  await expect(ask({}, query)).rejects.toThrow(words);
});
