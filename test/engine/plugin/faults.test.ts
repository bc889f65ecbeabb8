import { readFileSync } from "node:fs";
import { join } from "node:path";
import { randomUUID } from "node:crypto";
import { processesOf, remaining } from "../../crash/processes";
import { engineTimeout, items, type Stack, type World } from "../harness";
import { aws, pluginStack, program, startLicensedWorld } from "./support";

/** What breaks in the middle leaves nothing behind that the next run does not find. */

jest.setTimeout(engineTimeout);

const mark = randomUUID();
let world: World;
let stack: Stack;
beforeAll(async () => {
  world = await startLicensedWorld();
});
beforeEach(async () => {
  stack = await pluginStack(world);
  stack.environment.MARK_OF_THE_TEST = mark;
});
afterEach(async () => {
  for (const { pid } of processesOf(mark)) process.kill(pid, "SIGKILL");
  stack?.remove();
  await world.control("POST", "/reset");
});
afterAll(() => world?.close());

/** Processes of the plugin that still run. */
const plugins = () => processesOf(mark).filter(({ line }) => line.includes("plugin.js"));
const connections = async () => items(await world.api("GET", "/connectionmgmt/services/aws/connections"));
const connection = (args: string) => `
  const connection = resource("aws:AwsConnection", "prod", {
    accessKeyId: "${aws.accessKeyId}", secretAccessKey: "${aws.secretAccessKey}", ${args}
  }, { outputs: ["state"] });
  exports.state = connection.state;`;

/** Credentials that AWS accepts only much later. */
const late = { accessKeyId: "AKIALATELATELATELATE", secretAccessKey: "secret-that-is-late" };
const lateConnection = (args = "", opts = "") => `resource("aws:AwsConnection", "prod", {
    accessKeyId: "${late.accessKeyId}", secretAccessKey: "${late.secretAccessKey}", ${args} }, { ${opts} });`;
const makeLate = () =>
  world.control("POST", "/world/aws/accounts", {
    accountId: "555555555555",
    regions: ["eu-west-1"],
    credentials: [late],
    readyAfterSeconds: 100_000,
  });

test("the lost response to a create leaves one object, which is found again", async () => {
  const path = "/api/v1/connectionmgmt/services/aws/connections";
  await world.control("POST", "/faults", { method: "POST", path, times: 1, effect: { drop: "after" } });
  const { code, text } = await program(stack, connection("")).up();
  expect({ code, text: code === 0 ? "" : text }).toEqual({ code: 0, text: "" });
  expect(await connections()).toHaveLength(1);
  expect(stack.resource("prod")?.id).toBe((await connections())[0]?.id);
});

test("an object that does not get ready is recorded, and the next update continues with it", async () => {
  const wrong = connection("readyTimeoutSeconds: 2").replace(
    aws.secretAccessKey,
    "wrong-wrong-wrong-wrong-wrong-wrong-wron",
  );
  const { code, text } = await program(stack, wrong).up();
  expect(code).not.toBe(0);
  expect(text).toMatch(/AwsConnection "prod" is .*, not ready/);
  expect(stack.resource("prod")).toMatchObject({
    id: expect.any(String),
    initErrors: [expect.stringMatching(/not ready/)],
  });
  expect(stack.stored().text).not.toContain("wrong-wrong");
  const { id } = stack.resource("prod")!;
  expect(await program(stack, connection("")).up()).toMatchObject({ code: 0 });
  expect(stack.resource("prod")?.id).toBe(id);
  expect(stack.resource("prod")?.initErrors).toBeUndefined();
});

test("customTimeouts limit the wait", async () => {
  await makeLate();
  const started = Date.now();
  const { code, text } = await program(stack, lateConnection("", 'customTimeouts: { create: "2s" }')).up();
  expect(code).not.toBe(0);
  expect(text).toMatch(/not ready/);
  expect(Date.now() - started).toBeLessThan(60_000);
});

test("a canceled update ends at once, and records what it created", async () => {
  await makeLate();
  stack.watch = (text, interrupt) => {
    if (/waiting/.test(text) && stack.watch) {
      stack.watch = undefined;
      interrupt();
    }
  };
  const { code, text } = await program(stack, lateConnection("readyTimeoutSeconds: 3600")).up();
  expect(code).not.toBe(0);
  expect(text).toMatch(/interrupted while waiting/);
  expect(stack.resource("prod")?.id).toBe((await connections())[0]?.id);
  expect(await remaining(plugins, 10)).toEqual([]);
});

(process.platform === "linux" ? test : test.skip)(
  "a killed engine leaves no process; the next update takes over what it created",
  async () => {
    await makeLate();
    let running = 0;
    stack.watch = (text, _interrupt, pid) => {
      if (!/waiting/.test(text) || !stack.watch) return;
      stack.watch = undefined;
      running = plugins().length;
      process.kill(pid, "SIGKILL");
    };
    const killed = await program(stack, lateConnection("readyTimeoutSeconds: 3600")).up();
    expect(killed.code).not.toBe(0);
    expect(running).toBe(1);
    expect(await remaining(plugins, 15)).toEqual([]);
    const [left] = await connections();
    await stack.pulumi("cancel", "--yes");
    const next = await program(stack, lateConnection("readyTimeoutSeconds: 1")).up();
    expect(next.text).toMatch(/AwsConnection "prod" is .*, not ready/);
    expect(await connections()).toHaveLength(1);
    expect(stack.resource("prod")?.id).toBe(left?.id);
  },
);

test("no secret is in what the engine prints or records of an update", async () => {
  const events = join(stack.folder, "events.json");
  stack.environment.PULUMI_DEBUG_COMMANDS = "true";
  const { code, text } = await program(stack, connection("")).up("--event-log", events, "--diff");
  expect({ code, text: code === 0 ? "" : text }).toEqual({ code: 0, text: "" });
  expect(text).not.toContain(aws.secretAccessKey);
  expect(stack.stored().text).not.toContain(aws.secretAccessKey);
  const shown = readFileSync(events, "utf8")
    .split("\n")
    .filter((line) => !line.includes('"severity":"debug"'));
  expect(shown.join("\n")).not.toContain(aws.secretAccessKey);
  expect(shown.length).toBeGreaterThan(3);
});
