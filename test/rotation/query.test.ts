import type { RotationQuery } from "../../provider/lookups/rotation/query";
import { ask, asOf, daily, due, vaultList, version } from "./service";

test("lists are read to their end", async () => {
  const endpoints = Array.from({ length: 1201 }, (_, index) => ({
    id: `e-${index}`,
    name: `n-${index}`,
    kek_version: 0,
    createdAt: asOf,
  }));
  const { summary, keys } = await ask({ "/cckm/microsoft/dke/endpoints": endpoints }, { systems: ["dke"] });
  expect(summary).toEqual({
    keys: 1201,
    onTime: 0,
    atRisk: 0,
    overdue: 0,
    unscheduled: 1201,
    unrotated: 1201,
    oldestDays: 0,
  });
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

test("of the versions of a vault key the newest counts, whatever the order of the list", async () => {
  const versions = [
    version(1, "2026-05-01T00:00:00Z"),
    version(2, "2026-06-01T00:00:00Z"),
    version(0, "2026-01-01T00:00:00Z"),
  ];
  const others = [
    { ...version(0, asOf), id: "p", name: "orders_public", objectType: "Public Key" },
    { ...version(0, asOf), id: "k", name: `ks-${"a".repeat(64)}` },
    { ...version(0, asOf), id: "d", name: "gone", state: "Destroyed" },
  ];
  const lists = { [vaultList]: [...versions, ...others], "/vault/keys2/orders-v2/versions/": versions };
  const { keys } = await ask(lists, { systems: ["vault"], historyDays: 30 });
  expect(keys).toMatchObject([
    {
      id: "orders-v2",
      lastRotation: "2026-06-01T00:00:00Z",
      ageDays: 14,
      algorithm: "AES",
      size: 256,
      rotations: ["2026-06-01T00:00:00Z"],
      rotatedBy: { by: "nobody" },
      state: "unscheduled",
    },
  ]);
});

test.each([
  ["rotates it when it is due", { job_config_params: due }, { by: "vault", name: "vault-daily" }, "onTime"],
  ["selects other keys", { job_config_params: { key_query: { names: ["bills"] } } }, { by: "nobody" }, "unscheduled"],
  ["is disabled", { job_config_params: due, disabled: true }, { by: "nobody" }, "unscheduled"],
  [
    "may select it",
    { job_config_params: { key_query: { createdBefore: asOf } } },
    { by: "vault", name: "vault-daily", perhaps: "its query has createdBefore, which is not understood" },
    "unscheduled",
  ],
])("a schedule of the vault that %s", async (_name, more, rotatedBy, state) => {
  const made = "2026-06-01T00:00:00Z";
  const key = version(1, made, { updatedAt: made, rotationFrequencyDays: "29", rotationDateReached: false });
  const lists = { [vaultList]: [key], "/scheduler/job-configs": [{ ...daily, ...more }] };
  const { keys, summary } = await ask(lists, { systems: ["vault"] });
  expect(keys).toMatchObject([{ rotatedBy, state }]);
  expect(summary.unrotated).toBe(rotatedBy.by === "nobody" ? 1 : 0);
  if (state === "onTime") expect(keys[0]).toMatchObject({ nextRotation: "2026-06-30T03:00:00.000Z" });
});

test("of two schedules of the vault, the one that surely rotates the key first counts", async () => {
  const schedule = (name: string, run_at: string, key_query: object) => ({
    id: name,
    name,
    run_at,
    job_config_params: { key_query },
  });
  const all = [
    schedule("perhaps", "0 1 * * *", { createdBefore: asOf }),
    schedule("yearly", "0 3 1 1 *", { names: ["*"] }),
    schedule("monthly", "0 3 1 * *", { names: ["ord*"] }),
  ];
  const rotatorAmong = async (schedules: object[]) => {
    const lists = { [vaultList]: [version(0, "2026-06-01T00:00:00Z")], "/scheduler/job-configs": schedules };
    return (await ask(lists, { systems: ["vault"] })).keys[0]!.rotatedBy.name;
  };
  expect(await rotatorAmong(all)).toBe("monthly");
  expect(await rotatorAmong(all.toReversed())).toBe("monthly");
  expect(await rotatorAmong(all.slice(0, 2))).toBe("yearly");
});

test("each key has the strictest of its limits, and an unknown kind the strictest that may apply", async () => {
  const lists = {
    [vaultList]: [
      version(0, "2026-03-01T00:00:00Z"),
      { ...version(0, "2026-03-01T00:00:00Z"), id: "s", name: "signing", algorithm: "RSA", size: 3072 },
      { ...version(0, "2026-03-01T00:00:00Z"), id: "u", name: "strange", algorithm: "SM2", size: undefined },
    ],
  };
  const maximumAge = "AES 90d, RSA 730d, 365d";
  const result = await ask(lists, { systems: ["vault"], maximumAge });
  expect(result.maximumAge).toEqual(["AES 90d", "RSA 730d", "365d"]);
  expect(result.keys).toMatchObject([
    {
      name: "orders",
      state: "overdue",
      limit: { days: 90, clause: "AES 90d", unknown: undefined },
      reason: expect.stringMatching(/^Its material is 106 days old; 90 are allowed by the limit "AES 90d"\./),
    },
    { name: "signing", state: "unscheduled", limit: { days: 365, clause: "365d" }, algorithm: "RSA", size: 3072 },
    {
      name: "strange",
      state: "overdue",
      algorithm: undefined,
      limit: { days: 90, clause: "AES 90d", unknown: ["algorithm"] },
      reason: expect.stringMatching(/90 are allowed if the limit "AES 90d" applies: its algorithm is not known\./),
    },
  ]);
});

test.each<[RotationQuery, string]>([
  [{ systems: ["identity"] }, 'there are no keys in "identity", only in aws'],
  [{ keys: [{ type: "AzureSecret", id: "k" }] }, "AzureSecret is no type of keys; these are: AwsKey"],
  [{ containers: [{ type: "Domain", id: "p" }] }, "Domain is no container of keys; these are: AwsKms"],
  [{ maximumAge: "AES 12h" }, "maximumAge: the limit AES 12h must say its age as whole days"],
  [{ historyDays: 0 }, "historyDays must be a number of days above 0, at most 99999, not 0"],
  [{ asOf: "tomorrow" }, '"tomorrow" is not a date and time'],
  // These mean something else on each machine, or nothing at all.
  [{ asOf: "2027-01-31T12:00" }, '"2027-01-31T12:00" is not a date and time'],
  [{ asOf: "90" }, '"90" is not a date and time'],
  [{ maximumAgeDays: "90d" as never }, 'maximumAgeDays must be a number of days above 0, at most 99999, not "90d"'],
  [{ maximumAgeDays: 1e12 }, "maximumAgeDays must be a number of days above 0, at most 99999, not 1000000000000"],
  [{ maximumAge: "AES 100000d" }, 'the limit AES 100000d must say its age as whole days, from "1d" to "99999d"'],
  [{ maximumAgeDays: 0 }, "maximumAgeDays must be a number of days above 0, at most 99999, not 0"],
])("%j is rejected with a clear message", async (query, words) => {
  await expect(ask({}, query)).rejects.toThrow(words);
});
