import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import { Command } from "commander";
import { createApi } from "../../provider/api/client";
import { ApiError } from "../../provider/api/errors";
import { readSettings, SettingsError } from "../../provider/api/settings";
import { slug } from "./names";
import { leftOutTable, programFiles, settingCommands } from "./program";
import { groups, plan, type Plan, type PlanOptions } from "./plan";
import type { Setting } from "./declaration";
import { readTerraformState, StateError } from "./terraform";

/** The command `pulumi-ciphertrust adopt`. */

interface Options {
  out: string;
  system: string[];
  include: string[];
  exclude: string[];
  dryRun?: boolean;
  protect: boolean;
  terraformState?: string;
}

/** A use of the command that cannot work. */
class UsageError extends Error {
  override readonly name = "UsageError";
}

const several = (value: string, before: string[]): string[] => [...before, value];

export function adoptCommand(): Command {
  return new Command("adopt")
    .description(
      "Write a Pulumi program that declares what a service holds and takes it over as it is. Only reads from the service, " +
        "which it finds as the provider does, by CIPHERTRUST_ADDRESS, CIPHERTRUST_USERNAME, CIPHERTRUST_PASSWORD and so on.",
    )
    .option("-o, --out <dir>", "folder to write the program to; it must be empty or new", "ciphertrust")
    .option("--system <name>", `only this system, repeatable: ${groups().join(", ")}`, several, [])
    .option(
      "--include <pattern>",
      "only objects like this, repeatable; such as 'AwsKey/orders*' or 'prod'",
      several,
      [],
    )
    .option("--exclude <pattern>", "no objects like this, repeatable", several, [])
    .option("--terraform-state <file>", "only the objects of this Terraform state (`terraform state pull`)")
    .option("--no-protect", "let Pulumi delete and replace what was adopted")
    .option("--dry-run", "list what would be declared, and write nothing")
    .action(async (options: Options) => {
      process.exitCode = await adopt(options);
    });
}

const say = (text: string): void => void process.stderr.write(`${text}\n`);

/** 0: done; 1: it could not be done, and nothing was written. */
async function adopt(options: Options): Promise<number> {
  try {
    const folder = resolve(options.out);
    if (!options.dryRun) refuseNonEmpty(folder);
    const terraform = options.terraformState === undefined ? undefined : readTerraformState(options.terraformState);
    const settings = readSettings(() => undefined);
    const api = createApi(settings);
    const planned = await plan(api, planOptions(options, terraform)).finally(() => api.close());
    if (options.dryRun) return listed(planned);
    const { modules, leftOut } = planned;
    const sourceOf = terraform && ((setting: Setting) => terraform.sourceOf(setting, modules));
    const files = programFiles(modules, leftOut, {
      name: slug(basename(folder)),
      address: settings.address,
      version: version(),
      protect: options.protect,
      sourceOf,
    });
    mkdirSync(folder, { recursive: true });
    for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
    summary(planned, folder, settingCommands(modules, sourceOf));
    return 0;
  } catch (error) {
    if (![UsageError, SettingsError, StateError, ApiError].some((kind) => error instanceof kind)) throw error;
    const advice = error instanceof ApiError && error.facts.advice ? ` ${error.facts.advice}` : "";
    say(`adopt failed: ${(error as Error).message}.${advice} Nothing was written.`.replace("..", "."));
    return 1;
  }
}

function planOptions(options: Options, terraform: PlanOptions["terraform"]): PlanOptions {
  const unknown = options.system.find((name) => !groups().includes(name));
  if (unknown !== undefined) {
    throw new UsageError(`there is no system "${unknown}"; choose among ${groups().join(", ")}`);
  }
  return { ...options, terraform, log: say };
}

function refuseNonEmpty(folder: string): void {
  if (existsSync(folder) && readdirSync(folder).length > 0) {
    throw new UsageError(`${folder} is not empty, and nothing is overwritten: choose another folder with --out`);
  }
}

function version(): string {
  const file = readFileSync(join(__dirname, "../../../package.json"), "utf8");
  return (JSON.parse(file) as { version: string }).version;
}

function listed({ modules, leftOut }: Plan): number {
  for (const { name, declarations } of modules) {
    for (const { found, name: title } of declarations) {
      process.stdout.write(`${name}\t${found.definition.type}\t${title}\t${found.id}\n`);
    }
  }
  if (leftOut.length > 0) say(`\nNot among them:\n\n${leftOutTable(leftOut)}`);
  return 0;
}

function summary({ modules, leftOut }: Plan, folder: string, commands: readonly string[]): void {
  const count = modules.reduce((sum, { declarations }) => sum + declarations.length, 0);
  say(`\n${count} resources in ${modules.length} files: ${folder}`);
  if (leftOut.length > 0) say(`\nNot among them:\n\n${leftOutTable(leftOut)}`);
  if (commands.length > 0) {
    say(`\n${commands.length} values have to be set that the service never shows:\n\n${commands.join("\n")}`);
  }
  say("\nREADME.md in that folder says how to go on.");
}
