import { readdirSync } from "node:fs";
import { join } from "node:path";
import { withEmulator } from "../client";

const shared = withEmulator();
const get = (path: string) => shared.client.raw("GET", path);
const folder = join(__dirname, "../../../emulator/console/page");

const files = readdirSync(folder).filter((name) => !name.endsWith(".html"));

test.each([
  "/",
  "/guide",
  ...[...files, "swagger-ui.css", "swagger-ui-bundle.js"].map((name) => `/console/files/${name}`),
])("%s is served with a policy that keeps everything else out", async (path) => {
  const { status, headers } = await get(path);
  expect(status).toBe(200);
  expect(headers).toMatchObject({
    "content-security-policy": expect.stringMatching(/^default-src 'self'; .*frame-ancestors 'none'$/),
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
  });
  expect(headers["content-security-policy"]).not.toMatch(/unsafe|https?:/);
  expect(headers["set-cookie"]).toBeUndefined();
});

test.each([
  "package.json",
  "..%2findex.ts",
  "..%2f..%2fcli.ts",
  "overview.html",
  "constructor",
  "swagger-ui.js",
  "%2fetc%2fpasswd",
])("no other file is: %s", async (name) => {
  expect((await get(`/console/files/${name}`)).status).toBe(404);
});

test.each([
  ["GET", "/console/events/overview"],
  ["GET", "/console/events/session"],
  ["GET", "/console/changes"],
  ["DELETE", "/console/session"],
  ["POST", "/console/session/activity"],
])("%s %s needs a session", async (method, path) => {
  expect((await shared.client.raw(method, path)).status).toBe(401);
});

test.each(["/", "/guide", "/console/session", "/console/openapi.json"])(
  "%s is for no page of another site",
  async (path) => {
    const foreign = { origin: "https://page.example", "sec-fetch-site": "cross-site" };
    expect((await shared.client.raw("GET", path, undefined, foreign)).status).toBe(403);
    expect((await shared.client.raw("GET", path, undefined, { host: "rebound.example" })).status).toBe(403);
  },
);
