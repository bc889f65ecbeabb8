import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
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

test("everything is checked on the Node.js of .nvmrc, and the README's commands on each older one", () => {
  const { jobs } = parse(read(".github/workflows/ci.yml")) as {
    jobs: {
      all: { steps: { uses?: string; with?: Record<string, unknown> }[] };
      quick: { strategy: { matrix: { node: number[] } } };
    };
  };
  const setUp = jobs.all.steps.find(({ uses }) => uses?.startsWith("actions/setup-node@"));
  expect(setUp?.with).toMatchObject({ "node-version-file": ".nvmrc" });
  const supported = readdirSync(join(root, "test/platforms")).flatMap((name) => /^node(\d+)\./.exec(name)?.[1] ?? []);
  expect([...jobs.quick.strategy.matrix.node, Number(read(".nvmrc"))]).toEqual(supported.map(Number));
});

test.each(exampleFolders())("the example %s depends on this version, in ranges, and has compiler options", (folder) => {
  const { version } = JSON.parse(read("package.json")) as Manifest;
  const { dependencies, devDependencies } = JSON.parse(exampleFile(folder, "package.json")) as Manifest;
  expect(dependencies["pulumi-ciphertrust"]).toBe(`^${version}`);
  for (const range of Object.values({ ...dependencies, ...devDependencies })) expect(range).toMatch(/^[\^~>=]*\d+\.\d/);
  expect(JSON.parse(exampleFile(folder, "tsconfig.json"))).toMatchObject({ compilerOptions: { strict: true } });
});
