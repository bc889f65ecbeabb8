/** Writes what is made from the definitions: `npm run generate`. */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { counted } from "../../provider/api/counted";
import { projectRoot } from "../project";
import { classFiles } from "./classes";
import { Formatter } from "./formatted";
import { homesFile } from "./homes";
import { Declarations } from "./declarations";
import { exampleManifests } from "./manifests";
import { pagesWithPassages } from "./passages";
import { referencePages } from "./reference";
import { rotatableFile } from "./rotatable";
import { schemaText } from "./schema";
import { functionsFile } from "./schema/functions";
import { documentation } from "./wording";

type Documentation = ReturnType<typeof documentation>;

type Files = ReadonlyMap<string, string>;

/** Folders that hold nothing else, with the text of every file by its name. */
async function folders(documented: Documentation, formatter: Formatter): Promise<Map<string, Files>> {
  const classes = classFiles(documented);
  const declarations = new Declarations(classes);
  const formatted = formatter.formatted.bind(formatter);
  return new Map([
    ["docs/reference", await formatted(await referencePages(documented, declarations), "markdown")],
    ["sdk/resources", await formatted(new Map([...classes, ["rotatable.ts", rotatableFile()]]), "typescript")],
    [
      "provider/hosts/plugin/generated",
      new Map([
        ...(await formatted(new Map([["schema.json", schemaText(documented, declarations)]]), "json")),
        ...(await formatted(new Map([["functions.ts", functionsFile(declarations)]]), "typescript")),
      ]),
    ],
    ["provider/resources/generated", await formatted(new Map([["homes.ts", homesFile()]]), "typescript")],
  ]);
}

/**
 * Files among written ones, by path: the manifests of examples, and pages of which passages are
 * generated.
 */
const others = async (formatter: Formatter): Promise<Files> =>
  new Map([
    ...(await formatter.formatted(pagesWithPassages(), "markdown")),
    ...(await formatter.formatted(exampleManifests(), "json-stringify")),
  ]);

/** All of it, by folders; the files among written ones under ".". */
async function everything(): Promise<Map<string, Files>> {
  const [documented, formatter] = [documentation(), new Formatter()];
  const files = new Map([...(await folders(documented, formatter)), [".", await others(formatter)]]);
  formatter.keep();
  return files;
}

const at = (...parts: string[]): string => join(projectRoot(), ...parts);

/**
 * Writes the reference, the classes of the SDK, where the provider finds each type, the plugin's
 * schema, what pages say of the systems, and the examples' manifests.
 */
export async function writeGenerated(): Promise<number> {
  for (const [folder, files] of await everything()) {
    mkdirSync(at(folder), { recursive: true });
    for (const name of present(folder).filter((one) => !files.has(one))) rmSync(at(folder, name));
    for (const [name, text] of files) if (contentsOf(folder, name) !== text) writeFileSync(at(folder, name), text);
    if (folder !== ".") console.log(`${counted(files.size, "file")} in ${folder}.`);
  }
  return 0;
}

/** The files of a folder that holds nothing else. */
const present = (folder: string): string[] => (folder !== "." && existsSync(at(folder)) ? readdirSync(at(folder)) : []);

function contentsOf(folder: string, name: string): string | undefined {
  return existsSync(at(folder, name)) ? readFileSync(at(folder, name), "utf8") : undefined;
}

/** Says which files no longer fit the definitions; 1 when there are any. */
export async function checkGenerated(): Promise<number> {
  let code = 0;
  for (const [folder, files] of await everything()) {
    const stale = [
      ...[...files.keys()].filter((name) => contentsOf(folder, name) !== files.get(name)),
      ...present(folder).filter((name) => !files.has(name)),
    ];
    if (stale.length === 0) continue;
    console.error(`Out of date in ${folder}: ${stale.join(", ")}. Run npm run generate -- definitions.`);
    code = 1;
  }
  return code;
}
