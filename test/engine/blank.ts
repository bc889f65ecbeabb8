import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { writeWhole } from "../../tools/shared/wholeFile.cjs";
import { inRunFolder } from "./runFolder";
import { stateFile } from "./stored";

/** A stack without resources: what `pulumi stack init` writes, as contents by file names. */
export type Blank = ReadonlyMap<string, string>;

const project = "test";
const settings = "Pulumi.test.yaml";

/**
 * Made once, by a command that gets the folder of its project and uses the backend in its folder
 * `state`.
 */
export async function blankStack(init: (folder: string) => Promise<void>): Promise<Blank> {
  const file = inRunFolder("blank.json");
  if (!existsSync(file)) {
    writeWhole(file, JSON.stringify([...(await made(init))]));
  }
  return new Map(JSON.parse(readFileSync(file, "utf8")) as [string, string][]);
}

async function made(init: (folder: string) => Promise<void>): Promise<Blank> {
  const folder = mkdtempSync(join(tmpdir(), "ciphertrust-blank-"));
  try {
    mkdirSync(join(folder, "state"));
    writeFileSync(join(folder, "Pulumi.yaml"), `name: ${project}\nruntime: nodejs\n`);
    await init(folder);
    const stored = readdirSync(join(folder, "state"), { recursive: true, encoding: "utf8" });
    const files = [settings, ...stored.map((name) => join("state", name))];
    const isFile = (name: string) => statSync(join(folder, name)).isFile();
    return new Map(files.filter(isFile).map((name) => [name, readFileSync(join(folder, name), "utf8")]));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** A copy that belongs to a project of another name. */
export function copyInto(folder: string, stack: Blank, name: string): void {
  for (const [file, text] of stack) {
    const copy = join(folder, file.replace(dirname(stateFile(project)), dirname(stateFile(name))));
    mkdirSync(dirname(copy), { recursive: true });
    writeFileSync(copy, text.replaceAll(`/${project}/test"`, `/${name}/test"`));
  }
}
