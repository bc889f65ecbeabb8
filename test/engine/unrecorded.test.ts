import { execFileSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { inRole, processesOf, signal } from "../crash/processes";
import { Proxy } from "../crash/proxy";
import { engineTimeout, items, Stack, startWorld, succeeds, type Run, type World } from "./harness";

/**
 * Runs without checkpoints with the real engine: when a pipeline takes them by itself, and what
 * follows when they are killed.
 */

jest.setTimeout(2 * engineTimeout);

let world: World;
let proxy: Proxy;
let stack: Stack;
let mark: string;
beforeAll(async () => {
  world = await startWorld();
  proxy = await Proxy.before(world.emulator);
});
afterAll(async () => {
  await proxy.close();
  await world.close();
});
beforeEach(async () => {
  await world.control("POST", "/reset");
  mark = randomUUID();
  stack = await Stack.create({
    ...world.environment,
    CIPHERTRUST_ADDRESS: proxy.address,
    CIPHERTRUST_CA_CERT: proxy.certificate,
    MARK_OF_THE_CRASH: mark,
  });
  writeFileSync(join(stack.folder, ".gitignore"), "node_modules\nstate\n");
  git("init", "--quiet");
});
afterEach(() => {
  signal(processesOf(mark), "SIGKILL");
  stack.remove();
});

function git(...args: string[]): string {
  const who = ["-c", "user.name=test", "-c", "user.email=test@example.com"];
  return execFileSync("git", [...who, ...args], { cwd: stack.folder, encoding: "utf8" }).trim();
}

/** The program, as a commit. */
function commit(body: string): string {
  stack.program(body);
  git("add", "--all");
  git("commit", "--quiet", "--allow-empty", "--message", "program");
  return git("rev-parse", "HEAD");
}

const pipeline = (...args: string[]): Promise<Run> =>
  stack.command("pipeline", args[0]!, "--stack", "test", "--no-audit", ...args.slice(1));
const keysOf = (names: readonly string[]) =>
  names.map((name) => `new ciphertrust.VaultKey("${name}", { onDestroy: "destroy" });`).join("\n");
const numbered = (count: number) => keysOf(Array.from({ length: count }, (_, index) => `key${index}`));
const some = ["one", "two", "three", "four", "five", "six"];

async function keys(): Promise<string[]> {
  return items(await world.api("GET", "/vault/keys2/?limit=-1"))
    .map(({ name }) => name as string)
    .sort();
}

const tags = async (): Promise<unknown> => JSON.parse(await succeeds(stack.pulumi("stack", "tag", "ls", "--json")));

/** A run whose engine is killed after so many changes. */
async function killed(nth: number, run: () => Promise<Run>): Promise<Run> {
  const strike = () => Promise.resolve(signal(inRole(mark, "engine"), "SIGKILL") > 0);
  proxy.arm({ moment: "answered", counted: "writes", nth, strike });
  const ran = await run();
  proxy.disarm();
  expect(proxy.struck).toBeDefined();
  expect(ran.code).toBe(1);
  await stack.pulumi("cancel", "--yes");
  return ran;
}

test("many changes that could be repeated go without checkpoints, and it is said; so does destroying them", async () => {
  commit(`${numbered(500)}
    const first = new ciphertrust.VaultKey("first", { onDestroy: "destroy" });
    first.version.apply(() => new ciphertrust.User("late", { password: "Quick-Start-1" }));`);
  const up = await pipeline("up");
  expect(up).toMatchObject({ code: 0 });
  expect(up.text).toContain(
    "pipeline up: 501 changes, each of which could be repeated: Pulumi writes the state once, at the end.",
  );
  // The preview could not show it, so it comes with checkpoints, after the rest.
  expect(up.text).toContain("is not allowed by the plan");
  expect(up.text).toContain("pipeline up: 502 created (exit code 0)");
  expect(stack.stored().resources.filter(({ type }) => type.endsWith(":VaultKey"))).toHaveLength(501);
  expect(stack.resource("late")).toBeDefined();
  expect(await keys()).toHaveLength(501);
  expect(await tags()).toEqual({});

  const destroy = await pipeline("destroy", "--allow-key-deletion");
  expect(destroy).toMatchObject({ code: 0 });
  expect(destroy.text).toContain("pipeline destroy: 502 changes, each of which could be repeated");
  expect(await keys()).toEqual([]);
  expect(stack.stored().resources).toEqual([]);
  expect(await tags()).toEqual({});
});

test("after a killed up, another one is refused until it was repeated; each key exists once", async () => {
  const first = commit(keysOf(some));
  const run = await killed(3, () => pipeline("up", "--skip-checkpoints"));
  expect(run.text).toContain("Pulumi may not have written the state. Run this again, of the same commit");
  expect(stack.stored().resources).toEqual([]);
  const made = await keys();
  expect(made.length).toBeGreaterThanOrEqual(3);

  commit(keysOf(["renamed", ...some.slice(1)]));
  const told = `a run without checkpoints, up of commit ${first}, began at`;
  for (const other of [["up"], ["up", "--allow-key-deletion", "--checkpoints"], ["destroy"]]) {
    const refused = await pipeline(...other);
    expect(refused.code).toBe(1);
    expect(refused.text).toContain(`${other[0]} was refused, and nothing was changed: ${told}`);
  }
  expect(await keys()).toEqual(made);

  git("checkout", "--quiet", first);
  const part = await pipeline("up", "--", "--target", "urn:pulumi:test::test::**::one");
  expect(part).toMatchObject({ code: 1, text: expect.stringContaining(told) });
  expect(await pipeline("up")).toMatchObject({ code: 0 });
  expect(await keys()).toEqual([...some].sort());
  expect(await tags()).toEqual({});
  expect(await stack.drift()).toMatchObject({ code: 0 });

  git("checkout", "--quiet", "-");
  expect(await pipeline("up", "--allow-key-deletion")).toMatchObject({ code: 0 });
  expect(await keys()).toEqual(["renamed", ...some.slice(1)].sort());
});

test("an up that fails writes the state, and is not followed by a refusal", async () => {
  commit(`${keysOf(some)} new ciphertrust.User("weak", { password: "x" });`);
  const failed = await pipeline("up", "--skip-checkpoints");
  expect(failed.code).toBe(1);
  expect(await tags()).toEqual({});
  commit(keysOf(some));
  expect(await pipeline("up")).toMatchObject({ code: 0 });
  expect(await keys()).toEqual([...some].sort());
});

test("a killed destroy is repeated, to 0, though nothing that it deleted is found; an up before that is refused", async () => {
  commit(`${keysOf(some)}
    const group = new ciphertrust.Group("crew");
    new ciphertrust.User("operator", { password: "Quick-Start-1" });`);
  await succeeds(stack.up());
  const destroy = ["destroy", "--allow-key-deletion", "--skip-checkpoints"];
  await killed(8, () => pipeline(...destroy));
  expect(await keys()).toEqual([]);
  expect(stack.resource("one")).toBeDefined();
  expect((await stack.pulumi("destroy", "--yes", "--refresh")).text).toContain("exists any more");

  const up = await pipeline("up");
  expect(up).toMatchObject({ code: 1, text: expect.stringContaining("Run the destroy again") });
  expect(await pipeline("destroy", "--allow-key-deletion")).toMatchObject({ code: 0 });
  expect(stack.stored().resources).toEqual([]);
  expect(await tags()).toEqual({});
  expect(await pipeline("destroy")).toMatchObject({ code: 0 });
});
