/**
 * `npm run release`: what a maintainer does for a release, and what the workflow that publishes
 * does.
 */
import { join } from "node:path";
import { Command } from "commander";
import { styled } from "../../cli/style";
import { UserError } from "../errors";
import type { Invocation } from "../invocation";
import { run } from "../shared/child.cjs";
import { dryRun } from "./dryRun";
import { pack } from "./pack";
import { prepare } from "./prepare";

export async function release(root: string, { args }: Invocation): Promise<number> {
  await commandsFor(root).parseAsync(args, { from: "user" });
  return 0;
}

function commandsFor(root: string): Command {
  const program = styled(new Command("npm run release --"), {
    examples: ["npm run release -- dry-run minor", "npm run release -- prepare minor"],
    endings: {},
  }).description("Make a release. CONTRIBUTING.md describes it.");
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
      "writes tarball, the plugin's archives, bill of materials, checksums and notes into dist/release, and checks what is packed",
    )
    .argument("<tag>", "the tag that is released; it must match the version")
    .action((tag: string) => pack(root, tag, join(root, "dist", "release")));
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

/** What takes minutes. The workflow runs everything before it publishes. */
async function check(root: string): Promise<void> {
  for (const args of [["check"], ["test", "--", "--selectProjects", "unit"]]) {
    const { code } = await run("npm", ["run", "--silent", ...args], { cwd: root });
    if (code !== 0) throw new UserError(`npm run ${args.join(" ")} failed: nothing was changed.`);
  }
}
