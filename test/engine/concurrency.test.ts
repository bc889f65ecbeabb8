import { Proxy, type ProxyResponse } from "../crash/proxy";
import { engineTimeout, items, Stack, startWorld, type Run, type World } from "./harness";

/** Two deployments of many resources at once, on a service that limits the rate of calls. */

jest.setTimeout(engineTimeout);

const each = 40;
/** The concurrency limit of a stack; Pulumi asks for 32. */
const most = 6;
/** One request out of so many is rejected. */
const refusedShare = 5;
const keys = "/vault/keys2/";

const program = (stack: string) => `
  for (let index = 0; index < ${each}; index++) {
    new ciphertrust.VaultKey("${stack}-" + index, { algorithm: "aes", onDestroy: "destroy" });
  }`;

/** A stack behind a proxy of its own, which rejects requests and counts logins. */
interface Client {
  readonly stack: Stack;
  readonly proxy: Proxy;
  readonly seen: { logins: number; refused: number };
}

let world: World;
const clients: Client[] = [];
beforeAll(async () => {
  world = await startWorld();
  clients.push(await client(), await client());
});
afterAll(async () => {
  for (const { stack, proxy } of clients) {
    stack.remove();
    await proxy.close();
  }
  await world?.close();
});

async function client(): Promise<Client> {
  const proxy = await Proxy.before(world.emulator);
  const seen = { logins: 0, refused: 0 };
  let requests = 0;
  proxy.interject = ({ url = "" }) => {
    if (url.includes("/auth/tokens")) seen.logins++;
    if (++requests % refusedShare !== 0) return undefined;
    return tooMany(++seen.refused % 2 === 0);
  };
  const stack = await Stack.create({
    ...world.environment,
    CIPHERTRUST_ADDRESS: proxy.address,
    CIPHERTRUST_CA_CERT: proxy.certificate,
    CIPHERTRUST_MAX_CONCURRENCY: String(most),
  });
  return { stack, proxy, seen };
}

function tooMany(saysWhen: boolean): ProxyResponse {
  const headers = { "content-type": "application/json", ...(saysWhen ? { "retry-after": "1" } : {}) };
  return { status: 429, headers, body: Buffer.from('{"code":20,"codeDesc":"NCERRTooManyRequests: slow down"}') };
}

/** Does the same with both stacks at the same time. */
async function both(work: (stack: Stack) => Promise<Run>): Promise<void> {
  for (const { seen } of clients) Object.assign(seen, { logins: 0, refused: 0 });
  const runs = await Promise.all(clients.map(({ stack }) => work(stack)));
  for (const { code, text } of runs) expect(code === 0 || text).toBe(true);
  for (const { proxy, seen } of clients) {
    expect(seen.refused).toBeGreaterThan(0);
    // A login that is rejected is retried.
    expect(seen.logins).toBeLessThanOrEqual(2);
    expect(proxy.mostInFlight).toBeGreaterThan(1);
    expect(proxy.mostInFlight).toBeLessThanOrEqual(most);
  }
}

const held = async () => items(await world.api("GET", `${keys}?limit=200`)).length;

test("every object is created once and deleted once, with one login per process and within the concurrency limit", async () => {
  const before = await held();
  clients.forEach(({ stack }, index) => stack.program(program(`stack${index}`)));
  await both((stack) => stack.up("--parallel", "32"));
  expect(await held()).toBe(before + 2 * each);
  await both((stack) => stack.drift());
  await both((stack) => stack.destroy("--parallel", "32"));
  expect(await held()).toBe(before);
});
