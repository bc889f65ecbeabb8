import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { reportPage } from "../../cli/rotationReport/html";
import { statusSentence, type ReportedKey, type RotationReport } from "../../cli/rotationReport/report";
import { summarize } from "../../provider/lookups/rotation/query";
import { startBrowser, type Running } from "./browser";
import { contrasts } from "./contrast";
import { engineTimeout } from "./harness";

/**
 * The layout of a rotation report's page: on a phone, in dark mode, and on paper, with names of the
 * maximum length.
 */

jest.setTimeout(engineTimeout);

const asOf = "2026-06-15T12:00:00.000Z";
const long = (text: string, length: number) => text.repeat(Math.ceil(length / text.length)).slice(0, length);
const account = { type: "AwsKms", id: "5f0c7d2e-9f0e-4f53-8a53-0d1f3a4c9b11", name: long("production-payments-", 64) };
const vault = { type: "AzureVault", id: "0e9be1c7-3bb5-4f1f-9a0b-52a2a4c0f2d7", name: "orders-eu" };
const schedule = { id: "s-1", name: long("quarterly_", 80), ofContainer: true, runAt: "0 3 1 */3 *", disabled: true };

function key(name: string, more: Partial<ReportedKey>): ReportedKey {
  const id = "7c1f6a52-53ab-4c29-b2bb-96e4b7f7a1c3";
  const known = { lastRotationKnown: true, lastRotation: "2026-01-01T03:00:00Z", ageDays: 165 };
  const told = {
    state: "onTime",
    reason: 'The schedule "quarterly" rotates it.',
    nextRotation: "2026-07-01T03:00:00Z",
    rotatedBy: { by: "schedule", name: "quarterly" },
  };
  return { system: "aws", type: "AwsKey", id, name, container: account, ...known, ...told, ...more } as ReportedKey;
}

const arn = "arn:aws-us-gov:kms:us-gov-west-1:123456789012:key/mrk-1234abcd12ab34cd56ef1234567890ab";
const span = { earliest: "2026-06-16T03:00:00Z", latest: "2026-07-11T03:00:00Z" };
const keys = [
  key(long("team/payments/service/orders/", 256), {
    state: "overdue",
    cloudId: arn,
    region: "us-gov-west-1",
    schedule,
  }),
  key(long("nobreakanywhereinthisname", 250), { state: "overdue", dueBy: "2026-06-03T12:00:00Z", cloudId: arn }),
  key("orders", {
    cloudId: arn,
    region: "us-gov-west-1",
    schedule: { ...schedule, name: "monthly" },
    rotations: ["2025-11-01T03:00:00Z", "2025-12-01T03:00:00Z", "2026-01-01T03:00:00Z"],
  }),
  key("bills", {
    type: "AzureKey",
    system: "azure",
    container: vault,
    state: "unscheduled",
    rotatedBy: { by: "nobody" },
    ageDays: undefined,
  }),
  key("signing", {
    state: "atRisk",
    nextRotation: undefined,
    nextRotationBetween: span,
    dueBy: "2026-07-01T03:00:00Z",
  }),
];

/** Dates that a narrow column breaks, and those that reach into the next column. */
const brokenDates = `[...document.querySelectorAll("time")]
  .filter((one) => one.getClientRects().length !== 1 || one.getBoundingClientRect().right > one.closest("td").getBoundingClientRect().right)
  .map((one) => one.textContent)`;

function reportOf(list: ReportedKey[]): RotationReport {
  return {
    asOf,
    madeAt: asOf,
    sentence: statusSentence(list, asOf),
    service: `https://${long("ciphertrust.", 200)}example.com:8443`,
    user: long("auditor", 120),
    domain: "root",
    filters: { containers: [long("production-payments-", 64)] },
    summary: summarize(list),
    keys: list,
  };
}

type Scheme = "light" | "dark";

let running: Running;
beforeAll(async () => {
  running = await startBrowser();
});
afterAll(() => running?.close());

async function show(report: RotationReport, width: number, colorScheme: Scheme = "light"): Promise<Page> {
  const tab = await running.browser.newPage({ viewport: { width, height: 800 }, colorScheme });
  await tab.setContent(reportPage(report, "1.0.0"));
  return tab;
}

/** To see the pages: `SCREENSHOTS=<folder>` keeps them. */
async function keep(tab: Page, name: string): Promise<void> {
  const folder = process.env.SCREENSHOTS;
  if (folder) writeFileSync(join(folder, `${name}.png`), await tab.screenshot({ fullPage: true }));
}

