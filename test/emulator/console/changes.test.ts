import type { Change } from "../../../emulator/console/changes";
import { startEmulator } from "../../../emulator/index";
import { Client, listOf, withEmulator } from "../client";
import { Browser, Events } from "./browser";

const shared = withEmulator();

test("every change that the overview offers is possible, in every cloud", async () => {
  const { client, emulator } = shared;
  const browser = new Browser(client);
  const load = async () => {
    await browser.logIn();
    return listOf((await browser.send("GET", "/console/changes")).body.changes) as unknown as Change[];
  };
  const kinds = new Map((await load()).map((change) => [`${change.system}: ${change.action}`, change]));
  const systems = [...new Set([...kinds.values()].map(({ system }) => system))];
  expect(systems).toEqual(
    expect.arrayContaining([
      "AWS",
      "Azure",
      "Google Cloud",
      "OCI",
      "Salesforce",
      "SAP",
      "Luna HSM",
      "DSM",
      "External CM",
    ]),
  );
  const refused: unknown[] = [];
  for (const kind of kinds.keys()) {
    await emulator.reset();
    const offered = (await load()).filter(({ system, action }) => `${system}: ${action}` === kind);
    const { path, body, key } = offered[0]!;
    const { status, body: reply } = await client.raw("POST", `/emulator/world/${path}`, body);
    if (status !== 200) refused.push({ kind, key, reply });
  }
  expect(refused).toEqual([]);
});

test("nothing is offered where there are no clouds", async () => {
  const world = { aws: { accounts: [] } };
  const emulator = await startEmulator({ world });
  const client = new Client(emulator);
  const browser = new Browser(client);
  await browser.logIn();
  const { changes } = (await browser.send("GET", "/console/changes")).body;
  expect(listOf(changes).filter(({ system }) => system === "AWS")).toEqual([]);
  await client.close();
  await emulator.close();
});

describe("what open pages are told", () => {
  let browser: Browser;
  let events: Events;
  beforeEach(async () => {
    browser = new Browser(shared.client);
    await browser.logIn();
    events = await Events.of(browser, "/console/events/overview");
  });
  afterEach(() => events.close());

  test("changes, moves of the clock, and the end of the session", async () => {
    const first = await events.until(() => true);
    expect(first).toMatchObject({ connections: { total: 0, rows: [] }, offsetSeconds: 0, refusals: [] });
    const config = { name: "s", operation: "database_backup", run_at: "0 3 * * *" };
    const { id } = await shared.client.ok("POST", "/scheduler/job-configs", config);
    const second = await events.until(({ schedules }) => Number(schedules?.total) === 1);
    expect(listOf(second.schedules?.rows)).toMatchObject([{ name: "s", next: expect.stringMatching(/T03:00:00Z$/) }]);
    await shared.client.ok("PATCH", `/scheduler/job-configs/${String(id)}`, { disabled: true });
    const third = await events.until(({ schedules }) => Boolean(listOf(schedules?.rows)[0]?.disabled));
    expect(listOf(third.schedules?.rows)[0]?.next).toBeUndefined();
    await shared.emulator.advance(60);
    await events.until(({ offsetSeconds }) => Number(offsetSeconds) >= 60);
    await shared.emulator.advance(600);
    for (;;) {
      const told = await events.next();
      if (told?.event !== "ended") continue;
      expect(await events.next()).toBeUndefined();
      return;
    }
  });
});

test("a list that the service refuses is empty, and the page says why", async () => {
  const emulator = await startEmulator();
  const client = new Client(emulator);
  const browser = new Browser(client);
  await browser.logIn();
  const events = await Events.of(browser, "/console/events/overview");
  const { refusals, containers, audit } = await events.until(() => true);
  expect(listOf(refusals)).toEqual([expect.stringMatching(/licen[cs]e/i)]);
  expect(containers).toMatchObject({ total: 0 });
  expect(listOf(audit).length).toBeGreaterThan(0);
  await events.close();
  await client.close();
  await emulator.close();
});
