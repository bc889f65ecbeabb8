import { createApi } from "../../provider/api/client";
import { readSettings } from "../../provider/api/settings";
import type { Send } from "../../provider/api/transport";
import { summarize } from "../../provider/lookups/rotation/query";
import { reportPage } from "../../cli/rotationReport/html";
import {
  statusSentence,
  rotationReport,
  type ReportedKey,
  type ReportRequest,
  type RotationReport,
} from "../../cli/rotationReport/report";
import { reportTable } from "../../cli/rotationReport/table";
import { makeAuthority } from "../api/certificates";

/** What people read of a report. */

const asOf = "2026-06-15T12:00:00Z";
const endpoint = { id: "e-1", name: "board", kek_version: 0, createdAt: "2026-06-01T00:00:00Z" };

/** A report on these endpoints, requested with this configuration. */
async function reportOn(
  endpoints: object[],
  configured: Record<string, string> = {},
  { jwt = "t", ...request }: { jwt?: string } & Pick<ReportRequest, "asOf" | "maximumAgeDays" | "historyDays"> = {},
): Promise<RotationReport> {
  const given: Record<string, string> = { address: "https://cm.example.com", username: "u", password: "p" };
  const settings = readSettings((name) => ({ ...given, ...configured })[name as string], {});
  const send: Send = async ({ path }) => {
    if (path === "/auth/tokens/") return { status: 200, body: { jwt, duration: 300 } };
    const resources = path === "/cckm/microsoft/dke/endpoints" ? endpoints : [];
    return { status: 200, body: { skip: 0, limit: 100, total: resources.length, resources } };
  };
  return rotationReport(createApi(settings, { send }), settings, { systems: ["dke"], asOf, ...request });
}

test("the report names the identity that logged in: a user or a client", async () => {
  const { certificate, key } = await (await makeAuthority()).issue("client-1");
  const client = { clientId: "client-1", clientCertificate: certificate, clientKey: key, username: "", password: "" };
  expect(await reportOn([])).toMatchObject({ user: "u" });
  expect(await reportOn([], client)).toMatchObject({ user: "client-1" });
  expect(await reportOn([], { domain: "tenant" })).toMatchObject({ domain: "tenant" });
  // Clients log in to the root domain.
  expect(await reportOn([], client)).toMatchObject({ domain: "root" });
});

test("ages count by the service's clock, unless a time is given", async () => {
  const iat = Date.parse("2031-06-11T00:00:00Z") / 1000;
  const jwt = `h.${Buffer.from(JSON.stringify({ iat })).toString("base64url")}.s`;
  const madeAt = expect.stringMatching(/^2031-06-11T00:0/);
  const young = { ...endpoint, createdAt: "2031-06-01T00:00:00Z" };
  expect(await reportOn([young], {}, { jwt, asOf: undefined })).toMatchObject({
    madeAt,
    asOf: madeAt,
    keys: [{ ageDays: 10 }],
  });
  const asked = { jwt, asOf: "2031-06-06T00:00:00Z" };
  expect(await reportOn([young], {}, asked)).toMatchObject({
    madeAt,
    asOf: "2031-06-06T00:00:00.000Z",
    keys: [{ ageDays: 5 }],
  });
});

test("times are shown in UTC, whatever time zone they were written in", async () => {
  const report = await reportOn([endpoint]);
  const shown = { ...report, keys: [{ ...report.keys[0]!, lastRotation: "2026-06-01T01:30:00+02:00" }] };
  expect(reportTable(shown)).toContain("2026-05-31 23:30");
  expect(reportPage(shown, "1.0.0")).toContain("><time>2026-05-31</time> <time>23:30</time></td>");
});

test("a key whose next rotation comes too late is at risk, in the table and on the page", async () => {
  const report = await reportOn([endpoint]);
  const [only] = report.keys;
  const late = { nextRotation: "2027-07-19T03:00:00Z", dueBy: "2026-08-18T03:00:00Z" };
  const keys = [{ ...only!, state: "atRisk" as const, ...late }];
  const shown = { ...report, keys, summary: summarize(keys) };
  const table = reportTable(shown);
  expect(table).toMatch(/ {2}at risk +.* 2027-07-19 03:00 +2026-08-18 03:00 /);
  expect(table).toContain("1 key: 0 on time, 1 at risk, 0 overdue");
  const page = reportPage(shown, "1.0.0");
  expect(page).toContain('<span class="state">at risk</span>');
  expect(page).toContain('<strong id="atRisk">1</strong> at risk');
});

