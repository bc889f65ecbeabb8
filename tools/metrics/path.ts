import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import ts from "typescript";
import { EmulatorProcess } from "../bench/service";
import { projectRoot } from "../project";
import { run } from "../shared/child.cjs";

/**
 * The way of a call through the files of the provider: each function counts when it is entered for
 * the first time.
 */

export interface Path {
  /** Files whose functions ran. */
  files: number;
  /** How often it came back to a file that it had left. */
  returns: number;
}

/** Creates a key in AWS with a copy of the provider in which each function says that it is entered. */
export async function pathOfCreate(): Promise<Path> {
  // Beside the modules that the copy needs.
  const cache = join(projectRoot(), "node_modules", ".cache");
  mkdirSync(cache, { recursive: true });
  const folder = mkdtempSync(join(cache, "metrics-"));
  const emulator = await EmulatorProcess.start({ licensing: { licenses: [{ feature: "CCKM" }] } });
  try {
    compileInto(folder);
    const script = join(projectRoot(), "dist", "tools", "metrics", "create.cjs");
    const env = { ...process.env, ...emulator.environment };
    const { code, stdout, stderr } = await run(process.execPath, [script, folder], { env, capture: true });
    if (code !== 0) throw new Error(`the create failed: ${stderr}`);
    return walked(JSON.parse(stdout) as string[]);
  } finally {
    await emulator.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

function walked(entered: readonly string[]): Path {
  const seen = new Set<string>();
  let [last, returns] = ["", 0];
  for (const file of entered) {
    if (file !== last && seen.has(file)) returns++;
    seen.add((last = file));
  }
  return { files: seen.size, returns };
}

function compileInto(folder: string): void {
  const config = ts.readConfigFile(join(projectRoot(), "tsconfig.json"), (file) => ts.sys.readFile(file))
    .config as object;
  const include = { include: ["provider"] };
  const { options, fileNames } = ts.parseJsonConfigFileContent({ ...config, ...include }, ts.sys, projectRoot());
  const program = ts.createProgram(fileNames, {
    ...options,
    outDir: folder,
    declaration: false,
    declarationMap: false,
  });
  program.emit(undefined, undefined, undefined, false, { before: [announcing] });
  writeFileSync(join(folder, "package.json"), "{}");
  symlinkSync(join(projectRoot(), "node_modules"), join(folder, "node_modules"));
}

/** Each function begins with a call that names its file and its place there. */
const announcing: ts.TransformerFactory<ts.SourceFile> = (context) => (source) => {
  const { factory } = context;
  const name = relative(projectRoot(), source.fileName);
  const entered = ({ pos }: ts.Node) =>
    factory.createCallExpression(factory.createIdentifier("globalThis.entered"), undefined, [
      factory.createStringLiteral(name),
      factory.createNumericLiteral(pos),
    ]);
  const visit = (node: ts.Node): ts.Node => {
    const inner = ts.visitEachChild(node, visit, context);
    if (ts.isArrowFunction(inner) && !ts.isBlock(inner.body)) {
      const body = factory.createParenthesizedExpression(factory.createComma(entered(node), inner.body));
      const { modifiers, typeParameters, parameters, type, equalsGreaterThanToken: arrow } = inner;
      return factory.updateArrowFunction(inner, modifiers, typeParameters, parameters, type, arrow, body);
    }
    if (!ts.isBlock(inner) || !ts.isFunctionLike(node.parent)) return inner;
    return factory.updateBlock(inner, [factory.createExpressionStatement(entered(node)), ...inner.statements]);
  };
  return ts.visitEachChild(source, visit, context);
};
