import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ClassicLevel } from "classic-level";
import { startEmulator, type Emulator } from "../../emulator/index";
import { Client, type Reply } from "./client";

let data: string;
let emulator: Emulator;
let client: Client;

async function open(): Promise<void> {
  emulator = await startEmulator({ data });
  client = new Client(emulator);
}

async function close(): Promise<void> {
  await client.close();
  await emulator.close();
}

beforeEach(async () => {
  data = mkdtempSync(join(tmpdir(), "emulator-data-"));
  await open();
  await client.ok("GET", "/vault/keys2");
});

afterEach(async () => {
  await close();
  rmSync(data, { recursive: true, force: true });
});

const create = (name: string): Promise<Reply> => client.post("/vault/keys2", { name });
const names = async (): Promise<unknown[]> => {
  const { resources } = await client.ok("GET", "/vault/keys2?sort=name");
  return (resources as unknown as { name: string }[]).map(({ name }) => name);
};
const health = (): Promise<Reply> => client.raw("GET", "/emulator/health");
const nested = (levels: number): string => `${'{"a":'.repeat(levels)}1${"}".repeat(levels)}`;
/** Calls that write to the disk. */
const writes = (): jest.SpyInstance<Promise<void>> =>
  jest.spyOn(ClassicLevel.prototype, "batch") as unknown as jest.SpyInstance<Promise<void>>;
const fail = (times: number): void => {
  const batch = writes();
  for (let n = 0; n < times; n += 1) batch.mockImplementationOnce(() => Promise.reject(new Error("no space left")));
};

test("a body that is nested too deeply is rejected, and has no effect", async () => {
  const meta = (levels: number): string => `{"name":"deep","meta":${nested(levels)}}`;
  for (const levels of [64, 100_000]) {
    expect(await client.call("POST", "/vault/keys2", meta(levels))).toMatchObject({
      status: 400,
      body: { code: 15, codeDesc: expect.stringMatching(/^NCERRBadRequest: JSON must not be nested deeper than 64/) },
    });
  }
  expect((await client.call("POST", "/vault/keys2", meta(63))).status).toBe(201);
  expect((await client.call("POST", "/vault/keys2", `{"name":"${"[".repeat(1000)}\\"{"}`)).status).toBe(201);
  expect((await client.raw("POST", "/emulator/clock", nested(100_000))).status).toBe(400);
  await close();
  await open();
  expect(await names()).toEqual(["[".repeat(1000) + '"{', "deep"]);
  expect((await health()).body).toMatchObject({ status: "ok" });
});

test("a body that is too large is rejected", async () => {
  const padded = (bytes: number): string => JSON.stringify({ name: "large", description: "x".repeat(bytes) });
  expect(await client.call("POST", "/vault/keys2", padded(1024 * 1024))).toMatchObject({
    status: 413,
    body: { code: 15, codeDesc: expect.stringMatching(/^NCERRBadRequest: .*larger than 1048576 bytes/) },
  });
  expect((await client.call("POST", "/vault/keys2", padded(1_000_000))).status).toBe(201);
});

test("a write that fails is reported to its caller and has no effect; the next one works", async () => {
  expect((await create("before")).status).toBe(201);
  fail(1);
  expect(await create("lost")).toMatchObject({
    status: 500,
    body: { codeDesc: expect.stringMatching(/^NCERRInternalServerError: .*nothing was changed: no space left$/) },
  });
  expect(await names()).toEqual(["before"]);
  expect((await create("lost")).status).toBe(201);
  expect(await health()).toMatchObject({
    status: 200,
    body: { status: "ok", failedWrites: 1, lastFailure: "no space left" },
  });
  await close();
  await open();
  expect(await names()).toEqual(["before", "lost"]);
});

test("health fails for as long as writes do", async () => {
  fail(2); // the change, and the record of its failure
  expect((await create("lost")).status).toBe(500);
  expect(await health()).toMatchObject({ status: 503, body: { status: "failing", failedWrites: 2 } });
  expect((await create("kept")).status).toBe(201);
  expect(await health()).toMatchObject({ status: 200, body: { status: "ok" } });
});

test("a write that fails also undoes what was built on it", async () => {
  let refuse: (error: Error) => void = () => undefined;
  const begun = new Promise<void>((resolve) => {
    writes().mockImplementationOnce(() => {
      resolve();
      return new Promise<void>((_resolve, reject) => (refuse = reject));
    });
  });
  const lost = create("shared");
  await begun;
  // While the first is being written, its key exists in memory: a second caller changes it, a third one reads it.
  const built = [
    client.patch("/vault/keys2/shared", { description: "built on it" }),
    client.get("/vault/keys2/shared"),
  ];
  await client.raw("GET", "/emulator/health");
  refuse(new Error("no space left"));
  expect((await lost).status).toBe(500);
  for (const reply of await Promise.all(built)) expect([404, 500]).toContain(reply.status);
  expect(await names()).toEqual([]);
  expect((await create("shared")).status).toBe(201);
  await close();
  await open();
  expect(await names()).toEqual(["shared"]);
});

test("the clock and scheduled tasks survive a write that fails", async () => {
  await create("before");
  fail(1);
  expect((await client.raw("POST", "/emulator/clock", { advanceSeconds: 60 })).status).toBe(500);
  expect((await client.raw("POST", "/emulator/clock", { advanceSeconds: 60 })).status).toBe(200);
  fail(1);
  expect((await client.raw("POST", "/emulator/reset")).status).toBe(500);
  client.forgetToken();
  expect(await names()).toEqual(["before"]);
  expect((await client.raw("POST", "/emulator/reset")).status).toBe(204);
  client.forgetToken();
  expect(await names()).toEqual([]);
});
