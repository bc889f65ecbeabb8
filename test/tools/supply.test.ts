import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { minVersion, satisfies } from "semver";
import { parse } from "yaml";
import { dependenciesOf } from "../../tools/packages";

/** What a user installs with the package, and how it is published. */

const root = join(__dirname, "../..");
const read = (file: string) => readFileSync(join(root, file), "utf8");

interface Locked {
  link?: boolean;
  dev?: boolean;
  resolved?: string;
  integrity?: string;
  hasInstallScript?: boolean;
  engines?: { node?: string };
}

interface Manifest {
  scripts: Record<string, string>;
  files: string[];
  engines: { node: string };
}

const { scripts, files, engines } = JSON.parse(read("package.json")) as Manifest;
const { packages } = JSON.parse(read("package-lock.json")) as { packages: Record<string, Locked> };
const locked = Object.entries(packages).filter(([path, { link }]) => path.startsWith("node_modules/") && !link);
/** Those of both packages. */
const production = locked.filter(([, { dev }]) => !dev);

test("no code of ours runs while the package is installed", () => {
  const installing = ["preinstall", "install", "postinstall", "prepublish", "preprepare", "prepare", "postprepare"];
  expect(Object.keys(scripts).filter((name) => installing.includes(name))).toEqual([]);
});

const installing = (names: readonly string[]) =>
  names.filter((name) => packages[`node_modules/${name}`]!.hasInstallScript);

test("it has few dependencies besides its peers, and none of them has an install script", () => {
  const own = dependenciesOf("");
  expect(own).toContain("undici");
  expect(own.length).toBeLessThan(30);
  expect(installing(own)).toEqual([]);
});

test("only the store of the emulator has an install script", () =>
  expect(installing(dependenciesOf("emulator"))).toEqual(["classic-level"]));

test("all of them support the oldest Node.js that it supports", () => {
  const oldest = minVersion(engines.node)!;
  const others = production.filter(([, { engines: theirs }]) => theirs?.node && !satisfies(oldest, theirs.node));
  expect(others.map(([path]) => path)).toEqual([]);
});

test("every version is locked with its hash, whatever the registry", () => {
  expect(locked.filter(([, { integrity }]) => !integrity?.startsWith("sha512-")).map(([path]) => path)).toEqual([]);
  expect(locked.filter(([, { resolved }]) => resolved !== undefined).map(([path]) => path)).toEqual([]);
});

interface Step {
  uses?: string;
  run?: string;
  with?: Record<string, unknown>;
}

interface Job {
  needs?: string;
  uses?: string;
  permissions?: unknown;
  environment?: string;
  steps?: Step[];
}

const workflows = readdirSync(join(root, ".github/workflows"));
const textOf = (workflow: string) => read(`.github/workflows/${workflow}`);
const jobsOf = (workflow: string) => (parse(textOf(workflow)) as { jobs: Record<string, Job> }).jobs;
const stepsOf = (job: Job) => job.steps ?? [];

test.each(workflows)(
  "%s pins actions to commits, not to tags, which can be moved, and runs no text of others",
  (name) => {
    const jobs = Object.values(jobsOf(name));
    const used = jobs.flatMap((job) => [job, ...stepsOf(job)].flatMap(({ uses }) => uses ?? []));
    const foreign = used.filter((action) => action !== "./.github/workflows/ci.yml");
    expect(foreign.length).toBeGreaterThan(1);
    expect(foreign.filter((action) => !/^actions\/[\w-]+@[0-9a-f]{40}$/.test(action))).toEqual([]);
    // The comment names the version for the reader.
    for (const action of foreign) expect(textOf(name)).toMatch(new RegExp(`${action} # v\\d+\\.\\d+\\.\\d+\\n`));
    expect(jobs.flatMap(stepsOf).filter(({ run }) => run?.includes("${{"))).toEqual([]);
    expect(textOf(name)).not.toContain("secrets.");
  },
);

describe("the workflow that publishes", () => {
  const workflow = parse(textOf("publish.yml")) as { on: unknown; permissions: unknown };
  const jobs = jobsOf("publish.yml");
  const commandsOf = (job: Job) => stepsOf(job).flatMap(({ run }) => run?.trim().split("\n") ?? []);

  test("runs for version tags only, and each job has only the rights that it needs, after the one before it", () => {
    expect(workflow.on).toEqual({ push: { tags: ["v*"] } });
    expect(workflow.permissions).toEqual({});
    const rights = Object.entries(jobs).map(([name, { needs, permissions }]) => [name, needs, permissions]);
    expect(rights).toEqual([
      ["ci", undefined, { contents: "read" }],
      ["package", "ci", { contents: "read" }],
      ["publish", "package", { "id-token": "write" }],
      ["release", "publish", { contents: "write" }],
    ]);
    expect(jobs.ci!.uses).toBe("./.github/workflows/ci.yml");
    expect(jobs.publish!.environment).toBe("npm");
  });

  test("installs locked versions, without scripts", () => {
    const commands = Object.values(jobs).flatMap(commandsOf);
    expect(commands).toContain("npm ci --ignore-scripts");
    expect(commands.filter((command) => /^npm (install|i|exec) |^npx /.test(command))).toEqual([]);
  });

  test("publishes with provenance what the job before packed, and runs nothing else that could", () => {
    const publishing =
      'for package in ./dist/release/*.tgz; do npm publish "$package" --provenance --access public; done';
    expect(commandsOf(jobs.publish!)).toEqual(["cd dist/release && sha256sum --check SHA256SUMS", publishing]);
    expect(commandsOf(jobs.package!).at(-1)).toBe('npm run release -- pack "$GITHUB_REF_NAME"');
  });
});

describe("SECURITY.md", () => {
  const text = read("SECURITY.md");

  test("names code and tests that exist, and every row has both", () => {
    const rows = text.split("\n").filter((line) => /^\| /.test(line) && !/^\| (threat|-)/.test(line));
    expect(rows.length).toBeGreaterThan(15);
    for (const row of rows) {
      const [, , defense, code, tests] = row.split("|").map((cell) => cell.trim());
      expect(defense).not.toBe("");
      const named = (cell: string) => [...cell.matchAll(/`([^`]+)`/g)].map(([, file]) => file!);
      expect(named(tests!).every((file) => /^test\/.+\.test\.ts$/.test(file))).toBe(true);
      const all = [...named(code!), ...named(tests!)];
      expect(all.length).toBeGreaterThan(1);
      expect(all.filter((file) => !existsSync(join(root, file)))).toEqual([]);
    }
  });

  test("is in the package", () => expect(files).toContain("SECURITY.md"));
});
