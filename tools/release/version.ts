import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import semver, { type ReleaseType } from "semver";
import { UserError } from "../errors";

/**
 * Every place of the repository that states the package's version; the pattern matches the version
 * alone.
 */
const places: readonly (readonly [file: string, pattern: RegExp])[] = [
  ["package.json", /(?<=^ {2}"version": ")[^"]+/m],
  ["package-lock.json", /(?<=^ {2}"version": ")[^"]+/m],
  // The package itself is the first one that the lock file lists.
  ["package-lock.json", /(?<=^ {6}"version": ")[^"]+/m],
  ["package-lock.json", /(?<=^ {4}"emulator": \{\n {6}"name": "ciphertrust-emulator",\n {6}"version": ")[^"]+/m],
  ["emulator/package.json", /(?<=^ {2}"version": ")[^"]+/m],
  ["provider/hosts/plugin/generated/schema.json", /(?<=^ {2}"version": ")[^"]+/m],
  ["policy/pack/package.json", /(?<=^ {2}"version": ")[^"]+/m],
  ["docs/policy-pack.md", /(?<=^pulumi-ciphertrust@v)\S+/m],
];

/** With the examples, which depend on it. */
function placesIn(root: string): typeof places {
  const examples = existsSync(join(root, "examples")) ? readdirSync(join(root, "examples")) : [];
  const manifests = examples.map((name) => `examples/${name}/package.json`);
  const dependency = /(?<=^ {4}"pulumi-ciphertrust": "\^)[^"]+/m;
  return [
    ...places,
    ...manifests.filter((file) => existsSync(join(root, file))).map((file) => [file, dependency] as const),
  ];
}

/** The version of the package. Throws where a place states another one. */
export function statedVersion(root: string): string {
  const found = placesIn(root).map(([file, pattern]) => ({ file, version: pattern.exec(read(root, file))?.[0] }));
  const version = found[0]!.version!;
  const different = found.filter((one) => one.version !== version);
  if (different.length === 0) return version;
  const list = different.map((one) => `${one.file} (${one.version ?? "none"})`).join(", ");
  throw new UserError(`package.json has version ${version}, and other files do not: ${list}.`);
}

export function setVersion(root: string, version: string): void {
  for (const [file, pattern] of placesIn(root))
    writeFileSync(join(root, file), read(root, file).replace(pattern, version));
}

/** The version that is meant by a version, or by the part of the current one that is to be raised. */
export function nextVersion(current: string, wanted: string): string {
  if (["major", "minor", "patch"].includes(wanted)) return semver.inc(current, wanted as ReleaseType)!;
  if (semver.valid(wanted) !== wanted || semver.prerelease(wanted))
    throw new UserError(`"${wanted}" is neither a version such as 1.2.3 nor major, minor or patch.`);
  if (semver.lt(wanted, current))
    throw new UserError(`${wanted} is lower than ${current}, the version of package.json.`);
  return wanted;
}

const read = (root: string, file: string): string => readFileSync(join(root, file), "utf8");
