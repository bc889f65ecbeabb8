import { readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";

/** What the TypeScript compiler says of statements of a program, before anything runs. */

const root = join(__dirname, "../..");
const { compilerOptions } = JSON.parse(readFileSync(join(root, "tsconfig.json"), "utf8")) as {
  compilerOptions: object;
};
const { options } = ts.convertCompilerOptionsFromJson(
  { ...compilerOptions, noEmit: true, noUnusedLocals: false },
  root,
);
const program = join(root, "test", "errors", "program.ts");
const head = 'import * as ciphertrust from "../../sdk";\n';

/** "Cannot find name": statements refer to what the rest of a program declares. */
const isElsewhere = ({ code }: ts.Diagnostic): boolean => code === 2304 || code === 18004;

/** The first error of each statement that has one, by its place in the list. */
export function compiled(statements: readonly string[]): Map<number, string> {
  const host = ts.createCompilerHost(options);
  const readSource = host.getSourceFile.bind(host);
  const text = head + statements.map((statement) => statement.replaceAll("\n", " ")).join(";\n");
  host.getSourceFile = (name, version, ...more) =>
    name === program ? ts.createSourceFile(name, text, version) : readSource(name, version, ...more);
  const all = ts.createProgram([program], options, host);
  const source = all.getSourceFile(program)!;
  const found = all.getSemanticDiagnostics(source).filter((one) => !isElsewhere(one));
  const lineOf = ({ start = 0 }: ts.Diagnostic) => source.getLineAndCharacterOfPosition(start).line - 1;
  return new Map(found.toReversed().map((one) => [lineOf(one), messageOf(one)]));
}

function messageOf({ code, messageText }: ts.Diagnostic): string {
  return `error TS${code}: ${ts.flattenDiagnosticMessageText(messageText, "\n")}`;
}
