import { dirname } from "node:path";
import { globalsIn } from "./globals";
import { pathOfCreate } from "./path";
import { codeLines, importsIn, membersOf, sourcesIn } from "./sources";

/** How large the provider's machinery is, and how its parts hang together: `npm run metrics`. */

const lifecycle = "provider/lifecycle";

export async function metrics(): Promise<number> {
  const sources = sourcesIn(lifecycle);
  const imports = await importsIn(lifecycle);
  const between = imports
    .map(([from, to]) => [dirname(from), dirname(to)] as const)
    .filter(([from, to]) => from !== to);
  const { files, returns } = await pathOfCreate();
  const lines = [...sources.values(), ...sourcesIn("provider/hosts").values()].map(codeLines);
  const definition = sources.get(`${lifecycle}/vocabulary/definition.ts`)!;
  const globals = globalsIn("provider");
  const rows: readonly (readonly [string, number])[] = [
    [`files in ${lifecycle}`, sources.size],
    ["folders of it", new Set([...sources.keys()].map(dirname)).size],
    ["its floors: files on the longest way of imports", longest(imports)],
    ["imports between its files", imports.length],
    ["pairs of its folders of which one imports the other", new Set(between.map(String)).size],
    ["files of the provider that the create of an AwsKey enters", files],
    ["how often its path comes back to a file that it had left", returns],
    ["lines of code in lifecycle and hosts, without comments and blanks", lines.reduce((sum, one) => sum + one, 0)],
    ["members of Definition", membersOf("Definition", definition).length],
    ["variables and collections of modules in provider", globals.length],
  ];
  for (const [what, value] of rows) console.log(`${String(value).padStart(6)}  ${what}`);
  console.log(`\n${globals.join("\n")}`);
  return 0;
}

function longest(imports: readonly (readonly [string, string])[]): number {
  const known = new Map<string, number>();
  const depth = (file: string): number => {
    const found = known.get(file);
    if (found !== undefined) return found;
    // A circle of types ends here.
    known.set(file, 0);
    const below = imports.filter(([from]) => from === file).map(([, to]) => depth(to));
    const own = 1 + Math.max(0, ...below);
    known.set(file, own);
    return own;
  };
  return Math.max(...imports.map(([from]) => depth(from)));
}
