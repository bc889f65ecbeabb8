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
import { exampleScripts } from "./settings";
import { documentation } from "./wording";

type Documentation = ReturnType<typeof documentation>;

type Files = ReadonlyMap<string, string>;

/** What `npm run generate` makes of the definitions. The pages also show what tests have recorded. */
export type Part = "code" | "pages";

/** The files of each folder, by their names. A folder holds no others, but for the root. */
const making: Readonly<Record<Part, (documented: Documentation, formatter: Formatter) => Promise<[string, Files][]>>> =
  {
    async code(documented, formatter) {
      const formatted = formatter.formatted.bind(formatter);
      const classes = classFiles(documented);
      const declarations = new Declarations(classes);
      const schema = await formatted(new Map([["schema.json", schemaText(documented, declarations)]]), "json");
      const functions = await formatted(new Map([["functions.ts", functionsFile(declarations)]]), "typescript");
      return [
        ["sdk/resources", await formatted(new Map([...classes, ["rotatable.ts", rotatableFile()]]), "typescript")],
        ["provider/hosts/plugin/generated", new Map([...schema, ...functions])],
        ["provider/resources/generated", await formatted(new Map([["homes.ts", homesFile()]]), "typescript")],
      ];
    },
    async pages(documented, formatter) {
      const formatted = formatter.formatted.bind(formatter);
      const declarations = new Declarations(classFiles(documented));
      return [
        ["docs/reference", await formatted(await referencePages(documented, declarations), "markdown")],
        [
          ".",
          new Map([
            ...(await formatted(pagesWithPassages(), "markdown")),
            ...(await formatted(exampleManifests(), "json-stringify")),
            ...exampleScripts(),
          ]),
        ],
      ];
    },
  };

async function made(parts: readonly Part[]): Promise<[string, Files][]> {
  const documented = documentation();
  const files: [string, Files][] = [];
  for (const part of parts) {
    const formatter = new Formatter(part);
    files.push(...(await making[part](documented, formatter)));
    formatter.keep();
  }
  return files;
}

const at = (...parts: string[]): string => join(projectRoot(), ...parts);

/**
 * Writes the classes of the SDK and what the plugin loads, or the pages and the examples' manifests
 * and scripts.
 */
export async function writeGenerated(part: Part): Promise<number> {
  for (const [folder, files] of await made([part])) {
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
  for (const [folder, files] of await made(["code", "pages"])) {
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
