import type { Locator, Page } from "playwright-core";
import type { Loose } from "../emulator/client";
import { aws } from "../emulator/systems/rows/aws";
import { contrasts } from "./contrast";
import { engineTimeout } from "./harness";
import { client, emulator, keep, logIn, open, openLoggedIn, renew, session, shows, withPages } from "./pages";

/** The guide of the emulator's pages, in a real browser with the emulator's clock moved. */

jest.setTimeout(engineTimeout);
withPages();

describe("the guide", () => {
  /** An operation as a link to it shows it. */
  const link = (tag: string, operation: string) => `/guide#/${tag}/${operation}`;
  const opened = (page: Page, tag: string, operation: string) => page.locator(`#operations-${tag}-${operation}`);

  async function execute(found: Locator): Promise<string> {
    await found.locator("button.execute").click();
    return found.locator(".live-responses-table .response-col_status").nth(1).innerText();
  }

  test("lists the operations without a login, and calls them in the session after one", async () => {
    const page = await open("/guide");
    await page.locator(".opblock-tag").filter({ hasText: "Connections" }).first().click();
    const list = opened(page, "Connections", "GET_connectionmgmt_connections");
    await list.locator(".opblock-summary-control").click();
    expect(await execute(list)).toContain("401");
    await logIn(page);
    await page.waitForSelector("#user");
    await client.ok("POST", "/connectionmgmt/services/aws/connections", { name: "prod", ...aws.login });
    await list.locator("button.execute").click();
    await shows(page, ".live-responses-table", /"name": "prod"/);
    await keep(page, "emulator-guide");
  });

  test("shows the fields of a body; a call changes the service, as the user who has logged in", async () => {
    const page = await openLoggedIn(link("Scheduler", "POST_scheduler_job_configs"));
    const create = opened(page, "Scheduler", "POST_scheduler_job_configs");
    const example = JSON.parse(await create.locator("textarea.body-param__text").inputValue()) as Loose;
    expect(Object.keys(example)).toEqual(expect.arrayContaining(["name", "operation", "run_at", "disabled"]));
    const body = { name: "weekly", operation: "database_backup", run_at: "0 3 * * 1" };
    await create.locator("textarea.body-param__text").fill(JSON.stringify(body));
    expect(await execute(create)).toContain("201");
    expect((await client.ok("GET", "/scheduler/job-configs?name=weekly")).total).toBe(1);
    expect((await client.ok("GET", "/audit/records?message=POST /scheduler/job-configs")).resources).toMatchObject([
      { username: "admin", success: true },
    ]);
  });

  test("a call counts as activity; after the end of the session calls get 401", async () => {
    const page = await openLoggedIn(link("Vault", "GET_vault_keys2_"));
    const list = opened(page, "Vault", "GET_vault_keys2_");
    await list.locator("button.execute").waitFor();
    await emulator.advance(9 * 60);
    expect(await execute(list)).toContain("200");
    await emulator.advance(9 * 60);
    expect(await session()).not.toBeNull();
    await emulator.advance(60);
    await page.waitForSelector("#login form");
    await list.locator("button.execute").click();
    await list.locator(".live-responses-table .response-col_status").filter({ hasText: "401" }).first().waitFor();
  });

  test("in dark mode every text has enough contrast", async () => {
    await renew({ colorScheme: "dark" });
    const page = await openLoggedIn("/guide");
    await page.waitForSelector(".opblock-tag");
    const { texts } = await contrasts(page);
    expect(texts.filter((ratio) => ratio < 3)).toEqual([]);
  });
});
