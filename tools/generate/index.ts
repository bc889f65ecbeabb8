/** Writes what is made from the definitions: `npm run generate`. */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { format, resolveConfig } from "prettier";
import { counted } from "../../provider/api/counted";
import { projectRoot } from "../project";
import { classFiles } from "./classes";
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

/** Folders that hold nothing else, with the text of every file by its name. */
async function folders(documented: Documentation): Promise<Map<string, Map<string, string>>> {
  const classes = classFiles(documented);
  const declarations = new Declarations(classes);
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

async function formatted(texts: Map<string, string>, parser: string): Promise<Map<string, string>> {
  const options = { ...(await resolveConfig(__filename)), parser };
  return new Map(
    await Promise.all([...texts].map(async ([name, text]) => [name, await format(text, options)] as const)),
  );
}

/** Files among written ones, by path: the manifests of examples, and pages of which passages are generated. */
const others = async (documented: Documentation) =>
  new Map([
    ...(await formatted(pagesWithPassages(documented), "markdown")),
    ...(await formatted(exampleManifests(), "json-stringify")),
  ]);

const at = (...parts: string[]): string => join(projectRoot(), ...parts);

/** Writes the reference, the classes of the SDK, where the provider finds each type, the plugin's schema, what pages say of the systems, and the examples' manifests. */
export async function writeGenerated(): Promise<number> {
  const documented = documentation();
  for (const [folder, files] of await folders(documented)) {
    mkdirSync(at(folder), { recursive: true });
    for (const name of readdirSync(at(folder)).filter((one) => !files.has(one))) rmSync(at(folder, name));
    write(folder, files);
    console.log(`${counted(files.size, "file")} in ${folder}.`);
  }
  write(".", await others(documented));
  return 0;
}

function write(folder: string, files: ReadonlyMap<string, string>): void {
  for (const [name, text] of files) if (contentsOf(folder, name) !== text) writeFileSync(at(folder, name), text);
}

function contentsOf(folder: string, name: string): string | undefined {
  return existsSync(at(folder, name)) ? readFileSync(at(folder, name), "utf8") : undefined;
}

/** Says which files no longer fit the definitions; 1 when there are any. */
export async function checkGenerated(): Promise<number> {
  const documented = documentation();
  let code = 0;
  for (const [folder, files] of [...(await folders(documented)), [".", await others(documented)] as const]) {
    const there = folder !== "." && existsSync(at(folder)) ? readdirSync(at(folder)) : [];
    const stale = [
      ...[...files.keys()].filter((name) => contentsOf(folder, name) !== files.get(name)),
      ...there.filter((name) => !files.has(name)),
    ];
    if (stale.length === 0) continue;
    console.error(`Out of date in ${folder}: ${stale.join(", ")}. Run npm run generate.`);
    code = 1;
  }
  return code;
}
