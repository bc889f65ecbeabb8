import { around } from "../../provider/api/around";
import type { Api } from "../../provider/api/client";
import { systemClock, type Clock } from "../../provider/api/clock";
import { ApiError } from "../../provider/api/errors";
import type { Bag } from "../../provider/lifecycle/vocabulary/definition";
import { onDemandOf } from "../../provider/resources/schedules/onDemand";
import { Interruption } from "../../cli/rotate/interruption";
import { rotateChosen, type Ways } from "../../cli/rotate/rotate";
import { fixtures } from "../lifecycle/fixtures";
import { make, startRig, type Rig } from "../lifecycle/rig";

/** The command `rotate`, in this process. */

let rig: Rig;
beforeAll(async () => {
  rig = await startRig({ world: { licensing: { licenses: [{ feature: "CCKM" }] } } });
});
afterAll(() => rig.close());
beforeEach(() => rig.renew());

const hours = 3600;
type Given = Partial<Omit<Ways, "filter" | "interruption">> &
  Partial<Ways["filter"]> & { ear?: (api: Api, interruption: Interruption) => Api };

interface Ended {
  code: number;
  printed: string;
  told: string;
  changes: string[];
}

/** Runs it with `--yes`, unless told otherwise; waits advance the service's clock. */
async function rotate({ keys = [], systems = [], containers = [], tags = [], ear, ...given }: Given): Promise<Ended> {
  const [printed, told, changes]: [string[], string[], string[]] = [[], [], []];
  const tell = (text: string) => void told.push(text);
  const interruption = new Interruption(tell);
  const heard = around({ ...rig.api, close: async () => {} }, ({ method, path }, work) => {
    if (method !== "GET") changes.push(`${method} ${path}`);
    return work();
  });
  const api = ear?.(heard, interruption) ?? heard;
  const clock: Clock = {
    ...systemClock,
    async sleep(milliseconds, signal) {
      signal?.throwIfAborted();
      await rig.advance(milliseconds / 1000);
    },
  };
  const ways: Ways = {
    ...{ isAll: false, isDryRun: false, isConfirmed: true, withUndated: false, isJson: false },
    ...{ filter: { keys, systems, containers, tags }, interruption, clock, tell },
    print: (text) => void printed.push(text),
    ...given,
  };
  const code = await rotateChosen(ways, () => api);
  return { code, printed: printed.join("\n"), told: told.join("\n"), changes };
}

interface Made {
  id: string;
  state: Bag;
}

/** A key that nobody has rotated for two hours. */
async function aged(type: string): Promise<Made> {
  const made = await make(rig, type, await fixtures[type]!.args(rig));
  await rig.advance(2 * hours);
  return made;
}

async function vaultKeys(...names: string[]): Promise<Made[]> {
  const made: Made[] = [];
  for (const name of names) made.push(await make(rig, "VaultKey", { name, algorithm: "aes", size: 256 }));
  await rig.advance(2 * hours);
  // The login has expired by now; with a new one, the service's time is known.
  await rig.api.list("/vault/keys2/");
  return made;
}

async function materialOf(type: string, id: string): Promise<string> {
  const facet = onDemandOf(type)!;
  return (await facet.current(rig.api, (await facet.find(rig.api, id))!)).id;
}

const limitIn = ({ told }: Ended): string => /--if-made-before (\S+Z)/.exec(told)![1]!;

describe.each(["AwsKey", "AzureKey", "GoogleKey", "SalesforceKey", "SapKey", "EkmEndpoint", "VaultKey"])(
  "%s",
  (type) => {
    test("is rotated by its id, and not again by the line that continues the run", async () => {
      const { id } = await aged(type);
      const before = await materialOf(type, id);
      const first = await rotate({ keys: [id] });
      const now = await materialOf(type, id);
      expect(now).not.toBe(before);
      expect(first).toMatchObject({
        code: 0,
        printed: expect.stringContaining(`: ${before} -> ${now}, made 20`) as string,
      });
      const again = await rotate({ keys: [id], ifMadeBefore: limitIn(first) });
      expect(again).toMatchObject({ code: 0, changes: [] });
      expect(again.printed).toContain("1 key: 1 not rotated again");
      expect(await materialOf(type, id)).toBe(now);
    });
  },
);

