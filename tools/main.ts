import { Command } from "commander";
import { exitCodes, signalCode } from "../cli/exitCodes";
import { errorLine, styled, unexpected } from "../cli/style";
import { Progress } from "./shared/progress.cjs";
import { SIGNALS } from "./shared/child.cjs";
import { commands } from "./commands";
import { UsageError, UserError } from "./errors";

/** Runs one of the npm commands and returns its exit code. */
export async function main(name: string | undefined, given: string[]): Promise<number> {
  const command = Object.hasOwn(commands, name ?? "") ? commands[name!] : undefined;
  if (!command) {
    console.error(listed(name));
    return exitCodes.usage;
  }
  const args = given.filter((arg, index) => index > 0 || arg !== "--");
  if (command.takes !== undefined) readArguments(name!, command.does, command.takes, args);
  const interruption = watchSignals();
  const progress = new Progress();
  try {
    return await command.run({ args, progress, signal: interruption.controller.signal });
  } catch (error) {
    progress.stop();
    const { signal } = interruption;
    if (signal !== undefined) return signalCode(signal);
    console.error(errorLine(`npm run ${name}`, error instanceof UserError ? error.message : unexpected(error)));
    return error instanceof UsageError ? exitCodes.usage : exitCodes.failure;
  }
}

function listed(name: string | undefined): string {
  const mistake =
    name === undefined ? [] : [errorLine("npm run", `there is no command "${name}". Use one of these.`), ""];
  const width = Math.max(...Object.keys(commands).map(({ length }) => length)) + 2;
  const rows = Object.entries(commands).map(([one, { does }]) => `  ${one.padEnd(width)}${does}`);
  return [...mistake, "Commands:", ...rows].join("\n");
}

/** Of a command that has no options of its own: the help, and a mistake, end the process. */
function readArguments(name: string, does: string, takes: "nothing" | { argumentsOf: string }, args: string[]): void {
  const command = styled(new Command(`npm run ${name} --`), { examples: [`npm run ${name}`], endings: {} });
  command.description(does);
  if (takes !== "nothing")
    command.argument("[arguments...]", `arguments for ${takes.argumentsOf}`).allowUnknownOption();
  command.action(() => undefined).parse(args, { from: "user" });
}

/**
 * From here on a signal no longer ends this process: what waits or runs has to end first, and
 * cleans up behind itself.
 */
function watchSignals(): { controller: AbortController; signal?: NodeJS.Signals } {
  const interruption: ReturnType<typeof watchSignals> = { controller: new AbortController() };
  for (const signal of SIGNALS)
    process.on(signal, () => {
      interruption.signal = signal;
      interruption.controller.abort();
    });
  return interruption;
}
