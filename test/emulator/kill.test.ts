import { join } from "node:path";
import { each, listOf, type Client, type Loose, type Reply } from "./client";
import { withCommand, type Serving } from "./command";

const { folder, serve } = withCommand();
const writers = 24;
const kills = 3;

/** A small repeatable random generator (mulberry32). */
function generator(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}

/**
 * What one key pair must be after a kill: the last acknowledged state, or the one requested after
 * it.
 */
interface Expected {
  acknowledged: number | undefined;
  requested: number | undefined;
}

const gone = undefined;

/**
 * A writer changes its own keys until the connection breaks, and records its requests and the
 * responses.
 */
async function write(
  client: Client,
  prefix: string,
  random: (below: number) => number,
  expected: Map<string, Expected>,
  told: () => void,
): Promise<void> {
  for (let n = 0; ; n += 1) {
    const name = `${prefix}-${n}`;
    const state: Expected = { acknowledged: gone, requested: 0 };
    expected.set(name, state);
    const step = async (requested: number | undefined, call: () => Promise<Reply>): Promise<void> => {
      state.requested = requested;
      const { status, body } = await call();
      if (status >= 300) throw new Error(`${name}: ${status} ${JSON.stringify(body)}`);
      state.acknowledged = requested;
      told();
    };
    await step(0, () =>
      client.post("/vault/keys2", {
        name,
        algorithm: "ec",
        curveid: "prime256v1",
        description: "0",
        labels: { n: "0" },
      }),
    );
    for (let change = 1; change <= random(3); change += 1) {
      const both = { description: String(change), labels: { n: String(change) } };
      await step(change, () => client.patch(`/vault/keys2/${name}`, both));
    }
    if (random(3) === 0) await step(gone, () => client.delete(`/vault/keys2/${name}`));
  }
}

/**
 * Lets the writers run until that many changes were acknowledged, and kills the emulator at that
 * moment.
 */
async function killAfter(
  serving: Serving,
  changes: number,
  round: string,
  seed: number,
): Promise<Map<string, Expected>> {
  const { child, client, ended } = serving;
  const expected = new Map<string, Expected>();
  let count = 0;
  const told = (): void => {
    if (++count === changes) child.kill("SIGKILL");
  };
  await client.ok("GET", "/vault/keys2");
  const all = Array.from({ length: writers }, (_, n) =>
    write(client, `${round}-${n}`, generator(seed + n), expected, told),
  );
  const ends = await Promise.allSettled(all);
  await ended;
  expect(child.signalCode).toBe("SIGKILL");
  // Only the kill ends a writer; a refusal would be an error of the emulator.
  for (const end of ends) {
    const { code } = (end as PromiseRejectedResult).reason as { code?: string };
    expect(code).toMatch(/^(UND_ERR_SOCKET|ECONNRESET|ECONNREFUSED|EPIPE)$/);
  }
  return expected;
}

function check(expected: Map<string, Expected>, keys: ReadonlyMap<string, Loose>): void {
  for (const [name, { acknowledged, requested }] of expected) {
    const [key, half] = [keys.get(name), keys.get(`${name}_public`)];
    const state = key === undefined ? gone : Number(key.description);
    expect({ name, state: [acknowledged, requested].includes(state) ? "as told" : state }).toEqual({
      name,
      state: "as told",
    });
    if (key === undefined) continue;
    // Both fields of a change, and both records of a pair.
    expect(key.labels).toEqual({ n: String(state) });
    expect(half?.links).toMatchObject([{ targetID: key.id }]);
  }
}

test.each([1, 20_240_607])(
  "no acknowledged change is lost by kills in the middle of writes, seed %i",
  async (seed) => {
    const data = join(folder(), "data");
    const random = generator(seed);
    const before = new Map<string, Expected>();
    let serving = await serve("--data", data);
    for (let kill = 0; kill < kills; kill += 1) {
      const changes = 1 + random(150);
      for (const [name, state] of await killAfter(serving, changes, `r${kill}`, seed + 100 * kill))
        before.set(name, state);
      serving = await serve("--data", data);
      const list = await serving.client.ok("GET", "/vault/keys2?limit=-1");
      const keys = new Map(listOf(list.resources).map((key) => [String(key.name), key]));
      check(before, keys);
      // An unacknowledged change is now decided, and stays so through the next kill.
      for (const [name, state] of before) {
        const key = keys.get(name);
        state.acknowledged = state.requested = key === undefined ? gone : Number(key.description);
      }
      const query = "message=POST%20/vault/keys2/&success=true&limit=-1";
      const creations = await serving.client.ok("GET", `/audit/records?${query}`);
      const pairs = [...keys.keys()].filter((name) => !name.endsWith("_public"));
      expect(each(creations, "id").length).toBeGreaterThanOrEqual(pairs.length);
    }
  },
  240_000,
);
