import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import ts from "typescript";
import { registry } from "../../provider/resources";

/**
 * What a user's editor shows: all exports of the package, and all their members, must have
 * documentation.
 */

const root = join(__dirname, "../..");
const sources = join(root, "sdk/index.ts");
// The emitted declarations exist once the project has been built.
const emitted = join(root, "dist/sdk/index.d.ts");
const modules = [sources, emitted].filter((path) => existsSync(path));

/** A test program in which an editor's cursor can be put on a name. */
const probe = join(root, "sdk/probe.ts");
const probeText = `import { AwsKms, type AwsKmsArgs } from "./index";
export const region = (args: AwsKmsArgs) => args.regions;
export const state = (account: AwsKms) => account.arn;
`;

const config = ts.readConfigFile(join(root, "tsconfig.json"), (path) => readFileSync(path, "utf8"));
const { options } = ts.parseJsonConfigFileContent({ ...(config.config as object), include: [] }, ts.sys, root);
const textOf = (path: string) => (path === probe ? probeText : ts.sys.readFile(path));
const service = ts.createLanguageService({
  getCompilationSettings: () => ({ ...options, types: [], skipLibCheck: true, noEmit: true }),
  getScriptFileNames: () => [...modules, probe],
  getScriptVersion: () => "1",
  getScriptSnapshot: (path) => {
    const text = textOf(path);
    return text === undefined ? undefined : ts.ScriptSnapshot.fromString(text);
  },
  getCurrentDirectory: () => root,
  getDefaultLibFileName: (given) => join(dirname(require.resolve("typescript")), ts.getDefaultLibFileName(given)),
  fileExists: (path) => path === probe || ts.sys.fileExists(path),
  readFile: textOf,
  directoryExists: (path) => ts.sys.directoryExists(path),
});
const program = service.getProgram()!;
const checker = program.getTypeChecker();

function exportsOf(module: string): ts.Symbol[] {
  const symbol = checker.getSymbolAtLocation(program.getSourceFile(module)!)!;
  return checker
    .getExportsOfModule(symbol)
    .map((one) => (one.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(one) : one));
}

const wordsOf = (symbol: ts.Symbol) => ts.displayPartsToString(symbol.getDocumentationComment(checker)).trim();
const isSilent = (symbol: ts.Symbol) => wordsOf(symbol) === "";

const hidden = ts.ModifierFlags.Private | ts.ModifierFlags.Protected;
const isVisible = (member: ts.Symbol) =>
  !member.name.startsWith("_") &&
  !(member.flags & ts.SymbolFlags.Prototype) &&
  !member.declarations?.some((one) => ts.getCombinedModifierFlags(one) & hidden);

/** Members and statics of the exports, as an editor offers them. */
function membersOf(symbol: ts.Symbol): ts.Symbol[] {
  if (!(symbol.flags & (ts.SymbolFlags.Class | ts.SymbolFlags.Interface))) return [];
  const own = checker.getDeclaredTypeOfSymbol(symbol).getProperties();
  const statics = symbol.flags & ts.SymbolFlags.Class ? [...(symbol.exports?.values() ?? [])] : [];
  return [...own, ...statics].filter(isVisible);
}

/** The fields of the object types in the declaration of a member, at every depth. */
function innerFieldsOf(member: ts.Symbol): ts.Symbol[] {
  const found: ts.Symbol[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isPropertySignature(node) && ts.isTypeLiteralNode(node.parent)) {
      found.push(checker.getSymbolAtLocation(node.name)!);
    }
    node.forEachChild(visit);
  };
  for (const declaration of member.declarations ?? []) {
    if (ts.isPropertySignature(declaration) || ts.isPropertyDeclaration(declaration)) declaration.forEachChild(visit);
  }
  return found;
}

test("fields of objects are found", () => {
  const args = exportsOf(sources).find(({ name }) => name === "AwsConnectionArgs")!;
  const identity = membersOf(args).find(({ name }) => name === "iamRoleAnywhere")!;
  expect(innerFieldsOf(identity).map(({ name }) => name)).toContain("trustAnchorArn");
});

describe.each(modules.map((path) => [path.slice(root.length + 1), path]))("%s", (_name, module) => {
  const exported = exportsOf(module);
  const named = (name: string) => exported.find((one) => one.name === name);

  test("every export has documentation", () => {
    expect(exported.filter(isSilent).map(({ name }) => name)).toEqual([]);
  });

  // Nobody should have to find out what happens to a key, to what it protects, or to what is in a cloud.
  test("every resource documents what destroying it does", () => {
    const wordsOn = (type: string) => ts.displayPartsToString(named(type)?.getDocumentationComment(checker));
    // An older build may lack it; the sources must not.
    const silent = registry.filter(({ type }) => module === sources && !/\b(destroy|delet)/i.test(wordsOn(type)));
    expect(silent.map(({ type }) => type)).toEqual([]);
  });

  // A comment cannot contain its own end, and an escaped one could not be copied.
  test("nothing is shown differently from how it must be written", () => {
    const strings = exported.flatMap((one) => [one, ...membersOf(one)].map((symbol) => wordsOf(symbol)));
    expect(strings.length).toBeGreaterThan(1000);
    expect(strings.filter((text) => /\*\\\/|&#|\u200b/.test(text))).toEqual([]);
  });

  test("every field of an object argument has documentation", () => {
    const silent = exported.flatMap((one) =>
      membersOf(one).flatMap((member) =>
        innerFieldsOf(member)
          .filter(isSilent)
          .map(({ name }) => `${one.name}.${member.name}.${name}`),
      ),
    );
    expect(silent).toEqual([]);
  });

  test("every argument and every member has documentation", () => {
    const silent = exported.flatMap((one) =>
      membersOf(one)
        .filter(isSilent)
        .map(({ name }) => `${one.name}.${name}`),
    );
    expect(silent).toEqual([]);
  });

  // An older build may lack the newest resources; the sources may not.
  test.each(registry.filter(({ type }) => module === sources || named(type)).map(({ type }) => type))(
    "%s shows every input and output of its definition",
    (type) => {
      const { inputs, outputs } = registry.find((one) => one.type === type)!;
      const names = (name: string) => (named(name) ? membersOf(named(name)!).map((one) => one.name) : []);
      if (module === sources) {
        expect(names(`${type}Args`)).toEqual(expect.arrayContaining([...Object.keys(inputs), "adopt"]));
        expect(names(type)).toEqual(expect.arrayContaining([...Object.keys(inputs), ...Object.keys(outputs)]));
      }
      expect(names(type).length).toBeGreaterThan(0);
    },
  );
});

test.each([
  ["an argument", "regions", "Regions whose keys are managed"],
  ["an output", "arn", "ARN under which the service reaches the account"],
])("an editor shows the definition's documentation of %s", (_what, name, words) => {
  const position = probeText.lastIndexOf(name);
  const info = service.getQuickInfoAtPosition(probe, position);
  expect(ts.displayPartsToString(info?.documentation)).toContain(words);
});
