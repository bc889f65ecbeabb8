import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import { projectRoot } from "../project";

/**
 * What the SDK's written code declares, with its comments: functions, components, and the
 * interfaces that they take and return.
 */

export interface Member {
  name: string;
  type: string;
  isOptional: boolean;
  comment: string;
}

export interface DeclaredFunction {
  name: string;
  comment: string;
  parameters: readonly { name: string; type: string; isOptional: boolean }[];
  returns: string;
  /**
   * The module that it loads when it is called, relative to the repository, and what it calls of
   * that.
   */
  loads: { module: string; name: string };
}

export interface DeclaredClass {
  name: string;
  comment: string;
  members: readonly Member[];
}

const folders = ["sdk", "provider/lookups", "provider/lookups/rotation", "provider/limits"];

function sourcesOf(generated: ReadonlyMap<string, string>): ts.SourceFile[] {
  const files = folders.flatMap((folder) => {
    const path = join(projectRoot(), folder);
    const names = readdirSync(path).filter((name) => name.endsWith(".ts"));
    return names.map((name): [string, string] => [`${folder}/${name}`, readFileSync(join(path, name), "utf8")]);
  });
  return [...files, ...generated].map(([name, text]) => ts.createSourceFile(name, text, ts.ScriptTarget.Latest, true));
}

/** The declarations of the SDK, where the generated classes are as given. */
export class Declarations {
  private readonly sources: readonly ts.SourceFile[];
  private readonly interfaces = new Map<string, ts.InterfaceDeclaration>();
  private readonly words = new Map<string, string>();

  constructor(generated: ReadonlyMap<string, string>) {
    this.sources = sourcesOf(generated);
    for (const statement of this.statements()) {
      if (ts.isInterfaceDeclaration(statement)) this.interfaces.set(statement.name.text, statement);
      if (ts.isTypeAliasDeclaration(statement) && isOfWords(statement.type))
        this.words.set(statement.name.text, oneLine(statement.type.getText()));
    }
  }

  /** The functions that programs call, by name. */
  functions(): DeclaredFunction[] {
    const found = this.exported("sdk/").filter(ts.isFunctionDeclaration);
    return found
      .filter(({ name }) => /^get[A-Z]/.test(name?.text ?? ""))
      .map((one) => ({
        name: one.name!.text,
        comment: commentOf(one),
        parameters: one.parameters.map(({ name, type, questionToken, initializer }) => ({
          name: name.getText(),
          type: type?.getText() ?? "",
          isOptional: questionToken !== undefined || initializer !== undefined,
        })),
        returns: one.type?.getText() ?? "",
        loads: loadedBy(one),
      }))
      .sort((a, b) => a.name.localeCompare(b.name));
  }

  /** A class that is written by hand, with its public members. */
  classNamed(name: string): DeclaredClass {
    const found = this.exported("sdk/").find((one) => ts.isClassDeclaration(one) && one.name?.text === name);
    if (!found || !ts.isClassDeclaration(found)) throw new Error(`the SDK exports no class ${name}`);
    const members = found.members.filter(ts.isPropertyDeclaration).map((one) => memberOf(one));
    return { name, comment: commentOf(found), members: members.filter(({ comment }) => !/@internal/.test(comment)) };
  }

  /**
   * Name and members of the interface that a type names, such as `Arguments<GetReportArgs>`;
   * undefined if it names none.
   */
  interfaceIn(type: string): { name: string; members: readonly Member[] } | undefined {
    const name = [...type.matchAll(/\w+/g)].map(([word]) => word).find((word) => this.interfaces.has(word));
    return name === undefined ? undefined : { name, members: this.membersOf(name) };
  }

  /**
   * The type itself where it has a name for words that can be listed, or is that of an argument of
   * something else.
   */
  resolved(type: string): string {
    const [, owner, key] = /^(\w+)\["(\w+)"\]$/.exec(type) ?? [];
    const member = owner === undefined ? undefined : this.membersOf(owner).find(({ name }) => name === key);
    return member ? this.resolved(member.type) : (this.words.get(type) ?? type);
  }

  private membersOf(name: string): Member[] {
    const declaration = this.interfaces.get(name);
    if (!declaration) return [];
    const inherited = (declaration.heritageClauses ?? []).flatMap(({ types }) =>
      types.flatMap((one) => this.inheritedBy(one)),
    );
    return [...inherited, ...declaration.members.filter(ts.isPropertySignature).map((one) => memberOf(one))];
  }

  /** Members of a base, or of those that `Pick<Base, "a" | "b">` takes of one. */
  private inheritedBy({ expression, typeArguments = ts.factory.createNodeArray() }: ts.ExpressionWithTypeArguments) {
    const base = expression.getText();
    if (base !== "Pick") return this.membersOf(base);
    const [from, picked] = typeArguments.map((one) => one.getText());
    return this.membersOf(from!).filter(({ name }) => picked!.includes(`"${name}"`));
  }

  private exported(folder: string): ts.Statement[] {
    const isExported = (one: ts.Statement) =>
      ts.canHaveModifiers(one) && ts.getModifiers(one)?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword);
    return this.statements(folder).filter((one) => isExported(one) === true);
  }

  private statements(folder = ""): ts.Statement[] {
    return this.sources
      .filter(({ fileName }) => fileName.startsWith(folder))
      .flatMap(({ statements }) => [...statements]);
  }
}

const isOfWords = (type: ts.TypeNode) =>
  ts.isUnionTypeNode(type) && type.types.every((one) => ts.isLiteralTypeNode(one) && ts.isStringLiteral(one.literal));

/** Functions load what they need as `x = () => require("../…")`, and take it as `x().name`. */
function loadedBy(declaration: ts.FunctionDeclaration): DeclaredFunction["loads"] {
  const [, loader = "", name = ""] = /\b(\w+)\(\)\.(\w+)/.exec(declaration.body?.getText() ?? "") ?? [];
  const text = declaration.getSourceFile().text;
  const [, module = ""] = new RegExp(`const ${loader} = \\(\\) =>\\s*require\\("\\.\\./([^"]+)"\\)`).exec(text) ?? [];
  return { module, name };
}

function memberOf(node: ts.PropertySignature | ts.PropertyDeclaration): Member {
  return {
    name: node.name.getText(),
    type: oneLine(node.type?.getText() ?? "unknown"),
    isOptional: node.questionToken !== undefined,
    comment: commentOf(node),
  };
}

/** Doc comment in one line, without what follows `@example`. */
function commentOf(node: ts.Node): string {
  const text = node.getSourceFile().text;
  const ranges = ts.getLeadingCommentRanges(text, node.getFullStart()) ?? [];
  const [comment = ""] = ranges
    .map(({ pos, end }) => text.slice(pos, end))
    .filter((one) => one.startsWith("/**"))
    .slice(-1);
  const words = comment.replace(/^\/\*\*|\*\/$/g, "").replace(/^\s*\*/gm, " ");
  return oneLine(words.replace(/@example[^]*/, "")).replace(/\{@link (\w+)\}/g, "`$1`");
}

const oneLine = (text: string) => text.replace(/\s+/g, " ").trim();
