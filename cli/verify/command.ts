import { InvalidArgumentError, type Command } from "commander";
import { ApiError } from "../../provider/api/errors";
import { printableLines } from "../../provider/api/printable";
import { readSettings, SettingsError } from "../../provider/api/settings";
import { explain } from "../../provider/lifecycle/vocabulary/failure";
import { exitCodes, signalCode } from "../exitCodes";
import { complain, styled, type Help } from "../style";
import { checkFiles, writeFiles, type Files } from "./files";
import { asMarkdown, asTable } from "./print";
import { hasDifferences, type Report } from "./report";
import { checkNames, verify } from "./run";
import { addWriting, checkWriting, clean, write, writingNotes, type WritingOptions } from "./write/command";

interface Options extends WritingOptions, Files {
  types?: string[];
  limit: number;
  rate: number;
  show?: boolean;
}

const help: Help = {
  notes: `The service, the user and everything else come from the environment, as for the provider:
CIPHERTRUST_ADDRESS, CIPHERTRUST_USERNAME, CIPHERTRUST_PASSWORD and so on.

Only reads, unless --write or --clean is given: GET requests, the login, and the lookups that the
service offers as POST. Nothing is sent anywhere else. The report has field names, types, words of
the service, status codes and versions, and no names, ids, addresses, labels or secrets.

${writingNotes}`,
  examples: [
    "npx pulumi-ciphertrust verify --markdown report.md",
    "npx pulumi-ciphertrust verify --types AwsKey getAwsRegions",
    "npx pulumi-ciphertrust verify --write --domain sandbox --with clouds.yaml",
  ],
  endings: {
    done: "everything that was tried is as expected, or was cleaned",
    failure: "it could not run, or not to its end",
    findings: "there are differences, or something is left",
  },
};

/** Completes `pulumi-ciphertrust verify`. */
export function verifyCommand(command: Command): void {
  styled(command, help)
    .option("--types <name...>", "only these types and functions, for example AwsKey getAwsRegions")
    .option("--limit <objects>", "objects to list of each collection, 100 at most", count(2, 100), 100)
    .option("--rate <requests>", "requests a second at most", count(1, 1000), 5)
    .option("--show", "print exactly what the report contains, as Markdown, instead of the table")
    .option("--markdown <file>", "write the report as Markdown")
    .option("--json <file>", "write the report as JSON");
  addWriting(command).action(async (options: Options) => {
    process.exitCode = await run(command, options);
  });
}

function count(least: number, most: number): (text: string) => number {
  return (text) => {
    const value = Number(text);
    if (text.trim() !== "" && Number.isInteger(value) && value >= least && value <= most) return value;
    throw new InvalidArgumentError(`It must be an integer from ${least} to ${most}.`);
  };
}

const say = (text: string): void => void process.stderr.write(`${printableLines(text)}\n`);

async function run(command: Command, options: Options): Promise<number> {
  const stop = new AbortController();
  let signal: NodeJS.Signals | undefined;
  const interrupted = (name: NodeJS.Signals) => {
    signal = name;
    stop.abort();
  };
  process.once("SIGINT", interrupted).once("SIGTERM", interrupted);
  try {
    const mistake = mistakeIn(options, command.getOptionValueSource("limit") === "cli");
    if (mistake === undefined) {
      const code = await carryOut(command, options, stop.signal);
      return signal === undefined ? code : signalCode(signal);
    }
    complain(command, wordsOf(mistake));
    return exitCodes.usage;
  } catch (error) {
    complain(command, wordsOf(error));
    return signal === undefined ? exitCodes.failure : signalCode(signal);
  } finally {
    process.off("SIGINT", interrupted).off("SIGTERM", interrupted);
  }
}

async function carryOut(command: Command, options: Options, stop: AbortSignal): Promise<number> {
  const settings = readSettings(() => undefined);
  const given = { ...options, stop, tell: say };
  if (options.clean) return (await clean(settings, given)) ? exitCodes.done : exitCodes.findings;
  const { report, ended } = await (options.write ? write : verify)(settings, given);
  if (ended) complain(command, wordsOf(ended));
  return deliver(command, report, options);
}

function deliver(command: Command, report: Report, options: Options): number {
  process.stdout.write(`${printableLines(options.show ? asMarkdown(report) : asTable(report))}\n`);
  const unwritten = writeFiles(report, options);
  for (const one of unwritten) complain(command, one);
  if (!report.complete || unwritten.length > 0) return exitCodes.failure;
  return hasDifferences(report) ? exitCodes.findings : exitCodes.done;
}

/** What is wrong with the options. */
function mistakeIn(options: Options, isLimited: boolean): unknown {
  try {
    checkNames(options.types);
    checkWriting(options, isLimited);
    checkFiles(options);
    return undefined;
  } catch (error) {
    return error;
  }
}

function wordsOf(error: unknown): string {
  if (error instanceof SettingsError) return error.message;
  const advice = error instanceof ApiError ? error.facts.advice : undefined;
  return explain("verifying the service", error, advice ?? "Run the command again once that is fixed.").message;
}
