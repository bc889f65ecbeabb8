import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { output } from "./output";

/** What a package brings where it is installed for production, without its peers. */

const production = ["--omit=dev", "--omit=peer"];

interface Lock {
  packages: Record<string, { hasInstallScript?: boolean }>;
}

/** Does something in a project that depends on the packed package alone. */
async function inProject<T>(tarball: string, work: (folder: string) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), "ciphertrust-install-"));
  try {
    const dependencies = { packed: `file:${tarball}` };
    writeFileSync(join(folder, "package.json"), JSON.stringify({ name: "project", version: "1.0.0", dependencies }));
    return await work(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const install = (folder: string, ...options: string[]): Promise<string> =>
  output(folder, "npm", "install", "--ignore-scripts", "--no-audit", "--no-fund", ...production, ...options);

/** The bill of materials of an installation, in the form of CycloneDX. */
export const materialsOf = (tarball: string): Promise<string> =>
  inProject(tarball, async (folder) => {
    await install(folder, "--package-lock-only");
    const form = ["--sbom-format=cyclonedx", "--sbom-type=library", "--package-lock-only"];
    return output(folder, "npm", "sbom", ...form, ...production);
  });

export interface Weight {
  /** Itself included. */
  packages: number;
  /** The sizes of all files. */
  bytes: number;
  /** Which of them run code when they are installed. */
  scripts: string[];
}

export const weightOf = (tarball: string): Promise<Weight> =>
  inProject(tarball, async (folder) => {
    await install(folder);
    const { packages } = JSON.parse(readFileSync(join(folder, "node_modules", ".package-lock.json"), "utf8")) as Lock;
    const installed = Object.entries(packages);
    const scripts = installed.filter(([, { hasInstallScript }]) => hasInstallScript).map(([path]) => path);
    return { packages: installed.length, bytes: bytesIn(join(folder, "node_modules")), scripts };
  });

function bytesIn(folder: string): number {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return entries.reduce((sum, entry) => sum + statSync(join(entry.parentPath, entry.name)).size, 0);
}
