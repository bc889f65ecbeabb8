import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { Client, type Session } from "../../tools/bench/client";
import { bytesOf, countsOf, requestsTo, resourcesIn, type Counts } from "../../tools/bench/figures";
import { connections, everyKind } from "../../tools/bench/programs";
import { commands, Project } from "../../tools/bench/project";
import { addConnections, downloadOthers, worldOf } from "../../tools/bench/world";
import { limits, toLookInList, toReadAll, toReadSome } from "../limits";
import { engine, engineTimeout, Stack, startWorld, type Run, type World } from "./harness";
import { startsFast } from "./starts";

/** What a stack costs that can be counted; `npm run bench` measures time and memory. */

jest.setTimeout(engineTimeout);

const many = 40;
/** What the tests preload would show in the stack traces of the state. */
const asUsersDo = { NODE_OPTIONS: "" };
/** How many times as many the service holds in the end. */
const times = 10;

let world: World;
let client: Client;
let stack: Stack;
beforeAll(async () => {
  world = await startWorld({ world: worldOf({ others: many * (times - 1) }) });
  client = new Client(world.emulator);
});
beforeEach(async () => {
  await world.control("POST", "/reset");
  stack = await Stack.create(world.environment);
});
afterEach(() => stack?.remove());
afterAll(async () => {
  await client?.close();
  await world?.close();
});

async function requestsOf(work: () => Promise<Run>): Promise<Counts> {
  await world.forget();
  const { code, text } = await work();
  if (code !== 0) throw new Error(text);
  return countsOf(await world.routes());
}

/** The requests of a refresh, once the service has what others have made there. */
async function amongOthers(fill: (session: Session) => Promise<unknown>): Promise<Counts> {
  await fill(await client.session());
  return requestsOf(() => stack.drift());
}

/** The requests of a refresh, where the service holds hardly anything else, and among others. */
function expectFew(requests: { alone: number; among: number }): void {
  expect(requests.alone).toBeLessThanOrEqual(toReadAll(many));
  expect(requests.among).toBeLessThanOrEqual(toReadSome(many));
}

/**
 * Bytes of the state's largest entry with a provider that does nothing, and the names of its
 * outputs.
 */
async function floor(): Promise<{ bytes: number; outputs: string[] }> {
  const environment = (await engine()).environment({ ...world.environment, ...asUsersDo });
  const project = await Project.create("empty", connections(1), environment);
  try {
    await project.pulumi(...commands.up);
    const [entry] = resourcesIn(await project.state());
    return { bytes: bytesOf(entry!), outputs: Object.keys(entry!.outputs!) };
  } finally {
    project.remove();
  }
}

test(`${many} connections: requests, logins and state`, async () => {
  writeFileSync(join(stack.folder, "index.js"), connections(many));
  Object.assign(stack.environment, asUsersDo);
  const create = await requestsOf(() => stack.up());
  Object.assign(stack.environment, startsFast);
  const alone = await requestsOf(() => stack.drift());
  const entries = resourcesIn((await stack.export()).text);
  const crowded = await amongOthers((session) => addConnections(session, "other", many * (times - 1)));
  // On a busy machine, deletes of a moment each would not run at the same time.
  const slowly = { method: "DELETE", path: "aws/connections/", effect: { latencyMs: 2_000 } };
  await world.control("POST", "/faults", slowly);
  const remove = await requestsOf(() => stack.destroy());

  const { logins } = limits;
  expect(create).toEqual({ requests: many * limits.toCreate.connection + limits.perFirstChange, logins });
  const pages = remove.requests - many * limits.toDelete - limits.perChange;
  expect(pages).toBeGreaterThanOrEqual(1);
  expect(pages).toBeLessThanOrEqual(toLookInList(many));
  expect([alone.logins, crowded.logins, remove.logins]).toEqual([logins, logins, logins]);

  expect(entries).toHaveLength(many);
  const empty = await floor();
  const { outputs } = entries[0]!;
  expect(Object.keys(outputs!).filter((key) => !empty.outputs.includes(key) && !key.startsWith("__"))).toEqual([]);
  // The user's own line, not a class of ours.
  expect(new Set(entries.map(({ sourcePosition }) => sourcePosition))).toEqual(new Set(["project:///index.js#3,3"]));
  expectFew({ alone: alone.requests, among: crowded.requests });
  // What any provider with these inputs and outputs has to store, and a twentieth.
  expect(Math.max(...entries.map(bytesOf)) / empty.bytes).toBeLessThanOrEqual(1.05);
});

test("a connection with containers, keys and schedules: requests", async () => {
  const kinds = { containers: 3, keys: many, schedules: 2 };
  writeFileSync(join(stack.folder, "index.js"), everyKind(kinds));
  await requestsOf(() => stack.up());
  const { listsOfKeys, ...exact } = createdBy(await world.routes());
  expect(exact).toEqual({
    connection: limits.toCreate.connection,
    containers: kinds.containers * limits.toCreate.container,
    keys: kinds.keys * limits.toCreate.key,
    schedules: kinds.schedules * limits.toCreate.schedule,
    readinessChecks: 0,
    others: limits.perFirstChange,
    logins: limits.logins,
  });
  // Of those that can still be recovered: for all keys that are created in a container in the same minute.
  expect(listsOfKeys).toBeLessThanOrEqual(kinds.containers);
  const readKeys = async () => requestsTo(await world.routes(), /\/cckm\/aws\/keys/);
  await requestsOf(() => stack.drift());
  const alone = await readKeys();
  await amongOthers(downloadOthers);
  expectFew({ alone, among: await readKeys() });
});

/** The requests of an `up`, by what they create. */
function createdBy(routes: Record<string, number>) {
  const { requests, logins } = countsOf(routes);
  const readinessChecks = requestsTo(routes, /^GET .*\/connectionmgmt\//);
  const listsOfKeys = requestsTo(routes, /^GET .*\/cckm\/aws\/keys/);
  const known = {
    connection: requestsTo(routes, /\/connectionmgmt\//) - readinessChecks,
    containers: requestsTo(routes, /\/cckm\/aws\/kms/),
    keys: requestsTo(routes, /\/cckm\/aws\/keys/) - listsOfKeys,
    schedules: requestsTo(routes, /\/scheduler\//),
    listsOfKeys,
    readinessChecks,
  };
  return { ...known, others: requests - Object.values(known).reduce((sum, count) => sum + count, 0), logins };
}
