import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import type { Definition } from "../../provider/lifecycle/vocabulary/definition";
import { projectRoot } from "../project";
import { namesOf, programIn, shownIn } from "./statements";
import { chapters } from "./systems";

/**
 * The programs of `docs/samples`, one for each system: they create every class and call every
 * function, and a test runs them. A system that has none there is shown by its program in
 * `examples`, which a test runs as well. What the reference shows of a class is the statement with
 * it, and the statements that this refers to.
 */

export interface Example {
  /** The statement by itself. */
  statement: string;
  /** The whole program that it takes. */
  program: string;
}

const folder = "docs/samples";
const at = (path: string) => join(projectRoot(), path);
const known = new Map<string, ReadonlyMap<string, Example>>();

/** The examples of one program by what they show: `AwsKey`, `AwsKey.list`, `getAwsRegions`. */
export function examplesOf(name: string): ReadonlyMap<string, Example> {
  const examples = known.get(name) ?? examplesIn(readFileSync(at(sampleFile(name)), "utf8"));
  known.set(name, examples);
  return examples;
}

/** The example of a class in one program; it is an error to have none. */
export function exampleOf(name: string, sample: string): Example {
  const example = examplesOf(sample).get(name);
  if (!example) throw new Error(`${sampleFile(sample)}: it does not show ${name}`);
  return example;
}

/** The program of a system, or of another group of classes. */
export function sampleFile(name: string): string {
  const own = `${folder}/${name}.ts`;
  return existsSync(at(own)) ? own : `examples/${name}/index.ts`;
}

/** What the programs of `docs/samples` create, and list where it can be listed. */
export function sampledDefinitions(): readonly Definition[] {
  return chapters().flatMap(({ name, definitions }) => (sampleFile(name).startsWith(folder) ? definitions : []));
}

/** Names of the programs. */
export function sampleNames(): string[] {
  const own = readdirSync(at(folder)).map((file) => file.replace(/\.ts$/, ""));
  return [...new Set([...own, ...chapters().map(({ name }) => name)])];
}

export function examplesIn(text: string): Map<string, Example> {
  const source = programIn(text);
  const declared = new Map(source.statements.flatMap((one) => namesOf(one).map((name) => [name, one] as const)));
  const examples = new Map<string, Example>();
  for (const statement of source.statements) {
    for (const name of shownIn(statement).filter((one) => !examples.has(one))) {
      const program = withReferred(statement, declared);
      examples.set(name, { statement: statement.getText(source), program: printed(program, source) });
    }
  }
  return examples;
}

function withReferred(
  statement: ts.Statement,
  declared: ReadonlyMap<string, ts.Statement>,
  all = new Set<ts.Statement>(),
): ReadonlySet<ts.Statement> {
  if (all.has(statement)) return all;
  all.add(statement);
  const visit = (node: ts.Node): void => {
    const referred = ts.isIdentifier(node) && !isLabel(node) ? declared.get(node.text) : undefined;
    if (referred) withReferred(referred, declared, all);
    node.forEachChild(visit);
  };
  visit(statement);
  return all;
}

/** True for a name that stands for a property, not for a value. */
function isLabel(node: ts.Identifier): boolean {
  const { parent } = node;
  return (ts.isPropertyAccessExpression(parent) || ts.isPropertyAssignment(parent)) && parent.name === node;
}

/** In their order, each with the comment above it. */
function printed(statements: ReadonlySet<ts.Statement>, source: ts.SourceFile): string {
  const inOrder = source.statements.filter((one) => statements.has(one));
  return inOrder
    .map((one) => one.getFullText(source).replace(/^\n/, ""))
    .join("\n")
    .trim();
}
