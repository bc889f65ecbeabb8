import { longestInterval, type Interval, type Plan } from "../../provider/lookups/rotation/interval";

const now = new Date("2026-01-15T12:00:00Z");

const rows: [name: string, plan: Plan, expected: Interval][] = [
  ["every day", { runAt: "0 3 * * *" }, { days: 1 }],
  ["several times a day counts as daily", { runAt: "*/30 * * * *" }, { days: 1 }],
  ["every Monday", { runAt: "0 3 * * mon" }, { days: 7 }],
  ["on working days", { runAt: "0 3 * * mon-fri" }, { days: 3 }],
  ["monthly, the longest month", { runAt: "0 3 1 * *" }, { days: 31 }],
  ["on the 31st, which not every month has", { runAt: "0 3 31 * ?" }, { days: 61 }],
  ["quarterly, from July to October", { runAt: "0 3 1 */3 *" }, { days: 92 }],
  ["twice a year", { runAt: "0 3 1 jan,jul *" }, { days: 184 }],
  ["yearly, across a leap day", { runAt: "0 3 1 1 *" }, { days: 366 }],
  ["daily, keys of 90 days", { runAt: "0 3 * * *", rotationAfter: "90d" }, { days: 90 }],
  ["weekly, keys of 90 days wait for the next Monday", { runAt: "0 3 * * mon", rotationAfter: "90d" }, { days: 91 }],
  ["monthly, keys of 60 days", { runAt: "0 3 1 * *", rotationAfter: "60d" }, { days: 90 }],
  [
    "keys that live 90 days, replaced within the last 12 hours",
    { runAt: "0 3 * * *", expiration: "90d", expireIn: "12h" },
    { days: 90 },
  ],
  [
    "keys that live for a year, replaced a month before",
    { runAt: "0 3 * * *", expiration: "365d", expireIn: "30d" },
    { days: 335 },
  ],
  ["from a day in the future", { runAt: "0 12 * * *", startDate: "2026-03-15T12:00:00Z" }, { days: 60 }],
  ["from a day in the past", { runAt: "0 3 * * *", startDate: "2025-01-01T00:00:00Z" }, { days: 1 }],
  ["until a day far away", { runAt: "0 3 * * *", endDate: "2030-01-01T00:00:00Z" }, { days: 1 }],
  [
    "until tomorrow",
    { runAt: "0 3 * * mon", endDate: "2026-01-16T00:00:00Z" },
    { never: "the schedule ends on 2026-01-16T00:00:00Z" },
  ],
  ["disabled", { runAt: "0 3 * * *", disabled: true }, { never: "the schedule is disabled" }],
  ["on a day that does not exist", { runAt: "0 3 31 2 *" }, { never: 'its cron expression "0 3 31 2 *" never runs' }],
];

test.each(rows)("%s", (_name, plan, expected) => expect(longestInterval(plan, now)).toEqual(expected));
