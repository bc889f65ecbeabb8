import { readdirSync, readFileSync } from "node:fs";
import { join, relative, sep } from "node:path";
import ts from "typescript";
import { projectRoot } from "../project";

/** The documentation of the resources, read from the comments of their definitions. */

/** One property, with its comment. */
export interface Field {
  name: string;
  /** File and place, such as `aws/connection.ts inputs.iamRoleAnywhere.privateKey`. */
  where: string;
  /** The doc comment above it in one line; empty when there is none. */
  comment: string;
  /** The fields of the objects that it holds. */
  fields: Field[];
}

/** One definition, with its comments. */
export interface Documented {
  type: string;
  comment: string;
  /** What there is to know of its list. */
  listComment: string;
  inputs: Field[];
  outputs: Field[];
}

const folder = join(projectRoot(), "provider", "resources");

/**
 * Every definition below `provider/resources`, with the fields that it shares with others in their
 * place.
 */
export function documentedResources(): Documented[] {
  const sources = readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((one) => one.isFile() && one.name.endsWith(".ts"))
    .map((one) => join(one.parentPath, one.name))
    .map((file) => ts.createSourceFile(file, readFileSync(file, "utf8"), ts.ScriptTarget.Latest, true));
  const shared = new Map<string, Field[]>();
  for (const source of sources) addShared(source, shared);
  return sources.flatMap((source) => definitionsIn(source, shared));
}

type Shared = ReadonlyMap<string, Field[]>;

/**
 * Shapes and schemas of objects that definitions take from elsewhere: constants called `…Fields` or
 * `…Outputs`, or made by `z.object`.
 */
function addShared(source: ts.SourceFile, shared: Map<string, Field[]>): void {
  for (const statement of source.statements.filter(ts.isVariableStatement)) {
    const isExported = statement.getText(source).startsWith("export ");
    for (const { name, initializer } of statement.declarationList.declarations) {
      const own = name.getText(source);
      if (!initializer || !(/(Fields|Outputs)$/.test(own) || makesObject.test(initializer.getText(source)))) continue;
      const place = `${placeOf(source)} ${own}`;
      shared.set(isExported ? own : place, fieldsOf(initializer, source, place, shared));
    }
  }
}

function sharedUnder(name: string, source: ts.SourceFile, shared: Shared): Field[] | undefined {
  return shared.get(`${placeOf(source)} ${name}`) ?? shared.get(name);
}

/** The functions that declare resources, with the names of the shared fields that each adds. */
const makers: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  defineResource: {},
  defineContainer: { inputs: ["containerFields"] },
  defineConnection: { inputs: ["connectionNameFields", "connectionFields"], outputs: ["connectionOutputs"] },
};

function definitionsIn(source: ts.SourceFile, shared: Shared): Documented[] {
  const found: Documented[] = [];
  const visit = (node: ts.Node): void => {
    const given = ts.isCallExpression(node) ? makers[node.expression.getText(source)] : undefined;
    const literal = given && (node as ts.CallExpression).arguments.at(-1);
    // A function that declares for others has no type of its own.
    if (literal && ts.isObjectLiteralExpression(literal) && partNamed("type", literal, source))
      found.push(definitionOf(literal, given, source, shared));
    node.forEachChild(visit);
  };
  visit(source);
  return found;
}

function partNamed(name: string, { properties }: ts.ObjectLiteralExpression, source: ts.SourceFile) {
  return properties.find((one) => one.name?.getText(source) === name);
}

function definitionOf(
  literal: ts.ObjectLiteralExpression,
  given: Readonly<Record<string, readonly string[]>>,
  source: ts.SourceFile,
  shared: Shared,
): Documented {
  const valueOf = (name: string): ts.Expression | undefined => {
    const part = partNamed(name, literal, source);
    return part && ts.isPropertyAssignment(part) ? part.initializer : undefined;
  };
  const fields = (shape: string): Field[] => {
    const value = valueOf(shape);
    const own = value ? fieldsOf(value, source, `${placeOf(source)} ${shape}`, shared) : [];
    return byName([...(given[shape] ?? []).flatMap((name) => shared.get(name)!), ...own]);
  };
  const type = valueOf("type");
  const filters = partNamed("filters", literal, source);
  let statement: ts.Node = literal;
  while (!ts.isStatement(statement)) statement = statement.parent;
  return {
    type: type && ts.isStringLiteral(type) ? type.text : "",
    comment: commentOf(statement, source),
    listComment: filters ? commentOf(filters, source) : "",
    inputs: fields("inputs"),
    outputs: fields("outputs"),
  };
}

const placeOf = (source: ts.SourceFile): string => relative(folder, source.fileName).split(sep).join("/");

/**
 * The properties of the object literals in an expression, as far as they hold schemas. A later one
 * replaces an earlier.
 */
function fieldsOf(node: ts.Node, source: ts.SourceFile, where: string, shared: Shared): Field[] {
  if (ts.isIdentifier(node)) return sharedUnder(node.text, source, shared) ?? [];
  if (ts.isPropertyAccessExpression(node) && ts.isIdentifier(node.expression)) {
    const one = sharedUnder(node.expression.text, source, shared)?.find(({ name }) => name === node.name.text);
    if (one) return one.fields;
  }
  // What a check computes is no field.
  if (ts.isFunctionLike(node)) return [];
  if (!ts.isObjectLiteralExpression(node)) {
    const nested: Field[] = [];
    node.forEachChild((child) => {
      if (!isOption(child, source)) nested.push(...fieldsOf(child, source, where, shared));
    });
    return nested;
  }
  return byName(node.properties.flatMap((property) => fieldsAt(property, source, where, shared)));
}

/** A later field replaces an earlier one of its name. */
const byName = (fields: readonly Field[]): Field[] => [...new Map(fields.map((one) => [one.name, one])).values()];

function fieldsAt(
  property: ts.ObjectLiteralElementLike,
  source: ts.SourceFile,
  where: string,
  shared: Shared,
): Field[] {
  if (ts.isSpreadAssignment(property)) {
    const name = property.expression.getText(source);
    const fields = sharedUnder(name, source, shared);
    if (!fields) throw new Error(`${where}: ${name} is not among the fields that are shared under such a name`);
    return fields;
  }
  if (!ts.isPropertyAssignment(property) && !ts.isShorthandPropertyAssignment(property)) return [];
  const name = property.name.getText(source);
  const place = `${where}.${name}`;
  const inner = ts.isPropertyAssignment(property) ? fieldsOf(property.initializer, source, place, shared) : [];
  return [{ name, where: place, comment: commentOf(property, source), fields: inner }];
}

/** What a check takes, such as `{ offset: true }`, is no field; what `z.object` takes holds fields. */
function isOption(node: ts.Node, source: ts.SourceFile): boolean {
  if (!ts.isObjectLiteralExpression(node) || !ts.isCallExpression(node.parent)) return false;
  return !makesObject.test(`${node.parent.expression.getText(source)}(`);
}

const makesObject = /^z\s*\.(strictO|looseO|o)bject\(/;

/** The doc comment that begins its own line above a node. */
function commentOf(node: ts.Node, source: ts.SourceFile): string {
  const ranges = ts.getLeadingCommentRanges(source.text, node.getFullStart()) ?? [];
  const texts = ranges.map(({ pos, end }) => source.text.slice(pos, end)).filter((text) => text.startsWith("/**"));
  return texts
    .join(" ")
    .replace(/^\s*\/?\*+\/?/gm, " ")
    .replace(/\*\/$/, "")
    .replace(/\s+/g, " ")
    .trim();
}
