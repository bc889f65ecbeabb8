import { bytesOf, countsOf, resourcesIn } from "../../tools/bench/figures";
import { limits } from "../../tools/bench/report";
import { engineTimeout, Stack, startWorld, type Run, type World } from "./harness";

/** The provider's costs, as far as they can be counted; `npm run bench` measures time and memory. */

jest.setTimeout(engineTimeout);

const connections = 100;
const program = `
  for (let number = 0; number < ${connections}; number++) {
    new ciphertrust.AwsConnection("connection-" + number, {
      accessKeyId: "AKIAIOSFODNN7EXAMPLE",
      secretAccessKey: "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY",
    });
  }`;

let world: World;
let stack: Stack;
beforeEach(async () => {
  world = await startWorld();
  // As users start it: what the tests preload would show in the stack traces of the state.
  stack = await Stack.create({ ...world.environment, NODE_OPTIONS: "" });
});
afterEach(async () => {
  stack?.remove();
  await world?.close();
});

/** The requests of one command. */
async function calls(work: () => Promise<Run>): Promise<{ requests: number; logins: number }> {
  await world.forget();
  const { code, text } = await work();
  if (code !== 0) throw new Error(text);
  return countsOf(await world.routes());
}

test(`${connections} connections: requests, logins and state stay within their limits`, async () => {
  stack.program(program);
  const create = await calls(() => stack.up());
  const read = await calls(() => stack.drift());
  const entries = resourcesIn((await stack.export()).text);
  const remove = await calls(() => stack.destroy());

  const logins = limits.loginsPerProcess;
  expect({ create, read, remove }).toEqual({
    create: { requests: connections * limits.requestsToCreate + limits.requestsPerChange, logins },
    read: { requests: connections * limits.requestsToRead, logins },
    remove: { requests: connections * limits.requestsToDelete + limits.requestsPerChange, logins },
  });
  expect(entries).toHaveLength(connections);
  const references = entries.flatMap(({ inputs, outputs }) => [inputs?.__provider, outputs?.__provider]);
  for (const reference of references) expect(String(reference).length).toBeLessThanOrEqual(120);
  expect(Math.max(...entries.map(bytesOf))).toBeLessThan(limits.stateBytes);
  // The user's own line, not a class of ours.
  const places = entries.map(({ sourcePosition }) => sourcePosition);
  expect(new Set(places)).toEqual(new Set(["project:///index.js#6,5"]));
});