/** Nothing responds any more once the first change was made. */
const killing = (api: Api): Api => {
  let isDead = false;
  return around(api, async ({ method }, work) => {
    if (isDead) throw new Error("killed");
    const response = await work();
    isDead = method !== "GET";
    return response;
  });
};

test("a run that was killed after its first call is continued: each key is rotated once", async () => {
  const made = await vaultKeys("leak-1", "leak-2");
  const first = await rotate({ keys: ["leak-*"], ear: killing });
  expect(first).toMatchObject({ code: 1, changes: [expect.stringMatching(/^POST .*versions/)] });
  const second = await rotate({ keys: ["leak-*"], ifMadeBefore: limitIn(first) });
  expect(second).toMatchObject({ code: 0, changes: [expect.stringMatching(/^POST .*versions/)] });
  expect(second.printed).toContain("2 keys: 1 rotated, 1 not rotated again");
  for (const { id } of made) expect(await rig.api.list(`/vault/keys2/${id}/versions/`)).toHaveLength(2);
});

test("a key that fails keeps no other one from being rotated", async () => {
  const [first] = await vaultKeys("leak-1", "leak-2");
  const ear = (api: Api) =>
    around(api, ({ method, path }, work) => {
      if (method !== "GET" && path.includes(first!.id))
        throw new ApiError("no", { kind: "forbidden", call: `${method} ${path}` });
      return work();
    });
  const { code, printed, told } = await rotate({ keys: ["VaultKey/leak-*"], ear });
  expect(code).toBe(1);
  expect(printed).toMatch(/^FAILED: VaultKey "leak-1": .*rotating VaultKey "leak-1" failed: no \(POST /m);
  expect(printed).toMatch(/^rotated: VaultKey "leak-2": /m);
  expect(told).toMatch(/To continue, .*: pulumi-ciphertrust rotate 'VaultKey\/leak-\*' --yes --if-made-before 20\S+Z/);
});

test("an interrupted run finishes the key under way, begins no other, and says how to continue", async () => {
  await vaultKeys("leak-1", "leak-2");
  const ear = (api: Api, { hear }: Interruption) =>
    around(api, ({ method }, work) => {
      if (method !== "GET") hear("SIGINT");
      return work();
    });
  const ended = await rotate({ keys: ["leak-1", "leak-2"], ear });
  expect(ended.printed).toContain("2 keys: 1 rotated, 1 not reached");
  expect(ended.changes).toHaveLength(1);
  expect(ended.told).toContain('Waiting for the proof of VaultKey "leak-1"; no other key is begun');
  expect(ended.told).toMatch(/To continue: .* rotate leak-1 leak-2 --yes --if-made-before/);
});

test("a second signal ends the wait at once, and the error says where to look", async () => {
  const [key] = await vaultKeys("leak-1");
  const ear = (api: Api, { hear }: Interruption) =>
    around(api, async <T>({ method }: { method: string }, work: () => Promise<T>) => {
      if (method === "GET") return work();
      hear("SIGINT");
      hear("SIGINT");
      return {} as T;
    });
  const { code, printed } = await rotate({ keys: [key!.id], ear });
  expect(code).toBe(1);
  expect(printed).toMatch(
    /FAILED: VaultKey "leak-1": .*interrupted while waiting: .*the key still shows its old material/,
  );
});

test("the plan shows what a rotation does, what rotates the key otherwise, and what uses it; a dry run changes nothing", async () => {
  const [source] = await vaultKeys("origin");
  await make(rig, "AwsUploadedKey", {
    ...(await fixtures.AwsUploadedKey!.args(rig)),
    sourceKeyIdentifier: source!.id,
  });
  const { code, printed, changes } = await rotate({ keys: ["origin"], isDryRun: true, isConfirmed: false });
  expect({ code, changes }).toEqual({ code: 0, changes: [] });
  expect(printed).toMatch(/^1 key to rotate, if the material was made before 20\S+Z:\n\nVaultKey "origin", id /);
  expect(printed).toContain("\n  rotation    a new version with an id of its own; version 0 stays active\n");
  expect(printed).toContain("\n  rotated by  nobody\n");
  expect(printed).toMatch(/\n {2}used by {5}AwsUploadedKey "/);
});

test("a key without dates is skipped unless that is confirmed, and the reason says what shows a rotation", async () => {
  const { id } = await aged("DkeEndpoint");
  const before = await materialOf("DkeEndpoint", id);
  const skipped = await rotate({ keys: [id] });
  expect(skipped).toMatchObject({ code: 4, changes: [] });
  expect(skipped.printed).toMatch(/skipped: DkeEndpoint .*after a rotation, its key_uri names another key.* --undated/);
  const asked: string[] = [];
  const answers =
    (...all: boolean[]) =>
    async (question: string) => {
      asked.push(question);
      return all.shift()!;
    };
  expect(await rotate({ keys: [id], isConfirmed: false, ask: answers(true, false) })).toMatchObject({
    code: 4,
    changes: [],
  });
  expect(asked).toEqual(["Rotate 1 key?", expect.stringContaining(`Its material is ${before} now. Rotate it?`)]);
  expect(await rotate({ keys: [id], isConfirmed: false, ask: answers(true, true) })).toMatchObject({ code: 0 });
  const second = await materialOf("DkeEndpoint", id);
  expect(second).not.toBe(before);
  expect(await rotate({ keys: [id], withUndated: true })).toMatchObject({ code: 0 });
  expect(await materialOf("DkeEndpoint", id)).not.toBe(second);
});

test("what no call rotates is skipped with the reason, and the run ends with 4", async () => {
  await aged("LunaKey");
  const { code, printed, changes } = await rotate({ systems: ["luna"] });
  expect({ code, changes }).toEqual({ code: 4, changes: [] });
  expect(printed).toMatch(/skipped: LunaKey ".*": .{20}/);
});

test("tags choose keys; all filters apply", async () => {
  await make(rig, "VaultKey", { name: "shop-a", algorithm: "aes", size: 256, labels: { team: "shop" } });
  await make(rig, "VaultKey", { name: "other-a", algorithm: "aes", size: 256, labels: { team: "shop" } });
  await vaultKeys("shop-b");
  const { printed } = await rotate({ keys: ["shop-*"], tags: [["team", "shop"]], isDryRun: true });
  expect(printed.match(/^VaultKey .*(?=, id)/gm)).toEqual(['VaultKey "shop-a"']);
});

test("JSON has the moment, and what became of each key", async () => {
  const [key] = await vaultKeys("leak");
  const { printed } = await rotate({ keys: ["leak"], isJson: true });
  expect(JSON.parse(printed)).toMatchObject({
    ifMadeBefore: expect.stringMatching(/Z$/) as string,
    keys: [{ type: "VaultKey", name: "leak", outcome: "rotated", old: key!.id, new: expect.any(String) as string }],
  });
});

test.each<[string, Given, RegExp]>([
  ["no filter", {}, /--all means every key\. Nothing was run/],
  ["a pattern for everything", { keys: ["*"] }, /"\*" does not name keys/],
  ["an empty name", { keys: [""] }, /"" does not name keys/],
  ["names together with --all", { keys: ["leak"], isAll: true }, /--all contradicts/],
  ["no terminal and no --yes", { keys: ["leak"], isConfirmed: false }, /no terminal to ask on: give --yes/],
  ["a name that nothing has", { keys: ["leak", "laek"] }, /nothing matches "laek"\. Nothing was rotated/],
  ["filters that no key meets", { keys: ["leak"], tags: [["a", "b"]] }, /no key meets all filters/],
  ["a moment to come", { keys: ["leak"], ifMadeBefore: "2999-01-01T00:00:00Z" }, /later than the service's time/],
  ["a question that is declined", { keys: ["leak"], isConfirmed: false, ask: async () => false }, /declined\. Nothing/],
])("%s rotates nothing", async (_what, given, words) => {
  const [key] = await vaultKeys("leak");
  await expect(rotate(given)).rejects.toThrow(words);
  expect(await materialOf("VaultKey", key!.id)).toBe(key!.id);
});

test("--all takes every key", async () => {
  await vaultKeys("a", "b");
  const { code, printed } = await rotate({ isAll: true });
  expect(code).toBe(0);
  expect(printed).toContain("2 keys: 2 rotated");
});