test.each([320, 360, 768, 800, 1280])("at %i pixels nothing is wider than the screen", async (width) => {
  const tab = await show(reportOf(keys), width);
  const seen = await tab.evaluate(`({
    page: document.documentElement.scrollWidth,
    beyond: [...document.body.querySelectorAll("*")]
      .filter((one) => one.getBoundingClientRect().right > innerWidth + 0.5)
      .map((one) => one.outerHTML.slice(0, 80)),
    dates: ${brokenDates},
  })`);
  expect(seen).toEqual({ page: width, beyond: [], dates: [] });
});

test("on a phone each value has a label, because its column has no head there", async () => {
  const tab = await show(reportOf(keys), 360);
  const labels = await tab.evaluate<string[]>(
    `[...document.querySelectorAll(".keys tr:nth-child(1) td")].map((cell) => getComputedStyle(cell, "::before").content)`,
  );
  const shown = labels.slice(0, 7).map((text) => text.replaceAll('"', ""));
  expect(shown).toEqual(["none", "State", "Last rotation", "Age, days", "Rotated by", "Next rotation", "Due by"]);
});

test.each<[Scheme, number, string]>([
  ["light", 1280, "rgb(255, 255, 255)"],
  ["light", 360, "rgb(255, 255, 255)"],
  ["dark", 1280, "rgb(20, 24, 29)"],
  ["dark", 360, "rgb(20, 24, 29)"],
])("%s, at %i pixels: every text and every bar has enough contrast", async (scheme, width, background) => {
  const tab = await show(reportOf(keys), width, scheme);
  await keep(tab, `${scheme}-${width}`);
  const seen = await contrasts(tab);
  expect(seen.background).toBe(background);
  expect(seen.texts.length).toBeGreaterThan(50);
  expect(seen.texts.filter((ratio) => ratio < 4.5)).toEqual([]);
  expect(seen.bars.length).toBeGreaterThan(5);
  expect(seen.bars.filter((ratio) => ratio < 3)).toEqual([]);
});

test("print is light, also in dark mode, and shows tables", async () => {
  const tab = await show(reportOf(keys), 360, "dark");
  await tab.emulateMedia({ media: "print", colorScheme: "dark" });
  await keep(tab, "print");
  const { background, texts } = await contrasts(tab);
  expect(background).toBe("rgb(255, 255, 255)");
  expect(texts.filter((ratio) => ratio < 4.5)).toEqual([]);
  const display = await tab.evaluate(`getComputedStyle(document.querySelector(".keys tr")).display`);
  expect(display).toBe("table-row");
  expect((await tab.pdf({ preferCSSPageSize: true })).subarray(0, 5).toString()).toBe("%PDF-");
});

/** The width of A4 without its margins, in landscape and portrait. */
test.each([1031, 703])(
  "on paper of %i pixels no date is broken, and details are smaller than what matters",
  async (width) => {
    const tab = await show(reportOf(keys), width);
    await tab.emulateMedia({ media: "print" });
    const sizes = await tab.evaluate<number[]>(
      `["body", "small"].map((one) => parseFloat(getComputedStyle(document.querySelector(one)).fontSize))`,
    );
    expect(sizes[1]! / sizes[0]!).toBeCloseTo(0.8, 2);
    expect(
      await tab.evaluate(`({
    page: document.documentElement.scrollWidth,
    dates: ${brokenDates},
  })`),
    ).toEqual({ page: width, dates: [] });
  },
);

test("overdue keys are named in one sentence at the top; names and ARNs are text", async () => {
  const tab = await show(reportOf(keys), 360);
  const sentence = `2 of 5 keys are overdue: the longest, AwsKey "${keys[1]!.name}", by 12 days; 1 of 5 keys is at risk: AwsKey "signing", due by 2026-07-01 03:00; 1 of 5 keys is not scheduled: AzureKey "bills", of unknown age; 1 key has no rotation.`;
  expect(await tab.innerText("h1 + p")).toBe(sentence);
  const cell = await tab.locator(".keys tbody tr").first().locator("td").first().innerText();
  expect(cell.split("\n").filter(Boolean)).toEqual([
    keys[0]!.name,
    "Kind unknown",
    `ARN ${arn}`,
    "Region us-gov-west-1",
    `AwsKey ${keys[0]!.id}`,
  ]);
  const fine = await show(reportOf([keys[2]!]), 360);
  expect(await fine.innerText("h1 + p")).toBe("No key is overdue.");
});
