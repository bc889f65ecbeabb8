import { rotationStatus } from "../../provider/lookups/rotation/query";
import type { KeyRotationStatus } from "../../provider/lookups/rotation/result";
import { make, startRig, type Rig } from "../lifecycle/rig";
import { ask, asOf, daily, due, vaultList, version } from "./service";

const day = 86_400;

/** The service counts the days of a frequency from when it was set, and does not show when that was. */
const rows: {
  name: string;
  key: object;
  maximumAgeDays?: number;
  expected: Partial<KeyRotationStatus>;
}[] = [
  {
    name: "set by hand on an old key: between its making and its last change, and not due yet",
    key: { updatedAt: "2026-06-10T09:00:00Z", rotationDateReached: false },
    expected: {
      state: "onTime",
      nextRotationBetween: { earliest: "2026-06-16T03:00:00.000Z", latest: "2026-07-10T03:00:00.000Z" },
      dueBy: "2026-07-11T03:00:00.000Z",
    },
  },
  {
    name: "never overdue by a frequency whose days have not passed, whatever the dates of the record",
    key: { updatedAt: "2026-01-01T00:00:00Z", rotationDateReached: false },
    expected: {
      state: "onTime",
      nextRotationBetween: { earliest: "2026-06-16T03:00:00.000Z", latest: "2026-07-15T03:00:00.000Z" },
    },
  },
  {
    name: "overdue all the same where a limit is exceeded: that counts from the making",
    key: { updatedAt: "2026-06-10T09:00:00Z", rotationDateReached: false },
    maximumAgeDays: 90,
    expected: { state: "overdue", dueBy: "2026-04-01T00:00:00.000Z" },
  },
  {
    name: "at risk where a limit may be exceeded before",
    key: { updatedAt: "2026-06-10T09:00:00Z", rotationDateReached: false },
    maximumAgeDays: 180,
    expected: {
      state: "atRisk",
      dueBy: "2026-06-30T00:00:00.000Z",
      reason: 'Its next rotation may be after it is due. The schedule "vault-daily" rotates it.',
    },
  },
  {
    name: "reached, and nobody knows since when: the next run, and perhaps overdue",
    key: { updatedAt: "2026-05-16T12:00:00Z", rotationDateReached: true },
    expected: {
      state: "atRisk",
      nextRotation: "2026-06-16T03:00:00.000Z",
      dueBy: "2026-06-16T03:00:00.000Z",
      reason: expect.stringMatching(/^It may be overdue: the service does not show since when/),
    },
  },
  {
    name: "reached, and changed since: a change of something else puts nothing off",
    key: { updatedAt: asOf, rotationDateReached: true },
    expected: { state: "atRisk", nextRotation: "2026-06-16T03:00:00.000Z", dueBy: "2026-06-17T03:00:00.000Z" },
  },
  {
    name: "overdue where even the last possible moment is too long ago",
    key: { updatedAt: "2026-04-01T00:00:00Z", rotationDateReached: true },
    expected: {
      state: "overdue",
      dueBy: "2026-05-01T03:00:00.000Z",
      reason: expect.stringMatching(/165 days old; its rotation frequency made it due by 2026-05-01\. The schedule/),
    },
  },
  {
    name: "without a date of change it may have been set just now",
    key: { rotationDateReached: false },
    expected: {
      state: "onTime",
      nextRotationBetween: { earliest: "2026-06-16T03:00:00.000Z", latest: "2026-07-15T03:00:00.000Z" },
    },
  },
  {
    name: "nor does a key without any date pass for new",
    key: { createdAt: undefined, rotationDateReached: false },
    expected: { state: "overdue", ageDays: undefined },
  },
];

test.each(rows)("$name", async ({ key, maximumAgeDays, expected }) => {
  const record = version(1, "2026-01-01T00:00:00Z", { rotationFrequencyDays: "29", ...key });
  const lists = {
    [vaultList]: [record],
    "/scheduler/job-configs": [{ ...daily, job_config_params: due }],
  };
  const { keys } = await ask(lists, { systems: ["vault"], maximumAgeDays });
  expect(keys).toMatchObject([expected]);
});

describe("set by hand on an old key of a service", () => {
  let rig: Rig;
  beforeAll(async () => {
    rig = await startRig({ world: { licensing: { licenses: [{ feature: "CCKM" }] } } });
  });
  afterAll(() => rig.close());

  test("the key is never called overdue, and rotates when the report says", async () => {
    const { id } = await make(rig, "VaultKey", { name: "orders", algorithm: "aes", size: 256 });
    const query = { names: ["orders"], rotationDateReached: true };
    await make(rig, "VaultRotationSchedule", { name: "daily", query, runAt: "0 3 * * *" });
    await rig.advance(100 * day);
    await rig.api.patch(`${vaultList}${id}`, { rotationFrequencyDays: "30" });
    const status = async () => {
      // By the service's clock, which the login tells.
      await rig.api.logIn();
      const { keys } = await rotationStatus(rig.api, { systems: ["vault"] });
      return keys.find(({ name }) => name === "orders")!;
    };
    const spans: KeyRotationStatus[] = [];
    for (let left = 28; left > 0; left -= 7) {
      spans.push(await status());
      await rig.advance(7 * day);
    }
    await rig.advance(4 * day);
    const { lastRotation, state } = await status();
    expect(state).toBe("onTime");
    for (const { state: before, nextRotation, nextRotationBetween } of spans) {
      const { earliest, latest } = nextRotationBetween ?? { earliest: nextRotation!, latest: nextRotation! };
      expect(before).toBe("onTime");
      expect(Date.parse(earliest)).toBeLessThanOrEqual(Date.parse(lastRotation!));
      expect(Date.parse(lastRotation!)).toBeLessThan(Date.parse(latest) + 60_000);
    }
  });
});
