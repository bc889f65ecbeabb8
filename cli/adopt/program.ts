import { alike } from "../../provider/api/alike";
import { namespaceOf, type Module } from "./assemble";
import { isSetting, partsIn, type Setting } from "./declaration";
import { cell, markedText, namesIn } from "./marked";
import { printResource, printShared } from "./print";
import type { LeftOut } from "./survey";

/** The files of a generated program. */

export interface ProgramOptions {
  /** Name of the Pulumi project. */
  name: string;
  /** Where the objects are. */
  address: string;
  /** Version of this package. */
  version: string;
  /** True to have Pulumi refuse to delete or replace what was adopted. */
  protect: boolean;
  /** A command that writes the value of a setting, where there is one. */
  sourceOf?: ((setting: Setting) => string | undefined) | undefined;
}

/** The content of each file, by its name. */
export function programFiles(
  modules: readonly Module[],
  leftOut: readonly LeftOut[],
  options: ProgramOptions,
): Record<string, string> {
  const sources = modules.map((one): [string, string] => [`${one.name}.ts`, moduleText(one)]);
  return {
    "Pulumi.yaml": projectFile(options),
    "package.json": packageJson(options),
    "tsconfig.json": json(tsconfig),
    ".gitignore": "node_modules/\n",
    "index.ts": indexText(modules, options.protect),
    ...(options.protect ? { "protect.ts": protectText } : {}),
    ...Object.fromEntries(sources),
    "README.md": readme(modules, leftOut, options),
  };
}

/** Texts are quoted: a project called 2024 would have a number for its name. */
function projectFile({ name, address }: ProgramOptions): string {
  const description = `What was found at ${address}.`;
  return `name: ${JSON.stringify(name)}\ndescription: ${JSON.stringify(description)}\nruntime: nodejs\n`;
}

function moduleText({ declarations, shared, uses }: Module): string {
  const needsConfig = declarations.some(({ args }) => partsIn(args, isSetting).length > 0);
  const imports = [
    ...(needsConfig ? ['import * as pulumi from "@pulumi/pulumi";'] : []),
    'import * as ciphertrust from "pulumi-ciphertrust";',
    ...[...uses].sort().map((other) => `import * as ${namespaceOf(other)} from "./${other}";`),
  ];
  const config = needsConfig ? ["const config = new pulumi.Config();\n"] : [];
  return [`${imports.join("\n")}\n`, ...config, ...shared.map(printShared), ...declarations.map(printResource)].join(
    "\n",
  );
}

function indexText(modules: readonly Module[], protect: boolean): string {
  const names = [...(protect ? ["protect"] : []), ...modules.map(({ name }) => name)];
  return names.map((name) => `import "./${name}";\n`).join("");
}

/** One place to lift it, instead of an option on every resource. */
const protectText = `import * as pulumi from "@pulumi/pulumi";

// Nothing that was adopted is deleted or replaced while this file is imported.
pulumi.runtime.registerStackTransformation(({ props, opts }) => ({
  props,
  opts: { ...opts, protect: opts.protect ?? true },
}));
`;

const tsconfig = {
  compilerOptions: {
    strict: true,
    target: "es2022",
    module: "commonjs",
    moduleResolution: "node10",
    skipLibCheck: true,
    noEmit: true,
    types: ["node"],
  },
  files: ["index.ts"],
};

function packageJson({ name, version }: ProgramOptions): string {
  return json({
    name,
    private: true,
    main: "index.ts",
    // As in the peerDependencies of this package.
    dependencies: { "@pulumi/pulumi": ">=3.230.0 <4", "pulumi-ciphertrust": `^${version}` },
    devDependencies: { "@types/node": "^20.0.0", typescript: "^5.9.0" },
  });
}

function json(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}

/** The commands that give the program the values nobody can read from the service. */
export function settingCommands(modules: readonly Module[], sourceOf?: ProgramOptions["sourceOf"]): string[] {
  const settings = modules.flatMap(({ declarations }) => declarations.flatMap(({ args }) => partsIn(args, isSetting)));
  return settings.map((setting) => {
    const source = sourceOf?.(setting);
    const form = isText(setting.type) ? "" : ` # JSON: ${setting.type}`;
    return `${source ? `${source} | ` : ""}pulumi config set ${setting.secret ? "--secret " : ""}${setting.key}${form}`;
  });
}

function isText(type: string): boolean {
  return !type.endsWith("[]") && type !== "any";
}

