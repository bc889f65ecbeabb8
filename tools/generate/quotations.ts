import { readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import { projectRoot } from "../project";

/** What pages quote from the examples, which tests run: whole statements, so that each stands once. */

/**
 * The statements of `examples/<folder>/index.ts` that declare a variable, or use a class or a function of the package, of
 * one of these names; with the comments above them.
 */
export function quoted(folder: string, names: readonly string[]): string {
  const source = programOf(folder);
  const statements = source.statements.map((one) => ({ text: one.getFullText(source), names: namesIn(one) }));
  const missing = names.filter((name) => !statements.some((one) => one.names.has(name)));
  if (missing.length > 0) throw new Error(`examples/${folder}/index.ts has no ${missing.join(", no ")}`);
  const chosen = statements.filter((one) => names.some((name) => one.names.has(name)));
  return chosen
    .map(({ text }) => text)
    .join("")
    .trim();
}

function programOf(folder: string): ts.SourceFile {
  const file = join(projectRoot(), "examples", folder, "index.ts");
  return ts.createSourceFile(file, readFileSync(file, "utf8"), ts.ScriptTarget.Latest, true);
}

function namesIn(statement: ts.Statement): Set<string> {
  const names = new Set<string>();
  const visit = (node: ts.Node): void => {
    const isOurs = ts.isPropertyAccessExpression(node) && node.expression.getText() === "ciphertrust";
    if (isOurs) names.add(node.name.text);
    node.forEachChild(visit);
  };
  visit(statement);
  const declared = ts.isVariableStatement(statement) ? statement.declarationList.declarations : [];
  for (const { name } of declared) names.add(name.getText());
  return names;
}
