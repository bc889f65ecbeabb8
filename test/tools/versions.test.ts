import { readFileSync } from "node:fs";
import { join } from "node:path";
import { satisfies } from "semver";
import { programFiles } from "../../cli/adopt/program";
import { findOnPath } from "../../tools/engine/find";
import { isAtLeast, minimumPulumi, pulumiVersion, randomVersion, yamlVersion } from "../../tools/engine/versions";
import { exampleFile, exampleFolders } from "../../tools/examples";
import { projectRoot } from "../../tools/project";
import { temporaryFolder, writeCommand } from "./fixtures";

test.each([
  ["3.230.0", "3.230.0", true],
  ["v3.230.1", "3.230.0", true],
  ["3.1000.0", "3.230.0", true],
  ["4.0.0", "3.230.0", true],
  ["3.229.9", "3.230.0", false],
  ["3.99.0", "3.230.0", false],
  ["2.999.0", "3.230.0", false],
  ["3.251.0-dev.1+abc", "3.230.0", true],
  ["(devel)", "3.230.0", false],
  ["", "3.230.0", false],
])("%p at least %p: %p", (version, minimum, expected) => expect(isAtLeast(version, minimum)).toBe(expected));

test("the pinned versions match their sources", () => {
  const goModule = (name: string) => readFileSync(join(projectRoot(), "tools", "engine", "go", name, "go.mod"), "utf8");
  expect(goModule("pulumi")).toContain(`github.com/pulumi/pulumi/pkg/v3 v${pulumiVersion} `);
  expect(goModule("pulumi-oldest")).toContain(`github.com/pulumi/pulumi/pkg/v3 v${minimumPulumi} `);
  expect(goModule("pulumi")).toContain(`github.com/pulumi/pulumi-yaml v${yamlVersion} `);
  const random = JSON.parse(readFileSync(require.resolve("@pulumi/random/package.json"), "utf8")) as {
    version: string;
  };
  expect(randomVersion).toBe(random.version);
  expect(isAtLeast(pulumiVersion, minimumPulumi)).toBe(true);
});

describe("Pulumi's library", () => {
  interface Manifest {
    version: string;
    dependencies: Record<string, string>;
    peerDependencies: Record<string, string>;
  }
  const name = "@pulumi/pulumi";
  const read = (file: string) => readFileSync(join(projectRoot(), file), "utf8");
  const manifestIn = (text: string) => JSON.parse(text) as Manifest;
  const range = manifestIn(read("package.json")).peerDependencies[name]!;

  test("is installed here in a version that the package accepts", () => {
    const { version } = manifestIn(read(`node_modules/${name}/package.json`));
    expect(satisfies(version, range)).toBe(true);
  });

  test("is asked for in the same versions by the examples, and by the programs that `adopt` writes", () => {
    const service = { name: "keys", address: "https://cm.example.com", version: "1.0.0", protect: true };
    const manifests = [
      programFiles([], [], service)["package.json"]!,
      ...exampleFolders().map((folder) => exampleFile(folder, "package.json")),
    ];
    expect(new Set(manifests.map((text) => manifestIn(text).dependencies[name]))).toEqual(new Set([range]));
  });
});

describe("an engine on PATH", () => {
  const folder = temporaryFolder();
  const install = (name: string, version: string, companions: string[]): string => {
    const binDir = join(folder, name);
    writeCommand(join(binDir, "pulumi"), `echo ${version}`);
    for (const companion of companions) writeCommand(join(binDir, companion));
    return binDir;
  };
  const complete = ["pulumi-language-nodejs", "pulumi-resource-pulumi-nodejs"];

  test("is used if it is recent and complete", async () => {
    const binDir = install("good", "v3.240.0", complete);
    expect(await findOnPath({ PATH: `/nowhere:${binDir}` })).toEqual({ binDir, version: "3.240.0" });
  });

  test.each([
    ["too old", "v3.100.0", complete, "3.100.0 is older than 3.230.0"],
    ["without a version", "", complete, "an unknown version is older than 3.230.0"],
    ["without its language host", "v3.240.0", complete.slice(1), "3.240.0 lacks pulumi-language-nodejs"],
  ])("%s is not used, and the reason is known", async (name, version, companions, reason) => {
    expect(await findOnPath({ PATH: install(name, version, companions) })).toBe(reason);
  });

  test("that does not exist is not found", async () => expect(await findOnPath({})).toBe("not found"));
});
