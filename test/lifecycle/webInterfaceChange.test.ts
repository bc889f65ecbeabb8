import { ApiError } from "../../provider/api/errors";
import type { Alone } from "../../provider/api/exclusion";
import type { Wire } from "../../provider/api/transport";
import { changeTrust } from "../../provider/resources/general/webInterface";

/**
 * The steps of a change of what the web interface trusts, while others change it, too, or restart
 * it.
 */

const web = "/configs/interfaces/web";

/** An interface whose every response a test decides, with a clock of its own. */
interface Scene {
  /** The local CAs that it trusts. */
  list: string[];
  /** The status that it responds with, after as many milliseconds. */
  status: (now: number) => string;
  /** What others do once it has responded to a request of this method, and how often it has. */
  then: (method: string, times: number) => void;
  /** Whether clients notice that it restarts. */
  behindProxy: boolean;
  now: number;
  requests: Record<string, number>;
}

function stage(parts: Partial<Scene>): { scene: Scene; alone: Alone } {
  const scene: Scene = {
    list: ["a"],
    status: () => "started",
    then: () => {},
    behindProxy: false,
    now: 0,
    requests: {},
    ...parts,
  };
  let lost = 0;
  const counted = <T>(method: string, response: T): T => {
    scene.requests[method] = (scene.requests[method] ?? 0) + 1;
    scene.then(method, scene.requests[method]);
    return response;
  };
  const api = {
    get: async (path: string): Promise<Wire> =>
      path === web
        ? counted("GET", { trusted_cas: { local: [...scene.list] } })
        : { services: [{ name: "web", status: scene.status(scene.now) }] },
    patch: async (_: string, { trusted_cas }: Wire) => {
      scene.list = (trusted_cas as { local: string[] }).local;
      return counted("PATCH", {});
    },
    post: async () => {
      if (!scene.behindProxy) lost++;
      return counted("POST", {});
    },
  } as unknown as Alone["api"];
  const pause = async (milliseconds: number) => void (scene.now += milliseconds);
  return { scene, alone: { api, pause, left: () => 300_000 - scene.now, lost: () => lost } };
}

const trust = (uri: string, trusted = true) => ({ kind: "local", uri, trusted }) as const;

test.each([
  ["running", false, 1_000],
  ["running", true, 21_000],
  ["error", false, 21_000],
  ["starting", true, 41_000],
])("an interface that responds with the status %s has restarted (behind a proxy: %s)", async (word, proxy, most) => {
  const { scene, alone } = stage({ status: () => word, behindProxy: proxy });
  await changeTrust(alone, [trust("mine")]);
  expect(scene.list).toEqual(["a", "mine"]);
  expect(scene.now).toBeLessThanOrEqual(most);
});

test("an interface that is starting is waited for", async () => {
  const { scene, alone } = stage({ status: (now) => (now < 8_000 ? "starting" : "started") });
  await changeTrust(alone, [trust("mine")]);
  expect(scene.now).toBe(8_000);
});

test.each([
  ["right after the write", "PATCH", 1],
  ["during the restart", "POST", 1],
])("what a client that had not read our change overwrites %s is added again", async (_, method, times) => {
  const { scene, alone } = stage({ list: ["a", "b"] });
  scene.then = (called, count) => {
    if (called === method && count === times) scene.list = ["a", "theirs"];
  };
  await changeTrust(alone, [trust("mine")]);
  expect(scene.list).toEqual(["a", "b", "mine", "theirs"]);
  expect(scene.requests.PATCH).toBe(2);
});

test("what another client adds before the write is read, and kept", async () => {
  const { scene, alone } = stage({});
  scene.then = (called, count) => {
    if (called === "PATCH" && count === 1) scene.list.push("theirs");
    if (called === "POST" && count === 1) scene.list = ["a"];
  };
  await changeTrust(alone, [trust("mine")]);
  expect(scene.list).toEqual(["a", "mine", "theirs"]);
});

test("a trust that ends is not restored with what was overwritten", async () => {
  const { scene, alone } = stage({ list: ["a", "b", "mine"] });
  scene.then = (called, count) => {
    if (called === "PATCH" && count === 1) scene.list = ["mine", "theirs"];
  };
  await changeTrust(alone, [trust("mine", false)]);
  expect(scene.list).toEqual(["a", "b", "theirs"]);
});

