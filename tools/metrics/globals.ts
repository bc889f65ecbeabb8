import { relative } from "node:path";
import ts from "typescript";
import { sourcesIn } from "./sources";

/** What modules keep for the life of the process: variables, and objects that change. */

/** `file: name`, by the file's path in the folder. */
export function globalsIn(folder: string): string[] {
  const sources = [...sourcesIn(folder)];
  const makers = new Set(sources.flatMap(([, source]) => makersIn(source)));
  return sources.flatMap(([file, source]) =>
    globalsOf(source, makers).map((name) => `${relative(folder, file)}: ${name}`),
  );
}

/** `makers` are the functions whose result keeps something that changes. */
export function globalsOf(source: ts.SourceFile, makers: ReadonlySet<string> = new Set(makersIn(source))): string[] {
  const variables = source.statements
    .filter(ts.isVariableStatement)
    .filter(({ modifiers }) => !modifiers?.some(({ kind }) => kind === ts.SyntaxKind.DeclareKeyword))
    .flatMap(({ declarationList }) => variablesOf(declarationList, makers));
  const classes = source.statements.filter(ts.isClassDeclaration).flatMap((one) =>
    one.members
      .filter(ts.isPropertyDeclaration)
      .filter((member) => hasModifier(member, ts.SyntaxKind.StaticKeyword))
      .filter((member) => !hasModifier(member, ts.SyntaxKind.ReadonlyKeyword) || keeps(member, makers))
      .map((member) => `${one.name?.text}.${member.name.getText()}`),
  );
  return [...variables, ...classes];
}

const variablesOf = (list: ts.VariableDeclarationList, makers: ReadonlySet<string>): string[] =>
  list.declarations
    .filter((one) => !(list.flags & ts.NodeFlags.Const) || keeps(one, makers))
    .map(({ name }) => name.getText());

const hasModifier = ({ modifiers }: ts.PropertyDeclaration, kind: ts.SyntaxKind): boolean =>
  modifiers?.some((one) => one.kind === kind) === true;

type Declared = ts.VariableDeclaration | ts.PropertyDeclaration;

/** Whether the value of a constant may change. */
function keeps({ name, type, initializer }: Declared, makers: ReadonlySet<string>): boolean {
  if (!initializer || /^Readonly(Map|Set|Array)\b/.test(type?.getText() ?? "")) return false;
  return (
    isChanged(name.getText(), initializer.getSourceFile()) || contains(initializer, (one) => isStateful(one, makers))
  );
}

/** True if the file changes the entries of what is called so. */
function isChanged(name: string, source: ts.SourceFile): boolean {
  const target = name.replaceAll("$", String.raw`\$`);
  const ways = [
    String.raw`\.(?:set|add|delete|clear|push|pop|shift|unshift|splice|sort|reverse)\(`,
    String.raw`(?:\.\w+|\[[^\]\n]+\])+ (?:\?\?|\|\||[-+])?= `,
  ];
  const before = String.raw`(?<![\w$.])`;
  return new RegExp(`${before}${target}(?:${ways.join("|")})|Object\\.assign\\(${target},|delete ${target}[.[]`).test(
    source.text,
  );
}

/** Classes whose instances nobody changes. */
const values = /^(?:\w*Error|RegExp|Date|URL|Intl\.\w+)$/;
const collections = /^(?:Map|Set)$/;

function isStateful(node: ts.Node, makers: ReadonlySet<string>): boolean {
  if (ts.isNewExpression(node)) {
    const made = node.expression.getText();
    // A collection that is made with its content is a table, unless the file changes it.
    return !values.test(made) && !(collections.test(made) && node.arguments?.length);
  }
  if (!ts.isCallExpression(node)) return false;
  const called = node.expression.getText();
  return makers.has(called) || called === "z.registry";
}

/** Whether a part of an expression passes, functions in it aside. */
function contains(node: ts.Node, passes: (node: ts.Node) => boolean): boolean {
  if (ts.isFunctionLike(node) || ts.isClassLike(node)) return false;
  return passes(node) || ts.forEachChild(node, (child) => contains(child, passes) || undefined) === true;
}

/** Functions that return a function which keeps something between its calls. */
function makersIn(source: ts.SourceFile): string[] {
  return source.statements.flatMap((one) => {
    if (!ts.isFunctionDeclaration(one) || !one.name || !one.body) return [];
    const { statements } = one.body;
    const kept = statements
      .filter(ts.isVariableStatement)
      .flatMap(({ declarationList }) => variablesOf(declarationList, new Set()));
    const returned = statements.filter(ts.isReturnStatement);
    return returned.some((statement) => kept.some((name) => usesLater(statement, name))) ? [one.name.text] : [];
  });
}

/** Whether a function in the node mentions a name. */
function usesLater(node: ts.Node, name: string, isInside = false): boolean {
  if (isInside && ts.isIdentifier(node) && node.text === name) return true;
  const isNow = isInside || ts.isFunctionLike(node);
  return ts.forEachChild(node, (child) => usesLater(child, name, isNow) || undefined) === true;
}
