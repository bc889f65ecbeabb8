import ts from "typescript";

/** The top-level statements of programs in `examples` and `docs/samples`. */

export function programIn(text: string): ts.SourceFile {
  return ts.createSourceFile("program.ts", text, ts.ScriptTarget.Latest, true);
}

/** What a top-level statement declares or imports. */
export function namesOf(statement: ts.Statement): string[] {
  if (ts.isVariableStatement(statement))
    return statement.declarationList.declarations.map(({ name }) => name.getText());
  if (!ts.isImportDeclaration(statement)) return [];
  const bindings = statement.importClause?.namedBindings;
  return bindings && ts.isNamespaceImport(bindings) ? [bindings.name.text] : [];
}

/** The classes that a statement creates, and the functions that it calls. */
export function shownIn(statement: ts.Statement): string[] {
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isNewExpression(node) || ts.isCallExpression(node)) {
      const [, name] = /^ciphertrust\s*\.([\w.]+)$/.exec(node.expression.getText()) ?? [];
      if (name !== undefined) found.push(name);
    }
    node.forEachChild(visit);
  };
  visit(statement);
  return found;
}
