import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { idOf, listOf } from "../emulator/client";
import { aws } from "../emulator/systems/rows/aws";
import { contrasts } from "./contrast";
import { engineTimeout } from "./harness";
import {
  asked,
  client,
  context,
  emulator,
  keep,
  logIn,
  now,
  open,
  openLoggedIn,
  renew,
  session,
  shows,
  withKeys,
  withPages,
} from "./pages";

/**
 * The login and the overview of the emulator's pages, in a real browser with the emulator's clock
 * moved.
 */

jest.setTimeout(engineTimeout);
withPages();

describe("the login", () => {
  test("refuses a wrong password in the service's words, and is shared by overview and guide", async () => {
    const page = await open();
    await logIn(page, { password: "wrong" });
    await shows(page, "[role=alert]", "Wrong username or password");
    await logIn(page);
    await shows(page, "#user", "admin in root");
    await page.click("nav >> text=API");
    await shows(page, "#user", "admin in root");
    await page.click("#log-out");
    await page.waitForSelector("#login form");
    await page.click("nav >> text=Overview");
    await page.waitForSelector("#login form");
    expect(await page.isVisible("#main")).toBe(false);
  });

  test("goes to another domain", async () => {
    await client.ok("POST", "/domains", { name: "finance", admins: ["admin"] });
    const page = await open();
    await logIn(page, { domain: "finance" });
    await shows(page, "#user", "admin in finance");
  });

  test("leaves nothing that a script of the page could read", async () => {
    const page = await openLoggedIn();
    expect(await page.evaluate("[document.cookie, localStorage.length, sessionStorage.length]")).toEqual(["", 0, 0]);
  });
});

describe("a session", () => {
  test("ends after 10 minutes without activity while a page is open, and the page says so", async () => {
    const page = await openLoggedIn("/guide");
    await emulator.advance(9 * 60);
    await Promise.all([page.waitForResponse(/session\/activity/), page.keyboard.press("Tab")]);
    await emulator.advance(9 * 60);
    expect(await session()).not.toBeNull();
    expect(await page.isVisible("#login form")).toBe(false);
    await emulator.advance(60);
    await shows(page, "#why", "The session has ended");
    expect(await session()).toBeNull();
    await logIn(page);
    await page.waitForSelector("#user");
  });

  test("ends 30 minutes after the login once its window is closed", async () => {
    const page = await openLoggedIn("/guide");
    const loggedIn = Date.parse((await session())!.ends) - 10 * 60_000;
    await emulator.advance(5 * 60);
    await page.close();
    // The emulator learns of a closed window when the connection ends, and then still allows for a reload.
    const closing = async () => Date.parse((await session())!.ends) !== loggedIn + 30 * 60_000;
    while (await closing()) await emulator.advance(1);
    await emulator.advance((loggedIn - (await now())) / 1000 + 29.5 * 60);
    expect(await session()).not.toBeNull();
    await emulator.advance(30);
    await (await open()).waitForSelector("#login form");
  });

  test("outlives a reload, however long ago the login was", async () => {
    const page = await openLoggedIn();
    for (let times = 0; times < 5; times += 1) {
      await emulator.advance(9 * 60);
      await page.reload();
      await page.waitForSelector("#user");
      await Promise.all([page.waitForResponse(/session\/activity/), page.keyboard.press("Tab")]);
    }
  });
});

