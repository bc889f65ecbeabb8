import { existsSync } from "node:fs";
import { join } from "node:path";
import { startBrowser, type Running } from "./browser";
import { engineTimeout, root, run } from "./harness";

/** The documentation site, built as `npm run docs` builds it, in a real browser. */

jest.setTimeout(engineTimeout);

const origin = "https://docs.example.com";
let running: Running;
afterAll(() => running?.close());

/** The file of the built site that a server of files would respond with. */
function fileOf(url: string): string | undefined {
  const path = decodeURIComponent(new URL(url).pathname);
  const file = join(root, "dist", "site", path.endsWith("/") ? `${path}index.html` : path);
  return existsSync(file) ? file : undefined;
}

test("every page is built without a dead link, and the search finds a type without any other host", async () => {
  const { code, text } = await run(process.execPath, ["tools/run.mjs", "docs"], process.env);
  expect({ code, text }).toEqual({ code: 0, text: expect.stringMatching(/^\d{2,} pages in dist.site\.$/m) as string });
  running = await startBrowser();
  const page = await running.browser.newPage();
  const missing: string[] = [];
  await page.route("**", async (route) => {
    const url = route.request().url();
    const file = url.startsWith(`${origin}/`) ? fileOf(url) : undefined;
    if (file === undefined) missing.push(url);
    await (file === undefined ? route.abort() : route.fulfill({ path: file }));
  });
  await page.goto(`${origin}/`);
  await page.getByText("not yet against a real appliance").first().waitFor();
  await page.click("#local-search button");
  await page.fill("#localsearch-input", "AwsKey");
  await page
    .locator(".result", { hasText: /AwsKey/ })
    .first()
    .waitFor();
  await page.keyboard.press("Enter");
  await page
    .locator("h1, h2")
    .filter({ hasText: /^AwsKey/ })
    .first()
    .waitFor();
  expect(new URL(page.url()).pathname).toMatch(/^\/reference\//);
  expect(missing).toEqual([]);
});
