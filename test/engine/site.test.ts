import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { startBrowser, type Running } from "./browser";
import { engineTimeout, root, run } from "./harness";

/** The documentation site, built as `npm run docs` builds it, in a real browser. */

jest.setTimeout(engineTimeout);

const origin = "https://docs.example.com";
const missing: string[] = [];
let running: Running;
let page: Page;
beforeAll(async () => {
  const { code, text } = await run(process.execPath, ["tools/run.mjs", "docs"], process.env);
  // VitePress fails on links to pages that do not exist.
  expect({ code, text }).toEqual({ code: 0, text: expect.stringMatching(/^\d{2,} pages in dist.site\.$/m) as string });
  running = await startBrowser();
  page = await running.browser.newPage();
  await page.route("**", async (route) => {
    const url = route.request().url();
    const file = url.startsWith(`${origin}/`) ? fileOf(url) : undefined;
    if (file === undefined) missing.push(url);
    await (file === undefined ? route.abort() : route.fulfill({ path: file }));
  });
}, 2 * engineTimeout);
afterAll(() => running?.close());
afterEach(() => expect(missing.splice(0)).toEqual([]));

/** The file of the built site that a server of files would respond with. */
function fileOf(url: string): string | undefined {
  const path = decodeURIComponent(new URL(url).pathname);
  const file = join(root, "dist", "site", path.endsWith("/") ? `${path}index.html` : path);
  return existsSync(file) ? file : undefined;
}

test("the search finds a type without any other host", async () => {
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
});

test.each([
  ["SELF_SIGNED_CERT_IN_CHAIN", /Errors/],
  ["The service already has this object", /Errors/],
  ["is in use by", /Errors.*Deleting a connection that containers use/],
  ["what happens to my keys when I delete", /Protection against key loss/],
])("the search leads from %j to the page that says what to do", async (words, title) => {
  await page.goto(`${origin}/`);
  await page.click("#local-search button");
  await page.fill("#localsearch-input", words);
  await page.locator(".result").first().filter({ hasText: title }).waitFor();
});

test("the home page shows the recording before anything is scrolled", async () => {
  await page.goto(`${origin}/`);
  const recording = `document.querySelector('.vp-doc img[src*="demo"]')`;
  expect(await page.evaluate(`${recording}.decode().then(() => ${recording}.naturalWidth)`)).toBeGreaterThan(600);
  expect(await page.evaluate(`${recording}.getBoundingClientRect().top`)).toBeLessThan(page.viewportSize()!.height);
});

test("each page names its Markdown twin, and llms.txt leads to twins that exist", async () => {
  for (const place of ["/", "/reference/AwsKey.html", "/guides/aws.html", "/examples/aws/index.ts.html"]) {
    await page.goto(origin + place);
    const twin = await page.locator('link[rel="alternate"][type="text/markdown"]').getAttribute("href");
    const heading = await page.locator(place === "/" ? "h1 .name" : "h1").textContent();
    expect(readFileSync(fileOf(origin + twin!)!, "utf8")).toContain(`# ${heading!.replace(/\W+$/, "").trim()}\n`);
  }
  const listed = readFileSync(fileOf(`${origin}/llms.txt`)!, "utf8").matchAll(/^- \[.+?\]\((.+?)\)/gm);
  const places = [...listed].map(([, place]) => place!);
  expect(places.length).toBeGreaterThan(130);
  expect(places.filter((place) => fileOf(`${origin}/${place}`) === undefined)).toEqual([]);
});

test.each(["/", "/errors.html", "/safety.html", "/reference/", "/reference/AwsKey.html", "/guides/"])(
  "on a phone, nothing of %s is wider than the screen",
  async (place) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto(origin + place);
    // What the page's frame cuts off counts as too wide; tables and code scroll by themselves.
    const wide = `[...document.querySelectorAll(".vp-doc *")].filter((one) => !one.closest("table, pre"))
      .filter((one) => one.getBoundingClientRect().right > innerWidth).map((one) => one.outerHTML.slice(0, 80))`;
    expect(await page.evaluate(wide)).toEqual([]);
    const widths = "[document.documentElement.scrollWidth, document.documentElement.clientWidth]";
    const [content, screen] = await page.evaluate<[number, number]>(widths);
    expect(content).toBeLessThanOrEqual(screen);
  },
);
