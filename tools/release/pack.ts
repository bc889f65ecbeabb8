import { createHash } from "node:crypto";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { UserError } from "../errors";
import { packageFolders } from "../packages";
import { projectRoot } from "../project";
import { releaseNotes } from "./changelog";
import { contentProblems } from "./contents";
import { refuseUnknownHome } from "./home";
import { materialsOf } from "./install";
import { output } from "./output";
import { packPlugin } from "./plugin";
import { statedVersion } from "./version";

/**
 * Writes the assets of a release: the tarballs with their bills of materials, the plugin's
 * archives, checksums, and notes. `tag` is what was pushed.
 */
export async function pack(root: string, tag: string, folder: string): Promise<void> {
  const version = statedVersion(root);
  if (tag !== `v${version}`) throw new UserError(`The tag is ${tag}, and the version is ${version}.`);
  const manifests = packageFolders(root).map((one) => readFileSync(join(one, "package.json"), "utf8"));
  manifests.forEach(refuseUnknownHome);
  const { repository } = JSON.parse(manifests[0]!) as { repository?: { url: string } };
  const notes = releaseNotes(readFileSync(join(root, "CHANGELOG.md"), "utf8"), version, repository?.url);
  rmSync(folder, { recursive: true, force: true });
  for (const one of packageFolders(root)) {
    const tarball = await packTarball(one, folder);
    writeFileSync(tarball.replace(/\.tgz$/, ".sbom.cdx.json"), await materialsOf(tarball));
  }
  await packPlugin(root, folder, version);
  writeFileSync(join(folder, "SHA256SUMS"), checksums(folder));
  writeFileSync(join(folder, "notes.md"), notes);
}

/**
 * Packs a package as it is compiled and checks it: what it contains, and that every way of
 * importing it finds its files.
 */
export async function packTarball(root: string, folder: string): Promise<string> {
  mkdirSync(folder, { recursive: true });
  const packed = await output(root, "npm", "pack", "--ignore-scripts", "--json", "--pack-destination", folder);
  const tarball = join(folder, (JSON.parse(packed) as [{ filename: string }])[0].filename);
  const unpacked = mkdtempSync(join(tmpdir(), "ciphertrust-release-"));
  try {
    await output(root, "tar", "-xzf", tarball, "-C", unpacked, "--strip-components", "1");
    const problems = contentProblems(unpacked, root);
    if (problems.length > 0) throw new UserError(["The package is not as it should be:", ...problems].join("\n  - "));
  } finally {
    rmSync(unpacked, { recursive: true, force: true });
  }
  const judge = (script: string, ...args: string[]) =>
    output(root, process.execPath, join(projectRoot(), "node_modules", script), tarball, ...args);
  await judge("publint/src/cli.js", "--strict");
  await judge("@arethetypeswrong/cli/dist/index.js");
  return tarball;
}

/** In the form that `sha256sum --check` reads. */
function checksums(folder: string): string {
  const sumOf = (name: string) =>
    createHash("sha256")
      .update(readFileSync(join(folder, name)))
      .digest("hex");
  return readdirSync(folder)
    .map((name) => `${sumOf(name)}  ${name}\n`)
    .join("");
}
