import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type * as quickstart from "../../tools/quickstart";
import { isAlive } from "../../tools/shared/child.cjs";
import { Progress } from "../../tools/shared/progress.cjs";
import { writeFile } from "./fixtures";

/** `npm run drift` in a project where there is nothing to change. */

const root = mkdtempSync(join(tmpdir(), "drift-"));
const ensureEngine = jest.fn();
jest.doMock("../../tools/project", () => ({ projectRoot: () => root }));
jest.doMock("../../tools/engine", () => ({ ensureEngine }));
jest.doMock("../../tools/quickstart/stack", () => ({
  Stack: class {
    service = () => undefined;
    has = () => true;
    ensure = () => Promise.resolve();
  },
}));

const { drift } = jest.requireActual<typeof quickstart>("../../tools/quickstart");

const state = join(root, ".quickstart");
const { CIPHERTRUST_ADDRESS } = process.env;
beforeEach(() => delete process.env.CIPHERTRUST_ADDRESS);
afterEach(() => {
  if (CIPHERTRUST_ADDRESS !== undefined) process.env.CIPHERTRUST_ADDRESS = CIPHERTRUST_ADDRESS;
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

const run = () => drift({ args: [], progress: new Progress(), signal: new AbortController().signal });
const nothing = "There is nothing to change yet: run `npm run up` first.";

test("before the first up it says so, and creates nothing", async () => {
  await expect(run()).rejects.toThrow(nothing);
  expect(ensureEngine).not.toHaveBeenCalled();
  expect(existsSync(state)).toBe(false);
});

test("without an active licence there are no keys yet, and it stops the emulator that it started", async () => {
  writeFile(join(state, "Pulumi.yaml"));
  const ca = writeFile(join(root, "ca.pem"));
  writeFile(
    join(root, "emulator", "dist", "cli.js"),
    `const server = require("node:http").createServer((request, response) => {
      response.statusCode = request.url.startsWith("/api/v1/cckm/") ? 403 : 200;
      response.end(JSON.stringify({ jwt: "token", resources: [] }));
    });
    server.listen(0, "127.0.0.1", () => {
      const address = "http://127.0.0.1:" + server.address().port;
      console.log(JSON.stringify({ address, username: "u", password: "p", caCertificate: ${JSON.stringify(ca)} }));
    });
    require("node:fs").writeFileSync(${JSON.stringify(join(root, "pid"))}, String(process.pid));`,
  );
  await expect(run()).rejects.toThrow(nothing);
  expect(isAlive(Number(readFileSync(join(root, "pid"), "utf8")))).toBe(false);
});
