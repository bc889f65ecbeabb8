import { InvalidArgumentError, Option, type Command } from "commander";
import { createApi } from "../../provider/api/client";
import { ApiError } from "../../provider/api/errors";
import { printableLines } from "../../provider/api/printable";
import { readSettings, SettingsError } from "../../provider/api/settings";
import { explain } from "../../provider/lifecycle/vocabulary/failure";
import { rotatingSystems } from "../../provider/lookups/rotation/query";
import { exitCodes, signalCode } from "../exitCodes";
import { time } from "../keys";
import { complain, styled, type Help } from "../style";
import type { Tag } from "./choose";
import { Interruption } from "./interruption";
import { rotateChosen, UsageError, type Ways } from "./rotate";
import { terminal } from "./terminal";

interface Options {
  system?: string[];
  container?: string[];
  tag?: Tag[];
  all?: boolean;
  ifMadeBefore?: string;
  undated?: boolean;
  yes?: boolean;
  dryRun?: boolean;
  json?: boolean;
}

const help: Help = {
  notes: `Rotates keys at once, one after the other, and waits until the service shows their new material. A key is
named by its name, id or identifier in its cloud, as Type/name or by its type; * and ? stand for any text and
any character. All filters must apply. The keys are shown before anything is rotated.

An interrupted run prints how to continue it: with --if-made-before, it rotates nothing twice.

The service, the user and everything else come from the environment, as for the provider:
CIPHERTRUST_ADDRESS, CIPHERTRUST_USERNAME, CIPHERTRUST_PASSWORD and so on.`,
  examples: [
    "npx pulumi-ciphertrust rotate AwsKey/orders --dry-run",
    "npx pulumi-ciphertrust rotate 'shop/*' --system aws azure --yes",
    "npx pulumi-ciphertrust rotate --tag team=shop --if-made-before 2026-11-30T02:00:00Z",
  ],
  endings: {
    done: "every key has new material, or --dry-run showed the keys",
    failure: "it could not begin, was declined, or failed for a key",
    findings: "no key failed, but some were skipped and have their old material",
  },
};

/** Completes `pulumi-ciphertrust rotate`. */
export function rotateCommand(command: Command): void {
  styled(command, help)
    .argument("[keys...]", "keys to rotate, such as orders, AwsKey/orders or 'shop/*'")
    .addOption(new Option("--system <name...>", "only keys of these systems").choices(rotatingSystems))
    .option("--container <name...>", "only keys in containers of this name or id")
    .option("--tag <tags...>", "only keys with these tags or labels, as name=value", tag)
    .option("--all", "every key that the other filters leave, or of the whole service")
    .option(
      "--if-made-before <time>",
      "only material made before this time, RFC 3339 (default: the start of the run)",
      time,
    )
    .option("--undated", "also keys whose material has no date in the service: a repeated run rotates them again")
    .option("--yes", "do not ask; required without a terminal")
    .option("--dry-run", "show the keys, and rotate nothing")
    .option("--json", "print what became of each key as JSON, or the plan with --dry-run")
    .action(async (keys: string[], options: Options) => {
      process.exitCode = await run(command, keys, options);
    });
}

function tag(text: string, before: Tag[] = []): Tag[] {
  const [, name, value] = /^([^=]+)=(.*)$/s.exec(text) ?? [];
  if (name === undefined) throw new InvalidArgumentError("It must be name=value.");
  return [...before, [name, value!]];
}

async function run(command: Command, keys: string[], options: Options): Promise<number> {
  const interruption = new Interruption((text) => process.stderr.write(`${text}\n`));
  interruption.watch();
  try {
    const code = await begin(keys, options, interruption);
    return interruption.signal === undefined ? code : signalCode(interruption.signal);
  } catch (error) {
    // A key that fails does not end the run: no rotation has begun.
    complain(command, interruption.signal === undefined ? wordsOf(error) : "interrupted. Nothing was rotated.");
    if (interruption.signal !== undefined) return signalCode(interruption.signal);
    return error instanceof UsageError ? exitCodes.usage : exitCodes.failure;
  } finally {
    interruption.unwatch();
  }
}

async function begin(keys: string[], options: Options, interruption: Interruption): Promise<number> {
  const { system = [], container = [], tag: tags = [] } = options;
  const ways: Ways = {
    filter: { keys, systems: system, containers: container, tags },
    isAll: options.all === true,
    isDryRun: options.dryRun === true,
    isConfirmed: options.yes === true,
    withUndated: options.undated === true,
    isJson: options.json === true,
    ifMadeBefore: options.ifMadeBefore,
    interruption,
    ask: terminal.isPresent() ? (question) => terminal.ask(question, interruption) : undefined,
    print: (text) => process.stdout.write(`${printableLines(text)}\n`),
    tell: (text) => process.stderr.write(`${printableLines(text)}\n`),
  };
  return rotateChosen(ways, () => {
    const settings = readSettings(() => undefined);
    const { signal: stop } = interruption.stop;
    return createApi(settings, { stop: { waits: stop, calls: stop } });
  });
}

function wordsOf(error: unknown): string {
  if (error instanceof SettingsError || error instanceof UsageError) return error.message;
  const advice = error instanceof ApiError ? error.facts.advice : undefined;
  return explain("rotating keys", error, advice ?? "Run the command again once that is fixed.").message;
}
