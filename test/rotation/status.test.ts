import { longestInterval } from "../../provider/lookups/rotation/interval";
import type { KeyRotationStatus } from "../../provider/lookups/rotation/result";
import { scheduleOf, statusOf, type Found } from "../../provider/lookups/rotation/status";
import { dke } from "../../provider/resources/dke";
import type { MaterialFacts } from "../../provider/resources/rotation";

const asOf = "2026-06-15T12:00:00Z";
const found: Found = { system: dke, type: "DkeEndpoint", id: "e-1", record: { name: "board" } };

interface Row {
  name: string;
  facts: MaterialFacts;
  /** Parts of the job configuration; none: the key is not bound. */
  plan?: Record<string, unknown>;
  lost?: string;
  maximumAgeDays?: number;
  expect: Partial<KeyRotationStatus>;
  because?: string;
}

const young: MaterialFacts = { created: "2025-01-01T00:00:00Z", rotated: "2026-06-01T03:00:00Z" };
const old: MaterialFacts = { created: "2025-01-01T00:00:00Z", rotated: "2026-04-01T03:00:00Z" };
const monthly = { run_at: "0 3 1 * *" };
const daily = (parameters: object) => ({ run_at: "0 3 * * *", job_config_params: parameters });

const rows: Row[] = [
  {
    name: "rotated in time",
    facts: young,
    plan: monthly,
    because: 'The schedule "plan" rotates it',
    expect: {
      state: "onTime",
      lastRotation: young.rotated!,
      ageDays: 14,
      nextRotation: "2026-07-01T03:00:00.000Z",
      dueBy: "2026-07-03T03:00:00.000Z",
    },
  },
  {
    name: "never rotated: the age counts from the creation",
    facts: { created: "2026-06-10T12:00:00Z" },
    plan: monthly,
    expect: { state: "onTime", lastRotation: undefined, lastRotationKnown: true, ageDays: 5 },
  },
  {
    name: "a run was missed",
    facts: old,
    plan: monthly,
    because: "75 days old, although it should be rotated within 31 days",
    expect: { state: "overdue", ageDays: 75 },
  },
  {
    name: "a run has a day to rotate the key, and the next run is too late",
    facts: { rotated: "2026-05-14T13:00:00Z" },
    plan: monthly,
    because: 'Its next rotation is after it is due. The schedule "plan" rotates it.',
    expect: { state: "atRisk", ageDays: 31, nextRotation: "2026-07-01T03:00:00.000Z" },
  },
  {
    name: "and no more",
    facts: { rotated: "2026-05-14T11:00:00Z" },
    plan: monthly,
    expect: { state: "overdue", ageDays: 32 },
  },
  {
    name: "older than allowed, whatever the schedule",
    facts: young,
    plan: monthly,
    maximumAgeDays: 10,
    because: "10 are allowed",
    expect: { state: "overdue", dueBy: "2026-06-11T03:00:00.000Z" },
  },
  {
    name: "new and not bound",
    facts: young,
    because: "bound to no schedule",
    expect: { state: "unscheduled", nextRotation: undefined, dueBy: undefined },
  },
  {
    name: "old and not bound",
    facts: old,
    maximumAgeDays: 60,
    because: "bound to no schedule",
    expect: { state: "overdue" },
  },
  {
    name: "bound to a schedule that was deleted",
    facts: young,
    lost: "j-7",
    because: "j-7, which the service does not have",
    expect: { state: "unscheduled" },
  },
  {
    name: "bound to a disabled schedule",
    facts: young,
    plan: { ...monthly, disabled: true },
    because: "the schedule is disabled",
    expect: { state: "unscheduled" },
  },
  {
    name: "bound to a schedule that has ended",
    facts: young,
    plan: { ...monthly, end_date: "2026-06-20T00:00:00Z" },
    because: "ends on 2026-06-20",
    expect: { state: "unscheduled" },
  },
  {
    name: "the service's zero dates mean none",
    facts: young,
    plan: { ...monthly, start_date: "0001-01-01T00:00:00Z", end_date: "0001-01-01T00:00:00Z" },
    expect: { state: "onTime" },
  },
  {
    name: "rotated at the first run that finds it old enough",
    facts: young,
    plan: daily({ rotation_after: "90d" }),
    expect: { state: "onTime", nextRotation: "2026-08-30T03:00:00.000Z" },
  },
  {
    name: "rotated before it expires",
    facts: { ...young, expires: "2026-12-31T00:00:00Z" },
    plan: daily({ expire_in: "30d", expiration: "300d" }),
    expect: { state: "onTime", nextRotation: "2026-12-01T03:00:00.000Z" },
  },
  {
    name: "a schedule for expiring keys only, and the key never expires",
    facts: young,
    plan: daily({ expire_in: "30d", expiration: "300d" }),
    because: "this one does not",
    expect: { state: "unscheduled" },
  },
  {
    name: "its cloud rotates it",
    facts: { ...young, cloud: { everyDays: 90 } },
    because: "by itself",
    expect: { state: "onTime", nextRotation: "2026-08-30T03:00:00.000Z" },
  },
  {
    name: "its cloud rotates it by itself, later than the limit allows",
    facts: { ...young, cloud: { everyDays: 365, next: "2027-06-01T03:00:00Z" } },
    maximumAgeDays: 90,
    because: "Its next rotation is after it is due. Its cloud rotates it by itself.",
    expect: { state: "atRisk", nextRotation: "2027-06-01T03:00:00Z", dueBy: "2026-08-30T03:00:00.000Z" },
  },
  {
    name: "a schedule rotates it in the last moment that the limit allows",
    facts: young,
    plan: monthly,
    maximumAgeDays: 30,
    expect: { state: "onTime", nextRotation: "2026-07-01T03:00:00.000Z", dueBy: "2026-07-01T03:00:00.000Z" },
  },
  {
    name: "nothing rotates it before the limit: it is not scheduled, and no more",
    facts: young,
    maximumAgeDays: 90,
    expect: { state: "unscheduled" },
  },
  {
    name: "its cloud rotates late",
    facts: { ...old, cloud: { everyDays: 30 } },
    expect: { state: "overdue" },
  },
  {
    name: "the service does not say",
    facts: { created: "2026-06-10T12:00:00Z", rotated: null },
    plan: monthly,
    expect: { lastRotation: undefined, lastRotationKnown: false, ageDays: 5 },
  },
  {
    name: "the service's zero date means that it never happened",
    facts: { created: "2026-06-10T12:00:00Z", rotated: "0001-01-01T00:00:00Z", expires: "0001-01-01T00:00:00Z" },
    plan: daily({ expire_in: "30d", expiration: "300d" }),
    because: "this one does not",
    expect: { state: "unscheduled", lastRotation: undefined, lastRotationKnown: true, ageDays: 5 },
  },
  {
    name: "an invalid date is unknown",
    facts: { created: "soon", rotated: "later" },
    plan: monthly,
    because: "The service does not tell how old its material is, and it should be rotated within 31 days",
    expect: { state: "overdue", lastRotation: undefined, lastRotationKnown: false, ageDays: undefined },
  },
  {
    name: "of unknown age, with a limit",
    facts: {},
    maximumAgeDays: 1,
    because: "does not tell how old its material is, and 1 day is allowed. It is bound to no schedule",
    expect: { state: "overdue", ageDays: undefined, dueBy: undefined },
  },
  {
    name: "of unknown age, without any limit",
    facts: {},
    expect: { state: "unscheduled", ageDays: undefined },
  },
  {
    name: "an unknown parameter guarantees nothing",
    facts: young,
    plan: daily({ rotation_after: "1y" }),
    because: 'its rotationAfter "1y" is not understood',
    expect: { state: "unscheduled", nextRotation: undefined },
  },
  {
    name: "nor does an unknown cron expression",
    facts: young,
    plan: { run_at: "@fortnightly" },
    because: 'its cron expression "@fortnightly" is not understood',
    expect: { state: "unscheduled", nextRotation: undefined },
  },
];

test.each(rows)("$name", ({ facts, plan, lost, maximumAgeDays, expect: expected, because }) => {
  const limits = maximumAgeDays === undefined ? [] : [{ days: maximumAgeDays, clause: `${maximumAgeDays}d` }];
  const schedule = plan && scheduleOf({ id: "j-1", name: "plan", ...plan }, false);
  const status = statusOf(found, facts, schedule, lost, { asOf: new Date(asOf), limits });
  expect(status).toMatchObject(expected);
  expect(status.reason).toContain(because ?? ".");
});

/** A service that has these responses, and pages its lists. */
test("a schedule that rotates at every run is at least as strict as one that waits", () => {
  const now = new Date(asOf);
  const days = (plan: Parameters<typeof longestInterval>[0]) => (longestInterval(plan, now) as { days: number }).days;
  for (const runAt of ["0 3 * * *", "0 3 * * mon", "0 3 1 */2 *"]) {
    for (const after of ["1d", "45d", "90d"]) {
      const waiting = days({ runAt, rotationAfter: after });
      expect(waiting).toBeGreaterThanOrEqual(Math.max(days({ runAt }), Number(after.slice(0, -1))));
    }
  }
});
