import { Proxy, type ProxyResponse } from "../crash/proxy";
import { type Stack, startWorld, type World } from "./harness";
import { pluginStack } from "./plugin/support";

/** A service behind a proxy that may respond in its place, and a stack that knows only the proxy. */
export interface Proxied {
  readonly world: World;
  readonly proxy: Proxy;
  /** Another one for each test. */
  readonly stack: Stack;
}

/** Starts it for the tests of a file, and renews it before each. */
export function useProxied(): Proxied {
  const used = {} as { -readonly [Part in keyof Proxied]: Proxied[Part] };
  beforeAll(async () => {
    used.world = await startWorld({ world: { licensing: { licenses: [{ feature: "CCKM" }] } } });
    used.proxy = await Proxy.before(used.world.emulator);
  });
  beforeEach(async () => {
    await used.world.control("POST", "/reset");
    used.stack = await pluginStack(used.world);
    const { address, certificate } = used.proxy;
    Object.assign(used.stack.environment, { CIPHERTRUST_ADDRESS: address, CIPHERTRUST_CA_CERT: certificate });
  });
  afterEach(() => {
    used.proxy.interject = () => undefined;
    used.stack?.remove();
  });
  afterAll(async () => {
    await used.proxy?.close();
    await used.world?.close();
  });
  return used;
}

export const json = (status: number, body: object): ProxyResponse => ({
  status,
  headers: { "content-type": "application/json" },
  body: Buffer.from(JSON.stringify(body)),
});
