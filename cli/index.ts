#!/usr/bin/env node
import { setFlagsFromString } from "node:v8";
import { Command } from "commander";
import { adoptCommand } from "./adopt/command";
import { coverage, coverageTable } from "./systems";
import { addPipeline } from "./pipeline/command";
import { redactCommand } from "./redact/command";
import { rotationReportCommand } from "./rotationReport/command";
import { verifyCommand } from "./verify/command";
import { packageVersion } from "../sdk/version";

// V8 would let the heap grow to four times what is in use, and a command over very many keys to 100 MiB more.
setFlagsFromString("--heap-growing-percent=60");

/** The command `pulumi-ciphertrust`. */
const program = new Command("pulumi-ciphertrust")
  .description("Command line tools of the Pulumi provider for CipherTrust Manager.")
  .version(packageVersion(), "-V, --version", "print the version of the package");

program
  .command("systems")
  .description("print what works for each external system, as a Markdown table")
  .option("--json", "print it as JSON")
  .action(({ json }: { json?: boolean }) => {
    process.stdout.write(`${json ? JSON.stringify(coverage(), null, 2) : coverageTable()}\n`);
  });

program.addCommand(adoptCommand());
addPipeline(program);
program.addCommand(rotationReportCommand());
program.addCommand(redactCommand());
program.addCommand(verifyCommand());

void program.parseAsync();
