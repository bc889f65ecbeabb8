import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, relative, sep } from "node:path";

/**
 * What must not be in the package. `files` in package.json names what it contains; this checks what
 * came of it.
 */

/** npm adds these by itself. */
const added = ["README.md", "LICENSE", "package.json"];

/** Names of files that hold credentials, or belong to tests. */
const unwanted: Readonly<Record<string, RegExp>> = {
  "a test": /(^|\/)tests?\/|\.test\./,
  "a source map": /\.map$/,
  "a file for credentials": /(^|\/)(\.env.*|\.npmrc|.*\.(key|p12|pfx))$/,
};

/** Values, not the words for them: what contains EXAMPLE, or zeros only, is a placeholder. */
const secrets: Readonly<Record<string, RegExp>> = {
  "a reference to a source map": /^\/\/# sourceMappingURL=/m,
  "a private key": /-----BEGIN [A-Z ]*PRIVATE KEY-----\s+(?!\S*EXAMPLE)[A-Za-z0-9+/=]{40}/,
  "an access key of AWS": /\bA(KIA|SIA)(?!0+\b|\w*EXAMPLE)[A-Z0-9]{16}\b/,
  "a token of npm": /\bnpm_[A-Za-z0-9]{36}\b/,
  "a token of GitHub": /\b(gh[pousr]_[A-Za-z0-9]{36}|github_pat_\w{22,})\b/,
  "a token of Pulumi": /\bpul-[0-9a-f]{40}\b/,
};

/**
 * Finds what an unpacked package lacks, and what it contains wrongly; `root` is the repository it
 * was packed from.
 */
export function contentProblems(unpacked: string, root: string): string[] {
  const files = filesIn(unpacked);
  const { files: patterns } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as { files: string[] };
  const named = [...patterns.filter((name) => !name.startsWith("!")), ...added];
  const isNamed = (file: string, name: string) => file === name || file.startsWith(`${name}/`);
  return [
    ...named.filter((name) => !files.some((file) => isNamed(file, name))).map((name) => `${name} is missing`),
    ...files.filter((file) => !named.some((name) => isNamed(file, name))).map((file) => `${file} is not named`),
    ...files.filter((file) => !hasSource(file, root)).map((file) => `${file} has no source`),
    ...files.flatMap((file) => matches(unwanted, file).map((what) => `${file} is ${what}`)),
    ...secretProblems(unpacked),
  ];
}

/** Finds files that contain what looks like a credential. */
export function secretProblems(folder: string): string[] {
  return filesIn(folder).flatMap((file) =>
    matches(secrets, contents(folder, file)).map((what) => `${file} contains ${what}`),
  );
}

/** Paths with slashes. */
export function filesIn(folder: string): string[] {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return entries.map((entry) => relative(folder, join(entry.parentPath, entry.name)).replaceAll(sep, "/")).sort();
}

/** Compiled code is of a source that still exists; the bundle is made of several. */
function hasSource(file: string, root: string): boolean {
  const source = /^dist\/(.+)\.js$/.exec(file)?.[1];
  return source === undefined || source === "dynamic" || existsSync(join(root, `${source}.ts`));
}

const matches = (patterns: Readonly<Record<string, RegExp>>, text: string): string[] =>
  Object.keys(patterns).filter((what) => patterns[what]!.test(text));

const contents = (folder: string, file: string): string => readFileSync(join(folder, file), "utf8");
