#!/usr/bin/env node
import { Command } from "commander";
import { packageVersion } from "../sdk/version";
import { exitCodes } from "./exitCodes";
import { complain, styled, unexpected } from "./style";

/**
 * What a command takes and does is loaded when it is named: most of them need every definition,
 * which takes longest.
 */
interface Named {
  readonly name: string;
  readonly description: string;
  load(): Promise<(command: Command) => void>;
}

const commands: readonly Named[] = [
  {
    name: "systems",
    description: "Print what works for each external system, as a Markdown table.",
    load: async () => (await import("./systems.js")).systemsCommand,
  },
  {
    name: "adopt",
    description: "Write a Pulumi program that declares what a service holds and takes it over as it is.",
    load: async () => (await import("./adopt/command.js")).adoptCommand,
  },
  {
    name: "pipeline",
    description: "Run Pulumi in a pipeline: an exit code for each outcome, and a summary in Markdown.",
    load: async () => (await import("./pipeline/command.js")).pipelineCommand,
  },
  {
    name: "rotation-report",
    description: "Report when keys were rotated, when they will be, and which are overdue.",
    load: async () => (await import("./rotationReport/command.js")).rotationReportCommand,
  },
  {
    name: "rotate",
    description: "Rotate keys at once, and wait until the service shows their new material.",
    load: async () => (await import("./rotate/command.js")).rotateCommand,
  },
  {
    name: "redact",
    description: "Remove the secrets from a log of Pulumi, so that it can be shared.",
    load: async () => (await import("./redact/command.js")).redactCommand,
  },
  {
    name: "verify",
    description: "Compare a service with what this package expects of it, and report the differences.",
    load: async () => (await import("./verify/command.js")).verifyCommand,
  },
];

const program = styled(new Command("pulumi-ciphertrust"), {
  notes: "`pulumi-ciphertrust <command> --help` describes a command.",
  examples: ["npx pulumi-ciphertrust adopt --dry-run", "npx pulumi-ciphertrust verify --show"],
  endings: {},
})
  .description("Command line tools of the Pulumi provider for CipherTrust Manager.")
  .version(packageVersion(), "-V, --version", "print the version of the package");

/** The command `pulumi-ciphertrust`. */
async function main(): Promise<void> {
  for (const { name, description, load } of commands) {
    const command = program.command(name).description(description);
    if (process.argv.includes(name)) (await load())(command);
  }
  await program.parseAsync();
}

main().catch((error: unknown) => {
  complain(program, unexpected(error));
  process.exitCode = exitCodes.failure;
});
