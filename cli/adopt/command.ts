import { counted } from "../../provider/api/counted";
import { printable, printableLines } from "../../provider/api/printable";
import { mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import type { Command } from "commander";
import { createApi } from "../../provider/api/client";
import { ApiError } from "../../provider/api/errors";
import { readSettings, SettingsError, type Settings } from "../../provider/api/settings";
import { ResourceError } from "../../provider/lifecycle/vocabulary/failure";
import { packageVersion } from "../../sdk/version";
import { exitCodes } from "../exitCodes";
import { complain, styled, type Help } from "../style";
import { markedText } from "./marked";
import { slug } from "./names";
import { leftOutTable, programFiles, settingCommands } from "./program";
import { groups, plan, type Plan, type PlanOptions } from "./plan";
import { readTerraformState, StateError } from "./terraform";

/** The command `pulumi-ciphertrust adopt`. */

interface Options {
  out: string;
  system: string[];
  include: string[];
  exclude: string[];
  dryRun?: boolean;
  individualReads?: boolean;
  trustLists?: boolean;
  protect: boolean;
  terraformState?: string;
}

/** An invalid use of the command. */
class UsageError extends Error {
  override readonly name = "UsageError";
}

/** The program could be written in part only, or not at all. */
class WriteError extends Error {
  override readonly name = "WriteError";
  constructor(
    message: string,
    readonly next: string,
  ) {
    super(message);
  }
}

const expected = [UsageError, SettingsError, StateError, ApiError, ResourceError, WriteError];

const none = { system: [], include: [], exclude: [] };

const several = (value: string, before: string[] = []): string[] => [...before, value];

const help: Help = {
  notes: `Only reads from the service, and never overwrites a file. The service, the user and everything else come
from the environment, as for the provider: CIPHERTRUST_ADDRESS, CIPHERTRUST_USERNAME,
CIPHERTRUST_PASSWORD and so on.`,
  examples: [
    "npx pulumi-ciphertrust adopt --dry-run",
    "npx pulumi-ciphertrust adopt --out keys --system aws --include 'AwsKey/orders*'",
  ],
  endings: { done: "the program was written", failure: "it could not be written, or nothing could be listed" },
};

/** Completes `pulumi-ciphertrust adopt`. */
export function adoptCommand(command: Command): void {
  styled(command, help)
    .option("-o, --out <dir>", "folder to write the program to; it must be empty or new", "ciphertrust")
    .option("--system <name>", `only this system, repeatable: ${groups().join(", ")}`, several)
    .option("--include <pattern>", "only objects like this, repeatable; such as 'AwsKey/orders*' or 'prod'", several)
    .option("--exclude <pattern>", "skip objects like this, repeatable", several)
    .option("--terraform-state <file>", "only the objects of this Terraform state (`terraform state pull`)")
    .option("--no-protect", "let Pulumi delete and replace what was adopted")
    .option("--individual-reads", "read every object by itself, even where its list shows as much")
    .option("--trust-lists", "compare no object with its list: for a service whose lists are known to show everything")
    .option("--dry-run", "list what would be declared, and write nothing")
    .action(async (options: Partial<Options>) => {
      process.exitCode = await adopt(command, { ...none, ...options } as Options);
    });
}

const say = (text: string): void => void process.stderr.write(`${printableLines(text)}\n`);

/** Unless writing itself failed, a failure has written nothing. */
async function adopt(command: Command, options: Options): Promise<number> {
  try {
    const folder = resolve(options.out);
    if (!options.dryRun) refuseNonEmpty(folder);
    const terraform = options.terraformState === undefined ? undefined : readTerraformState(options.terraformState);
    const settings = readSettings(() => undefined);
    const api = createApi(settings);
    const planned = await plan(api, planOptions(options, settings, terraform)).finally(() => api.close());
    refuseNothing(planned);
    const { isVain, unmatched } = planned.choice;
    if (isVain) throw new UsageError(unmatched);
    if (unmatched !== undefined) say(`warning: ${unmatched}.`);
    if (options.dryRun) return listed(planned);
    const { modules, leftOut } = planned;
    const sourceOf = terraform?.sourcesFor(modules, folder);
    const files = programFiles(modules, leftOut, {
      name: slug(basename(folder)),
      address: settings.address,
      version: packageVersion(),
      protect: options.protect,
      sourceOf,
    });
    write(folder, files);
    summary(planned, folder, settingCommands(modules, sourceOf));
    return exitCodes.done;
  } catch (error) {
    if (!expected.some((kind) => error instanceof kind)) throw error;
    const said = (error as Error).message.replace(/\.$/, "");
    const advice = error instanceof ApiError && error.facts.advice ? ` ${error.facts.advice}` : "";
    const left = error instanceof WriteError ? error.next : "Nothing was written.";
    complain(command, `${said}.${advice} ${left}`);
    return error instanceof UsageError ? exitCodes.usage : exitCodes.failure;
  }
}

/** An empty program would look as if there were nothing: the service did not show what there is. */
function refuseNothing({ modules, leftOut }: Plan): void {
  const refusals = leftOut.flatMap(({ refusal }) => refusal ?? []);
  const [first] = refusals;
  if (modules.length > 0 || !first) return;
  const which = counted(refusals.length, "type");
  const advice =
    first.facts.advice ??
    "Check the rights of the login and the license of the service; `pulumi-ciphertrust verify` shows what it may read.";
  const message = `nothing can be declared, and ${which} cannot be listed: ${first.message}`;
  throw new ApiError(message, { ...first.facts, advice }, { cause: first });
}

function write(folder: string, files: Record<string, string>): void {
  try {
    mkdirSync(folder, { recursive: true });
    for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  } catch (error) {
    throw new WriteError((error as Error).message, `Delete ${folder} and run the command again.`);
  }
}

function planOptions(options: Options, settings: Settings, terraform: PlanOptions["terraform"]): PlanOptions {
  const unknown = options.system.find((name) => !groups().includes(name));
  if (unknown !== undefined) {
    throw new UsageError(`unknown system "${unknown}"; choose one of ${groups().join(", ")}`);
  }
  const individualReads = options.individualReads || settings.individualReads;
  if (individualReads && options.trustLists)
    throw new UsageError(
      "--trust-lists contradicts --individual-reads (CIPHERTRUST_INDIVIDUAL_READS): omit one of them",
    );
  return { ...options, individualReads, terraform, log: say };
}

function refuseNonEmpty(folder: string): void {
  if (entriesOf(folder).length > 0) {
    throw new UsageError(`${folder} is not empty, and nothing is overwritten: choose another folder with --out`);
  }
}

function entriesOf(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "ENOENT") return [];
    throw new UsageError(`${folder} is not a folder that can be used (${code}): choose another with --out`);
  }
}

function listed({ modules, leftOut }: Plan): number {
  for (const { name, declarations } of modules) {
    for (const { found, name: title } of declarations) {
      process.stdout.write(
        `${[name, found.definition.type, title, found.id].map((one) => printable(one)).join("\t")}\n`,
      );
    }
  }
  for (const paragraph of markedText(modules)) say(`\n${paragraph}`);
  if (leftOut.length > 0) say(`\nSkipped:\n\n${leftOutTable(leftOut)}`);
  return exitCodes.done;
}

function summary({ modules, leftOut }: Plan, folder: string, commands: readonly string[]): void {
  const count = modules.reduce((sum, { declarations }) => sum + declarations.length, 0);
  say(`\n${counted(count, "resource")} in ${counted(modules.length, "file")}: ${folder}`);
  for (const paragraph of markedText(modules)) say(`\n${paragraph}`);
  if (leftOut.length > 0) say(`\nSkipped:\n\n${leftOutTable(leftOut)}`);
  if (commands.length > 0) {
    say(
      `\n${counted(commands.length, "write-only value")} must be configured, in that folder:\n\n${commands.join("\n")}`,
    );
  }
  say("\nREADME.md in that folder describes the next steps.");
}
