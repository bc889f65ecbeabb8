import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { systems } from "../emulator/systems/rows";
import { demoSettings, exampleWorld, type Setting } from "../../tools/examples";
import { engineTimeout, items, Stack, startWorld, type World } from "./harness";
import { ownPack } from "./pack";

/**
 * The lifecycle of an example program: each of its steps is a test with the real engine. It starts
 * as examples/README.md says.
 */
export interface Example {
  /** Folder below `examples/`. */
  folder: string;
  /** The stack's outputs after the first up, as a pattern for `toMatchObject`. */
  outputs: Record<string, unknown>;
  /** Configuration that updates something in place. */
  change: Record<string, string>;
  /** Configuration that replaces something. */
  replace: Record<string, string>;
  /** The preview refuses that, because nothing would bring the old key back. */
  isRefused?: true;
  /** Where the service lists the example's key; the first item is the one. */
  key?: string;
  /** Changes something outside Pulumi; returns what the preview then must show. */
  drift(world: World, key: Listed): Promise<RegExp>;
  /**
   * A fingerprint of the key's material, which differs after a rotation. Missing if the service
   * cannot rotate.
   */
  material?(key: Listed["record"], world: World): unknown;
  /**
   * What must be empty after destroy, beside connections, schedules, and the containers and keys of
   * the system.
   */
  leaves?: readonly string[];
  /** Keys that the policy pack is told to leave without a rotation, and why. */
  unrotated?: readonly { name: string; reason: string }[];
}

/** An object as the service lists it, and its path. */
interface Listed {
  path: string;
  record: Record<string, unknown>;
}

/** A drift by PATCH of the key. */
export const patched =
  (body: object, shows: RegExp): Example["drift"] =>
  async (world, { path }) => {
    await world.api("PATCH", path, body);
    return shows;
  };

/** A drift by POST of an action below the key. */
export const posted =
  (action: string, shows: RegExp): Example["drift"] =>
  async (world, { path }) => {
    await world.api("POST", `${path}/${action}`);
    return shows;
  };

async function listed(world: World, list: string | undefined): Promise<Listed> {
  if (list === undefined) return { path: "", record: {} };
  const [record] = items(await world.api("GET", list));
  if (record === undefined) throw new Error(`nothing is at ${list}`);
  return { path: `${list.replace(/\?.*/, "")}/${String(record.id)}`, record };
}

/** What every example leaves empty, and what one of a system does. */
function emptied({ folder, leaves = [] }: Example): string[] {
  const row = systems.find(([name]) => name === folder)?.[1];
  const own = row === undefined ? [] : [row.containers.path, row.refresh.keys];
  return ["/connectionmgmt/connections", "/scheduler/job-configs", ...own, ...leaves];
}

/** Sets what the example's script sets; returns it. */
export async function configure(stack: Stack, folder: string): Promise<Setting[]> {
  const settings = demoSettings(folder);
  const args = settings.flatMap(({ key, value, secret }) => [secret ? "--secret" : "--plaintext", `${key}=${value}`]);
  const set = settings.length === 0 ? { code: 0, text: "" } : await stack.pulumi("config", "set-all", ...args);
  if (set.code !== 0) throw new Error(set.text);
  return settings;
}

/** Declares the tests of one example. Its world has a licence that outlasts the rotations. */
export function testExample(example: Example): void {
  jest.setTimeout(engineTimeout);
  let world: World;
  let stack: Stack;
  let settings: Setting[];
  let pack: ReturnType<typeof ownPack>;

  beforeAll(async () => {
    world = await startWorld({ world: exampleWorld });
    stack = await Stack.ofExample(world.environment, example.folder);
    settings = await configure(stack, example.folder);
    const { unrotated: except = [] } = example;
    pack = ownPack({ "key-rotation": { enforcementLevel: "mandatory", except } });
  });
  afterAll(async () => {
    stack?.remove();
    pack?.remove();
    await world?.close();
  });

  /** Changes the configuration and updates, in one command. */
  const updated = (changed: Record<string, string>, ...args: string[]) => {
    const settings = Object.entries(changed).flatMap(([key, value]) => ["--config", `${key}=${value}`]);
    return stack.pulumi("up", "--yes", "--diff", ...pack.args, ...args, ...settings);
  };
  /** The same; returns what it shows. */
  const upWith = async (...update: Parameters<typeof updated>): Promise<string> => {
    const { code, text } = await updated(...update);
    expect({ code, text: code === 0 ? "" : text }).toEqual({ code: 0, text: "" });
    return text;
  };
  const drift = () => stack.preview("--refresh", "--expect-no-changes", ...pack.args);
  const expectClean = async () => expect(await drift()).toMatchObject({ code: 0 });

  test("up creates everything, and a preview right after shows no changes, by the policy pack's leave", async () => {
    expect(await stack.up(...pack.args)).toMatchObject({ code: 0 });
    expect(stack.outputs()).toMatchObject(example.outputs);
    await expectClean();
    expect(await stack.preview("--expect-no-changes", ...pack.args)).toMatchObject({ code: 0 });
  });

  test("the state contains no secret in plain text", () => {
    const { text } = stack.stored();
    for (const { value } of settings.filter(({ secret }) => secret)) {
      expect(text).not.toContain(value);
      expect(text).not.toContain(JSON.stringify(value).slice(1, -1));
    }
  });

  test("an update in place", async () => {
    const update = await upWith(example.change, "--skip-preview");
    expect(update).toMatch(/\(update\)/);
    expect(update).not.toMatch(/\(replace\)|\(delete\)/);
    await expectClean();
  });

  if (example.isRefused)
    test("a replacement that nobody could undo is refused by its preview", async () => {
      const file = join(stack.folder, "Pulumi.test.yaml");
      const before = readFileSync(file);
      const { code, text } = await updated(example.replace);
      expect({ code, text }).toMatchObject({ code: 1, text: expect.stringMatching(/nothing brings it back/) });
      writeFileSync(file, before);
      await expectClean();
    });
  else
    test("a replacement, which its preview shows", async () => {
      const [preview, update] = (await upWith(example.replace)).split(/^Updating /m);
      expect(preview).toMatch(/\(replace\)/);
      expect(update).toBeDefined();
      await expectClean();
    });

  test("drift is detected and corrected", async () => {
    const words = await example.drift(world, await listed(world, example.key));
    const { code, text } = await drift();
    expect(code).toBe(7);
    expect(text).toMatch(words);
    expect(await stack.up("--refresh", ...pack.args)).toMatchObject({ code: 0 });
    await expectClean();
  });

  if (example.material) {
    test("a rotation by the service's scheduler is not drift", async () => {
      const material = async () => example.material!((await listed(world, example.key)).record, world);
      const before = await material();
      await world.control("POST", "/clock", { advanceSeconds: 100 * 86_400 });
      expect(await material()).not.toEqual(before);
      await expectClean();
    });
  }

  test("destroy leaves nothing of it in the service", async () => {
    expect(await stack.destroy()).toMatchObject({ code: 0 });
    for (const path of emptied(example)) {
      expect({ path, total: (await world.api("GET", path)).total }).toEqual({ path, total: 0 });
    }
  });
}
