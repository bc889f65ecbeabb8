import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import { registry } from "../../../provider/resources";
import { operationOf } from "../../facts/statuses";
import { Declarations } from "../../../tools/generate/declarations";
import { components } from "../../../tools/generate/reference/written";
import { projectRoot } from "../../../tools/project";
import { examplesIn, examplesOf, sampledDefinitions, sampleNames } from "../../../tools/generate/samples";

/** The examples of the reference are parts of programs that tests run, each a complete program. */

const all = new Map(sampleNames().flatMap((name) => [...examplesOf(name)]));

test("every class, list, function and component has an example", () => {
  const listed = sampledDefinitions().filter(({ filters, listing }) => filters ?? listing?.within);
  expect(listed.length).toBeGreaterThan(60);
  const functions = new Declarations(new Map()).functions();
  expect(functions.length).toBeGreaterThan(20);
  const names = [
    ...registry.map(({ type }) => type),
    ...listed.map(({ type }) => `${type}.list`),
    ...functions.map(({ name }) => name),
    ...components,
  ];
  expect(names.filter((name) => !all.has(name))).toEqual([]);
});

test.each(components)("hovering %s shows its example", (name) => {
  const { statement } = all.get(name)!;
  const example = ["~~~ts", ...statement.split("\n"), "~~~"].map((line) => ` *   ${line}`);
  const lines = [" * @example", ...example];
  const folder = join(projectRoot(), "sdk");
  const sources = readdirSync(folder).filter((file) => file.endsWith(".ts"));
  const declaring = sources.map((file) => readFileSync(join(folder, file), "utf8"));
  const isShown = (text: string) => text.includes(`${lines.join("\n")}\n */\nexport class ${name} `);
  expect(declaring.filter(isShown)).toHaveLength(1);
});

test("an example has what it refers to, in order and with comments, and nothing else", () => {
  const text = `import * as pulumi from "@pulumi/pulumi";
import * as ciphertrust from "pulumi-ciphertrust";

const config = new pulumi.Config();

// The login.
const first = new ciphertrust.User("first", { password: config.requireSecret("first") });
const second = new ciphertrust.User("second");

// Who is in it.
const group = new ciphertrust.Group("group", { users: [first.id] });
export const groups = ciphertrust.Group.list({ name: group.name });
new ciphertrust.VaultKey("second", { labels: { first: "one" } });
`;
  const examples = examplesIn(text);
  expect([...examples.keys()]).toEqual(["User", "Group", "Group.list", "VaultKey"]);
  expect(examples.get("Group")).toEqual({
    statement: 'const group = new ciphertrust.Group("group", { users: [first.id] });',
    program: `import * as pulumi from "@pulumi/pulumi";
import * as ciphertrust from "pulumi-ciphertrust";

const config = new pulumi.Config();

// The login.
const first = new ciphertrust.User("first", { password: config.requireSecret("first") });

// Who is in it.
const group = new ciphertrust.Group("group", { users: [first.id] });`,
  });
  expect(examples.get("VaultKey")!.program).not.toContain("first.id");
  expect(examples.get("VaultKey")!.program).not.toContain("User");
});

/**
 * Names that a program uses and does not declare. Types are checked with the programs that examples
 * are taken from.
 */
function unknownNames(programs: ReadonlyMap<string, string>): string[] {
  const options: ts.CompilerOptions = { noLib: true, noResolve: true, types: [], target: ts.ScriptTarget.ES2022 };
  const host = ts.createCompilerHost(options);
  host.getSourceFile = (name, target) => {
    const text = programs.get(name.replace(/\.ts$/, ""));
    return text === undefined ? undefined : ts.createSourceFile(name, text, target);
  };
  const program = ts.createProgram(
    [...programs.keys()].map((name) => `${name}.ts`),
    options,
    host,
  );
  const isUnknownName = ({ code }: ts.Diagnostic) => [2304, 2448, 2454, 2552, 18004].includes(code);
  return program
    .getSemanticDiagnostics()
    .filter(isUnknownName)
    .map(({ file, messageText }) => `${file?.fileName}: ${ts.flattenDiagnosticMessageText(messageText, " ")}`);
}

test("every example is complete", () => {
  expect(unknownNames(new Map([["lacking", "export const a = b;"]]))).toEqual([expect.stringMatching(/name 'b'/)]);
  const programs = new Map([...all].map(([name, { program }]) => [name, program]));
  expect(unknownNames(programs)).toEqual([]);
});

test("every call that the page of a function names is one of the service's", () => {
  const folder = join(projectRoot(), "docs/reference");
  const pages = readdirSync(folder).filter((name) => /^get[A-Z]/.test(name));
  const callsOf = (name: string) => {
    const [, calls = ""] = readFileSync(join(folder, name), "utf8").split(/^## (?:API calls|Permissions)$/m);
    return [...calls.matchAll(/`([A-Z]+) (\S+)`/g)].map(([call, method, path]) => {
      return { name, call, isKnown: operationOf(method!, `/api/v1${path}`) !== undefined };
    });
  };
  expect(pages.filter((name) => callsOf(name).length === 0)).toEqual([]);
  expect(pages.flatMap(callsOf).filter(({ isKnown }) => !isKnown)).toEqual([]);
});
