import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { UserError } from "../errors";
import { withRelease } from "./changelog";
import { output } from "./output";
import { nextVersion, setVersion, statedVersion } from "./version";

export interface Preparation {
  root: string;
  /** A version, or the part of it that is to be raised. */
  wanted: string;
  date: Date;
  /** Checks the code; rejects if something is wrong. */
  check(): Promise<void>;
}

/** Commits a version, and tags the commit. Nothing is pushed. Returns the version. */
export async function prepare({ root, wanted, date, check }: Preparation): Promise<string> {
  const git = (...args: string[]) => output(root, "git", ...args);
  const version = nextVersion(statedVersion(root), wanted);
  if ((await git("status", "--porcelain")) !== "")
    throw new UserError("There are uncommitted changes: commit or remove them.");
  const branch = (await git("branch", "--show-current")).trim();
  if (branch !== "main") throw new UserError(`A release is made from the branch main; this is "${branch}".`);
  if ((await git("tag", "--list", `v${version}`)) !== "") throw new UserError(`The tag v${version} already exists.`);
  if (!existsSync(join(root, "test", "engine", "recorded", version)))
    throw new UserError(`No stack of ${version} is recorded: docs/maintaining.md says how, under "Recorded stacks".`);
  const changelog = join(root, "CHANGELOG.md");
  const released = withRelease(readFileSync(changelog, "utf8"), version, date.toISOString().slice(0, 10));
  await check();
  setVersion(root, version);
  writeFileSync(changelog, released);
  await git("commit", "--quiet", "--all", "--message", `Version ${version}`);
  await git("tag", "--annotate", `v${version}`, "--message", `Version ${version}`);
  return version;
}