test("what a client that had read our change removes stays removed, also when the list is overwritten later", async () => {
  const { scene, alone } = stage({ list: ["a", "b"] });
  scene.then = (called, count) => {
    if (called === "PATCH" && count === 1) scene.list = ["a", "mine"];
    if (called === "POST" && count === 1) scene.list = ["a"];
  };
  await changeTrust(alone, [trust("mine")]);
  expect(scene.list).toEqual(["a", "mine"]);
});

test("a list that is overwritten again and again is an error that names what is missing", async () => {
  const { scene, alone } = stage({ list: ["a", "b", "old"] });
  scene.then = (called) => {
    if (called === "PATCH") scene.list = ["a", "old"];
  };
  const failure = changeTrust(alone, [trust("mine"), trust("old", false)]);
  await expect(failure).rejects.toThrow(/overwritten by another client; missing: b, mine; still trusted: old$/);
  expect(scene.requests).toMatchObject({ PATCH: 3, GET: 4 });
  expect(scene.requests.POST).toBeUndefined();
});

/** A failure of connections while somebody else restarts the interface. */
const broken = () =>
  Promise.reject(
    new ApiError("the connection broke", { kind: "unanswered", call: `GET ${web}`, advice: "Try again." }),
  );

test("reads and writes that a restart by somebody else cuts off are repeated after a new read", async () => {
  const { scene, alone } = stage({ list: ["a", "b"] });
  let writes = 0;
  const api = {
    ...alone.api,
    get: (path: string, ...more: []) => (scene.now % 20_000 < 15_000 ? broken() : alone.api.get(path, ...more)),
    patch: async (path: string, body: Wire) => {
      if (writes++ > 0) return alone.api.patch(path, body);
      // Never applied; and a trust that ends meanwhile must not come back.
      scene.list = ["a"];
      return broken();
    },
  };
  await changeTrust({ ...alone, api }, [trust("mine")]);
  expect(scene.list).toEqual(["a", "mine"]);
  expect([writes, scene.requests.POST]).toEqual([2, 1]);
});

test.each([
  ["before the write", 0, /^the connection broke$/, "unanswered"],
  [
    "after the write",
    1,
    /written \(mine is trusted\), but the interface did not respond .*: the connection broke$/,
    "unreachable",
  ],
])("an interface that stays away %s is waited for for a minute", async (_, reads, message, kind) => {
  const { scene, alone } = stage({});
  const get = (path: string) => ((scene.requests.GET ?? 0) < reads ? alone.api.get(path) : broken());
  const failure: unknown = await changeTrust({ ...alone, api: { ...alone.api, get } }, [trust("mine")]).catch(
    (error: unknown) => error,
  );
  expect(failure).toMatchObject({ message: expect.stringMatching(message), facts: { kind } });
  expect(Math.abs(scene.now - 60_000)).toBeLessThan(1_000);
  if (reads > 0) expect((failure as ApiError).facts.advice).toContain("Run `pulumi up` again");
});

test("a write that never succeeds is tried three times, and the error says that it may have been", async () => {
  const { alone } = stage({});
  let writes = 0;
  const patch = () => (writes++, broken());
  const failure = changeTrust({ ...alone, api: { ...alone.api, patch } }, [trust("mine")]);
  await expect(failure).rejects.toThrow(/may have been written \(mine is trusted\).*the connection broke/);
  expect(writes).toBe(3);
});

test.each([
  ["the interface stays away", false, 1],
  ["only the order never arrives", true, 3],
])("no order to restart is repeated beyond the deadline: %s", async (_, up, orders) => {
  const { scene, alone } = stage({});
  const { get } = alone.api;
  let given = 0;
  const away = () => Promise.reject(new ApiError("no connection", { kind: "unreachable", call: "any" }));
  const api = {
    ...alone.api,
    get: async (path: string) => (up || path === web ? get(path) : away()),
    post: async () => (given++, away()),
  };
  const failure = changeTrust({ ...alone, api: api }, [trust("mine")]);
  await expect(failure).rejects.toThrow(
    /\(mine is trusted\), but the restart .* could not be ordered \(\d of 3 attempts\)/,
  );
  expect([given, scene.now <= 301_000]).toEqual([orders, true]);
});
