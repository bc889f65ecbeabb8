import { Client, type Session } from "../../tools/bench/client";
import { bytesOf, countsOf, requestsTo, resourcesIn, type Counts } from "../../tools/bench/figures";
import { connections, everyKind, writeProgram } from "../../tools/bench/programs";
import { Project } from "../../tools/bench/project";
import { isMissed, type Figure } from "../../tools/bench/report";
import { createFigures } from "../../tools/bench/scenarios/create";
import { countRows } from "../../tools/bench/scenarios/reads";
import { stateRow } from "../../tools/bench/scenarios/stacks";
import { targets } from "../../tools/bench/targets";
import { addConnections, downloadOthers, worldOf } from "../../tools/bench/world";
import { engine, engineTimeout, Stack, startWorld, type Run, type World } from "./harness";
import { startsFast } from "./starts";

/**
 * The rows of `npm run bench` that can be counted, in small; the benchmark also measures time and
 * memory.
 */

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

function expectMet(figures: Figure[]): void {
  expect(figures.filter((figure) => isMissed(figure, true))).toEqual([]);
}

/**
 * Bytes of the state's largest entry with a provider that does nothing, and the names of its
 * outputs.
 */
async function floor(): Promise<{ bytes: number; outputs: string[] }> {
  // Its own state ends with its folder.
  const { PULUMI_BACKEND_URL: _, ...environment } = (await engine()).environment({
    ...world.environment,
    ...asUsersDo,
  });
  const project = await Project.create(connections("empty", 1), environment);
  try {
    await project.step("up");
    const [entry] = resourcesIn(await project.state());
    return { bytes: bytesOf(entry!), outputs: Object.keys(entry!.outputs!) };
  } finally {
    project.remove();
  }
}

test(`${many} connections: requests, logins and state`, async () => {
  writeProgram(stack.folder, connections("ours", many));
  Object.assign(stack.environment, asUsersDo);
  const create = await requestsOf(() => stack.up());
  Object.assign(stack.environment, startsFast);
  const alone = await requestsOf(() => stack.drift());
  const entries = resourcesIn((await stack.export()).text);
  const crowded = await amongOthers((session) => addConnections(session, "other", many * (times - 1)));
  const remove = await requestsOf(() => stack.destroy());

  const logins = targets.loginsPerProcess;
  const { requestsPerChange, requestsPerFirstChange, requestsToCreate, requestsToDelete } = targets;
  expect({ create, remove }).toEqual({
    create: { requests: many * requestsToCreate.connection + requestsPerFirstChange, logins },
    remove: { requests: many * requestsToDelete + requestsPerChange, logins },
  });
  expect([alone.logins, crowded.logins]).toEqual([logins, logins]);

  expect(entries).toHaveLength(many);
  const empty = await floor();
  const { outputs } = entries[0]!;
  expect(Object.keys(outputs!).filter((key) => !empty.outputs.includes(key) && !key.startsWith("__"))).toEqual([]);
  // The user's own line, not a class of ours.
  expect(new Set(entries.map(({ sourcePosition }) => sourcePosition))).toEqual(new Set(["project:///index.js#3,3"]));
  expectMet([
    ...countRows("connections", many, times, { alone, among: crowded }),
    stateRow(Math.max(...entries.map(bytesOf)), empty.bytes),
  ]);
});

test("a connection with containers, keys and schedules: requests", async () => {
  const kinds = { containers: 3, keys: many, schedules: 2 };
  writeProgram(stack.folder, everyKind(kinds));
  await requestsOf(() => stack.up());
  const figures = createFigures(await world.routes(), kinds);
  const readKeys = async () => ({ requests: requestsTo(await world.routes(), /\/cckm\/aws\/keys/) });
  await requestsOf(() => stack.drift());
  const alone = await readKeys();
  await amongOthers(downloadOthers);
  expectMet([...figures, ...countRows("keys", many, times, { alone, among: await readKeys() })]);
});
