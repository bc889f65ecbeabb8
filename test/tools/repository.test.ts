import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";
import { generatedFiles } from "../../tools/generate/steps";
import { exampleFile, exampleFolders } from "../../tools/examples";
import { projectRoot } from "../../tools/project";
import { refuseUnknownHome, withOwner } from "../../tools/release/home";

/** What tools other than ours read about this repository. */

const root = projectRoot();
const read = (file: string) => readFileSync(join(root, file), "utf8");
const git = (...args: string[]) => execFileSync("git", args, { cwd: root, encoding: "utf8" }).trim().split("\n");

interface Manifest {
  version: string;
  author: string;
  homepage: string;
  bugs: { url: string };
  repository: { url: string };
  dependencies: Record<string, string>;
  devDependencies: Record<string, string>;
}

describe("package.json", () => {
  const text = read("package.json");
  const { author, homepage, bugs, repository } = JSON.parse(text) as Manifest;

  test("has links to one repository, and an author", () => {
    const [, page] = /^git\+(https:\/\/github\.com\/[\w-]+\/pulumi-ciphertrust)\.git$/.exec(repository.url)!;
    expect({ homepage, bugs: bugs.url }).toEqual({ homepage: `${page}#readme`, bugs: `${page}/issues` });
    expect(author).not.toBe("");
  });

  test("is not released before it names the owner of the repository", () => {
    const manifest = '{ "homepage": "https://github.com/OWNER/pulumi-ciphertrust#readme" }';
    expect(() => refuseUnknownHome(manifest)).toThrow("Replace OWNER");
    expect(() => refuseUnknownHome(withOwner(manifest, "acme"))).not.toThrow();
    expect(() => refuseUnknownHome(withOwner(text, "acme"))).not.toThrow();
  });
});

test("code hosts fold the files that are generated, and no others of the project", () => {
  const marked = git("ls-files", ":(attr:linguist-generated)").filter(
    (file) => !/package-lock\.json$|go\.sum$/.test(file),
  );
  const generated = git("ls-files", ...generatedFiles());
  expect(marked.sort()).toEqual(generated.sort());
});

test("contributors get a Node.js on which the checks run", () => {
  const { jobs } = parse(read(".github/workflows/ci.yml")) as {
    jobs: { all: { strategy: { matrix: { node: number[] } } } };
  };
  expect(jobs.all.strategy.matrix.node).toContain(Number(read(".nvmrc")));
});

test.each(exampleFolders())("the example %s depends on this version, in ranges, and has compiler options", (folder) => {
  const { version } = JSON.parse(read("package.json")) as Manifest;
  const { dependencies, devDependencies } = JSON.parse(exampleFile(folder, "package.json")) as Manifest;
  expect(dependencies["pulumi-ciphertrust"]).toBe(`^${version}`);
  for (const range of Object.values({ ...dependencies, ...devDependencies })) expect(range).toMatch(/^[\^~>=]*\d+\.\d/);
  expect(JSON.parse(exampleFile(folder, "tsconfig.json"))).toMatchObject({ compilerOptions: { strict: true } });
});
