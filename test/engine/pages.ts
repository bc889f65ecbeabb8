import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { BrowserContext, Page } from "playwright-core";
import { startEmulator, type Emulator } from "../../emulator/index";
import { Client, idOf } from "../emulator/client";
import { aws } from "../emulator/systems/rows/aws";
import { SystemClient } from "../emulator/systems/system";
import { startBrowser, type Running } from "./browser";
import { root } from "./harness";

/** The emulator's own pages in a real browser. `WRITE_SCREENSHOTS=1` writes the pictures of docs. */

let running: Running;
export let emulator: Emulator;
export let client: Client;
export let context: BrowserContext;
/** Where pages sent requests, and what went wrong in them. */
export let asked: Set<string>;
let complaints: string[];

/**
 * Starts a browser and an emulator for the tests of a file; no request of any page leaves the
 * emulator.
 */
export function withPages(): void {
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
    asked = new Set();
    complaints = [];
    context = await newContext();
  });
  afterEach(async () => {
    await context.close();
    expect([...asked]).toEqual([emulator.address]);
    expect(complaints).toEqual([]);
  });
}

/** Begins anew with a browser of that kind. */
export async function renew(options: Parameters<typeof newContext>[0]): Promise<void> {
  await context.close();
  context = await newContext(options);
}

async function newContext(options: { colorScheme?: "dark"; width?: number } = {}): Promise<BrowserContext> {
  const { colorScheme = "light", width = 1280 } = options;
  const viewport = { width, height: 900 };
  const made = await running.browser.newContext({ ignoreHTTPSErrors: true, colorScheme, viewport });
  made.setDefaultTimeout(90_000);
  made.on("request", (request) => {
    if (!request.url().startsWith("data:")) asked.add(new URL(request.url()).origin);
  });
  made.on("console", (message) => {
    if (/security policy|refused to/i.test(message.text())) complaints.push(message.text());
  });
  made.on("weberror", (error) => complaints.push(String(error.error())));
  return made;
}

export async function open(path = "/"): Promise<Page> {
  const page = await context.newPage();
  await page.goto(`${emulator.address}${path}`);
  return page;
}

export async function logIn(page: Page, { password = emulator.password, domain = "" } = {}): Promise<void> {
  await page.fill("[name=name]", emulator.username);
  await page.fill("[name=password]", password);
  await page.fill("[name=domain]", domain);
  await page.click("#login button");
}

export async function openLoggedIn(path = "/"): Promise<Page> {
  const page = await open(path);
  await logIn(page);
  await page.waitForSelector("#user").catch(async (error: Error) => {
    throw new Error(`${error.message}\n${await formOf(page)}`);
  });
  return page;
}

/** What the login form says, and how much was typed into its fields. */
async function formOf(page: Page): Promise<string> {
  const inputs = await page.locator("#login input").all();
  const typed = inputs.map(async (input) => `${(await input.inputValue()).length} characters`);
  return [await page.locator("#login").innerText(), ...(await Promise.all(typed))].join("\n");
}

/** The text of a part of the page, once it is as wanted. */
export const shows = (page: Page, part: string, text: string | RegExp) =>
  page.locator(part).filter({ hasText: text }).first().waitFor();

export async function withKeys(): Promise<SystemClient> {
  const own = await SystemClient.of(client, aws);
  await own.refresh(idOf(await own.container()));
  return own;
}

export async function keep(page: Page, name: string): Promise<void> {
  const picture = await page.screenshot();
  if (process.env.WRITE_SCREENSHOTS === undefined) return;
  mkdirSync(join(root, "docs", "images"), { recursive: true });
  writeFileSync(join(root, "docs", "images", `${name}.png`), picture);
}

/** The session of the browser, as the emulator knows it. */
export async function session(): Promise<{ ends: string } | null> {
  const response = await context.request.get(`${emulator.address}/console/session`);
  return ((await response.json()) as { session: { ends: string } | null }).session;
}

export const now = async () => Date.parse(String((await client.raw("GET", "/emulator/clock")).body.now));
