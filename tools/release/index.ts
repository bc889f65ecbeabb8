/**
 * `npm run release`: what a maintainer does for a release, and what the workflow that publishes
 * does. Not changesets or release-it: neither runs on Node.js 20, states the version in other files
 * than package.json, or checks what is packed.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { Command } from "commander";
import { styled } from "../../cli/style";
import { UserError } from "../errors";
import type { Invocation } from "../invocation";
import { packageFolders } from "../packages";
import { run } from "../shared/child.cjs";
import { dryRun } from "./dryRun";
import { weightOf } from "./install";
import { pack, packTarball } from "./pack";
import { prepare } from "./prepare";

export async function release(root: string, { args }: Invocation): Promise<number> {
  await commandsFor(root).parseAsync(args, { from: "user" });
  return 0;
}

function commandsFor(root: string): Command {
  const program = styled(new Command("npm run release --"), {
    examples: ["npm run release -- dry-run minor", "npm run release -- prepare minor"],
    endings: {},
  }).description("Make a release. docs/maintaining.md describes it.");
  program
    .command("prepare")
    .description(
      "sets the version everywhere, gives the changelog its heading, checks, commits and tags; pushes nothing",
    )
    .argument("<version>", "a version, or major, minor or patch")
    .action(async (wanted: string) => {
      const version = await prepare({ root, wanted, date: new Date(), check: () => check(root) });
      console.log(`v${version} is committed and tagged. To publish it: git push --atomic origin main v${version}`);
    });
  program
    .command("pack")
    .description(
      "writes the tarballs, the plugin's archives, bills of materials, checksums and notes into dist/release, and checks what is packed",
    )
    .argument("<tag>", "the tag that is released; it must match the version")
    .action((tag: string) => pack(root, tag, join(root, "dist", "release")));
  program
    .command("weigh")
    .description("installs each package for production in a temporary project: packages, bytes, install scripts")
    .action(() => weigh(root));
  program
    .command("dry-run")
    .description(
      "prepares the last commit in a temporary clone and runs the workflow's own commands there; publishes nothing",
    )
    .argument("<version>", "a version, or major, minor or patch")
    .option("--repository <name>", "owner and name of the repository on GitHub", "example/pulumi-ciphertrust")
    .option("--skip <steps...>", "names of the workflow's steps to leave out", [])
    .action((wanted: string, options: { repository: string; skip: string[] }) => dryRun({ root, wanted, ...options }));
  return program;
}

async function weigh(root: string): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "ciphertrust-weigh-"));
  try {
    for (const one of packageFolders(root)) {
      const tarball = await packTarball(one, folder);
      const { packages, bytes, scripts } = await weightOf(tarball);
      const ran = scripts.length === 0 ? "no install script" : `install scripts of ${scripts.join(", ")}`;
      console.log(`${basename(tarball)}: ${packages} packages, ${(bytes / 1e6).toFixed(1)} MB, ${ran}`);
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** What takes minutes. The workflow runs everything before it publishes. */
async function check(root: string): Promise<void> {
  for (const args of [["check"], ["test", "--", "--selectProjects", "unit"]]) {
    const { code } = await run("npm", ["run", "--silent", ...args], { cwd: root });
    if (code !== 0) throw new UserError(`npm run ${args.join(" ")} failed: nothing was changed.`);
  }
}
