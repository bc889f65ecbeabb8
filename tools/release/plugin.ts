import { copyFileSync, mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { UserError } from "../errors";
import { filesIn, secretProblems } from "./contents";
import { output } from "./output";

/** The archives from which `pulumi plugin install` installs the plugin. */

/**
 * Pulumi's names of the systems for which it looks for an archive. The plugin is the same on all:
 * it needs Node.js.
 */
const platforms = ["darwin-amd64", "darwin-arm64", "linux-amd64", "linux-arm64", "windows-amd64"];

const launcher = "pulumi-resource-ciphertrust";

/** What an archive contains, and nothing else. Windows starts the launcher that ends with `.cmd`. */
const contained = ["LICENSE", "LICENSES.txt", "plugin.js", launcher, `${launcher}.cmd`, "schema.json"];

/** Writes an archive for every platform, and checks what is in it. */
export async function packPlugin(root: string, folder: string, version: string): Promise<string[]> {
  const archives = platforms.map((platform) => join(folder, `${launcher}-v${version}-${platform}.tar.gz`));
  const [first, ...others] = archives as [string, ...string[]];
  await output(root, "tar", "-czf", first, "-C", join(root, "dist", "plugin"), ...contained);
  const unpacked = mkdtempSync(join(tmpdir(), "ciphertrust-plugin-"));
  try {
    await output(root, "tar", "-xzf", first, "-C", unpacked);
    const problems = pluginProblems(unpacked, version);
    if (problems.length > 0) throw new UserError(["The plugin is not as it should be:", ...problems].join("\n  - "));
  } finally {
    rmSync(unpacked, { recursive: true, force: true });
  }
  for (const archive of others) copyFileSync(first, archive);
  return archives;
}

/** Finds what an unpacked archive contains wrongly. */
export function pluginProblems(unpacked: string, version: string): string[] {
  const schema = JSON.parse(readFileSync(join(unpacked, "schema.json"), "utf8")) as { version?: string };
  const isExecutable = (statSync(join(unpacked, launcher)).mode & 0o111) === 0o111;
  return [
    ...filesIn(unpacked)
      .filter((file) => !contained.includes(file))
      .map((file) => `${file} is not named`),
    ...(isExecutable ? [] : [`${launcher} is not executable`]),
    ...(schema.version === version ? [] : [`schema.json is of version ${schema.version}`]),
    ...secretProblems(unpacked),
  ];
}