test("the report says of which systems the service only shows the last rotation", async () => {
  const words = "rotations of 365 days; of Microsoft DKE, only the last one";
  const report = await reportOn([endpoint], {}, { historyDays: 365 });
  expect(reportTable(report)).toContain(`(${words})`);
  expect(reportPage(report, "1.0.0")).toContain(words);
  expect(reportTable(await reportOn([endpoint]))).not.toContain("only the last one");
});

test("a next rotation between two dates shows both", async () => {
  const report = await reportOn([endpoint]);
  const span = { earliest: "2026-06-16T03:00:00Z", latest: "2026-07-11T03:00:00Z" };
  const shown = { ...report, keys: [{ ...report.keys[0]!, nextRotationBetween: span }] };
  expect(reportTable(shown)).toContain(" 2026-06-16 to 2026-07-11 ");
  expect(reportPage(shown, "1.0.0")).toContain("><time>2026-06-16</time> <time>to</time> <time>2026-07-11</time></td>");
});

test("a name starts no new line in a terminal, and no command", async () => {
  const report = await reportOn([{ ...endpoint, name: "board\n  forged  on time\u001b[2J" }]);
  const lines = reportTable(report).split("\n").slice(0, -1);
  expect(lines.filter((line) => line.includes("forged"))).toEqual([expect.stringContaining("board")]);
  expect(reportTable(report)).not.toContain("\u001b");
});

describe("how many keys are overdue, or have no schedule, in one sentence", () => {
  const key = (name: string, state: string, dueBy?: string) =>
    ({ type: "AwsKey", name, state, dueBy, rotatedBy: { by: rotator[state] } }) as ReportedKey;
  const rotator: Record<string, string> = { onTime: "schedule", overdue: "cloud", unscheduled: "nobody" };
  const fine = [key("a", "onTime", "2026-01-01T00:00:00Z"), key("b", "onTime", "2026-01-02T00:00:00Z")];
  const aged = (name: string, ageDays?: number) => ({ ...key(name, "unscheduled"), ageDays });
  const orders = key("orders", "overdue", "2026-06-03T12:00:00Z");
  const bills = key("bills", "overdue", "2026-06-14T00:00:00Z");
  const board = key("board", "overdue");
  const risky = (name: string, dueBy: string) => key(name, "atRisk", dueBy);
  test.each<[string, ReportedKey[]]>([
    ["No key is overdue: there are no keys to report on.", []],
    ["No key is overdue.", fine],
    [
      'No key is overdue; 1 of 3 keys is not scheduled: AwsKey "x", 1475 days old; 1 key has no rotation.',
      [...fine, aged("x", 1475)],
    ],
    [
      'No key is overdue; 3 of 3 keys are not scheduled: the oldest, AwsKey "z", of unknown age; 3 keys have no rotation.',
      [aged("x", 1475), aged("y", 1), aged("z")],
    ],
    [
      '1 of 2 keys is overdue: AwsKey "bills", by 1 day; 1 of 2 keys is not scheduled: AwsKey "y", 1 day old; 1 key has no rotation.',
      [bills, aged("y", 1)],
    ],
    ['1 of 1 key is overdue: AwsKey "bills", by 1 day.', [bills]],
    ['1 of 3 keys is overdue: AwsKey "orders", by 12 days.', [...fine, orders]],
    [
      'No key is overdue; 2 of 4 keys are at risk: the first, AwsKey "r", due by 2026-08-18 03:00.',
      [...fine, risky("s", "2026-09-18T03:00:00Z"), risky("r", "2026-08-18T03:00:00Z")],
    ],
    ['3 of 5 keys are overdue: the longest, AwsKey "orders", by 12 days.', [board, bills, ...fine, orders]],
    ['1 of 1 key is overdue: AwsKey "c", by less than a day.', [key("c", "overdue", "2026-06-15T11:00:00Z")]],
    ['1 of 3 keys is overdue: AwsKey "board", whose age is unknown.', [board, ...fine]],
  ])("%s", (sentence, keys) => {
    expect(statusSentence(keys, asOf)).toBe(sentence);
  });

  test("the report, its table and its page agree, without terminal control sequences", async () => {
    const made = { ...endpoint, name: "board\u001b[2J", createdAt: "2026-01-01T00:00:00Z" };
    const report = await reportOn([made], {}, { maximumAgeDays: 30 });
    const days = (165 - 30).toString();
    expect(report.sentence).toBe(
      `1 of 1 key is overdue: DkeEndpoint "board\u001b[2J", by ${days} days; 1 key has no rotation.`,
    );
    expect(reportTable(report).split("\n").at(-1)).toBe(
      `1 of 1 key is overdue: DkeEndpoint "board [2J", by ${days} days; 1 key has no rotation.`,
    );
    expect(reportPage(report, "1.0.0")).toContain(`by ${days} days; 1 key has no rotation.</p>`);
  });
});