function readme(modules: readonly Module[], leftOut: readonly LeftOut[], options: ProgramOptions): string {
  const commands = settingCommands(modules, options.sourceOf);
  const parts = [
    `# ${options.name}`,
    `What \`pulumi-ciphertrust adopt\` found at ${options.address}. Every resource names the object it takes over with ` +
      "`adopt`; the first `pulumi up` records them and changes nothing in the service.",
    contents(modules),
    ...headed("## Objects of other stacks", markedText(modules)),
    "## First run",
    "Install, make a stack, and say how to reach the service. What is set in the environment never enters the stack:",
    block([
      "npm install",
      "pulumi stack init prod",
      `export CIPHERTRUST_ADDRESS=${options.address}`,
      "export CIPHERTRUST_USERNAME=… CIPHERTRUST_PASSWORD=…",
      "export CIPHERTRUST_CA_CERT=…   # only where no public CA signed the service's certificate: its CA, PEM text or a path",
    ]),
    ...secretsText(commands),
    "Then adopt, and check that no changes remain:",
    block(["pulumi up", "pulumi preview --refresh --expect-no-changes"]),
    "## Afterwards",
    "The `adopt` arguments have no further effect and can be removed." +
      (options.protect
        ? " Nothing can be deleted or replaced as long as `index.ts` imports `protect.ts`: remove that line, or give " +
          "single resources `protect: false`, once you trust the program, and run `pulumi up`."
        : ""),
    ...leftOutText(leftOut),
  ];
  return `${parts.join("\n\n")}\n`;
}

const headed = (heading: string, paragraphs: readonly string[]): string[] =>
  paragraphs.length === 0 ? [] : [heading, ...paragraphs];

function contents(modules: readonly Module[]): string {
  const rows = modules.map(({ name, declarations }) => {
    const counts = new Map<string, number>();
    for (const { found } of declarations)
      counts.set(found.definition.type, (counts.get(found.definition.type) ?? 0) + 1);
    return `| \`${name}.ts\` | ${[...counts].map(([type, count]) => `${count} ${type}`).join(", ")} |`;
  });
  return ["| file | what it declares |", "| --- | --- |", ...rows].join("\n");
}

function secretsText(commands: readonly string[]): string[] {
  if (commands.length === 0) return [];
  return [
    "The service never shows these values, and the program needs them. Nothing is sent when an object is adopted: it keeps " +
      "its value. If a credential is no longer known, configure any valid value until you set a new one, which is then sent. What cannot " +
      "be changed later, such as the cn of a LocalCa (its certificate shows it), must be the right value: the state keeps what you " +
      `configure first, and another one would replace the object. ${whence(commands)}`,
    block(commands),
  ];
}

/** Where the commands get the values. */
function whence(commands: readonly string[]): string {
  const fromState = commands.filter((command) => command.startsWith("jq "));
  const piped =
    "with [jq](https://jqlang.org) from the Terraform state, whose path is relative to this folder: run it here. Where a passphrase " +
    "encrypts the stack's secrets, set `PULUMI_CONFIG_PASSPHRASE` first, as a command in a pipe cannot prompt for it";
  if (fromState.length === 0) return "Each command prompts for its value:";
  if (fromState.length === commands.length) return `Each command takes its value ${piped}.`;
  return `A command that begins with \`jq\` takes its value ${piped}. Each other command prompts for its value:`;
}

function leftOutText(leftOut: readonly LeftOut[]): string[] {
  if (leftOut.length === 0) return [];
  return ["## Not in the program", leftOutTable(leftOut)];
}

/**
 * What was left out and why, one line for all objects of a type with one reason, and for all types
 * that are refused for one.
 */
export function leftOutTable(leftOut: readonly LeftOut[]): string {
  // Each message of a refusal has a request id of its own.
  const kindOf = ({ refusal, type, reason }: LeftOut) =>
    refusal ? `refused\n${refusal.facts.codeDesc ?? reason}` : `${type}\n${reason}`;
  const rows = alike(leftOut, kindOf).map((ones) => {
    const names = ones.filter(({ name }) => name !== "").map(({ name }) => name);
    const types = [...new Set(ones.map(({ type }) => type))].join(", ");
    return `| ${types} | ${cell(namesIn(names))} | ${cell(ones[0]!.reason)} |`;
  });
  return ["| type | objects | why |", "| --- | --- | --- |", ...rows].join("\n");
}

function block(lines: readonly string[]): string {
  return ["```sh", ...lines, "```"].join("\n");
}
