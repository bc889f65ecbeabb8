import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";

/** What a user installs with the package, and how it is published. */

const root = join(__dirname, "../..");
const read = (file: string) => readFileSync(join(root, file), "utf8");

interface Locked {
  link?: boolean;
  dev?: boolean;
  resolved?: string;
  integrity?: string;
  hasInstallScript?: boolean;
}

const { scripts, files } = JSON.parse(read("package.json")) as { scripts: Record<string, string>; files: string[] };
const { packages } = JSON.parse(read("package-lock.json")) as { packages: Record<string, Locked> };
const locked = Object.entries(packages).filter(([path, { link }]) => path !== "" && !link);
const production = locked.filter(([, { dev }]) => !dev);

test("no code of ours runs while the package is installed", () => {
  const installing = ["preinstall", "install", "postinstall", "prepublish", "preprepare", "prepare", "postprepare"];
  expect(Object.keys(scripts).filter((name) => installing.includes(name))).toEqual([]);
});

test("it has few dependencies besides its peers, and one of them has an install script", () => {
  expect(production.length).toBeGreaterThan(10);
  // Some 25 of them belong to the viewer of the emulator's guide.
  expect(production.length).toBeLessThan(125);
  const installing = production.filter(([, { hasInstallScript }]) => hasInstallScript).map(([path]) => path);
  expect(installing).toEqual(["node_modules/classic-level"]);
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

describe("the workflow that publishes", () => {
  const text = read(".github/workflows/publish.yml");
  const workflow = parse(text) as {
    on: unknown;
    permissions: unknown;
    jobs: Record<string, { permissions: unknown; environment: string; steps: Step[] }>;
  };
  const [job] = Object.values(workflow.jobs);
  const commands = job!.steps.flatMap(({ run }) => run?.trim().split("\n") ?? []);

  test("runs for version tags only, and may only read and identify itself", () => {
    expect(Object.keys(workflow.jobs)).toEqual(["publish"]);
    expect(workflow).toMatchObject({ on: { push: { tags: ["v*"] } }, permissions: {} });
    expect(job!.permissions).toEqual({ contents: "read", "id-token": "write" });
    expect(job!.environment).toBe("npm");
    expect(text).not.toContain("secrets.");
  });

  test("pins actions to commits, not to tags, which can be moved", () => {
    const used = job!.steps.flatMap(({ uses }) => uses ?? []);
    expect(used.length).toBeGreaterThan(1);
    expect(used.filter((action) => !/^actions\/[\w-]+@[0-9a-f]{40}$/.test(action))).toEqual([]);
    // The comment names the version for the reader.
    for (const action of used) expect(text).toMatch(new RegExp(`${action} # v\\d+\\.\\d+\\.\\d+\\n`));
  });

  test("installs locked versions, without scripts, and publishes last, with provenance", () => {
    expect(commands).toContain("npm ci --ignore-scripts");
    expect(commands.filter((command) => /^npm (install|i|exec) |^npx (?!--no-install )/.test(command))).toEqual([]);
    expect(commands.at(-1)).toBe("npm publish --provenance --access public");
    expect(commands.filter((command) => command.includes("npm publish"))).toHaveLength(1);
    expect(commands.filter((command) => command.includes("${{"))).toEqual([]);
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
