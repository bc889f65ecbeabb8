import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { BackgroundEmulator } from "../../tools/quickstart/emulator";
import { changeOutside } from "../../tools/quickstart/drift";
import { isAlive, run } from "../../tools/shared/child.cjs";
import { temporaryFolder, writeFile } from "./fixtures";

const folder = temporaryFolder();

/**
 * Behaves like the emulator's command as far as the quick start uses it; counts its starts in its
 * data folder.
 */
const command = writeFile(
  join(folder, "cli.js"),
  `const { appendFileSync, mkdirSync, writeFileSync } = require("node:fs");
  const { join } = require("node:path");
  const data = process.argv[process.argv.indexOf("--data") + 1];
  mkdirSync(data, { recursive: true });
  appendFileSync(join(data, "starts"), "x");
  const caCertificate = join(data, "ca.pem");
  writeFileSync(caCertificate, "");
  const item = { id: "1", name: "prod" };
  const responses = { "/api/v1/auth/tokens": { jwt: "token" }, "/api/v1/things": { resources: [item] } };
  const server = require("node:http").createServer((request, response) => {
    const isAllowed = request.method === "GET" || request.url.endsWith("tokens") || request.headers.authorization === "Bearer token";
    let body = "";
    request.on("data", (part) => (body += part));
    request.on("end", () => {
      if (request.method === "PATCH") writeFileSync(join(data, "patched"), body);
      response.statusCode = isAllowed ? 200 : 401;
      response.end(JSON.stringify(responses[request.url] ?? {}));
    });
  });
  server.listen(0, "127.0.0.1", () => {
    const address = "http://127.0.0.1:" + server.address().port;
    console.log(JSON.stringify({ address, username: "admin", password: "secret", caCertificate }));
  });`,
);

const running: BackgroundEmulator[] = [];
function emulatorIn(name: string, options = {}): BackgroundEmulator {
  const emulator = new BackgroundEmulator({ command, stateDir: join(folder, name), ...options });
  running.push(emulator);
  return emulator;
}
// After each, because the folder that names the processes is removed when all are done.
afterEach(async () => {
  for (const emulator of running.splice(0)) await emulator.stop();
});

const pidIn = (name: string): number => Number(readFileSync(join(folder, name, "emulator.pid"), "utf8"));

test("the first run starts it, the next one reuses it", async () => {
  const [first, second] = [emulatorIn("reuse"), emulatorIn("reuse")];
  const service = await first.ensure();
  expect(service).toMatchObject({ username: "admin", password: "secret" });
  expect(await second.ensure()).toEqual(service);
  expect([first.started, second.started]).toEqual([true, false]);
});

test("a later run stops what an earlier one started, and nothing is left", async () => {
  await emulatorIn("stop").ensure();
  const pid = pidIn("stop");
  await emulatorIn("stop").stop();
  expect(isAlive(pid)).toBe(false);
  expect(existsSync(join(folder, "stop", "emulator.pid"))).toBe(false);
});

test("one that was killed starts again from its data folder", async () => {
  const emulator = emulatorIn("killed");
  await emulator.ensure();
  const pid = pidIn("killed");
  process.kill(pid, "SIGKILL");
  const next = emulatorIn("killed");
  await next.ensure();
  expect(next.started).toBe(true);
  expect(pidIn("killed")).not.toBe(pid);
  expect(readFileSync(join(folder, "killed", "emulator", "starts"), "utf8")).toBe("xx");
});

test("one that ignores the request to stop is killed", async () => {
  const stubborn = writeFile(
    join(folder, "stubborn.js"),
    `process.on("SIGTERM", () => undefined);\n${readFileSync(command, "utf8")}`,
  );
  const emulator = emulatorIn("stubborn", { command: stubborn, stopDeadlineMs: 100 });
  await emulator.ensure();
  const pid = pidIn("stubborn");
  await emulator.stop();
  await expect(
    run(process.execPath, ["-e", `while (true) process.kill(${pid}, 0)`], { capture: true }),
  ).resolves.toMatchObject({
    stderr: expect.stringContaining("ESRCH") as string,
  });
});

test("an unrelated process with the remembered id is not touched", async () => {
  writeFile(join(folder, "foreign", "emulator.pid"), String(process.pid));
  const ca = writeFile(join(folder, "foreign", "ca.pem"));
  const service = { address: "http://127.0.0.1:1", username: "", password: "", caCertificate: ca };
  writeFile(join(folder, "foreign", "emulator.json"), `${JSON.stringify(service)}\n`);
  const kill = jest.spyOn(process, "kill");
  await emulatorIn("foreign").stop();
  expect(kill.mock.calls.filter(([, signal]) => signal !== 0)).toEqual([]);
});

test("one that does not start reports the reason", async () => {
  const broken = writeFile(join(folder, "broken.js"), `console.error("the data folder is damaged"); process.exit(1);`);
  await expect(emulatorIn("broken", { command: broken }).ensure()).rejects.toThrow("the data folder is damaged");
});

test("one that is not built is reported as such", async () => {
  await expect(emulatorIn("missing", { command: join(folder, "no.js") }).ensure()).rejects.toThrow("npm run build");
});

test("a change outside Pulumi logs in, finds its target and names it", async () => {
  const service = await emulatorIn("drift").ensure();
  const change = {
    list: "/api/v1/things",
    method: "PATCH" as const,
    path: (id: string) => `/api/v1/things/${id}`,
    body: { a: 1 },
  };
  const found = { ...change, what: "the thing prod", accepts: ({ name }: { name?: string }) => name === "prod" };
  const missing = { ...change, what: "another thing", accepts: () => false };
  expect(await changeOutside(service, [found, missing])).toEqual(["the thing prod"]);
  expect(readFileSync(join(folder, "drift", "emulator", "patched"), "utf8")).toBe('{"a":1}');
  await expect(changeOutside(service, [missing])).rejects.toThrow("npm run up");
});
