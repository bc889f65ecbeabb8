import { createHash } from "node:crypto";
import { mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { run } from "../shared/child.cjs";
import type { Progress } from "../shared/progress.cjs";
import { which } from "./find";
import { launchersText, writeLaunchers } from "./launchers";
import { minimumPulumi, pulumiVersion, randomVersion, yamlVersion } from "./versions";

/** A binary, and the Go module below go/ whose go.mod and go.sum pin everything that goes into it. */
interface Recipe {
  binary: string;
  module: string;
  package: string;
  define: string;
}

/**
 * The engines that can be built: the newest that works with all else, and the oldest, which only
 * tests need.
 */
export type Age = "newest" | "oldest";

export const versions: Record<Age, string> = { newest: pulumiVersion, oldest: minimumPulumi };

function engineRecipes(age: Age): Recipe[] {
  const define = `github.com/pulumi/pulumi/sdk/v3/go/common/version.Version=v${versions[age]}`;
  const language = "pulumi-language-nodejs";
  const module = age === "newest" ? "pulumi" : "pulumi-oldest";
  return [
    { binary: "pulumi", module, package: "github.com/pulumi/pulumi/pkg/v3/cmd/pulumi", define },
    { binary: language, module: language, package: `github.com/pulumi/pulumi/sdk/v3/nodejs/cmd/${language}`, define },
  ];
}

/**
 * A module of its own: the newest Terraform bridge does not compile with the newest engine's
 * packages.
 */
const randomRecipe: Recipe = {
  binary: "pulumi-resource-random",
  module: "pulumi-resource-random",
  package: ".",
  define: `main.version=${randomVersion}`,
};

/** In the engine's module: what the engine has compiled already serves it as well. */
const yamlRecipe: Recipe = {
  binary: "pulumi-language-yaml",
  module: "pulumi",
  package: "github.com/pulumi/pulumi-yaml/cmd/pulumi-language-yaml",
  define: `github.com/pulumi/pulumi-yaml/pkg/version.Version=v${yamlVersion}`,
};

/** The same for every module, or they could not share what Go has compiled already. */
const flags = ["-mod=readonly", "-trimpath", "-buildvcs=false", "-v"];

export interface BuildOptions {
  /** The folder of the recipes' modules. */
  recipes: string;
  env: NodeJS.ProcessEnv;
  progress: Progress;
}

/** Why a build could not be made; the reason is for the user. */
export class BuildError extends Error {}

/** Changes whenever a pinned version of the engine, or a launcher, does. */
export function engineHash(recipes: string, age: Age): string {
  const hash = createHash("sha256").update(launchersText);
  for (const { module, define } of engineRecipes(age)) {
    const files = ["go.mod", "go.sum"].map((name) => readFileSync(join(recipes, module, name)));
    for (const part of [define, ...files]) hash.update(part);
  }
  return hash.digest("hex").slice(0, 8);
}

export async function buildEngine(binDir: string, age: Age, options: BuildOptions): Promise<void> {
  const all = engineRecipes(age);
  for (const [index, recipe] of all.entries()) {
    await build(recipe, binDir, `${recipe.binary} (${index + 1} of ${all.length})`, options);
  }
  writeLaunchers(binDir);
}

export async function buildRandomPlugin(folder: string, options: BuildOptions): Promise<void> {
  await build(randomRecipe, folder, randomRecipe.binary, options);
}

export async function buildYamlHost(folder: string, options: BuildOptions): Promise<void> {
  await build(yamlRecipe, folder, yamlRecipe.binary, options);
}

async function build(recipe: Recipe, folder: string, title: string, options: BuildOptions): Promise<void> {
  const { recipes, env, progress } = options;
  const go = which("go", env);
  if (!go) throw new BuildError("no Go on PATH");
  mkdirSync(folder, { recursive: true });
  const output = join(folder, process.platform === "win32" ? `${recipe.binary}.exe` : recipe.binary);
  const args = ["build", ...flags, "-ldflags", `-s -w -X ${recipe.define}`, "-o", output, recipe.package];
  const watch = new BuildWatch(title, progress);
  const { code } = await run(go, args, {
    cwd: join(recipes, recipe.module),
    env: { ...env, CGO_ENABLED: "0", GOWORK: "off" },
    capture: true,
    stdin: "ignore",
    onLine: (line) => watch.read(line),
  });
  if (code !== 0) throw new BuildError(`building ${recipe.binary} failed:\n${watch.complaints()}`);
}

/**
 * Reads what `go build -v` reports: modules while they are fetched, packages as they are compiled,
 * and complaints.
 */
class BuildWatch {
  #downloads = 0;
  #packages = 0;
  #other: string[] = [];

  constructor(
    private readonly title: string,
    private readonly progress: Progress,
  ) {
    progress.step(`Building ${title}: resolving modules`);
  }

  read(line: string): void {
    if (line.startsWith("go: downloading ")) {
      this.progress.step(`Building ${this.title}: downloading modules, ${++this.#downloads} so far`);
    } else if (/^[\w.~/-]+$/.test(line)) {
      this.progress.step(`Building ${this.title}: compiling, ${++this.#packages} packages so far`);
    } else {
      this.#other.push(line);
    }
  }

  complaints(): string {
    return this.#other
      .slice(-10)
      .map((line) => `    ${line}`)
      .join("\n");
  }
}
