import { readFileSync } from "node:fs";
import { join } from "node:path";
import { programFiles } from "../../cli/adopt/program";
import { exampleFile, exampleFolders } from "../../tools/examples";

/** The versions of Pulumi's library that this package accepts run on every Node.js that this package runs on. */

interface Manifest {
  engines: { node: string };
  dependencies: Record<string, string>;
  devDependencies: Record<string, string>;
  peerDependencies: Record<string, string>;
}

const root = join(__dirname, "../..");
const manifestIn = (text: string) => JSON.parse(text) as Manifest;
const read = (file: string) => readFileSync(join(root, file), "utf8");
const manifest = manifestIn(read("package.json"));
const pulumi = "@pulumi/pulumi";
const range = manifest.peerDependencies[pulumi]!;

/**
 * Every release from 3.230.0 on and the Node.js that its `engines` requires, according to the registry on 2026-11-22
 * (`npm view`).
 */
const asksFor: Record<string, string> = Object.fromEntries([
  ...minors(230, 248, 240).map((version) => [version, ">=20"]),
  ...minors(249, 270).map((version) => [version, ">=22"]),
]);

function minors(first: number, last: number, ...missing: number[]): string[] {
  const all = Array.from({ length: last - first + 1 }, (_, index) => first + index);
  return all.filter((minor) => !missing.includes(minor)).map((minor) => `3.${minor}.0`);
}

const parts = (version: string) => version.split(".").map(Number);
const isBefore = (a: string, b: string) => {
  const [left, right] = [parts(a), parts(b)];
  const at = [0, 1, 2].find((index) => (left[index] ?? 0) !== (right[index] ?? 0));
  return at !== undefined && (left[at] ?? 0) < (right[at] ?? 0);
};

/** Ranges with both ends, `>=a.b.c <d.e.f`, and `~a.b.c`; others are not supported. */
function endsOf(text: string): { from: string; before: string } {
  const [, from, before] = /^>=(\d+\.\d+\.\d+) <(\d+\.\d+\.\d+)$/.exec(text) ?? [];
  if (from && before) return { from, before };
  const [, major, minor, patch] = /^~(\d+)\.(\d+)\.(\d+)$/.exec(text)!;
  return { from: `${major}.${minor}.${patch}`, before: `${major}.${Number(minor) + 1}.0` };
}

const allows = (version: string, text = range) => {
  const { from, before } = endsOf(text);
  return !isBefore(version, from) && isBefore(version, before);
};

test("every version that the range allows accepts the oldest Node.js that this package accepts", () => {
  const oldest = manifest.engines.node.replace(/^>=/, "");
  const allowed = Object.keys(asksFor).filter((version) => allows(version));
  expect(oldest).toBe("20.18.1");
  expect(allowed.filter((version) => isBefore(oldest, asksFor[version]!.replace(/^>=/, "")))).toEqual([]);
  // No suitable version is excluded, and none is allowed that the table does not know.
  const fitting = Object.keys(asksFor).filter((version) => asksFor[version] === ">=20");
  expect(allowed).toEqual(fitting);
  expect(endsOf(range)).toEqual({ from: fitting[0], before: "3.249.0" });
});

test("the project's own installation is within the range, and so is every dependent of the library", () => {
  const installed = manifestIn(read(`node_modules/${pulumi}/package.json`)) as Manifest & { version: string };
  expect(allows(installed.version)).toBe(true);
  expect(manifest.devDependencies[pulumi]).toBe(range);
  const lock = JSON.parse(read("package-lock.json")) as { packages: Record<string, Manifest> };
  expect(lock.packages[""]!.peerDependencies[pulumi]).toBe(range);
  expect(lock.packages[""]!.devDependencies[pulumi]).toBe(range);
});

test("README installs a version within the range, and says which they are", () => {
  const [, wanted] = /^npm install pulumi-ciphertrust @pulumi\/pulumi@(\S+) /m.exec(read("README.md"))!;
  const { from, before } = endsOf(wanted!);
  expect(allows(from)).toBe(true);
  expect(isBefore(endsOf(range).before, before)).toBe(false);
  const [, ...named] = /`@pulumi\/pulumi` is limited to (\d+\.\d+) up to (\d+\.\d+)/.exec(read("README.md"))!;
  const ends = Object.keys(asksFor)
    .filter((one) => allows(one))
    .map((one) => one.split(".", 2).join("."));
  expect(named).toEqual([ends[0], ends.at(-1)]);
});

test("the examples require the same versions, and so do the programs that `adopt` writes", () => {
  const ofExamples = exampleFolders().map(
    (folder) => manifestIn(exampleFile(folder, "package.json")).dependencies[pulumi],
  );
  expect(new Set(ofExamples)).toEqual(new Set([range]));
  const files = programFiles([], [], {
    name: "keys",
    address: "https://cm.example.com",
    version: "1.0.0",
    protect: true,
  });
  expect(manifestIn(files["package.json"]!).dependencies[pulumi]).toBe(range);
});
