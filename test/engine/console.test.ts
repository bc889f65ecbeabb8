import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { startEmulator, type Emulator } from "../../emulator";
import { Client } from "../emulator/client";
import { systems } from "../emulator/systems/rows";
import { SystemClient } from "../emulator/systems/system";
import { startBrowser, type Running } from "./browser";
import { engineTimeout, root } from "./harness";

/** The emulator's own pages in a real browser, with the emulator's clock moved. */

jest.setTimeout(engineTimeout);

let running: Running;
let emulator: Emulator;
let client: Client;
let context: BrowserContext;
/** What a page asked of any address, and what its policy has blocked. */
let addresses: Set<string>;
let complaints: string[];

beforeAll(async () => {
  running = await startBrowser();
  emulator = await startEmulator({ world: { licensing: { licenses: [{ feature: "CCKM" }] } } });
  client = new Client(emulator);
});
afterAll(async () => {
  await running?.close();
  await client?.close();
  await emulator?.close();
});
beforeEach(async () => {
  await emulator.reset();
  client.forgetToken();
  context = await newContext(running.browser);
});
afterEach(async () => {
  await context.close();
  const own = new Set(addresses);
  own.delete(emulator.address);
  expect([...own]).toEqual([]);
  expect(complaints).toEqual([]);
});

async function newContext(browser: Browser, colorScheme: "light" | "dark" = "light"): Promise<BrowserContext> {
  const made = await browser.newContext({ ignoreHTTPSErrors: true, colorScheme, viewport: { width: 1280, height: 900 } });
  addresses = new Set();
  complaints = [];
  made.on("request", (request) => {
    const { protocol, origin } = new URL(request.url());
    if (protocol !== "data:") addresses.add(origin);
  });
  made.on("console", (message) => {
    if (/Content.Security.Policy|Refused to/i.test(message.text())) complaints.push(message.text());
  });
  made.on("weberror", (error) => complaints.push(String(error.error())));
  return made;
}

async function open(path = "/"): Promise<Page> {
  const page = await context.newPage();
  await page.goto(`${emulator.address}${path}`);
  return page;
}

async function logIn(page: Page, domain = ""): Promise<void> {
  await page.fill("[name=name]", emulator.username);
  await page.fill("[name=password]", emulator.password);
  await page.fill("[name=domain]", domain);
  await page.click("#login button");
  await page.waitForSelector("#user");
}

async function keep(page: Page, name: string): Promise<void> {
  const picture = await page.screenshot();
  if (process.env.WRITE_SCREENSHOTS === undefined) return;
  mkdirSync(join(root, "docs", "images"), { recursive: true });
  writeFileSync(join(root, "docs", "images", `${name}.png`), picture);
}

test("try", async () => {
  for (const [, system] of systems.slice(0, 3)) {
    const own = await SystemClient.of(client, system);
    await own.refresh(String((await own.container()).id));
  }
  await client.ok("POST", "/scheduler/job-configs", { name: "quarterly", operation: "cckm_key_rotation", run_at: "0 3 1 */3 *", cckm_key_rotation_params: { cloud_name: "aws", expiration: "30d" } });
  const page = await open();
  await page.screenshot({ path: "/tmp/login.png" });
  await logIn(page);
  await page.waitForSelector("#audit table");
  await page.screenshot({ path: "/tmp/overview.png", fullPage: true });
  await page.click("nav >> text=API");
  await page.waitForSelector(".swagger-ui", { timeout: 15000 });
  await page.screenshot({ path: "/tmp/guide.png" });
  await keep(page, "x");
});