describe("the overview", () => {
  test("shows connections, containers, keys, schedules, jobs and audit records as they come", async () => {
    const page = await openLoggedIn();
    await shows(page, "#connections", "There are no connections");
    await shows(page, "#states", "There are no keys");
    await withKeys();
    await client.ok("POST", "/scheduler/job-configs", {
      name: "quarterly",
      operation: "cckm_key_rotation",
      run_at: "0 3 1 */3 *",
      cckm_key_rotation_params: { cloud_name: "aws", expiration: "30d" },
    });
    await shows(page, "#connections tr", /aws.*ready/);
    await shows(page, "#containers tr", /prod.*AWS.*aws/);
    await shows(page, "#states tr", /AWS, Enabled/);
    await shows(page, "#ages tr", /90 to 365 days/);
    await shows(page, "#jobs tr", /AWS refresh.*completed/);
    await shows(page, "#schedules tr", /quarterly.*03:00:00 UTC \(in /);
    await shows(page, "#audit tr", /admin.*POST \/scheduler\/job-configs.*success/);
    await keep(page, "emulator-overview");
    await page.setViewportSize({ width: 390, height: 844 });
    const hidden = "({ scrollWidth, clientWidth }) => scrollWidth - clientWidth";
    const widths = await page.evaluate<number[]>(`[...document.querySelectorAll("html, .scroll")].map(${hidden})`);
    expect(widths.length).toBeGreaterThan(4);
    expect(widths.filter((width) => width > 0)).toEqual([]);
  });

  test("the clock button makes a schedule rotate a key, which is shown with its next run", async () => {
    await withKeys();
    const config = await client.ok("POST", "/scheduler/job-configs", {
      name: "monthly",
      operation: "cckm_key_rotation",
      run_at: "0 3 1 * *",
      cckm_key_rotation_params: { cloud_name: "aws" },
    });
    const [key] = listOf((await client.ok("GET", "/cckm/aws/keys?alias=payments")).resources);
    await client.ok("POST", `/cckm/aws/keys/${idOf(key!)}/enable-rotation-job`, { job_config_id: config.id });
    const page = await openLoggedIn();
    await shows(page, "#schedules tr", /monthly.*-01 03:00:00 UTC \(in /);
    expect(await page.locator("#jobs tr").filter({ hasText: "Schedule: monthly" }).count()).toBe(0);
    const before = await now();
    await page.selectOption("[name=span]", "90 days");
    await Promise.all([page.waitForResponse(/emulator\/clock/), page.click("text=Move the clock")]);
    expect(Math.round(((await now()) - before) / 86_400_000)).toBe(90);
    // Ninety days without activity: the session is over, which the page says.
    await shows(page, "#why", "The session has ended");
    await logIn(page);
    await shows(page, "#jobs tr", /Schedule: monthly.*completed/);
    await page.locator("#jobs [title='1 of 1 key rotated']").first().waitFor();
  });

  test("jobs show their progress", async () => {
    const own = await withKeys();
    await own.change(aws.refresh.takes(1000));
    await client.ok("POST", aws.refresh.path, { synchronize_all: true });
    const page = await openLoggedIn();
    await emulator.advance(500);
    await page.waitForSelector("#jobs progress");
    const value = () => page.evaluate<number>("document.querySelector('#jobs progress').value");
    while ((await value()) < 0.45) continue;
    expect(await value()).toBeLessThan(0.6);
  });

  test("a change in a cloud shows in the service after a refresh only", async () => {
    const own = await withKeys();
    const page = await openLoggedIn();
    await shows(page, "#states tr", /AWS, Enabled\s*5/);
    await page.selectOption("[name=system]", "AWS");
    await page.selectOption("[name=key]", "alias/payments");
    await page.selectOption("[name=action]", "Disable the key");
    await page.click("text=Change it in the cloud");
    await shows(page, "#outcome", "AWS, alias/payments: “Disable the key” was done in the cloud");
    const { accounts } = (await client.raw("GET", "/emulator/world")).body.aws!;
    const keys = JSON.stringify(accounts);
    expect(keys).toContain('"KeyState":"Disabled"');
    expect((await client.ok("GET", "/cckm/aws/keys?alias=payments")).resources).toMatchObject([
      { aws_param: { KeyState: "Enabled" } },
    ]);
    await own.refresh();
    await shows(page, "#states tr", /AWS, Enabled\s*4/);
  });

  test("faults are added and removed", async () => {
    expect((await client.ok("GET", "/vault/keys2/")).total).toBe(0);
    const page = await openLoggedIn();
    await page.selectOption("[name=fault]", "every write fails with 500");
    await page.click("text=Add a fault");
    await shows(page, "#fault-form", "Faults: 1.");
    expect((await client.post("/vault/keys2", { name: "k" })).status).toBe(500);
    await page.click("text=Remove all faults");
    await shows(page, "#fault-form", "There are no faults.");
    expect((await client.post("/vault/keys2", { name: "k" })).status).toBe(201);
  });

  test("names are text, whatever they contain", async () => {
    const name = "<img src=x onerror=document.title='broken'>";
    await client.ok("POST", "/scheduler/job-configs", { name, operation: "database_backup", run_at: "0 3 1 * *" });
    const page = await openLoggedIn();
    await shows(page, "#schedules td", name);
    expect(await page.title()).toBe("Overview · CipherTrust emulator");
  });

  test.each([
    ["light", 1280],
    ["light", 360],
    ["dark", 1280],
    ["dark", 360],
  ] as const)(
    "%s, at %i pixels: nothing is wider than the screen, and every text has enough contrast",
    async (scheme, width) => {
      await withKeys();
      await renew({ width, ...(scheme === "dark" && { colorScheme: "dark" }) });
      const page = await openLoggedIn();
      await shows(page, "#states tr", /AWS, Enabled/);
      expect(await page.evaluate("document.documentElement.scrollWidth")).toBe(width);
      const { texts } = await contrasts(page);
      expect(texts.length).toBeGreaterThan(30);
      expect(texts.filter((ratio) => ratio < 4.5)).toEqual([]);
    },
  );
});

test("a page of another site can neither read, nor press the buttons, nor log anybody in or out", async () => {
  await openLoggedIn();
  const { address, username: name, password } = emulator;
  // Another port of the same machine: the closest that a foreign page gets.
  const site = createServer((_request, response) => response.setHeader("content-type", "text/html").end("<p>Foreign"));
  await new Promise<void>((resolve) => void site.listen(0, "127.0.0.1", resolve));
  const foreignAddress = `http://127.0.0.1:${(site.address() as AddressInfo).port}`;
  const foreign = await context.newPage();
  await foreign.goto(foreignAddress);
  const before = await now();
  const attack = `(async () => {
    const results = [];
    const send = async (path, options) =>
      results.push(await fetch("${address}" + path, { credentials: "include", ...options }).then((r) => r.type, () => "failed"));
    const json = { method: "POST", headers: { "content-type": "application/json" } };
    await send("/emulator/clock", { ...json, body: '{"advanceSeconds":3600}' });
    await send("/emulator/clock", { method: "POST", mode: "no-cors", body: '{"advanceSeconds":3600}' });
    await send("/emulator/faults", { method: "POST", mode: "no-cors", body: '{"effect":{"status":500}}' });
    await send("/emulator/reset", { method: "POST", mode: "no-cors" });
    await send("/console/session", { ...json, body: ${JSON.stringify(JSON.stringify({ name, password }))} });
    await send("/console/session", { method: "DELETE" });
    await send("/console/session", {});
    await send("/api/v1/vault/keys2", { ...json, body: '{"name":"forged"}' });
    return results;
  })()`;
  expect(await foreign.evaluate(attack)).toEqual([
    ...["failed", "opaque", "opaque", "opaque"],
    ...["failed", "failed", "failed", "failed"],
  ]);
  await foreign.setContent(`<form method="post" action="${address}/emulator/reset"></form>`);
  await Promise.all([foreign.waitForNavigation(), foreign.evaluate("document.forms[0].submit()")]);
  expect(await foreign.textContent("body")).toContain("no requests from web pages");
  expect((await now()) - before).toBeLessThan(3_000_000);
  expect((await client.raw("GET", "/emulator/faults")).body).toEqual({ faults: [] });
  expect((await client.ok("GET", "/vault/keys2")).total).toBe(0);
  expect(await session()).not.toBeNull();
  asked.delete(foreignAddress);
  await new Promise((resolve) => site.close(resolve));
});
