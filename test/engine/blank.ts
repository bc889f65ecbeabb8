import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { stateFile } from "./stored";

/** A stack without resources: what `pulumi stack init` writes, as contents by file names. */
export type Blank = ReadonlyMap<string, string>;

const project = "test";
const files = ["Pulumi.test.yaml", join("state", ".pulumi", "meta.yaml"), join("state", stateFile(project))] as const;

let blank: Promise<Blank> | undefined;

/** Made once, by a command that gets the folder of its project and uses the backend in its folder `state`. */
export function blankStack(init: (folder: string) => Promise<void>): Promise<Blank> {
  return (blank ??= made(init));
}

async function made(init: (folder: string) => Promise<void>): Promise<Blank> {
  const folder = mkdtempSync(join(tmpdir(), "ciphertrust-blank-"));
  try {
    mkdirSync(join(folder, "state"));
    writeFileSync(join(folder, "Pulumi.yaml"), `name: ${project}\nruntime: nodejs\n`);
    await init(folder);
    return new Map(files.map((name) => [name, readFileSync(join(folder, name), "utf8")]));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** A copy that belongs to a project of another name. */
export function copyInto(folder: string, stack: Blank, name: string): void {
  for (const [file, text] of stack) {
    const copy = join(folder, file === files[2] ? join("state", stateFile(name)) : file);
    mkdirSync(dirname(copy), { recursive: true });
    writeFileSync(copy, text.replaceAll(`/${project}/test"`, `/${name}/test"`));
  }
}
