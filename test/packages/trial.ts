import { readFileSync } from "node:fs";
import { join } from "node:path";
import { root, Stack, startWorld, type Run, type World } from "../engine/harness";
import { Site, type Tool } from "./site";

/** What has to work with every package manager. */

const minutes = 600_000;

/** The program that docs/configuration.md shows for a project of one's own. */
function pageProgram(): string {
  const [, section] = readFileSync(join(root, "docs/configuration.md"), "utf8").split("## Installation");
  return /```ts\n([^`]*)```/.exec(section!)![1]!;
}

const library = `const ciphertrust = require("pulumi-ciphertrust");
exports.key = (name) => new ciphertrust.VaultKey(name, { algorithm: "aes", size: 256 });
`;
const declaration = `import * as pulumi from "@pulumi/pulumi";
export declare function key(name: string): { state: pulumi.Output<string> };
`;
const user = `import { key } from "keys";
export const state = key("shared").state;
`;

/** The tests of one package manager; they are skipped, with the reason, if npm does not have it. */
export function trial(tool: Tool): void {
  const site = Site.open(tool);
  if (typeof site === "string") {
    process.stderr.write(`Skipped: ${site}\n`);
    test.skip(`${tool.name}: ${site}`, () => undefined);
    return;
  }
  let world: World;
  beforeAll(async () => void (world = await startWorld()));
  afterAll(async () => {
    site.remove();
    await world?.close();
  });

  test(
    `${tool.name}: the page's program is compiled by Pulumi, and runs up, preview and destroy`,
    async () => {
      const folder = site.project("alone", pageProgram());
      await site.install(folder);
      await throughLife(world, folder);
    },
    minutes,
  );

  test(
    `${tool.name}: in a workspace where only a library depends on the package, ${tool.hoists ? "it works" : "the first class says what to add"}`,
    async () => {
      const folder = site.workspace("workspace", { "index.js": library, "index.d.ts": declaration }, user);
      await site.install(folder);
      if (!tool.hoists) {
        await saysWhatToAdd(world, folder);
        site.depend(folder);
        await site.install(folder);
      }
      await throughLife(world, folder);
    },
    minutes,
  );
}

async function within(world: World, folder: string, work: (stack: Stack) => Promise<void>): Promise<void> {
  const stack = await Stack.create({ ...world.environment }, folder);
  try {
    await work(stack);
  } finally {
    stack.remove();
  }
}

/** With the output, if it failed. */
function succeeded({ code, text }: Run): void {
  if (code !== 0) throw new Error(text);
}

async function throughLife(world: World, folder: string): Promise<void> {
  await within(world, folder, async (stack) => {
    succeeded(await stack.up());
    expect(stack.outputs()).toEqual({ state: "Active" });
    succeeded(await stack.preview("--expect-no-changes"));
    const { resources, text } = await stack.export();
    const reference = "this.handler=require('pulumi-ciphertrust/dynamic').VaultKey";
    expect(resources.find(({ type }) => type.endsWith(":VaultKey"))!.inputs.__provider).toBe(reference);
    expect(text).not.toContain(folder);
    succeeded(await stack.destroy());
  });
}

async function saysWhatToAdd(world: World, folder: string): Promise<void> {
  await within(world, folder, async (stack) => {
    const { code, text } = await stack.preview();
    expect(code).not.toBe(0);
    expect(text).toContain(`Pulumi does not find pulumi-ciphertrust from the program's folder, ${folder}`);
    expect(text).not.toContain("Cannot find module");
  });
}
