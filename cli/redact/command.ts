import { readFileSync, writeFileSync } from "node:fs";
import { Option, type Command } from "commander";
import { areOrIs, counted } from "../../provider/api/counted";
import { exitCodes } from "../exitCodes";
import { ask } from "../pipeline/engine";
import { configForm, exportForm } from "../pipeline/forms";
import { complain, styled, type Help } from "../style";
import { redact } from "./redact";
import { otherStackIn, secretsInLog, secretsOfConfig, secretsOfDeployment, secretsOfEnvironment } from "./secrets";

interface Options {
  stack?: string;
  cwd: string;
  output?: string;
  logOnly?: boolean;
}

const help: Help = {
  notes: `Pulumi's own log, with --debug, -v or --logtostderr, holds the secrets of every provider in clear.
Write it where nobody else can read it, and share only the output of this command.

It replaces with [secret] the secrets of the stack's state and configuration, and the password, key
and token of the environment. It also replaces private keys, signed tokens, and what the log itself
marks, also of failed operations. Secrets of fewer than five characters are not redacted.`,
  examples: [
    "(umask 077; pulumi up -v=9 --logtostderr 2> private.log)",
    "npx pulumi-ciphertrust redact private.log > shared.log",
  ],
  endings: { done: "the log was redacted", failure: "it was not, and nothing was written" },
};

/** Completes `pulumi-ciphertrust redact`. */
export function redactCommand(command: Command): void {
  styled(command, help)
    .argument("[file]", "the log (default: standard input)")
    .option("-s, --stack <name>", "the stack that it is a log of (default: the selected one)")
    .option("-C, --cwd <folder>", "the folder of the project", ".")
    .option("-o, --output <file>", "write it there, readable for this user alone (default: standard output)")
    .addOption(
      new Option("--log-only", "do not read the stack's secrets: remove only what the log itself marks").conflicts(
        "stack",
      ),
    )
    .action(async (file: string | undefined, options: Options) => {
      process.exitCode = await run(command, file, options);
    });
}

async function run(command: Command, file: string | undefined, options: Options): Promise<number> {
  try {
    const log = readFileSync(file ?? 0, "utf8");
    const secrets = [
      ...secretsInLog(log),
      ...secretsOfEnvironment(process.env),
      ...(await secretsOfStack(log, options)),
    ];
    const { text, places, tooShort } = redact(log, secrets);
    if (options.output === undefined) process.stdout.write(text);
    else writeFileSync(options.output, text, { mode: 0o600 });
    const left = tooShort > 0 ? ` ${counted(tooShort, "secret")} ${areOrIs(tooShort)} too short to be redacted.` : "";
    process.stderr.write(`${counted(places, "place")} redacted.${left}\n`);
    return exitCodes.done;
  } catch (error) {
    complain(command, `redacting the log failed: ${(error as Error).message.replace(/\.$/, "")}. Nothing was written.`);
    return exitCodes.failure;
  }
}

async function secretsOfStack(log: string, { stack, cwd, logOnly }: Options): Promise<string[]> {
  if (logOnly) return [];
  const which = stack === undefined ? [] : ["--stack", stack];
  const [deployment, config] = await Promise.all([
    ask(exportForm, ["stack", "export", "--show-secrets", ...which], cwd),
    ask(configForm, ["config", "--json", "--show-secrets", ...which], cwd),
  ]);
  if (deployment === undefined || config === undefined)
    throw new Error(
      "Pulumi does not show the stack's secrets here, or not in a form that is known. Run it in the project's folder, with the stack selected or named by " +
        "--stack and its passphrase or login in the environment; or use --log-only, which finds fewer secrets.",
    );
  const other = otherStackIn(log, deployment);
  if (other !== undefined)
    throw new Error(
      `the log is one of the stack ${other}. Run it in that project's folder, and name the stack by --stack`,
    );
  return [...secretsOfDeployment(deployment), ...secretsOfConfig(config)];
}
