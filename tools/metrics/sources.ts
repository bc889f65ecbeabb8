import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import { projectRoot } from "../project";

/** Sources as the compiler sees them. */

/** Every TypeScript file below a folder of the project, by its path from the root. */
export function sourcesIn(folder: string): Map<string, ts.SourceFile> {
  const names = readdirSync(join(projectRoot(), folder), { recursive: true, encoding: "utf8" });
  const files = names.filter((name) => /\.ts$/.test(name) && !name.endsWith(".d.ts")).map((name) => join(folder, name));
  return new Map(files.map((file) => [file, parsed(file)]));
}

const parsed = (file: string): ts.SourceFile =>
  ts.createSourceFile(file, readFileSync(join(projectRoot(), file), "utf8"), ts.ScriptTarget.Latest, true);

/** Which file in a folder imports which other one there, types included. */
export async function importsIn(folder: string): Promise<(readonly [string, string])[]> {
  const { cruise } = await import("dependency-cruiser");
  const { output } = await cruise([folder], {
    baseDir: projectRoot(),
    tsPreCompilationDeps: true,
    includeOnly: `^${folder}/`,
  });
  if (typeof output === "string") throw new Error(output);
  return output.modules.flatMap(({ source, dependencies }) => {
    const imported = new Set(dependencies.map(({ resolved }) => resolved));
    return [...imported].map((to) => [source, to] as const);
  });
}

/** How many lines hold code: neither blank nor comments alone. */
export function codeLines(source: ts.SourceFile): number {
  const lines = new Set<number>();
  const visit = (node: ts.Node): void => {
    const children = node.getChildren(source);
    if (children.length > 0) return children.forEach(visit);
    if (ts.isJSDoc(node) || node.kind === ts.SyntaxKind.EndOfFileToken) return;
    const [first, last] = [node.getStart(source), node.getEnd()].map((at) => source.getLineAndCharacterOfPosition(at));
    for (let line = first!.line; line <= last!.line; line++) lines.add(line);
  };
  visit(source);
  return lines.size;
}

/** Members of an interface, with those that it inherits from others in the file. */
export function membersOf(name: string, source: ts.SourceFile): string[] {
  const found = source.statements.find((one) => ts.isInterfaceDeclaration(one) && one.name.text === name);
  if (!found) return [];
  const { members, heritageClauses = [] } = found as ts.InterfaceDeclaration;
  const inherited = heritageClauses.flatMap(({ types }) => types.map(({ expression }) => expression.getText(source)));
  const own = members.flatMap((member) => (member.name ? [member.name.getText(source)] : []));
  return [...own, ...inherited.flatMap((one) => membersOf(one, source))];
}
